"""The engine of five in a row behind the seam of native searches."""

from __future__ import annotations

import pytest

from enraya.catalogue import find_game
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.native import FiveSearch, is_available, playing_search
from enraya.search.value import Scale


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gomoku(15,freestyle,free)", (15, 15, False)),
        ("gomoku(19,standard,swap2)", (19, 19, True)),
        ("mnk(9,8,5)", (9, 8, False)),
        ("mnk(8,8,5)", None),
        ("mnk(9,9,4)", None),
        ("mnk(9,9,5,misere=true)", None),
        ("connect(12,12,5)", None),
    ],
)
def test_it_is_for_flat_boards_with_five_in_a_row_beyond_the_solver(
    name: str, expected: tuple[int, int, bool] | None
) -> None:
    assert find_game(name).five_kernel() == expected


@pytest.mark.skipif(not is_available(), reason="needs the C++ build")
@pytest.mark.parametrize(
    ("moves", "value", "plies"),
    [("h8 a1 i8 a15 j8 o1", 997, 3), ("h8 a1 i8 a15 j10 o1 h11 o15", 1, None)],
    ids=["three plies away", "farther away"],
)
def test_a_proven_win_tells_its_distance_only_where_that_is_certain(moves: str, value: int, plies: int | None) -> None:
    position = Position.start("gomoku(15,freestyle,free)")
    for move in moves.split():
        position = position.play(move)
    core = playing_search(position.game, 1)
    assert isinstance(core, FiveSearch)
    report = core.search(position.state, Limit(nodes=50_000), scale=Scale(position.game))
    assert (report.value, report.plies, report.complete) == (value, plies, True)
    best = next(root for root in report.roots if root.move == report.move)
    assert (best.certainty, best.value, best.plies) == ("exact", value, plies)
