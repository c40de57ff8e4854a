"""Exercises on paper."""

import re
from xml.etree import ElementTree

import pytest

from enraya.drawing.page import page_as_svg
from enraya.drawing.pdf import pages_as_pdf
from enraya.lab.exercises.generator import DIFFICULTIES, make_exercise
from enraya.lab.exercises.kinds import KINDS
from enraya.lab.exercises.question import read_question
from enraya.lab.exercises.worksheet import print_exercises

EXAMPLE = {"kind": "cuts", "tree": "A[B[D[-2 4] E[6 0]] C[F[-6 -4] G[1 2]]]"}


def texts(page):
    return [mark.text for mark in page.marks if hasattr(mark, "text")]


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_kind_and_difficulty_fits_its_page_blank_and_solved(language):
    exercises = [make_exercise(kind, difficulty, 1) for difficulty in DIFFICULTIES for kind in KINDS]
    for solved in (False, True):
        for page in print_exercises(exercises, "Título", language, solved):
            for mark in page.marks:
                for x, y in getattr(mark, "points", ()) or [(getattr(mark, "x", 50), getattr(mark, "y", 50))]:
                    assert 0 < x < page.width and 0 < y < page.height


def test_a_blank_sheet_does_not_tell_the_answers_and_a_solved_one_does():
    exercise = read_question({"kind": "values", "tree": "A[B[3 12] C[2 4]]"})
    (blank,), (solved,) = (print_exercises([exercise], "t", "en", each) for each in (False, True))
    assert texts(blank).count("3") == 1 and texts(solved).count("3") == 3
    assert "Name:" in texts(blank) and "Solutions" in texts(solved)
    cuts = read_question(EXAMPLE)
    (blank,), (solved,) = (print_exercises([cuts], "t", "en", each) for each in (False, True))
    assert not any(getattr(mark, "dashed", False) for mark in blank.marks)
    # Five branches, three leaves and a triangle are gone.
    assert sum(bool(getattr(mark, "dashed", False)) for mark in solved.marks) == 8


def test_a_position_is_printed_as_its_board():
    question = {"kind": "values", "game": "mnk(3,3,3)", "moves": "a1 b2 c3 a3 b3 b1", "depth": 3}
    (page,) = print_exercises([read_question(question)], "t", "en", False)
    assert {"a", "b", "c", "1", "2", "3"} <= set(texts(page))
    rings = [mark for mark in page.marks if len(getattr(mark, "points", ())) > 4]
    strokes = [mark for mark in page.marks if getattr(mark, "width", 0) == pytest.approx(19 * 0.12)]
    assert (len(rings), len(strokes)) == (3, 6)
    letters = read_question({"kind": "values", "game": "oso(3,2)", "moves": "S@a1 O@b1 S@a2", "depth": 1})
    (page,) = print_exercises([letters], "t", "en", False)
    assert texts(page).count("S") == 2 and texts(page).count("O") == 1
    cube = read_question({"kind": "move", "game": "cube(3,3)", "depth": 1})
    (page,) = print_exercises([cube], "t", "en", False)
    assert {"@1", "@2", "@3"} <= set(texts(page))


def test_a_page_is_a_picture_of_its_own():
    (page,) = print_exercises([read_question(EXAMPLE)], "<Árboles>", "es", True)
    drawn = ElementTree.fromstring(page_as_svg(page, "<Árboles>"))
    assert drawn.get("width") == "595"
    assert "−2" in "".join(drawn.itertext()) and "<Árboles>" in "".join(drawn.itertext())


def test_a_pdf_has_real_text_in_standard_fonts_and_is_the_same_each_time():
    pages = print_exercises([read_question({**EXAMPLE, "kind": "windows"})], "Árboles ñ", "es", True)
    data = pages_as_pdf(pages, "Árboles ñ", "es")
    assert data.startswith(b"%PDF-") and data == pages_as_pdf(pages, "Árboles ñ", "es")
    assert set(re.findall(rb"/BaseFont /([\w-]+)", data)) >= {
        b"Helvetica",
        b"Helvetica-Bold",
        b"Symbol",
        b"ZapfDingbats",
    }
    assert b"/FontFile" not in data
    assert any("α y β al entrar" in text for text in texts(pages[0]))
