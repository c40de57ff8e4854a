"""Two more formats of a game tree beside the notation: indented text, and JSON. docs/formats.md describes them.

`read_any_tree` reads all three, told apart by how they begin.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from enraya.errors import NotationError, system_reason
from enraya.game import Player
from enraya.games.tree_assembly import NAME, NodeDescription, assemble_tree, is_value
from enraya.games.tree_notation import (
    DEEPEST,
    LONGEST_TREE,
    MOST_NODES,
    ROOTS,
    Node,
    name_nodes,
    nodes_by_level,
    read_tree,
    write_tree,
)

FORMAT, VERSION = "enraya.tree", 1
UNNAMED = "-"
Form = Literal["text", "lines", "json"]
VALUE = re.compile(r"[-+−]?[0-9]{1,6}")
WHOLE_TREE = re.compile(r"\s*tree\s*\((.*)\)\s*", re.DOTALL | re.IGNORECASE)


def read_tree_file(path: str) -> tuple[Node, Player]:
    """The tree in the file at *path*, written in any of the three ways."""
    try:
        with Path(path.strip()).open(encoding="utf-8") as file:
            return read_any_tree(file.read(LONGEST_TREE + 1))
    except UnicodeDecodeError:
        raise NotationError("error.file_binary", path=path) from None
    except (OSError, ValueError) as error:
        reason = system_reason(error)
        raise NotationError("error.own_unreadable", path=path, reason=reason) from None


def read_any_tree(text: str) -> tuple[Node, Player]:
    """The root of the tree that *text* describes, and who moves there."""
    if len(text) > LONGEST_TREE:
        raise NotationError("error.too_long", text=text, length=len(text), longest=LONGEST_TREE)
    if text.lstrip().startswith("{"):
        return read_json_tree(text)
    if whole := WHOLE_TREE.fullmatch(text):
        return read_tree(whole[1])
    if "[" in text or "]" in text or not text.strip():
        return read_tree(text)
    return read_indented_tree(text)


# Indented lines


def read_indented_tree(text: str) -> tuple[Node, Player]:
    """A node a line, its children below it and further in; `root = min` on a line of its own says who moves first."""
    return _IndentedReader().read(text)


class _IndentedReader:
    def __init__(self) -> None:
        self.names: set[str] = set()
        self.starter = Player.FIRST
        self.open: list[tuple[int, Node, int]] = []
        """The path from the root to the last line: indentation, node, number."""

    def read(self, text: str) -> tuple[Node, Player]:
        root, count = None, 0
        for number, line in enumerate(text.expandtabs(8).splitlines(), start=1):
            said = line.partition("#")[0].rstrip()
            if not said or self._is_starter(said):
                continue
            count += 1
            if count > MOST_NODES:
                raise NotationError("error.tree_large", most=MOST_NODES)
            node = self._put(number, said)
            root = root or node
        if root is None:
            raise NotationError("error.tree_empty")
        if root.value is not None:
            raise NotationError("error.tree_root_leaf")
        self._close(0)
        name_nodes(root)
        return root, self.starter

    def _is_starter(self, said: str) -> bool:
        name, _, player = said.replace(" ", "").lower().partition("=")
        if name != "root" or player not in ROOTS:
            return False
        self.starter = ROOTS[player]
        return True

    def _put(self, number: int, said: str) -> Node:
        inside = len(said) - len(said.lstrip())
        parent = self._parent_of(number, inside)
        node = self._node(number, said.strip())
        if parent is not None:
            node.parent, node.depth = parent, parent.depth + 1
            parent.children.append(node)
        if node.depth > DEEPEST:
            raise NotationError("error.tree_deep", deepest=DEEPEST)
        self.open.append((inside, node, number))
        return node

    def _parent_of(self, number: int, inside: int) -> Node | None:
        if not self.open:
            return None
        if inside > self.open[-1][0]:
            parent = self.open[-1][1]
            if parent.value is not None:
                raise NotationError("error.tree_line_leaf", line=number)
            return parent
        keep = next((at for at, (other, _, _) in enumerate(self.open) if other == inside), None)
        if keep is None:
            raise NotationError("error.tree_indentation", line=number)
        if keep == 0:
            raise NotationError("error.tree_line_second", line=number)
        self._close(keep)
        return self.open[-1][1]

    def _close(self, keep: int) -> None:
        """No more children come for the nodes further in."""
        for _, node, line in self.open[keep:]:
            if node.value is None and not node.children:
                raise NotationError("error.tree_line_bare", line=line, name=node.name or UNNAMED)
        del self.open[keep:]

    def _node(self, number: int, said: str) -> Node:
        if said == UNNAMED:
            return Node("")
        if VALUE.fullmatch(said):
            return Node("", _integer(said))
        name, equals, value = (part.strip() for part in said.partition("="))
        if not NAME.fullmatch(name) or (equals and not VALUE.fullmatch(value)):
            raise NotationError("error.tree_line", line=number, text=said)
        if name in self.names:
            raise NotationError("error.tree_line_duplicate", line=number, name=name)
        self.names.add(name)
        return Node(name, _integer(value) if equals else None)


def write_indented_tree(root: Node, starter: Player) -> str:
    """The lines that `read_indented_tree` reads back."""
    lines = ["root = min"] if starter is Player.SECOND else []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        leaf = f"{node.name} = {node.value}" if node.is_named else str(node.value)
        lines.append("  " * node.depth + (node.name if node.value is None else leaf))
        waiting += reversed(node.children)
    return "\n".join(lines) + "\n"


def _integer(text: str) -> int:
    return int(text.replace("−", "-"))


# JSON


def read_json_tree(text: str) -> tuple[Node, Player]:
    """A tree as JSON: `root`, `to_move`, and by name in `nodes` each node's `value` or `children`."""
    data = _parsed(text)
    if data.get("format") != FORMAT:
        raise NotationError("error.tree_json_shape", place="format", expected=f'"{FORMAT}"')
    if data.get("version") != VERSION or isinstance(data["version"], bool):
        raise NotationError("error.tree_json_shape", place="version", expected=VERSION)
    starter = data.get("to_move", "max")
    if not isinstance(starter, str) or starter not in ROOTS:
        raise NotationError("error.tree_json_shape", place="to_move", expected='"max" / "min"')
    nodes = data.get("nodes")
    if not isinstance(nodes, dict) or not nodes:
        raise NotationError("error.tree_json_shape", place="nodes", expected='{"A": {"children": ["B", "C"]}, …}')
    if len(nodes) > MOST_NODES:
        raise NotationError("error.tree_large", most=MOST_NODES)
    root = data.get("root")
    if not isinstance(root, str) or root not in nodes:
        raise NotationError("error.tree_json_shape", place="root", expected="the name of a node")
    return assemble_tree({name: _described(name, description) for name, description in nodes.items()}, root), ROOTS[
        starter
    ]


