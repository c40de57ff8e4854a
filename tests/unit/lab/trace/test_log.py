"""The log of a search says what the search did, no more and no less."""

import random
from threading import Event

import pytest

from enraya import EnrayaError, Position
from enraya.lab.trace.bounds import BOUNDS
from enraya.lab.trace.log import BACK_UP, CUT, ENTER, LEAF, LEAVE, SearchLog
from enraya.lab.trace.pseudocode import LINES
from enraya.lab.trace.search_settings import SearchSettings
from enraya.lab.trace.tree import TreeBuilder
from enraya.lab.values.comparison import Comparison
from enraya.locale import LANGUAGES, Words
from enraya.search.limit import UNLIMITED, Limit

GAMES = ["mnk(3,3,3)", "mnk(4,3,3)", "mnk(3,3,3,misere=true)", "connect(4,4,3)", "oso(3,3)", "terni", "cube(3,3)"]
RECIPES = [
    SearchSettings("minimax"),
    SearchSettings("alphabeta"),
    SearchSettings("alphabeta", ">"),
    SearchSettings("alphabeta", distance=True),
    SearchSettings("alphabeta", order="best"),
    SearchSettings("alphabeta", order="worst"),
    SearchSettings("alphabeta+"),
]


def searched(position, settings, observer=None, **limit):
    return settings.strategy(position).choose(position, Limit(**limit), observer=observer)


def logged(game, settings, moves="", **limit):
    position = Position.start(game).play_all(moves)
    log = SearchLog(position.game, settings.scale(position.game))
    return log, searched(position, settings, log, **limit), position


def some_positions(game, count, seed):
    dice = random.Random(seed)
    while count:
        position = Position.start(game)
        for _ in range(dice.randrange(3, 7)):
            if not position.is_over:
                position = position.play(dice.choice(position.playable()))
        if not position.is_over:
            count -= 1
            yield position


