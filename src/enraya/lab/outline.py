"""A tree written as data, node by node: `{A: [B, C], B: [3, 12], C: [x, 4], x: 7}`.

Each inner node has the list of its children: numbers for leaves, names for nodes that stand elsewhere.
"""

from __future__ import annotations

import re
from typing import Any

from enraya.errors import NotationError
from enraya.games.tree_text import DEEPEST, Node, name_nodes

NAME = re.compile(r"[^\W\d]\w*'*")
LARGEST_VALUE = 999_999


def tree_of_outline(data: dict[Any, Any]) -> Node:
    """The root of the tree, all nodes named; or which node is wrong, and why."""
    for name, below in data.items():
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise NotationError("error.outline_name", name=str(name))
        if isinstance(below, list) and not below:
            raise NotationError("error.outline_childless", name=name)
        if not isinstance(below, list) and not _is_value(below):
            raise NotationError("error.outline_below", name=name)
    root = Node(_root_of(data))
    if not isinstance(data[root.name], list):
        raise NotationError("error.tree_root_leaf")
    _fill(root, data)
    name_nodes(root)
    return root


def _root_of(data: dict[str, Any]) -> str:
    """The one node that is nobody's child."""
    parents: dict[str, str] = {}
    for name, below in data.items():
        for child in below if isinstance(below, list) else ():
            if isinstance(child, str):
                if child not in data:
                    raise NotationError("error.outline_leaf", name=child, parent=name)
                if child in parents:
                    raise NotationError("error.outline_twice", name=child, parents=[parents[child], name])
                parents[child] = name
    roots = [name for name in data if name not in parents]
    if not roots:
        raise NotationError("error.outline_cycle", path=" → ".join(_cycle(next(iter(data)), parents)))
    if len(roots) > 1:
        raise NotationError("error.outline_roots", names=roots[:9])
    reached, waiting = set(), [roots[0]]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        below = data[name]
        waiting += [child for child in below if isinstance(child, str)] if isinstance(below, list) else []
    if lost := [name for name in data if name not in reached]:
        raise NotationError("error.outline_cycle", path=" → ".join(_cycle(lost[0], parents)))
    return roots[0]


def _cycle(name: str, parents: dict[str, str]) -> list[str]:
    """The nodes of the circle that *name* hangs from, in the order of play."""
    seen = [name]
    while (name := parents[name]) not in seen:
        seen.append(name)
    return [name, *reversed(seen[seen.index(name) :])]


def _fill(node: Node, data: dict[str, Any]) -> None:
    if node.depth >= DEEPEST:
        raise NotationError("error.tree_deep", deepest=DEEPEST)
    for child in data[node.name]:
        below = Node("", depth=node.depth + 1, parent=node)
        if isinstance(child, str):
            below.name = child
            if isinstance(data[child], list):
                _fill(below, data)
            else:
                below.value = data[child]
        elif _is_value(child):
            below.value = child
        else:
            raise NotationError("error.outline_below", name=node.name)
        node.children.append(below)


def _is_value(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool) and abs(data) <= LARGEST_VALUE
