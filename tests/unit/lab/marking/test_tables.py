"""Tables from spreadsheets: commas, semicolons, tabs, byte order marks and older code pages."""

import pytest

from enraya.errors import NotationError
from enraya.lab.assignments.roster import by_roster, read_roster
from enraya.lab.assignments.submissions import HandedIn
from enraya.lab.marking.submissions import read_submissions
from enraya.lab.marking.tables import decode_table, write_table

ROWS = "student;question;answer\nÍñigo;1;A=3\nÍñigo;2;C2, C3\n"


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_answers_of_a_spanish_spreadsheet_are_read_in_every_code(code):
    (sheet,) = read_submissions(decode_table(ROWS.encode(code)), True, "otherwise")
    assert (sheet.student, sheet.answers) == ("Íñigo", {"1": "A=3", "2": "C2, C3"})


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_found_in_the_first_row(separator):
    text = "student;question;answer\nAna;1;B\n".replace(";", separator)
    (sheet,) = read_submissions(text, True, "otherwise")
    assert sheet.answers == {"1": "B"}


def test_what_is_no_text_is_refused():
    with pytest.raises(NotationError):
        decode_table(b"\0\1\2\3")


def test_semicolons_come_with_decimal_commas_and_a_byte_order_mark():
    assert write_table([["a", 1.5], ["=b", 2]], "semicolon") == "\ufeffa;1,5\n'=b;2\n"
    assert write_table([["a", 1.5]], "comma") == "a,1.5\n"


def test_a_roster_finds_names_whatever_their_accents_and_lists_who_is_missing():
    names = read_roster("grupo;alumno\nA;Íñigo Ruiz\nA;Eva\n")
    found = by_roster(names, [HandedIn("inigo_ruiz", "a.py"), HandedIn("guest", "b.py")])
    assert [(each.student, each.file) for each in found] == [("Íñigo Ruiz", "a.py"), ("Eva", None), ("guest", "b.py")]
    assert read_roster("Ana\nLuis\n") == ["Ana", "Luis"]
