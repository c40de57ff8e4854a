"""Our own searches of a position, to compare a student's with: values, best moves, and the tree in order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from enraya.errors import EnrayaError
from enraya.game import Player
from enraya.lab.assignments.assignment import Part
from enraya.lab.assignments.graded_game import MOST_NODES, ExchangedGame, PlainGame
from enraya.lab.trace.tree import SearchNode, TreeBuilder
from enraya.position import Position
from enraya.search.alphabeta import CutConvention, alphabeta
from enraya.search.limit import Budget
from enraya.search.minimax import minimax
from enraya.search.root_result import RootResult
from enraya.search.value import Scale

INFINITY = float("inf")
Path = tuple[str, ...]
"""The moves from the root to a node."""


class Searched(NamedTuple):
    """One search: its value for the first player, the first move of those it found best, and its tree."""

    value: float
    root: SearchNode
    paths: tuple[Path, ...]
    """Every node in the order in which it was entered, without the root."""


class Reference:
    """The reference answer of *part* at *position*."""

    def __init__(self, part: Part, position: Position) -> None:
        self.part, self.position = part, position
        self.game = PlainGame(position.game, part.win)
        self._searched: dict[tuple[str, float, CutConvention], Searched | None] = {}

    @property
    def depth(self) -> float:
        """The depth of the search in plies; infinity to the end."""
        return INFINITY if self.part.depth is None else self.part.depth

    @cached_property
    def root_values(self) -> dict[str, float]:
        """The exact value of every legal move for the first player, in the order of the game."""
        state = self.position.state
        return {
            self.game.format_move(move): self._value(self.game, self.game.play(state, move), self.depth - 1)
            for move in self.position.playable()
        }

    def _value(self, game: PlainGame, state: Any, depth: float) -> float:
        found = RootResult(Player.FIRST)
        alphabeta(game, state, found, scale=Scale(game), budget=Budget(), depth=depth)
        assert found.value is not None
        return found.value

    @property
    def value(self) -> float:
        """The value for the first player."""
        return max(self.root_values.values()) if self._maximises else min(self.root_values.values())

    @property
    def _maximises(self) -> bool:
        return self.position.to_move == Player.FIRST

    @property
    def best_moves(self) -> list[str]:
        """The moves of that value, in the order of the game."""
        return [move for move, value in self.root_values.items() if value == self.value]

    @cached_property
    def exchanged_value(self) -> float:
        """The value that results where MAX and MIN are exchanged."""
        exchanged = ExchangedGame(self.position.game, self.part.win)
        return self._value(exchanged, self.position.state, self.depth)

    def accepted_moves(self) -> list[str]:
        """The moves that are right by the rule of the part for equal ones."""
        best = self.best_moves
        return best if self.part.ties == "any" else best[:1] if self.part.ties == "first" else best[-1:]

    def tree(self) -> Searched | None:
        """The search that the part sets; None if its tree is too large to be compared."""
        return self.search(self.part.kind, self.depth, self.part.cut)

    def search(self, algorithm: str, depth: float, cut: CutConvention) -> Searched | None:
        """Search from here; None if its tree is too large, or there is no such depth."""
        key = (algorithm, depth, cut)
        if key not in self._searched:
            self._searched[key] = self._search(*key) if depth >= 1 else None
        return self._searched[key]

    def _search(self, algorithm: str, depth: float, cut: CutConvention) -> Searched | None:
        scale, found = Scale(self.game), RootResult(Player.FIRST)
        builder = TreeBuilder(self.game, scale, MOST_NODES)
        state, budget = self.position.state, Budget()
        try:
            if algorithm == "minimax":
                minimax(self.game, state, found, scale=scale, budget=budget, depth=depth, observer=builder)
            else:
                alphabeta(self.game, state, found, scale=scale, budget=budget, depth=depth, cut=cut, observer=builder)
        except EnrayaError:
            return None
        assert builder.root is not None
        assert found.value is not None
        return Searched(found.value, builder.root, tuple(_paths(builder.root, ())))


def _paths(node: SearchNode, above: Path) -> Iterator[Path]:
    for child in node.children:
        assert child.move is not None
        path = (*above, child.move)
        yield path
        yield from _paths(child, path)


def node_at(root: SearchNode, path: Path) -> SearchNode | None:
    """The node that *path* leads to, if the search entered it."""
    node: SearchNode | None = root
    for move in path:
        node = next((child for child in node.children if child.move == move), None) if node else None
    return node
