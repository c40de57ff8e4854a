"""Builds a tree from nodes described one by one, each under its name, or says why they are no tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from enraya.errors import NotationError
from enraya.games.tree_notation import DEEPEST, Node, name_nodes

NAME = re.compile(r"[^\W\d]\w*'*")
LARGEST_VALUE = 999_999


class NodeDescription(NamedTuple):
    """A node's value, or its children: names of other nodes, and values of leaves without a name."""

    value: int | None
    children: list[str | int]


def is_value(data: Any) -> bool:
    """True if *data* can be the value of a leaf."""
    return type(data) is int and abs(data) <= LARGEST_VALUE


def assemble_tree(described: Mapping[str, NodeDescription], root: str | None = None) -> Node:
    """The tree of *described*, all nodes named, below *root* or else the one node that is nobody's child.

    Each node has one parent, none is its own ancestor, and none is left over.
    """
    for name, (value, children) in described.items():
        if not NAME.fullmatch(name):
            raise NotationError("error.tree_named_name", text=name)
        if value is None and not children:
            raise NotationError("error.tree_named_bare", name=name)
    found = _root_of(described, root)
    if described[found].value is not None:
        raise NotationError("error.tree_root_leaf")
    top = Node(found)
    _fill(top, described)
    name_nodes(top)
    return top


def _names(described: NodeDescription) -> Iterator[str]:
    return (child for child in described.children if isinstance(child, str))


def _root_of(described: Mapping[str, NodeDescription], wanted: str | None) -> str:
    parents: dict[str, str] = {}
    for name, description in described.items():
        for child in _names(description):
            if child not in described:
                raise NotationError("error.tree_named_missing", name=name, child=child)
            if child in parents:
                raise NotationError("error.tree_named_parents", child=child, name=parents[child], other=name)
            parents[child] = name
    roots = [name for name in described if name not in parents]
    if wanted is None and len(roots) > 1:
        raise NotationError("error.tree_named_roots", names=roots[:9])
    root = wanted if wanted is not None else next(iter(roots), next(iter(described)))
    if loose := [name for name in roots if name != root]:
        raise NotationError("error.tree_named_loose", name=loose[0])
    # Every other node has one parent: what cannot be reached goes round in a circle.
    reached, waiting = set(), [root] if root in roots else []
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting += _names(described[name])
    if lost := [name for name in described if name not in reached]:
        raise NotationError("error.tree_named_cycle", path=" → ".join(_cycle(lost[0], parents)))
    return root


def _cycle(name: str, parents: dict[str, str]) -> list[str]:
    """The nodes of the circle that *name* hangs from, in the order of play."""
    seen = [name]
    while (name := parents[name]) not in seen:
        seen.append(name)
    return [name, *reversed(seen[seen.index(name) :])]


def _fill(root: Node, described: Mapping[str, NodeDescription]) -> None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.depth > DEEPEST:
            raise NotationError("error.tree_deep", deepest=DEEPEST)
        for place, child in enumerate(described[node.name].children, start=1):
            name, value = (child, described[child].value) if isinstance(child, str) else ("", child)
            below = Node(name, value, depth=node.depth + 1, parent=node)
            # A leaf that is called what it would be called anyway need not be named.
            below.is_named = value is None or name != f"{node.name}{place}"
            node.children.append(below)
            if value is None:
                waiting.append(below)
