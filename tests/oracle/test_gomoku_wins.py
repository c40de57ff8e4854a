"""Wins that the Gomoku engine claims, played out by a plain second implementation; more: `bench/gomoku_wins.py`."""

from __future__ import annotations

import pytest

from enraya.games.gomoku import Gomoku
from tests.oracle.native_search import native
from tests.oracle.plain_five import FourFinder, NotConfirmed, PlainFive, PlayOut
from tests.oracle.test_native_gomoku import clustered_states, sides
from tests.scale import POSITIONS

NODES = (2_000, 200_000)


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
def test_wins_by_fours_and_by_threats_hold_against_every_answer(rule: str) -> None:
    game, rules, claimed = Gomoku(15, rule), PlainFive(15, 15, rule == "standard"), {"fours": 0, "threats": 0}
    board = native.GomokuBoard(15, 15, rules.exact)

    def by_fours(own: int, other: int, most: int = NODES[1]) -> int:
        board.set_up(rules.cells_of(own), rules.cells_of(other), 0)
        plies, line = board.win_by_fours(most)
        return rules.bit_of(line[0]) if plies else 0

    def by_threats(own: int, other: int, most: int = NODES[1]) -> int:
        board.set_up(rules.cells_of(own), rules.cells_of(other), 0)
        _, plies, move = board.win_by_threats(most)
        return rules.bit_of(move) if plies else 0

    for state in clustered_states(game, POSITIONS // 20, "claims"):
        first, second, turn = sides(state)
        own, other = map(rules.mask_of, (second, first) if turn else (first, second))
        if rules.fives(own, other):
            continue
        for name, oracle in (("fours", by_fours), ("threats", by_threats)):
            if oracle(own, other, NODES[0]):
                claimed[name] += 1
                PlayOut(rules, oracle).confirm(own, other)
        if FourFinder(rules).find(own, other):
            assert by_fours(own, other), state
    assert min(claimed.values()) >= POSITIONS // 400


def test_a_win_that_is_none_is_not_confirmed() -> None:
    rules = PlainFive(15, 15)
    three = sum(rules.bit_of(7 * 15 + column) for column in (6, 7, 8))

    def always(cell: int) -> PlayOut:
        return PlayOut(rules, lambda own, other: rules.bit_of(cell))

    always(7 * 15 + 9).confirm(three, rules.bit_of(0))
    with pytest.raises(NotConfirmed, match=r"no win|not legal"):
        # A closed four is answered, and nothing follows.
        always(7 * 15 + 9).confirm(three, rules.bit_of(7 * 15 + 5))
    with pytest.raises(NotConfirmed, match="threatens nothing"):
        always(14 * 15).confirm(rules.bit_of(7 * 15), rules.bit_of(0))
    with pytest.raises(NotConfirmed, match="makes five"):
        always(7 * 15 + 9).confirm(three, sum(rules.bit_of(column) for column in range(4)))
