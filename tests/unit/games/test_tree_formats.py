"""Trees as indented lines, as JSON, and in files."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from enraya import EnrayaError, find_game
from enraya.game import Player
from enraya.games.tree_formats import FORMS, read_any_tree
from enraya.games.tree_notation import Node, name_nodes, nodes_by_level

LINES = """
# A lesson
root = min
A
  B
    3
    x = -12
  -
    5
    0
"""


def told(root):
    return [
        (node.name, node.value, node.depth, [child.name for child in node.children]) for node in nodes_by_level(root)
    ]


def test_indented_lines_are_a_tree():
    root, starter = read_any_tree(LINES)
    assert find_game(f"tree({FORMS['text'](root, starter)})").name == "tree(A[B[3 x=-12] C[5 0]], root=min)"


@some.composite
def trees(draw, depth=0):
    if depth == 4 or (depth and draw(some.booleans())):
        return Node("", draw(some.integers(-999_999, 999_999)))
    return Node("", None, draw(some.lists(trees(depth=depth + 1), min_size=1, max_size=3)))


def hung(root):
    for node in nodes_by_level(root):
        for child in node.children:
            child.parent, child.depth = node, node.depth + 1
    name_nodes(root)
    return root


@given(trees().filter(lambda root: root.value is None).map(hung), some.sampled_from([0, 1]))
def test_every_form_is_read_back_as_the_same_tree(root, starter):
    for write in FORMS.values():
        again, who = read_any_tree(write(root, Player(starter)))
        assert (told(again), who) == (told(root), starter)


def described(nodes, **more):
    return json.dumps({"format": "enraya.tree", "version": 1, "root": "A", "to_move": "max", "nodes": nodes, **more})


LEAF = {"value": 1}
WRONG = {
    "a cycle": (described({"A": {"children": ["B"]}, "B": {"children": ["A"]}}), "cycle"),
    "a node that is its own child": (described({"A": {"children": ["A"]}}), "cycle"),
    "two parents": (
        described({"A": {"children": ["B", "C"]}, "B": {"children": ["x"]}, "C": {"children": ["x"]}, "x": LEAF}),
        "two parents",
    ),
    "a child named twice": (described({"A": {"children": ["x", "x"]}, "x": LEAF}), "two parents"),
    "a leaf without a value": (described({"A": {"children": ["x"]}, "x": {}}), "x has neither"),
    "a value and children": (described({"A": {"children": ["x"], "value": 2}, "x": LEAF}), "both"),
    "a child that is not described": (described({"A": {"children": ["x"]}}), "not described"),
    "a node that hangs from nothing": (described({"A": {"children": ["x"]}, "x": LEAF, "y": LEAF}), "y hangs"),
    "an unnamed leaf": (described({"A": {"children": [""]}, "": LEAF}), "cannot be a name"),
    "a name with a space": (described({"A": {"children": ["a b"]}, "a b": LEAF}), "cannot be a name"),
    "a node described twice": (
        '{"format":"enraya.tree","version":1,"root":"A","nodes":{"A":{"children":["x"]},"x":{"value":1},"x":{"value":2}}}',
        "x is described twice",
    ),
    "a value that is no whole number": (described({"A": {"children": ["x"]}, "x": {"value": 1.5}}), "x.value"),
    "true for a value": (described({"A": {"children": ["x"]}, "x": {"value": True}}), "x.value"),
    "a root that is not there": (described({"A": {"children": ["x"]}, "x": LEAF}, root="Z"), "root"),
    "another version": (described({"A": {"children": ["x"]}, "x": LEAF}, version=2), "version"),
    "nobody to move": (described({"A": {"children": ["x"]}, "x": LEAF}, to_move="me"), "to_move"),
    "no nodes": (described({}), "nodes"),
    "only a leaf": (described({"A": LEAF}), "no moves"),
    "broken JSON": ('{"format": ', "line 1"),
    "very deep JSON": ('{"a":' * 50_000, "too deep"),
    "two roots": ("A\n  3\nB\n  4\n", "Line 3"),
    "an odd indentation": ("A\n    B\n      3\n  C\n    4\n", "Line 4"),
    "a child of a leaf": ("A\n  3\n    4\n", "Line 3"),
    "a line that is nothing": ("A\n  3.5\n", "Line 2"),
    "a line without value or children": ("A\n  B\n  3\n", "Line 2"),
    "the same name again": ("A\n  x = 1\n  x = 2\n", "Line 3"),
    "a single leaf": ("3\n", "no moves"),
    "nothing": ("", "empty"),
    "comments only": ("# nothing\n", "empty"),
    "lines too deep": ("\n".join(" " * depth + "-" for depth in range(70)), "too deep"),
    "brackets with a bare name": ("A[B x=3]", "neither value nor children"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_tree_is_refused_in_words(what):
    text, said = WRONG[what]
    with pytest.raises(EnrayaError, match=said):
        read_any_tree(text)


def test_a_file_that_holds_a_tree_is_a_game(tmp_path):
    for name, form in (("one.txt", "lines"), ("two.TXT", "text"), ("three.json", "json")):
        root, starter = read_any_tree(LINES)
        (tmp_path / name).write_text(FORMS[form](root, starter), encoding="utf-8")
        assert find_game(str(tmp_path / name)).name == "tree(A[B[3 x=-12] C[5 0]], root=min)"


def test_a_file_that_cannot_be_read_is_refused_in_words(tmp_path):
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    for name, said in (("nothere.txt", "nothere.txt cannot be read"), ("binary.txt", "binary.txt")):
        with pytest.raises(EnrayaError, match=said):
            find_game(str(tmp_path / name))
    with pytest.raises(EnrayaError, match="cannot be read"):
        find_game("\0.json")
