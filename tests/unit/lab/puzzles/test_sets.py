"""Sets of puzzles in files, and the puzzle of the day."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from enraya.errors import NotationError
from enraya.lab.puzzles.puzzle import KINDS
from enraya.lab.puzzles.sets import read_set, shipped_set, write_set


def test_at_least_three_hundred_puzzles_of_many_games_ship_with_the_command_that_made_them():
    shipped = shipped_set()
    assert len(shipped.puzzles) >= 300
    assert len({puzzle.game for puzzle in shipped.puzzles}) >= 10
    assert {puzzle.kind for puzzle in shipped.puzzles} == set(KINDS)
    assert {puzzle.difficulty for puzzle in shipped.puzzles} == {1, 2, 3, 4, 5}
    assert len({puzzle.name for puzzle in shipped.puzzles}) == len(shipped.puzzles)
    assert shipped.command.startswith("enraya puzzles make --count")


def test_a_set_is_read_as_it_was_written():
    shipped = shipped_set()
    assert read_set(write_set(shipped.puzzles, shipped.command)) == shipped


def test_a_day_has_one_puzzle_and_none_comes_back_before_all_have_been():
    shipped, first = shipped_set(), date(2026, 11, 17)
    days = [shipped.of_day(first + timedelta(days=days)) for days in range(len(shipped.puzzles))]
    assert shipped.of_day(first) is days[0]
    assert len({puzzle.name for puzzle in days}) == len(days)
    assert len({puzzle.game for puzzle in days[:7]}) > 3, "a week is not all of one game"


PUZZLE = {"game": "mnk(3,3,3)", "moves": "c3", "kind": "hold", "solution": "b2", "difficulty": 3}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"kind": "mate"}, "error.puzzle_kind"),
        ({"moves": 3}, "error.puzzle_fields"),
        ({"difficulty": 9}, "error.puzzle_number"),
        ({"kind": "win"}, "error.puzzle_number"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_said_with_its_number(changes, code):
    text = json.dumps({"format": "enraya.puzzles", "version": 1, "puzzles": [PUZZLE, {**PUZZLE, **changes}]})
    with pytest.raises(NotationError) as refusal:
        read_set(text)
    assert refusal.value.code == code
    assert "2" in refusal.value.in_language("es")


@pytest.mark.parametrize(
    ("text", "code"),
    [("[", "error.puzzles_format"), ('{"format": "enraya.puzzles", "puzzles": []}', "error.puzzles_version")],
)
def test_what_is_no_set_is_refused(text, code):
    with pytest.raises(NotationError) as refusal:
        read_set(text)
    assert refusal.value.code == code
