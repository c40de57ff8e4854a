"""The tree of a search as a file."""

import json
import re
from xml.etree import ElementTree

import pytest

from enraya import EnrayaError, Position
from enraya.lab.trace.files import write_tree_file
from enraya.lab.trace.search_settings import SearchSettings

LESSON = "tree([[[-2 4] [6 0]] [[-6 -4] [0 0]]])"
SVG = "{http://www.w3.org/2000/svg}"


def written(format, game=LESSON, moves="", settings=None):
    position = Position.start(game).play_all(moves)
    return "".join(write_tree_file(format, position, settings or SearchSettings()))


def texts(picture):
    return [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_the_picture_shows_values_bounds_windows_and_scissors():
    shown = texts(written("svg"))
    assert {"4", "≥6", "≤−4", "MAX", "MIN", "α 4, β ∞", "α −∞, β 4"} <= set(shown)
    assert shown.count("✂") == 2
    dashed = [
        line for line in ElementTree.fromstring(written("svg")).iter(f"{SVG}rect") if line.get("stroke-dasharray")
    ]
    assert len(dashed) == 2


def test_the_picture_tells_max_from_min_by_shape():
    picture = ElementTree.fromstring(written("svg"))
    tips = set()
    for polygon in picture.iter(f"{SVG}polygon"):
        tip, foot, _ = (tuple(map(float, point.split(","))) for point in polygon.get("points").split())
        tips.add(tip[1] < foot[1])
    assert tips == {True, False}


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "alphabeta+"])
@pytest.mark.parametrize(
    ("game", "moves"), [(LESSON, ""), ("mnk(3,3,3)", "a1 b2 c3 a3"), ("oso(3,2)", "O@b1 S@a1 S@a2")]
)
def test_every_format_is_well_formed_and_has_as_many_nodes_as_the_search(game, moves, algorithm):
    settings = SearchSettings(algorithm, depth=3)
    data = json.loads(written("json", game, moves, settings))

    def count(node):
        children = node.get("children", [])
        inside = [count(child) for child in children]
        return (1 + sum(nodes for nodes, _ in inside), len(node.get("cut", [])) + sum(cut for _, cut in inside))

    nodes, cut = count(data["tree"])
    if algorithm != "alphabeta+":
        assert data["nodes"] == nodes
    dot = written("dot", game, moves, settings)
    assert len(re.findall(r"^  n\d+ \[", dot, re.MULTILINE)) == nodes
    assert len(re.findall(r"^  n\d+ -> n\d+ \[", dot, re.MULTILINE)) == nodes - 1
    assert len(re.findall(r"^  c\d+_\d+ \[", dot, re.MULTILINE)) == cut
    assert dot.startswith("digraph search {") and dot.endswith("}\n")
    picture = ElementTree.fromstring(written("svg", game, moves, settings))
    shapes = [*picture.iter(f"{SVG}polygon"), *picture.iter(f"{SVG}rect")]
    assert len(shapes) == nodes + cut + 1


def test_dot_quotes_whatever_a_move_is_called():
    assert '"' not in re.sub(r'"(?:[^"\\]|\\.)*"', "", written("dot"))


def test_a_picture_too_large_to_be_read_is_refused_and_data_is_not():
    with pytest.raises(EnrayaError, match=r"5000.*DOT"):
        written("svg", "mnk(3,3,3)")
    assert json.loads(written("json", "mnk(3,3,3)"))["nodes"] == 18_297


def test_progress_is_told():
    told = []
    list(write_tree_file("json", Position.start("mnk(3,3,3)"), SearchSettings(), on_nodes=told.append))
    assert told == [8192, 16384]


def test_the_text_has_a_row_for_each_node_and_says_why_a_cut_was_made():
    assert written("text", "tree(A[B[3 12 8] C[2 4 6]])").splitlines() == [
        "MAX 3  (α 3, β ∞)",
        "├─ B*: MIN 3  (α −∞, β 3)",
        "│  ├─ B1*: 3",
        "│  ├─ B2: 12",
        "│  └─ B3: 8",
        "└─ C: MIN ≤2  (α 3, β ∞)",
        "   ├─ C1: 2",
        "   └─ ✂ C2, C3: 2 ≤ α = 3",
    ]


def test_the_text_has_the_comparison_of_the_cut_convention():
    strict = written("text", "tree(A[B[3 12 8] C[2 4 6]])", settings=SearchSettings(cut=">"))
    assert "✂ C2, C3: 2 < α = 3" in strict


def test_an_evaluation_of_ones_own_judges_the_leaves():
    settings = SearchSettings(depth=1, evaluate=lambda state, player: 50)
    assert written("text", "mnk(3,3,3)", settings=settings).startswith("MAX ≈50")
