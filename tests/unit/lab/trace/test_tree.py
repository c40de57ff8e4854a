"""The tree built from events is the tree that was searched."""

import pytest

from enraya import EnrayaError, Position
from enraya.lab.trace.tree import TreeBuilder, tree_as_data
from enraya.players.catalogue import find_strategy
from enraya.search.limit import Limit
from enraya.search.value import Scale

EXAMPLE = "tree([[[-2 4] [6 0]] [[-6 -4] [0 0]]])"


def built(game, player, moves="", **limit):
    position = Position.start(game).play_all(moves)
    builder = TreeBuilder(position.game, Scale(position.game))
    report = find_strategy(player, position.game).choose(position, Limit(**limit), observer=builder)
    return builder, report


def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)


@pytest.mark.parametrize("player", ["minimax", "alphabeta", "alphabeta:cut=>", "alphabeta+"])
@pytest.mark.parametrize("moves", ["b2 a1 c3 b1", "a1 b2 c3 a3 c1"])
def test_it_has_as_many_nodes_as_the_search_without_an_observer(player, moves):
    builder, report = built("mnk(3,3,3)", player, moves)
    position = Position.start("mnk(3,3,3)").play_all(moves)
    alone = find_strategy(
        f"{player}{',' if ':' in player else ':'}native=false" if player == "alphabeta+" else player, position.game
    )
    assert builder.nodes == report.nodes == alone.choose(position, Limit()).nodes
    if player != "alphabeta+":
        # Deepening walks the tree anew in each pass, and the builder keeps the last.
        assert len(list(walk(builder.root))) == builder.nodes


def test_the_textbook_example_is_cut_where_the_textbook_cuts():
    builder, report = built(EXAMPLE, "alphabeta")
    root = builder.root
    assert (root.value, report.value, builder.nodes, builder.leaves, builder.cuts) == (4, 4, 11, 5, 2)
    left, right = root.children
    assert [child.value for child in left.children] == [4, 6]
    assert left.children[1].cut == ("E2",)
    assert right.cut == ("G",)
    assert (right.value, right.alpha) == (-4, 4)


def test_a_node_knows_its_window_when_entered_and_when_left():
    builder, _ = built(EXAMPLE, "alphabeta")
    root = builder.root
    assert (root.alpha, root.last_alpha) == (-float("inf"), 4)
    data = tree_as_data(root)
    assert (data["alpha"], data["alpha_after"], data["beta_after"]) == (None, 4, None)


def test_a_tree_too_large_is_refused_with_the_number():
    position = Position.start("mnk(3,3,3)")
    with pytest.raises(EnrayaError, match="1000"):
        find_strategy("minimax", position.game).choose(
            position, Limit(), observer=TreeBuilder(position.game, Scale(position.game), most=1000)
        )
