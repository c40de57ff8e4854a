"""A tree written as data, node by node: `{A: [B, C], B: [3, 12], C: [x, 4], x: 7}`.

Each inner node has the list of its children: numbers for leaves, names for nodes that stand elsewhere.
"""

from __future__ import annotations

from typing import Any

from enraya.errors import NotationError
from enraya.games.tree_assembly import NodeDescription, assemble_tree, is_value
from enraya.games.tree_notation import Node


def tree_of_outline(data: dict[Any, Any]) -> Node:
    """The root of the tree, all nodes named; or which node is wrong, and why."""
    return assemble_tree({str(name): _described(str(name), below) for name, below in data.items()})


def _described(name: str, below: Any) -> NodeDescription:
    if is_value(below):
        return NodeDescription(below, [])
    if isinstance(below, list) and all(isinstance(child, str) or is_value(child) for child in below):
        return NodeDescription(None, below)
    raise NotationError("error.outline_below", name=name)
