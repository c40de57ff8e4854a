"""The solved tree of an exercise: each node with its name, its minimax value and, by convention, its alpha-beta window.

All of it comes from the events of the searches; nothing here searches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.games.tree import Tree
from enraya.games.tree_notation import Node, name_nodes
from enraya.lab.trace.tree import SearchNode, TreeBuilder
from enraya.search.alphabeta import CutConvention, alphabeta
from enraya.search.limit import Budget
from enraya.search.minimax import minimax
from enraya.search.root_result import RootResult
from enraya.search.value import Scale, squeeze

MOST_NODES = 200
"""The largest tree that anybody is asked to work out by hand."""

CONVENTIONS: tuple[CutConvention, ...] = (">=", ">")
INFINITY = float("inf")


@dataclass
class SolvedNode:
    """A node of the whole tree."""

    name: str
    move: str | None
    is_max: bool
    value: int
    depth: int
    state: Any
    parent: SolvedNode | None = field(default=None, repr=False)
    children: list[SolvedNode] = field(default_factory=list, repr=False)
    searched: dict[CutConvention, SearchNode] = field(default_factory=dict, repr=False)
    """The node as alpha-beta saw it, under each convention under which it was entered."""

    @property
    def is_leaf(self) -> bool:
        """True if its value is given."""
        return not self.children

    @property
    def place(self) -> int:
        """The index among its siblings, from 0."""
        return self.parent.children.index(self) if self.parent else 0

    def above(self) -> Iterator[SolvedNode]:
        """The ancestors: its parent, and so on to the root."""
        node = self.parent
        while node:
            yield node
            node = node.parent


class SolvedTree:
    """A whole tree of one position, as far down as it is looked at."""

    def __init__(self, game: Game[Any, Any], state: Any, depth: int | None) -> None:
        self._game, self._state, self._depth = game, state, INFINITY if depth is None else depth
        self._scale: Scale = _WholeScale(game, distance=False)
        whole = self._search(None)
        has_estimates = whole.estimates > 0
        if has_estimates and not game.scored:
            # Plain 1, 0 and −1 leave no room between them for what is only judged.
            self._scale = _WholeScale(game)
            whole = self._search(None)
        self.has_estimates = has_estimates
        """True if some leaf is an unfinished position, worth what it looks like."""
        self.win = self._scale.win
        """The value of an immediate win, where only winning counts."""
        self.root = self._build(_root_of(whole))
        self.nodes = {node.name: node for node in _in_order(self.root)}
        """Every node by its name: each before its children, these from left to right."""
        for convention in CONVENTIONS:
            _lay_over(self.root, _root_of(self._search(convention)), convention)

    @property
    def inner(self) -> list[SolvedNode]:
        """The nodes that have children, in order."""
        return [node for node in self.nodes.values() if node.children]

    @property
    def leaves(self) -> list[SolvedNode]:
        """The nodes whose values are given, in order."""
        return [node for node in self.nodes.values() if node.is_leaf]

    def cut(self, convention: CutConvention) -> list[SolvedNode]:
        """The nodes whose branch is cut, in order; nothing below them is among them."""
        found = []
        for node in self.inner:
            searched = node.searched.get(convention)
            skipped = searched.cut or () if searched else ()
            found += [child for child in node.children if child.move in skipped]
        return sorted(found, key=list(self.nodes.values()).index)

    def best_moves(self) -> list[SolvedNode]:
        """The moves at the root that are worth as much as the root."""
        return [child for child in self.root.children if child.value == self.root.value]

    def as_game(self) -> Tree | None:
        """The tree as an abstract game of the same names and values; None where a player moves twice in a row."""
        if any(child.children and child.is_max == node.is_max for node in self.inner for child in node.children):
            return None

        def copied(node: SolvedNode) -> Node:
            value = node.value if node.is_leaf else None
            return Node(node.name, value, [copied(child) for child in node.children])

        root = copied(self.root)
        name_nodes(root)
        return Tree(root, Player.FIRST if self.root.is_max else Player.SECOND)

    def _search(self, convention: CutConvention | None) -> TreeBuilder:
        builder, found = TreeBuilder(self._game, self._scale, MOST_NODES), RootResult(self._game.to_move(self._state))
        try:
            if convention is None:
                minimax(
                    self._game,
                    self._state,
                    found,
                    scale=self._scale,
                    budget=Budget(),
                    depth=self._depth,
                    observer=builder,
                )
            else:
                alphabeta(
                    self._game,
                    self._state,
                    found,
                    scale=self._scale,
                    budget=Budget(),
                    depth=self._depth,
                    cut=convention,
                    observer=builder,
                )
        except EnrayaError as error:
            if error.code == "error.tree_large":
                raise EnrayaError("error.exercise_large", most=MOST_NODES) from None
            raise
        return builder

    def _build(self, whole: SearchNode) -> SolvedNode:
        """The nodes of the whole tree, named as the textbook names them, or as `tree` names nodes without names."""
        named = _skeleton(whole, self._game)
        name_nodes(named)

        def made(searched: SearchNode, name: Node, parent: SolvedNode | None) -> SolvedNode:
            node = SolvedNode(
                name=name.name,
                move=searched.move,
                is_max=searched.player == Player.FIRST,
                value=int(searched.value),
                depth=parent.depth + 1 if parent else 0,
                state=searched.state,
                parent=parent,
            )
            node.children = [
                made(child, below, node) for child, below in zip(searched.children, name.children, strict=True)
            ]
            return node

        return made(whole, named, None)


class _WholeScale(Scale):
    """Whole numbers as people reckon with, the same inside the search as shown.

    Whoever works by hand compares numbers and nothing else, so here an estimate is brought below every win.
    """

    def __init__(self, game: Game[Any, Any], *, distance: bool = True) -> None:
        super().__init__(game, distance=distance)
        self._most = self.win - game.longest - 1 if self.distance and game.longest else self.win / 2

    def of_outcome(self, outcome: int, ply: int) -> float:
        return self.shown_worth(outcome, ply)

    def of_guess(self, guess: float) -> float:
        return round(guess if self.scored else squeeze(guess, self._most))

    def is_decided(self, value: float) -> bool:
        return not self.scored and abs(value) > self._most

    def shown(self, value: float) -> float:
        return value


def _root_of(searched: TreeBuilder) -> SearchNode:
    assert searched.root is not None
    return searched.root


def _skeleton(searched: SearchNode, game: Game[Any, Any]) -> Node:
    node = Node(str(game.format_state(searched.state)) if isinstance(game, Tree) else "")
    node.children = [_skeleton(child, game) for child in searched.children]
    if not node.children:
        node.value = int(searched.value)
    return node


def _in_order(node: SolvedNode) -> Iterator[SolvedNode]:
    yield node
    for child in node.children:
        yield from _in_order(child)


def _lay_over(node: SolvedNode, searched: SearchNode, convention: CutConvention) -> None:
    """Record at each node what alpha-beta saw there: the same moves lead to the same nodes."""
    node.searched[convention] = searched
    by_move = {child.move: child for child in node.children}
    for below in searched.children:
        _lay_over(by_move[below.move], below, convention)
