"""Alpha-beta+ in Python finds what plain minimax finds, at every depth."""

from random import Random

import pytest

from enraya import Position, find_game
from enraya.search.deepening import Deepening
from enraya.search.limit import Budget, Limit
from enraya.search.minimax import minimax
from enraya.search.root_result import RootResult, in_given_order
from enraya.search.value import Scale

GAMES = {
    "mnk(3,3,3)": (9, 12),
    "mnk(4,4,3)": (3, 25),
    "mnk(4,3,3,misere=true)": (4, 25),
    "connect(5,4,3)": (5, 25),
    "connect(7,6,4)": (4, 15),
    "cube(3,3)": (2, 10),
    "oso(3,3)": (3, 25),
    "terni": (4, 25),
}


def random_position(game, dice):
    while True:
        position = Position.start(game)
        for _ in range(dice.randrange(8)):
            if position.is_over:
                break
            position = position.play(dice.choice(position.playable()))
        if not position.is_over:
            return position


@pytest.mark.parametrize("name", GAMES)
def test_it_finds_the_value_of_minimax_to_the_same_depth(name):
    depth, positions = GAMES[name]
    game, dice = find_game(name), Random(name)
    drawn = [random_position(game, dice) for _ in range(positions)]
    # The start, which takes longest, may be drawn more than once.
    for position in {position.state: position for position in drawn}.values():
        plain = RootResult(position.to_move)
        minimax(game, position.state, plain, scale=Scale(game), budget=Budget(), depth=depth)
        found, _ = Deepening(game, Scale(game)).search(
            position.state, budget=Budget(), depth=depth, root_order=in_given_order
        )
        assert found.value == pytest.approx(plain.value), position
        true = {root.move: root.value for root in plain.roots}
        assert true[found.principal_variation[0]] == pytest.approx(plain.value)


def test_it_stops_deepening_when_all_is_known():
    game = find_game("mnk(3,3,3)")
    found, reached = Deepening(game, Scale(game)).search(
        game.initial(), budget=Budget(), depth=1000, root_order=in_given_order
    )
    assert (found.value, found.guessed, reached) == (0, False, 9)


def test_cut_short_it_keeps_the_last_pass():
    game = find_game("connect")
    found, reached = Deepening(game, Scale(game)).search(
        game.initial(), budget=Budget(Limit(nodes=3000)), depth=1000, root_order=in_given_order
    )
    assert reached >= 3
    assert found.principal_variation


def test_the_table_and_the_order_save_nodes():
    game = find_game("mnk(4,4,4)")
    budget = Budget()
    Deepening(game, Scale(game)).search(game.initial(), budget=budget, depth=4, root_order=in_given_order)
    plain = Budget()
    minimax(game, game.initial(), RootResult(game.to_move(game.initial())), scale=Scale(game), budget=plain, depth=4)
    assert budget.nodes * 10 < plain.nodes
