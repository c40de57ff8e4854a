"""Puzzles checked by another method than the solver that made them: brute force over the rules, or another solver."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest

from enraya.lab.puzzles.checking import WrongPuzzle, check_puzzle
from enraya.lab.puzzles.puzzle import Puzzle
from enraya.lab.puzzles.sets import shipped_set
from tests.scale import scaled

OF_EACH_GAME = scaled(2, soak=6)


def sample():
    games = defaultdict(list)
    for puzzle in shipped_set().puzzles:
        games[puzzle.game].append(puzzle)
    dice = Random(0)
    # Brute force from an early position may take half a minute: `make test` draws from the half that begins later.
    for puzzles in games.values():
        puzzles.sort(key=lambda puzzle: len(puzzle.moves))
        del puzzles[: scaled(len(puzzles) // 2, soak=0)]
    return [puzzle for puzzles in games.values() for puzzle in dice.sample(puzzles, min(OF_EACH_GAME, len(puzzles)))]


@pytest.mark.parametrize("puzzle", sample(), ids=lambda puzzle: f"{puzzle.game} {puzzle.name}")
def test_the_kind_the_only_move_and_the_length_are_as_claimed(puzzle):
    check_puzzle(puzzle)


FORK = Puzzle("mnk(3,3,3)", ("c1", "c2", "b3", "b1"), "double_threat", "a3", 3, None, 1)
CENTRE = Puzzle("mnk(3,3,3)", ("c3",), "hold", "b2", None, None, 3)


@pytest.mark.parametrize(
    ("puzzle", "claim"),
    [
        (replace(FORK, kind="win"), "kind"),
        (replace(FORK, plies=5), "length"),
        (replace(FORK, solution="b2"), "length"),
        (replace(CENTRE, solution="a1"), "kind"),
        (replace(CENTRE, moves=("a1", "b2", "c3"), solution="a2"), "only"),
        (Puzzle("oso(3,3)", ("O@a1", "S@b1"), "points", "O@c1", None, 9, 1), "score"),
    ],
)
def test_a_claim_that_is_not_so_is_found(puzzle, claim):
    with pytest.raises(WrongPuzzle) as fault:
        check_puzzle(puzzle)
    assert fault.value.code == f"puzzle.wrong.{claim}"