def _parsed(text: str) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise NotationError("error.tree_json_twice", name=name)
            found[name] = value
        return found

    try:
        data = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise NotationError("error.tree_json", reason=error.msg, line=error.lineno, column=error.colno) from None
    except NotationError:
        raise
    except (RecursionError, ValueError):
        raise NotationError("error.tree_deep", deepest=DEEPEST) from None
    if not isinstance(data, dict):
        raise NotationError("error.tree_json_shape", place="{", expected="{…}")
    return data


def _described(name: str, description: Any) -> NodeDescription:
    """A node's value, or the names of its children."""
    if not isinstance(description, dict):
        raise NotationError("error.tree_json_shape", place=name, expected='{"value": 3}, {"children": ["B"]}')
    value, children = description.get("value"), description.get("children")
    if value is not None and not is_value(value):
        raise NotationError("error.tree_json_shape", place=f"{name}.value", expected="−999999 … 999999")
    if children is not None and not (isinstance(children, list) and all(isinstance(one, str) for one in children)):
        raise NotationError("error.tree_json_shape", place=f"{name}.children", expected='["B", "C"]')
    if value is not None and children:
        raise NotationError("error.tree_json_both", name=name)
    return NodeDescription(value, children or [])


def write_json_tree(root: Node, starter: Player) -> str:
    """The text that `read_json_tree` reads back."""
    lines = []
    for node in nodes_by_level(root):
        description = (
            {"children": [child.name for child in node.children]} if node.value is None else {"value": node.value}
        )
        lines.append(f"    {json.dumps(node.name, ensure_ascii=False)}: {json.dumps(description, ensure_ascii=False)}")
    head = {"format": FORMAT, "version": VERSION, "root": root.name, "to_move": "min" if starter else "max"}
    said = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in head.items()]
    return "{\n" + ",\n".join(said) + ',\n  "nodes": {\n' + ",\n".join(lines) + "\n  }\n}\n"


FORMS: Mapping[Form, Callable[[Node, Player], str]] = {
    "text": write_tree,
    "lines": write_indented_tree,
    "json": write_json_tree,
}
"""The three ways to write a tree, by name."""
