"""A sequence of threats is played out move by move, and a zone has all that could stop it."""

from __future__ import annotations

import pytest

from enraya import find_game
from enraya.solve.proofs.lines.threats import LineSet, PlayedOut


def cells(*numbers):
    return sum(1 << number for number in numbers)


@pytest.fixture
def five_by_five():
    """Rows of five cells, numbered from the top; four in a row win."""
    kernel = find_game("mnk(5,5,4)").kernel()
    return LineSet(kernel.cells, kernel.lines)


def test_two_threats_at_once_win(five_by_five):
    # Row 6 7 8 and column 11 16 with 6: the cell 6 leaves 5, 9 and 21.
    played = five_by_five.play_out(cells(7, 8, 11, 16), cells(0, 4), [6])
    assert played == PlayedOut(cells(6, 5, 9, 1, 21), 0, 1)


def test_a_threat_has_its_reply_and_may_have_to_stop_one(five_by_five):
    attacker, defender = cells(7, 8, 5, 11), cells(0, 24)
    played = five_by_five.play_out(attacker, defender, [9, 1])
    assert played is None  # 9 leaves 6 alone; taken, it stops the column too
    assert five_by_five.play_out(cells(7, 8, 11, 16), cells(2, 3, 4), [6]) is None
    assert five_by_five.play_out(cells(7, 8, 11, 16, 6), cells(0), [1]) is None


@pytest.mark.parametrize("moves", [[], [7], [0], [24], [63], [6, 5]])
def test_anything_else_wins_nothing(five_by_five, moves):
    found = five_by_five.play_out(cells(7, 8, 11, 16), cells(0, 4), moves)
    assert found is None or moves[0] == 6


def test_the_zone_has_the_cells_used_and_those_of_lines_that_could_become_threats(five_by_five):
    attacker, defender = cells(7, 8, 11, 16), cells(2, 3, 20)
    played = five_by_five.play_out(attacker, defender, [6])
    assert played is not None
    assert five_by_five.zone(attacker, defender, played) == cells(6, 5, 9, 1, 21) | cells(0, 1, 4)
