"""The C++ expectations equal the Python ones, which are the definition."""

from random import Random

import pytest

from enraya import Position
from enraya.search.expectation import WeakPlayer, expect
from enraya.search.limit import Budget, Limit
from enraya.search.native import is_available
from enraya.search.native_expectation import NativeExpectation

pytestmark = pytest.mark.skipif(not is_available(), reason="built without a C++ compiler")

ROUNDING = 1e-4
"""The core keeps six decimals of every position of a tree."""

TO_THE_END = {"mnk(3,3,3)": 3, "mnk(3,3,3,misere=true)": 3, "mnk(4,3,3)": 6, "connect(4,4,3)": 8}
"""Games, and how many plies are played at random before the rest is looked through."""


def random_position(game, plies, dice):
    position = Position.start(game)
    for _ in range(plies):
        if position.is_over:
            return random_position(game, plies, dice)
        position = position.play(dice.choice(position.playable()))
    return random_position(game, plies, dice) if position.is_over else position


@pytest.mark.parametrize("guided", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("game", TO_THE_END)
def test_to_the_end_of_a_game_both_expect_the_same(game, guided):
    dice, opponent = Random(7), WeakPlayer(guided)
    core = NativeExpectation(Position.start(game).game, opponent)
    for _ in range(8):
        position = random_position(game, TO_THE_END[game], dice)
        moves = position.playable()
        native = core.expect(position.state, moves, Limit(), Budget())
        python = expect(position.game, position.state, moves, Budget(), opponent=opponent)
        assert native.of_moves == pytest.approx(python.of_moves, abs=ROUNDING)


@pytest.mark.parametrize("game", ["mnk(4,4,4)", "mnk(4,4,4,misere=true)", "connect(5,4,4)", "cube(3,3)"])
def test_at_a_fixed_depth_both_judge_by_the_same_evaluation(game):
    dice = Random(3)
    core = NativeExpectation(Position.start(game).game)
    for plies in range(4):
        position = random_position(game, plies, dice)
        moves = position.playable()[:4]
        native = core.expect(position.state, moves, Limit(depth=2), Budget())
        python = expect(position.game, position.state, moves, Budget(), depth=2)
        assert native.depth == python.depth == 2
        assert native.of_moves == pytest.approx(python.of_moves, abs=ROUNDING)


def test_a_limit_leaves_the_last_whole_look():
    position = Position.start("mnk(4,4,4)")
    core = NativeExpectation(position.game)
    budget = Budget()
    found = core.expect(position.state, position.playable(), Limit(nodes=20_000), budget)
    assert 0 < budget.nodes <= 20_000
    assert found.depth == 2
    assert len(found.of_moves) == 16
