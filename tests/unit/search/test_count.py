import pytest

from enraya import find_game
from enraya.search.count import count
from enraya.search.limit import Budget, Limit, OutOfBudget


def test_tic_tac_toe_is_counted():
    game = find_game("mnk(3,3,3)")
    counted = count(game, game.initial(), Budget())
    assert counted.games == 255_168
    assert (counted.positions, counted.positions_up_to_symmetry) == (5478, 765)
    assert (counted.terminal, counted.terminal_up_to_symmetry) == (958, 138)
    assert counted.perft == [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]


def test_a_depth_counts_no_further():
    game = find_game("connect")
    counted = count(game, game.initial(), Budget(), depth=3)
    assert counted.perft == [1, 7, 49, 343]
    assert counted.positions == 1 + 7 + 49 + 238


def test_a_game_that_goes_round_has_positions_but_no_number_of_games():
    game = find_game("terni")
    counted = count(game, game.initial(), Budget())
    assert counted.games is counted.perft is None
    assert counted.positions > counted.positions_up_to_symmetry > counted.terminal_up_to_symmetry > 0


@pytest.mark.parametrize("name", ["mnk(1,1,1)", "oso(1,3)", "tree([[3 5] [2 9]])"])
def test_the_smallest_games_are_counted(name):
    game = find_game(name)
    counted = count(game, game.initial(), Budget())
    assert counted.terminal >= 1
    assert counted.games >= counted.terminal


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "terni"])
def test_a_position_is_paid_for_once_when_it_is_met(name):
    game = find_game(name)
    budget = Budget()
    positions = count(game, game.initial(), budget).positions
    assert budget.nodes == positions
    count(game, game.initial(), Budget(Limit(nodes=positions)))
    with pytest.raises(OutOfBudget):
        count(game, game.initial(), Budget(Limit(nodes=positions - 1)))
