from random import Random

import pytest

from enraya import Position
from enraya.search.limit import Budget, Limit
from enraya.search.mcts import mcts


def searched(position, nodes=3000, seed=0):
    return mcts(position.game, position.state, budget=Budget(Limit(nodes=nodes)), dice=Random(seed))


def test_it_takes_a_win_and_marks_it_solved():
    report = searched(Position.start("mnk(3,3,3)", "XX./OO./..."))
    assert (report.move, report.value, report.complete) == (2, 1, True)


def test_it_blocks_when_it_must():
    report = searched(Position.start("mnk(3,3,3)", "XX./O../..."), nodes=2000)
    assert report.move == 2


def test_it_solves_tic_tac_toe_when_it_is_given_the_nodes():
    report = searched(Position.start("mnk(3,3,3)").play_all("b2 a1"), nodes=100_000)
    assert (report.complete, report.value) == (True, 0)


def test_the_same_seed_gives_the_same_search():
    position = Position.start("connect").play_all("4453")
    assert searched(position, 500, 7).roots == searched(position, 500, 7).roots


@pytest.mark.parametrize(
    "game", ["oso(3,3)", "terni", "cube(3,3)", "gomoku(15,freestyle,swap2)", "tree([[3 5] [2 9]])"]
)
def test_it_gives_a_legal_move_in_every_game(game):
    position = Position.start(game)
    assert searched(position, 60).move in position.playable()


def test_with_no_nodes_at_all_it_still_moves():
    position = Position.start("connect")
    assert searched(position, 0).move in position.playable()
