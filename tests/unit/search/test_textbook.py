"""Minimax and alpha-beta: the same answers, the textbook's node counts, and one stream of events."""

from collections import Counter

import pytest
from tests.scale import scaled

from enraya import Player, Position, find_game, find_strategy
from enraya.custom import CustomGame
from enraya.search.alphabeta import alphabeta
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.minimax import minimax
from enraya.search.minimax_pair import minimax_pair
from enraya.search.root_result import RootResult
from enraya.search.trace import Cut, Enter, Leaf, Leave
from enraya.search.value import Scale

SEARCHES = {
    "minimax": minimax,
    "alphabeta >=": lambda *a, **k: alphabeta(*a, cut=">=", **k),
    "alphabeta >": lambda *a, **k: alphabeta(*a, cut=">", **k),
}


def run(name, game, state, *, distance=True, **options):
    found, budget = RootResult(game.to_move(state)), Budget()
    SEARCHES[name](game, state, found, scale=Scale(game, distance=distance), budget=budget, **options)
    return found, budget.nodes


@pytest.mark.parametrize(("name", "nodes"), [("minimax", 549_946), ("alphabeta >=", 18_297), ("alphabeta >", 146_120)])
def test_the_whole_of_tic_tac_toe_takes_the_textbook_number_of_nodes(name, nodes):
    game = find_game("mnk(3,3,3)")
    found, counted = run(name, game, game.initial(), distance=False)
    assert (found.value, counted) == (0, nodes)


def every_position(game):
    seen, waiting = set(), [game.initial()]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += [game.play(state, move) for move in game.legal_moves(state)]
    return seen


def test_minimax_and_alpha_beta_agree_in_value_and_move_on_positions_of_tic_tac_toe():
    """On every sixth one; `make soak`: on all."""
    game = find_game("mnk(3,3,3)")
    states = every_position(game)
    assert len(states) == 5478
    for state in sorted(states)[:: scaled(6, soak=1)]:
        plain, _ = run("minimax", game, state)
        for name in ("alphabeta >=", "alphabeta >"):
            cutting, _ = run(name, game, state)
            assert (cutting.value, cutting.principal_variation[:1]) == (plain.value, plain.principal_variation[:1]), (
                state
            )


def test_a_faster_win_is_worth_more_and_a_slower_loss_hurts_less():
    game = find_game("mnk(3,3,3)")
    for text, value in (
        ("XX./OO./...", 99),  # X completes the first row
        ("X../.X./OO.", 99),  # X completes the diagonal
        ("X.X/.O./X.O", -98),  # O stops only one of X's two threats
        ("X../.O./..X", 0),
    ):
        found, _ = run("minimax", game, game.parse_state(text))
        assert Scale(game).shown(found.value) == value, text


@pytest.mark.parametrize("name", SEARCHES)
def test_the_example_tree_of_the_textbook_is_searched_as_the_textbook_says(name):
    game = find_game("tree([[[-2 4] [6 0]] [[-6 -4] [0 0]]])")
    events = []
    found, nodes = run(name, game, game.initial(), observer=events.append)
    assert found.value == 4
    kinds = Counter(type(event).__name__ for event in events)
    assert kinds["Enter"] == kinds["Leave"] == nodes
    if name == "minimax":
        assert (nodes, kinds["Leaf"], kinds["Cut"]) == (15, 8, 0)
    else:
        # The fourth leaf and the whole last pair are never looked at.
        assert (nodes, kinds["Leaf"], kinds["Cut"]) == (11, 5, 2)


def test_events_nest_and_count_the_same_nodes_as_a_search_without_an_observer():
    position = Position.start("mnk(3,3,3)").play_all("b2 a1 c3")
    events = []
    _, watched = run("alphabeta >=", position.game, position.state, observer=events.append)
    _, unwatched = run("alphabeta >=", position.game, position.state)
    assert watched == unwatched == sum(isinstance(event, Enter) for event in events)
    path = []
    for event in events:
        if isinstance(event, Enter):
            assert event.ply == len(path)
            path.append(event)
        elif isinstance(event, Leave):
            assert event.ply == len(path) - 1
            path.pop()
        elif isinstance(event, Leaf):
            assert event.ply == len(path) - 1
        elif isinstance(event, Cut):
            assert event.value >= event.beta if path[-1].player == Player.FIRST else event.value <= event.alpha
    assert not path


def test_a_search_ends_at_its_node_limit_and_keeps_what_it_finished():
    game = find_game("mnk(3,3,3)")
    found, budget = RootResult(Player.FIRST), Budget(Limit(nodes=100_000))
    with pytest.raises(OutOfBudget):
        minimax(game, game.initial(), found, scale=Scale(game), budget=budget)
    assert budget.nodes == 100_000
    assert [root.move for root in found.roots] == [0]


def test_root_moves_that_cannot_be_best_keep_only_an_upper_bound():
    game = find_game("mnk(3,3,3)")
    state = game.parse_state("XX./OO./...")
    exact, _ = run("minimax", game, state)
    bounded, _ = run("alphabeta >=", game, state)
    true = {root.move: root.value for root in exact.roots}
    assert {root.bound for root in bounded.roots} == {"exact", "upper"}
    for root in bounded.roots:
        assert root.value == true[root.move] if root.bound == "exact" else root.value >= true[root.move]


class Walk:
    """To and fro on a line: one side wins at 3, the other at −3. A line of two moves ends, and others never do."""

    repeats = True

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def legal_moves(self, state):
        return [] if abs(state[0]) >= 3 else [-1, 1, 2] if state[1] == 0 else [-2, -1, 1]

    def play(self, state, move):
        return (state[0] + move, 1 - state[1])

    def outcome(self, state):
        return 1 if state[0] >= 3 else -1 if state[0] <= -3 else None


class Countdown:
    """One move at a time, many times."""

    def initial(self):
        return 900

    def legal_moves(self, state):
        return [1] if state else []

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else 1


@pytest.mark.parametrize("name", ["minimax", "minimax-pair", "alphabeta", "alphabeta+"])
def test_without_a_limit_a_game_that_goes_round_is_searched_to_some_depth(name):
    position = Position.start(CustomGame(Walk(), "walk"))
    report = find_strategy(name, position.game).choose(position, Limit(nodes=200_000))
    assert report.value == 0
    assert report.move in (1, 2)


@pytest.mark.parametrize("name", ["minimax", "minimax-pair", "alphabeta"])
def test_a_game_of_many_plies_is_searched_to_its_end(name):
    position = Position.start(CustomGame(Countdown(), "countdown"))
    report = find_strategy(name, position.game).choose(position, Limit())
    assert (report.complete, report.plies) == (True, 900)


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "oso(3,3)", "terni", "tree([[3 12 8] [2 4 6]])"])
def test_the_pair_of_max_and_min_tells_the_very_events_of_minimax(name):
    game = find_game(name)
    for depth in (1, 2, 3):
        told = []
        for search in (minimax, minimax_pair):
            events = []
            found = RootResult(game.to_move(game.initial()))
            search(game, game.initial(), found, scale=Scale(game), budget=Budget(), depth=depth, observer=events.append)
            told.append((events, found.value, found.principal_variation, found.roots, found.guessed))
        assert told[0] == told[1]
