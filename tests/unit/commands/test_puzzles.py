"""`enraya puzzles` on the command line."""

from __future__ import annotations

import json

import pytest

from tests.unit.commands.running import data, run


def test_a_set_is_made_with_a_seed_and_checked_by_another_method(tmp_path):
    file = tmp_path / "mine.json"
    made = data("puzzles", "make", "mnk(3,3,3)", "mnk(4,4,3)", "--count", 6, "--seed", 3, "--file", file, "--json")
    assert made["puzzles"] == 6 and made["games"] == {"mnk(3,3,3)": 3, "mnk(4,4,3)": 3} and made["finished"]
    again = tmp_path / "again.json"
    data("puzzles", "make", "mnk(3,3,3)", "mnk(4,4,3)", "--count", 6, "--seed", 3, "--file", again, "--json")
    assert again.read_text() == file.read_text()
    assert data("puzzles", "check", "--file", file, "--json")["wrong"] == []


def test_a_wrong_puzzle_is_told_and_the_exit_code_is_not_zero(tmp_path):
    puzzle = {"game": "mnk(3,3,3)", "moves": "c3", "kind": "hold", "solution": "a1", "difficulty": 1}
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({"format": "enraya.puzzles", "version": 1, "puzzles": [puzzle]}))
    ended = run("puzzles", "check", "--file", file, "--lang", "es")
    assert ended.returncode == 1
    assert "mnk(3,3,3) tras «c3»: a1 no es de la clase que se dice." in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve",), "«solve» no es algo que se haga con problemas"),
        (("check", "terni"), "indica su archivo con --file"),
        (("make", "mine.py"), "mine.py"),
        (("check", "--file", "/nowhere/set.json"), "/nowhere/set.json"),
    ],
)
def test_wrong_words_get_one_sentence(arguments, said):
    ended = run("puzzles", *arguments, "--lang", "es")
    assert ended.returncode == 2 and said in ended.stderr and ended.stderr.count("\n") == 1
