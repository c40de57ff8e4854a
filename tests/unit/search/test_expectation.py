"""The expected outcome of a move against an opponent that errs."""

import pytest

from enraya import Position
from enraya.search.expectation import WeakPlayer, expect
from enraya.search.limit import Budget, Limit

TREE = "tree([[3 12 8] [2 4 6]])"


@pytest.mark.parametrize(
    ("guided", "expected"), [(0.0, (23 / 3, 4)), (1.0, (3, 2)), (0.25, (0.75 * 23 / 3 + 0.25 * 3, 0.75 * 4 + 0.25 * 2))]
)
def test_replies_are_averaged_by_how_likely_they_are(guided, expected):
    position = Position.start(TREE)
    found = expect(position.game, position.state, position.playable(), Budget(), opponent=WeakPlayer(guided))
    assert found.of_moves == pytest.approx(expected)


def test_who_moves_again_goes_on_as_well_as_can_be():
    # Who completes an OSO moves again: of the two that are left in the row, one's own moves are not averaged.
    position = Position.start("oso(5,1)", "OS..O second 0 0")
    moves = [position.move("O@c1"), position.move("S@c1")]
    scoring, other = expect(position.game, position.state, moves, Budget(), opponent=WeakPlayer(0)).of_moves
    assert scoring == 2
    assert other < scoring


def test_without_the_budget_for_one_look_nothing_is_said():
    position = Position.start("mnk(4,4,4)")
    assert expect(position.game, position.state, position.playable(), Budget(Limit(nodes=5))).of_moves == ()
