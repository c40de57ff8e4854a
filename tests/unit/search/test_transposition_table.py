"""A transposition table changes what a search costs, and never what it finds."""

from random import Random

import pytest
from tests.scale import scaled

from enraya import find_game
from enraya.search.alphabeta import alphabeta
from enraya.search.limit import Budget
from enraya.search.root_result import RootResult, in_given_order
from enraya.search.symmetry import canonical_form, without_symmetric_moves
from enraya.search.transposition_table import TranspositionTable
from enraya.search.value import Scale


def run(game, state, *, distance=True, depth=float("inf"), order=in_given_order, key=None):
    found, budget = RootResult(game.to_move(state)), Budget()
    scale = Scale(game, distance=distance)
    table = None if key is None else TranspositionTable(scale, key)
    alphabeta(game, state, found, scale=scale, budget=budget, depth=depth, order=order, table=table)
    return found.value, budget.nodes


def some_states(game, count, seed=0):
    dice = Random(seed)
    for _ in range(count):
        state, plies = game.initial(), dice.randrange(6)
        while plies and game.legal_moves(state):
            state, plies = game.play(state, dice.choice(game.legal_moves(state))), plies - 1
        if game.outcome(state) is None:
            yield state


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("mnk(3,3,3)", float("inf")),
        ("mnk(4,4,3)", 4),
        ("connect(5,4,4)", 5),
        ("oso(3,3)", 4),
        ("terni", 5),
        ("cube(3,3)", 3),
    ],
)
@pytest.mark.parametrize("distance", [True, False])
def test_with_symmetry_a_table_or_both_the_value_is_the_same_and_the_nodes_no_more(name, depth, distance):
    game = find_game(name)
    for state in set(some_states(game, scaled(4, soak=12))):
        value, nodes = run(game, state, distance=distance, depth=depth)
        for options in (
            {"order": without_symmetric_moves(game)},
            {"key": lambda each: each},
            {"key": canonical_form(game), "order": without_symmetric_moves(game)},
        ):
            known, fewer = run(game, state, distance=distance, depth=depth, **options)
            assert known == pytest.approx(value)
            assert fewer <= nodes


def test_the_first_move_of_tic_tac_toe_is_one_of_three():
    game = find_game("mnk(3,3,3)")
    assert len(without_symmetric_moves(game)(game.initial(), game.legal_moves(game.initial()), 0)) == 3


def test_a_position_left_early_is_remembered_as_a_bound_only():
    game = find_game("mnk(3,3,3)")
    table = TranspositionTable(Scale(game, distance=False))
    table.store("here", 2, 3, 0, 1, 1, True)
    assert table.look_up("here", 2, 3, 0, 1) == (1, True)
    assert table.look_up("here", 2, 3, 0, 5) is None
    assert table.look_up("here", 2, 4, 0, 1) is None
