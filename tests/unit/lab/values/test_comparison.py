"""Comparisons: the textbook's counts, and that watching a search changes nothing."""

from random import Random
from threading import Event

import pytest

from enraya import EnrayaError, Position
from enraya.lab.trace.counter import Counter, effective_branching
from enraya.lab.values.comparison import ALGORITHMS, Comparison, algorithms_for, check_algorithms
from enraya.search.limit import UNLIMITED, Limit


@pytest.mark.parametrize(
    ("algorithm", "nodes", "leaves"),
    [("minimax", 549_946, 255_168), ("alphabeta", 18_297, 7_330), ("alphabeta>", 146_120, 62_162)],
)
def test_the_whole_of_tic_tac_toe_takes_the_textbook_number_of_nodes(algorithm, nodes, leaves):
    row = Comparison(Position.start("mnk(3,3,3)"), UNLIMITED).at_depth(algorithm, 9)
    assert (row.nodes, row.leaves, row.value, row.depth, row.exact) == (nodes, leaves, 0, 9, True)
    assert (row.cuts == 0) == (algorithm == "minimax")


def test_a_better_order_costs_less_and_a_worse_one_more():
    comparison = Comparison(Position.start("mnk(3,3,3)").play_all("b2"), UNLIMITED)
    best, given, worst, whole = (
        comparison.at_depth(name, 8, count=False).nodes for name in ("best", "alphabeta", "worst", "minimax")
    )
    assert best < given < worst < whole


def some_positions(name, count, seed=1):
    dice = Random(seed)
    while count:
        position = Position.start(name)
        for _ in range(dice.randrange(5)):
            if not position.is_over:
                position = position.play(dice.choice(position.playable()))
        if not position.is_over:
            count -= 1
            yield position


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [("mnk(3,3,3)", 5, 12), ("connect(5,4,4)", 4, 8), ("oso(3,3)", 3, 6), ("terni", 4, 6), ("cube(3,3)", 2, 3)],
)
def test_counts_by_an_observer_are_those_of_the_search_that_nobody_watches(name, depth, count):
    for position in some_positions(name, count):
        values = set()
        for algorithm in algorithms_for(position):
            comparison = Comparison(position, UNLIMITED)
            alone, counter = comparison.at_depth(algorithm, depth, count=False), Counter()
            if algorithm != "native":
                watched = comparison._run(algorithm, depth, counter)
                assert (watched.nodes, counter.nodes) == (alone.nodes, alone.nodes)
                assert 0 < counter.leaves <= counter.nodes
                values.add(alone.value)
        assert len(values) == 1, (position, values)


def test_a_run_that_its_limit_ends_says_which_and_claims_no_value():
    position = Position.start("mnk(4,4,4)")
    row = Comparison(position, Limit(nodes=500)).at_depth("minimax", 4)
    assert (row.ended, row.value, row.nodes) == ("nodes", None, 500)
    assert Comparison(position, Limit(seconds=0.001)).at_depth("minimax", 6).ended == "time"
    stop = Event()
    stop.set()
    assert Comparison(position, UNLIMITED, stop=stop).at_depth("alphabeta", 6).ended == "stopped"


def test_growth_goes_ply_by_ply_until_the_nodes_are_spent():
    rows = list(Comparison(Position.start("mnk(3,3,3)"), Limit(nodes=20_000)).growth("minimax", 20))
    assert [row.nodes for row in rows[:-1]] == [10, 82, 586, 3610, 18730]
    assert rows[-1].ended == "nodes"


@pytest.mark.parametrize("name", ["tree([[[-2 4] [6 0]] [[-6 -4] [0 0]]])", "terni", "mnk(3,3,3)"])
def test_growth_ends_with_the_game_and_has_no_depth_twice(name):
    position = Position.start(name) if name.startswith("tree") else Position.start(name).play_all("b2 a1 a2")
    for algorithm in algorithms_for(position):
        rows = Comparison(position, Limit(nodes=1000)).growth(algorithm, 60)
        depths = [row.depth for row in rows if row.finished]
        assert depths == sorted(set(depths)), algorithm
        if name.startswith("tree"):
            assert depths == [1, 2, 3]


def test_with_equal_nodes_the_best_order_doubles_the_depth_of_minimax():
    position, limit = Position.start("mnk(4,4,4)"), Limit(nodes=10_000)
    reached = {
        name: max(row.depth for row in Comparison(position, limit).growth(name, 16) if row.finished)
        for name in ("minimax", "alphabeta", "best")
    }
    assert reached == {"minimax": 3, "alphabeta": 4, "best": 6}


def test_in_equal_time_each_says_how_deep_it_came():
    comparison = Comparison(Position.start("mnk(3,3,3)").play_all("b2 a1 c3"), UNLIMITED)
    for algorithm in ALGORITHMS[:-1]:
        row = comparison.in_time(algorithm, 20)
        assert (row.exact, row.ended, row.value) == (True, None, 0), algorithm


def test_what_cannot_be_compared_is_refused_by_name():
    with pytest.raises(EnrayaError, match="«bogus» cannot be compared here"):
        check_algorithms(["minimax", "bogus"], Position.start("terni"))
    with pytest.raises(EnrayaError, match="The game is over"):
        Comparison(Position.start("mnk(3,3,3)").play_all("a1 a2 b1 b2 c1"), UNLIMITED)


@pytest.mark.parametrize(
    ("nodes", "depth", "branching"), [(1 + 3 + 9 + 27, 3, 3.0), (7, 2, 2.0), (1, 4, None), (5, 4, 1.0)]
)
def test_the_effective_branching_is_that_of_an_even_tree_of_the_same_size(nodes, depth, branching):
    assert effective_branching(nodes, depth) == (
        branching if branching is None else pytest.approx(branching, abs=0.001)
    )


@pytest.mark.parametrize("algorithm", ["best", "worst"])
def test_in_equal_time_the_order_of_moves_has_a_clock_of_its_own(monkeypatch, algorithm):
    budgets = []

    class Ranking:
        def __init__(self, *_, own, **__):
            budgets.append(own)

        def __call__(self, state, moves, ply):
            return moves

    monkeypatch.setattr("enraya.lab.values.comparison.Ranking", Ranking)
    Comparison(Position.start("mnk(3,3,3)"), UNLIMITED).in_time(algorithm, 0.5)
    assert all(budget.seconds_left is not None for budget in budgets)
    assert len(set(map(id, budgets))) == 1


def test_the_depth_that_is_told_meanwhile_is_never_more_than_the_game_has_left():
    told = []
    comparison = Comparison(
        Position.start("mnk(3,3,3)"), UNLIMITED, on_progress=lambda depth, nodes: told.append(depth)
    )
    comparison.at_depth("minimax", 1000, count=False)
    assert set(told) == {9}