@pytest.mark.parametrize("settings", RECIPES, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_it_counts_what_the_search_without_an_observer_and_the_tree_of_its_events_count(game, settings):
    depth = 2 if game.startswith("cube") else 3
    for position in some_positions(game, 8, seed=len(game)):
        log, builder = (make(position.game, settings.scale(position.game)) for make in (SearchLog, TreeBuilder))
        report = searched(position, settings, log, depth=depth)
        searched(position, settings, builder, depth=depth)
        alone = searched(position, settings, depth=depth)
        assert log.nodes == report.nodes == alone.nodes == builder.nodes
        assert (log.leaves, log.cuts) == (builder.leaves, builder.cuts)
        assert log.is_whole
        data = log.as_data()
        assert data["steps"]["what"].count(ENTER) == log.nodes
        assert data["steps"]["what"].count(LEAF) == log.leaves
        assert data["steps"]["what"].count(CUT) == log.cuts
        assert sum(data["cuts"]["count"]) == len(data["cuts"]["move"])


@pytest.mark.parametrize("settings", RECIPES[:4], ids=str)
def test_it_holds_the_same_tree_as_the_one_built_node_by_node(settings):
    for position in some_positions("mnk(3,3,3)", 10, seed=5):
        log, builder = (make(position.game, settings.scale(position.game)) for make in (SearchLog, TreeBuilder))
        searched(position, settings, log)
        searched(position, settings, builder)
        nodes = log.as_data()["nodes"]
        values = final_values(log)

        def walk(node):
            yield node
            for child in node.children:
                yield from walk(child)

        for number, node in enumerate(walk(builder.root)):
            assert values[number] == node.value
            assert BOUNDS[nodes["bound"][number]] == node.bound
            assert (nodes["alpha"][number], nodes["beta"][number]) == (finite(node.alpha), finite(node.beta))
            assert node.move == (None if nodes["move"][number] < 0 else log.texts[nodes["move"][number]])


def finite(value):
    return None if abs(value) == float("inf") else value


def final_values(log):
    steps = log.as_data()["steps"]
    return {
        node: value
        for what, node, value in zip(steps["what"], steps["node"], steps["value"], strict=True)
        if what in (LEAF, LEAVE)
    }


def true_value(game, state):
    result = game.outcome(state)
    if result is not None:
        return (result > 0) - (result < 0)
    values = [true_value(game, game.play(state, move)) for move in game.legal_moves(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


@pytest.mark.parametrize("settings", RECIPES[1:3], ids=str)
def test_what_a_value_says_is_true(settings):
    """An exact value is the minimax value; a bound holds; and some bounds there are."""
    kinds = set()
    for position in some_positions("mnk(3,3,3)", 12, seed=9):
        log = SearchLog(position.game, settings.scale(position.game))
        states = []
        searched(position, settings, lambda event, log=log, states=states: (log(event), states.extend(entered(event))))
        values = final_values(log)
        for number, state in enumerate(states):
            true, value, bound = true_value(position.game, state), values[number], BOUNDS[log.bounds[number]]
            assert {"exact": true == value, "lower": true >= value, "upper": true <= value}[bound]
            kinds.add(bound)
    assert kinds == set(BOUNDS)


def entered(event):
    return [event.state] if type(event).__name__ == "Enter" else []


FILLINGS = [(0, 0, 0), (100, 100, 100), (-100, -100, -100), (7, -7, 3), (-9, 9, 5)]


@pytest.mark.parametrize("filling", FILLINGS)
def test_the_lesson_is_worth_four_and_cuts_the_fourth_leaf_and_the_whole_last_pair(filling):
    fourth, seventh, eighth = filling
    log, report, _ = logged(
        f"tree([[[-2 4] [6 {fourth}]] [[-6 -4] [{seventh} {eighth}]]])", SearchSettings("alphabeta")
    )
    assert (report.value, log.nodes, log.leaves, log.cuts) == (4, 11, 5, 2)
    data = log.as_data()
    assert [log.texts[move] for move in data["cuts"]["move"]] == ["E2", "G"]
    assert len(data["steps"]["what"]) == 36


def test_a_search_that_is_too_long_keeps_its_beginning_and_says_so():
    short, _, _ = logged("mnk(3,3,3)", SearchSettings("minimax"), nodes=5000)
    longer, _, _ = logged("mnk(3,3,3)", SearchSettings("minimax"), nodes=6000)
    assert (short.nodes, short.is_whole) == (5000, False)
    steps = len(short.as_data()["steps"]["what"])
    assert short.as_data()["steps"]["node"] == longer.as_data()["steps"]["node"][:steps]
    assert short.as_data()["nodes"]["parent"] == longer.as_data()["nodes"]["parent"][:5000]


def test_a_deepening_search_has_a_root_for_each_pass_and_leaves_from_its_table():
    log, _, _ = logged("mnk(3,3,3)", SearchSettings("alphabeta+"), "b2 a1 c3", depth=5)
    data = log.as_data()
    assert data["nodes"]["parent"].count(-1) == 5
    assert 3 in data["nodes"]["kind"]


def test_a_value_comes_back_from_the_child_that_was_left_last():
    log, _, _ = logged("tree(A[B[3 12] C[5 4]])", SearchSettings("minimax"))
    steps = log.as_data()["steps"]
    backed = [(node, value) for what, node, value in zip(*steps.values(), strict=True) if what == BACK_UP]
    assert backed == [(1, 3), (0, 3), (4, 5), (4, 4), (0, 4)]


@pytest.mark.parametrize("algorithm", LINES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_that_happens_has_its_line_of_pseudocode(algorithm, language):
    words = Words(language)
    for role, other in (("max", "min"), ("min", "max")):
        key = f"lab.tree.code.{algorithm.replace('alphabeta+', 'plus')}.{role}"
        lines = words(key, cut="≥").split("\n")
        at = LINES[algorithm]
        assert "def" in lines[at["enter"]]
        assert "terminal" in lines[at["outcome"]]
        assert f"v = {role}(v," in lines[at["back_up"]]
        assert f"_{other}(" in lines[at["back_up"]]
        assert lines[at["leave"]].strip() == "return v"
        assert at["leave"] == len(lines) - 1
        if "cut" in at:
            assert "break" in lines[at["cut"]]
            assert lines[at["window"]].strip() == ("α = max(α, v)" if role == "max" else "β = min(β, v)")


def test_the_best_and_the_worst_order_go_through_as_many_nodes_as_in_a_comparison():
    for game in ("mnk(3,3,3)", "connect(4,4,3)", "tree([[[-2 4] [6 0]] [[-6 -4] [0 0]]])"):
        for position in [Position.start(game)] if game.startswith("tree") else some_positions(game, 4, seed=3):
            for order in ("best", "worst"):
                compared = Comparison(position, UNLIMITED).at_depth(order, 6)
                settings = SearchSettings("alphabeta", depth=6, order=order)
                log = SearchLog(position.game, settings.scale(position.game))
                searched(position, settings, log)
                assert (log.nodes, log.leaves, log.cuts) == (compared.nodes, compared.leaves, compared.cuts)


def test_the_best_order_takes_an_eighth_of_the_nodes_of_tic_tac_toe():
    log, report, _ = logged("mnk(3,3,3)", SearchSettings("alphabeta", order="best"))
    assert (log.nodes, report.value, log.is_whole) == (2_312, 0, True)


def test_sorting_moves_ends_when_it_is_stopped():
    position, stop = Position.start("mnk(4,4,4)"), Event()
    stop.set()
    report = SearchSettings("alphabeta", order="best").strategy(position, stop).choose(position, UNLIMITED, stop=stop)
    assert not report.complete


def test_a_search_that_sorts_for_itself_takes_no_order():
    with pytest.raises(EnrayaError, match="sorts its moves itself"):
        SearchSettings("alphabeta+", order="worst")
