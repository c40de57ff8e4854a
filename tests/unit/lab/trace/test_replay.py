"""A search replayed step by step ends as the tree that is built from the same events."""

import pytest

from enraya.drawing import format_value
from enraya.lab.trace.log import SearchLog
from enraya.lab.trace.replay import SearchReplay
from enraya.lab.trace.search_settings import SearchSettings
from enraya.lab.trace.text import worth_of
from enraya.lab.trace.tree import TreeBuilder
from enraya.position import Position
from enraya.search.limit import UNLIMITED

LESSON = "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"


def recorded(game, moves="", **settings):
    position, recipe = Position.start(game).play_all(moves), SearchSettings(**settings)
    scale = recipe.scale(position.game)
    log, tree = SearchLog(position.game, scale), TreeBuilder(position.game, scale)

    def observe(event):
        log(event)
        tree(event)

    recipe.strategy(position).choose(position, UNLIMITED, observer=observe)
    return SearchReplay(log.as_data()), tree.root


@pytest.mark.parametrize("cut", [">=", ">"])
@pytest.mark.parametrize(
    ("game", "moves"), [(LESSON, ""), ("mnk(3,3,3)", "b2 a1 c3 a3"), ("oso(1,5)", ""), ("connect(4,3,3)", "1 2 3 4")]
)
def test_at_the_last_step_every_node_is_as_in_the_whole_tree(game, moves, cut):
    replay, root = recorded(game, moves, cut=cut)
    waiting = [(0, root)]
    while waiting:
        node, expected = waiting.pop()
        state = replay.state(node, replay.steps)
        signs = {"exact": "", "lower": "≥", "upper": "≤"}
        shown = signs[state.bound] + ("≈" if state.is_estimate else "") + format_value(state.value)
        assert (replay.move_to(node), shown) == (expected.move, worth_of(expected))
        assert (state.alpha, state.beta) == (expected.last_alpha, expected.last_beta)
        assert tuple(replay.skipped(node, replay.steps)) == (expected.cut or ())
        waiting += zip(replay.children(node), expected.children, strict=True)


def test_steps_lead_from_nothing_to_the_first_cut_and_back():
    replay, _ = recorded(LESSON)
    assert replay.state(0, 0).phase == "waiting"
    assert replay.state(0, 1).phase == "open"
    cut = replay.cut_after(0)
    assert replay.step(cut) == ("cut", 2) and replay.move_to(replay.node_at(cut)) == "C"
    assert replay.skipped(replay.node_at(cut), cut) == ["C2", "C3"]
    assert replay.skipped(replay.node_at(cut), cut - 1) == []
    assert replay.cut_before(cut) is None and replay.cut_before(replay.steps + 1) is not None
    assert replay.counts(0) == (0, 0, 0)
    assert [replay.move_to(node) for node in replay.best_line(0, replay.steps)] == [None, "B", "B1"]
