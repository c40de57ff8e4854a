"""The opening swap2, judged by the engine of five in a row."""

from __future__ import annotations

from random import Random

import pytest

from enraya.games.gomoku import Gomoku
from enraya.games.lines import Stones
from enraya.players.deepening import DeepeningPlayer
from enraya.players.swap2 import EVEN, Swap2Chooser
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.native import is_available


def test_the_colour_that_is_worth_more_is_taken_and_balance_is_handed_back() -> None:
    for value, first, second in ((300.0, "white", "white"), (-300.0, "black", "black"), (5.0, "more", "white")):
        chooser = Swap2Chooser(Gomoku(15), lambda state, part, value=value: EVEN + value, Random(1))
        assert chooser.choice(0b101, 0b10, may_add=True) == first
        assert chooser.choice(0b101, 0b10, may_add=False) == second


def test_the_white_stone_is_the_one_that_balances_best() -> None:
    judged: dict[int, float] = {}
    parts: list[float] = []

    def judge(state: Stones, part: float) -> float:
        judged[state.second] = EVEN + 10.0 * (state.second.bit_length() % 7) + 1
        parts.append(part)
        return judged[state.second]

    stone = Swap2Chooser(Gomoku(15), judge, Random(1)).white_stone(1 << 112 | 1 << 113, 0)
    assert judged[1 << stone] == min(judged.values())
    # All the time is used, and most of it for the stones that look best.
    assert sum(parts) == pytest.approx(1.0)
    assert parts[-1] > parts[0]


@pytest.mark.skipif(not is_available(), reason="needs the C++ build")
def test_an_opening_is_played_through_by_the_usual_opponent_and_repeats_itself_by_its_seed() -> None:
    openings = []
    for seed in (7, 7, 8):
        player, position = (
            DeepeningPlayer(own_limit=Limit(nodes=3_000), seed=seed),
            Position.start("gomoku(15,standard,swap2)"),
        )
        while position.state.black is None:
            position = position.play(player.choose(position, Limit()).move)
        openings.append(position.move_texts)
    assert openings[0] == openings[1] != openings[2]
    assert openings[0][3] in ("black", "white", "more")
