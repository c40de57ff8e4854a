"""A game laid out, by one or by many."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from enraya import EnrayaError, find_game
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.solve.tables.explore import explore_together
from enraya.solve.tables.graph import TooManyStates, canonical_rules, explore, plain_rules
from enraya.solve.tables.whole import least_positions, most_positions, require_that_it_fits, solve_whole
from tests.unit.solve.executors import threads

MOVING = str(Path(__file__).parents[1] / "moving.py")


def test_every_move_stands_in_the_graph_both_ways():
    game = find_game("mnk(3,3,3)")
    graph = explore(game, game.initial(), plain_rules(game), Budget(), 10_000)
    assert len(graph) == 5478
    begin, sources = graph.parents()
    forth = sorted((number, child) for number in range(len(graph)) for child in graph.children(number))
    back = sorted((source, child) for child in range(len(graph)) for source in sources[begin[child] : begin[child + 1]])
    assert forth == back
    assert len(forth) == sum(len(game.legal_moves(state)) for state in graph.states)


@pytest.mark.parametrize(
    "name", ["terni", "connect(4,3,3)", "oso(3,2)", MOVING], ids=["terni", "connect", "oso", "a file"]
)
def test_many_find_the_same_as_one(name):
    game = find_game(name)
    alone = solve_whole(game, game.initial(), Budget())
    assert solve_whole(game, game.initial(), Budget(), open_executor=threads) == alone


def test_a_limit_and_a_stop_are_kept_by_one_and_by_many():
    game, stop = find_game("connect"), Event()
    with pytest.raises(TooManyStates, match="more than 1,000 positions, which need more than 1 MB"):
        explore_together(game, game.initial(), threads, Budget(), 1000)
    stop.set()
    for budget in (Budget(Limit(nodes=100)), Budget(stop=stop)):
        with pytest.raises(OutOfBudget):
            explore(game, game.initial(), canonical_rules(game), budget, 10_000)
        with pytest.raises(OutOfBudget):
            explore_together(game, game.initial(), threads, budget, 10_000)


def test_a_game_with_more_states_than_nodes_is_given_up_as_soon_as_they_are_seen():
    game, budget = find_game("gomoku(15,standard,swap2)"), Budget(Limit(nodes=3000))
    with pytest.raises(OutOfBudget):
        explore(game, game.initial(), plain_rules(game), budget, 10_000)
    assert budget.nodes < 100


def test_as_many_nodes_as_states_are_enough():
    game = find_game("mnk(3,3,3)")
    assert len(explore(game, game.initial(), plain_rules(game), Budget(Limit(nodes=5478)), 10_000)) == 5478


def test_states_that_cannot_be_sent_are_told_in_words():
    game = find_game("mnk(3,3,3)")
    with pytest.raises(EnrayaError, match="cannot be sent"):
        explore_together(game, lambda: None, threads, Budget(), 10_000)


@pytest.mark.parametrize(
    "name", ["mnk(3,3,3)", "mnk(4,2,3)", "mnk(3,3,3,misere=true)", "oso(3,2)", "terni", "connect(4,3,3)"]
)
def test_no_game_has_fewer_positions_than_are_certain(name):
    game = find_game(name)
    assert 1 <= least_positions(game) <= len(solve_whole(game, game.initial(), Budget()))


def test_a_game_that_cannot_fit_is_refused_before_it_is_begun():
    with pytest.raises(TooManyStates, match=r"at least 18,761,829,412,124,891 positions .* 100 MB may be used"):
        require_that_it_fits(find_game("oso(6,6)"), most_positions(100))
    require_that_it_fits(find_game("mnk(3,3,3)"), most_positions(1))


POINTS_IN_CIRCLES = """
scored = True
def initial(): return 0
def legal_moves(state): return [] if state == 5 else [-1, 1]
def play(state, move): return max(state + move, 0)
def outcome(state): return 5 if state == 5 else None
"""


def test_points_that_can_be_gone_round_for_are_refused(tmp_path):
    file = tmp_path / "round.py"
    file.write_text(POINTS_IN_CIRCLES, encoding="utf-8")
    game = find_game(str(file))
    with pytest.raises(EnrayaError, match="come back"):
        solve_whole(game, game.initial(), Budget())
