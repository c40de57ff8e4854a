"""Builds the tree of a search from its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.lab.trace.bounds import BOUNDS, Bounds
from enraya.repetition import plain_state
from enraya.search.trace import BackUp, Cut, Enter, Event, Leaf, Leave, Window
from enraya.search.value import Scale

MOST_NODES = 1_000_000
INFINITY = float("inf")


@dataclass(slots=True)
class SearchNode:
    """A node the search entered: its window when entered and when left, its value, and what was cut below it.

    `bound` says whether the value is all that the search found, a "lower" bound (at least) or an "upper" one (at
    most); `is_estimate` that it comes from an evaluation and not from the end of a game.
    """

    move: str | None
    player: Player
    alpha: float
    beta: float
    value: float = 0
    kind: str = "inner"
    bound: str = "exact"
    is_estimate: bool = False
    best: str | None = None
    last_alpha: float = -INFINITY
    last_beta: float = INFINITY
    cut: tuple[str, ...] | None = None
    state: Any = None
    children: list[SearchNode] = field(default_factory=list)


class TreeBuilder:
    """An observer that keeps every node of one search; beyond *most* nodes it refuses, with the words of *refusal*.

    It keeps values as *scale*, that of the search, shows them.
    """

    def __init__(
        self, game: Game[Any, Any], scale: Scale, most: int = MOST_NODES, refusal: str = "error.tree_large"
    ) -> None:
        self._game, self._shown, self._most, self._refusal = game, scale.shown, most, refusal
        self._path: list[SearchNode] = []
        self.root: SearchNode | None = None
        self.nodes = self.leaves = self.estimates = self.cuts = 0
        self._bounds = Bounds()
        self._window = -INFINITY, INFINITY

    def __call__(self, event: Event) -> None:
        """Handle one event."""
        match event:
            case Enter():
                self._enter(event)
            case Leaf(ply, value, kind):
                self.leaves += 1
                node = self._path[ply]
                node.kind, node.value, node.is_estimate = kind, self._shown(value), kind == "estimate"
                self.estimates += node.is_estimate
                if kind == "table":
                    self._bounds.known(value, *self._window)
                else:
                    self._bounds.leaf(value)
            case BackUp(ply, move, value):
                node = self._path[ply]
                node.best, node.value = self._game.format_move(move), self._shown(value)
                node.is_estimate = bool(node.children) and node.children[-1].is_estimate
            case Window(ply, alpha, beta):
                self._path[ply].last_alpha, self._path[ply].last_beta = self._shown(alpha), self._shown(beta)
            case Cut(ply, _, _, _, skipped):
                self.cuts += 1
                self._bounds.cut()
                self._path[ply].cut = tuple(self._game.format_move(move) for move in skipped)
            case Leave(ply, value):
                self._path[ply].value = self._shown(value)
                self._path[ply].bound = BOUNDS[self._bounds.leave(value)]

    def _enter(self, event: Enter) -> None:
        self.nodes += 1
        if self.nodes > self._most:
            raise EnrayaError(self._refusal, most=self._most)
        text = None if event.move is None else self._game.format_move(event.move)
        # On the scale of the search, where the node entered last may be compared with what a table knows of it.
        self._window = event.alpha, event.beta
        alpha, beta = self._shown(event.alpha), self._shown(event.beta)
        node = SearchNode(text, event.player, alpha, beta, last_alpha=alpha, last_beta=beta)
        node.state = plain_state(event.state)
        self._bounds.enter(event.ply, event.player)
        del self._path[event.ply :]
        if self._path:
            self._path[-1].children.append(node)
        else:
            self.root = node
        self._path.append(node)


def tree_as_data(node: SearchNode) -> dict[str, Any]:
    """A node and all below it, ready for JSON; an open window is null."""
    data: dict[str, Any] = {
        "move": node.move,
        "player": "max" if node.player == Player.FIRST else "min",
        "kind": node.kind,
        "value": node.value,
        "bound": node.bound,
        "estimate": node.is_estimate,
        "alpha": _finite(node.alpha),
        "beta": _finite(node.beta),
    }
    if node.children:
        data["best"] = node.best
        data["alpha_after"], data["beta_after"] = _finite(node.last_alpha), _finite(node.last_beta)
        if node.cut is not None:
            data["cut"] = list(node.cut)
        data["children"] = [tree_as_data(child) for child in node.children]
    return data


def _finite(value: float) -> float | None:
    return None if abs(value) == INFINITY else value
