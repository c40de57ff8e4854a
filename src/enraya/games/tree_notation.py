"""The bracket notation of a game tree.

`A[B[3 12 8] C[2 x=4 6]]` is a root A with the inner nodes B and C; a leaf is its value, or its name and its value.
Nodes may go without a name and are given one. `, root=min` behind the tree lets the second player move first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, product
from string import ascii_uppercase
from typing import NamedTuple

from enraya.errors import NotationError
from enraya.game import Player

DEEPEST = 60
MOST_NODES = 10_000
LONGEST_TREE = 400_000
ROOTS = {"max": Player.FIRST, "first": Player.FIRST, "min": Player.SECOND, "second": Player.SECOND}
TOKEN = re.compile(
    r"(?P<sign>[\[\],=])|(?P<value>[-+−]?[0-9]{1,6}(?![\w.]))|(?P<name>[^\W\d]\w*'*(?!['.]))|(?P<junk>[^\s\[\],=]+)"
)


@dataclass
class Node:
    """A node: a leaf has a value and no children, an inner node has children and no value."""

    name: str
    value: int | None = None
    children: list[Node] = field(default_factory=list)
    depth: int = 0
    parent: Node | None = field(default=None, repr=False)
    is_named: bool = True
    """True if its name must be written for the tree to read back the same."""


def read_tree(text: str) -> tuple[Node, Player]:
    """The root of the tree that *text* describes, all nodes named, and who moves there; or what is wrong, and where."""
    if len(text) > LONGEST_TREE:
        raise NotationError("error.too_long", text=text, length=len(text), longest=LONGEST_TREE)
    reader = _Reader(text)
    root = reader.read_node(None)
    if root.value is not None:
        raise NotationError("error.tree_root_leaf")
    starter = reader.read_starter()
    name_nodes(root)
    return root, starter


def write_tree(root: Node, starter: Player) -> str:
    """The text that `read_tree` reads back."""
    return _written(root) + (", root=min" if starter is Player.SECOND else "")


def nodes_by_level(root: Node) -> Iterator[Node]:
    """Every node, the root first, then its children, then theirs."""
    level = [root]
    while level:
        yield from level
        level = [child for node in level for child in node.children]


class _Token(NamedTuple):
    kind: str
    text: str
    at: int
    """The number of its first character, from 1."""


class _Reader:
    """Reads one tree, token by token."""

    def __init__(self, text: str) -> None:
        found = TOKEN.finditer(text)
        self.tokens = [_Token(str(match.lastgroup), match[0], match.start() + 1) for match in found][::-1]
        self.end = _Token("end", "", len(text) + 1)
        self.names: set[str] = set()
        self.nodes = 0
        if not self.tokens:
            raise NotationError("error.tree_empty")

    def next(self) -> _Token:
        return self.tokens[-1] if self.tokens else self.end

    def take(self) -> _Token:
        return self.tokens.pop() if self.tokens else self.end

    def accept(self, sign: str) -> bool:
        """Take the next token if it is *sign*."""
        if self.next().text == sign:
            self.take()
            return True
        return False

    def read_node(self, parent: Node | None) -> Node:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise NotationError("error.tree_large", most=MOST_NODES)
        node = Node("", depth=parent.depth + 1 if parent else 0, parent=parent)
        if node.depth > DEEPEST:
            raise NotationError("error.tree_deep", deepest=DEEPEST)
        token = self.next()
        if token.kind == "value":
            node.value = _integer(self.take())
            return node
        if token.kind == "name":
            node.name = self._new_name(self.take())
            if self.accept("="):
                node.value = self._value_of(node.name)
                return node
            if self.next().text != "[":
                raise NotationError("error.tree_bare_name", name=node.name, at=token.at)
        if self.next().text != "[":
            raise NotationError("error.tree_junk", text=token.text, at=token.at)
        self._read_children(node, self.take())
        return node

    def _read_children(self, node: Node, opened: _Token) -> None:
        while not self.accept("]"):
            if self.next() is self.end:
                raise NotationError("error.tree_unclosed", at=opened.at)
            node.children.append(self.read_node(node))
            self.accept(",")
        if not node.children:
            raise NotationError("error.tree_childless", name=f"{node.name}[]", at=opened.at)

    def _new_name(self, token: _Token) -> str:
        if token.text in self.names:
            raise NotationError("error.tree_duplicate", name=token.text, at=token.at)
        self.names.add(token.text)
        return token.text

    def _value_of(self, name: str) -> int:
        token = self.take()
        if token.kind != "value":
            raise NotationError("error.tree_value", name=name, text=token.text, at=token.at)
        return _integer(token)

    def read_starter(self) -> Player:
        """Read the player to move at the root from the text behind the tree."""
        token = self.next()
        if token is self.end:
            return Player.FIRST
        if token.text == "]":
            raise NotationError("error.tree_unopened", at=token.at)
        self.accept(",")
        said = [self.take().text.lower() for _ in range(3)]
        if said[:2] != ["root", "="] or said[2] not in ROOTS or self.tokens:
            raise NotationError("error.tree_after", text=token.text, at=token.at, roots=list(ROOTS))
        return ROOTS[said[2]]


def _integer(token: _Token) -> int:
    return int(token.text.replace("−", "-"))


def name_nodes(root: Node) -> None:
    """Name inner nodes A, B, C … level by level, and leaves by their parent and their place: B1, B2 …"""
    nodes = list(nodes_by_level(root))
    used = {node.name for node in nodes}
    letters = ("".join(word) for length in count(1) for word in product(ascii_uppercase, repeat=length))
    for node in nodes:
        if not node.name and node.value is None:
            node.name = next(name for name in letters if name not in used)
            used.add(node.name)
    for node in nodes:
        for place, child in enumerate(node.children, start=1):
            if not child.name:
                child.name, child.is_named = f"{node.name}{place}", False
                while child.name in used:
                    child.name += "'"
                used.add(child.name)


def _written(node: Node) -> str:
    if node.value is None:
        return f"{node.name}[{' '.join(map(_written, node.children))}]"
    return f"{node.name}={node.value}" if node.is_named else str(node.value)
