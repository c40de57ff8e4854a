"""The Connect 4 core against brute force, the other C++ core, mirror images and known values."""

from __future__ import annotations

import os
import random
import threading

import pytest

from enraya.catalogue import find_game
from enraya.game import Player
from enraya.games.connect import Connect
from enraya.games.lines import Stones
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Budget, Limit, OutOfBudget
from enraya.search.native import NativeSearch
from enraya.search.value import Scale
from enraya.solve.native import NativeRun
from enraya.solve.solution import Worked

native = pytest.importorskip("enraya._native", reason="needs the C++ build")

from enraya.solve.connect import ConnectCore, ConnectRun  # noqa: E402

POSITIONS = int(os.environ.get("ENRAYA_TEST_POSITIONS", "2000"))


def run(core: ConnectCore, limit: Limit = UNLIMITED) -> ConnectRun:
    return ConnectRun(core, limit, Budget(limit))


def random_positions(game: Connect, count: int, most_left: int, seed: int = 1) -> list[Stones]:
    """Unfinished positions with up to *most_left* empty cells, of games played at random."""
    dice = random.Random(seed)
    found: list[Stones] = []
    while len(found) < count:
        state, stop = game.initial(), game.cells - dice.randint(1, most_left)
        for _ in range(max(0, stop)):
            if game.outcome(state) is not None:
                break
            state = game.play(state, dice.choice(game.legal_moves(state)))
        if game.outcome(state) is None:
            found.append(state)
    return found


class BruteForce:
    """The score by trying everything."""

    def __init__(self, game: Connect) -> None:
        self.game = game
        self.known: dict[Stones, int] = {}

    def score(self, state: Stones) -> int:
        if state not in self.known:
            self.known[state] = max(self.score_after(state, move) for move in self.game.legal_moves(state))
        return self.known[state]

    def score_after(self, state: Stones, move: int) -> int:
        after = self.game.play(state, move)
        outcome = self.game.outcome(after)
        if outcome is None:
            return -self.score(after)
        stones = (state.first | state.second).bit_count()
        return (self.game.cells + 1 - stones) // 2 if outcome else 0


SIZES = {
    # Columns, rows: how many cells are left at most where everything is tried.
    (1, 9): 9, (2, 5): 10, (4, 4): 11, (5, 4): 10, (4, 5): 10, (5, 5): 9, (6, 4): 9, (4, 6): 9, (3, 7): 10,
    (6, 5): 8, (6, 6): 8, (7, 5): 8, (7, 6): 8, (7, 7): 8, (8, 6): 7, (8, 7): 7, (8, 8): 7, (9, 9): 7,
    (12, 8): 6, (16, 7): 6, (19, 5): 6, (5, 19): 8,
}  # fmt: skip


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_score_is_that_of_brute_force(columns, rows):
    game = Connect(columns, rows, 4)
    truth, core = BruteForce(game), ConnectCore(game, table_megabytes=1)
    scale = [game.score]
    for state in random_positions(game, POSITIONS // 4, SIZES[columns, rows]):
        score = truth.score(state)
        assert run(core).score(state) == score, state
        assert run(core).outcome(state) == (score > 0) - (score < 0), state
        moves = {move: truth.score_after(state, move) for move in game.legal_moves(state)}
        every = run(core).every_move(state)
        assert {move: scale[0](state, worth.outcome, worth.plies) for move, worth in every} == moves, state
        worth, best = run(core).best_moves(state)
        assert set(best) == {move for move, value in moves.items() if value == score}, state
        assert game.score(state, worth.outcome, worth.plies) == score


@pytest.mark.parametrize(
    ("columns", "rows", "left"),
    [(4, 4, 16), (5, 4, 20), (4, 5, 20), (5, 5, 20), (6, 4, 20), (7, 6, 18), (6, 7, 16), (9, 9, 13), (12, 8, 12)],
)
def test_every_worth_is_that_of_the_other_core(columns, rows, left):
    game = Connect(columns, rows, 4)
    scale, core, other = Scale(game), ConnectCore(game, table_megabytes=8), NativeSearch(game)
    for state in random_positions(game, POSITIONS // 8, left, seed=2):
        limit = Limit()
        expected = NativeRun(other, scale, limit, Budget(limit), None, None).best_moves(state)
        assert run(core).best_moves(state) == expected, state
