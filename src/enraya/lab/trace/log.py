"""Records one search: every node and every event of it, as columns of numbers.

A viewer can then stand at any step of the search without running it again. Nodes are numbered in the order in which
the search entered them, steps in the order in which they happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enraya.game import Game
from enraya.lab.trace.bounds import Bounds
from enraya.search.trace import BackUp, Cut, Enter, Event, Leaf, Leave
from enraya.search.value import Scale

MOST_NODES = 300_000
"""Nodes that one log holds; a longer search is stopped there and its beginning is kept."""

ENTER, LEAF, BACK_UP, WINDOW, CUT, LEAVE = range(6)
STEPS = ("enter", "leaf", "back_up", "window", "cut", "leave")
"""The kinds of step, by their numbers."""

KINDS = ("inner", "outcome", "estimate", "table")
"""The kinds of node, by their numbers."""

TABLE = KINDS.index("table")
NODES_BETWEEN_REPORTS = 8192
NODE_FIELDS, STEP_FIELDS = 5, 3
INFINITY = float("inf")
_KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class SearchLog:
    """An observer that writes a search down.

    The value of a step is what a leaf is worth, the new best value of a node, the bound that changed (alpha where MAX
    moves, beta where MIN does), the value that was cut at, or what a node gives back. A leaf gives its value back in
    the same step.
    """

    def __init__(self, game: Game[Any, Any], scale: Scale, on_nodes: Callable[[int], None] | None = None) -> None:
        """Values are written as *scale*, that of the search, shows them."""
        self._format_move, self._shown, self._on_nodes = game.format_move, scale.shown, on_nodes
        self._window = -INFINITY, INFINITY
        self._path: list[int] = []
        self._texts: dict[Any, int] = {}
        self.texts: list[str] = []
        """The moves by number; each text stands once."""

        # One flat row after another is quicker to write than a column for each field, and cut into columns in no time:
        # a search tells millions of things.
        self._nodes: list[Any] = []
        self._steps: list[Any] = []

        self.kinds: list[int] = []
        """The kind of each node."""

        self.bounds: list[int] = []
        """The kind of bound of each node's value when it is left, as `bounds` numbers it."""

        self._bounds = Bounds()
        self._add_node, self._add_step = self._nodes.extend, self._steps.extend

        self.skipped_counts: list[int] = []
        """The number of moves that each cut skipped."""

        self.skipped: list[int] = []
        self.leaves = 0

    @property
    def nodes(self) -> int:
        """The number of nodes entered."""
        return len(self.kinds)

    @property
    def cuts(self) -> int:
        """The number of cutoffs."""
        return len(self.skipped_counts)

    @property
    def is_whole(self) -> bool:
        """True if the search finished: its last event left the root, or the root is a leaf."""
        return not self._path

    def __call__(self, event: Event) -> None:
        """Handle one event."""
        path, shown = self._path, self._shown
        if isinstance(event, Enter):
            _, move, ply, player, alpha, beta = event
            node = len(self.kinds)
            if self._on_nodes and node % NODES_BETWEEN_REPORTS == 0:
                self._on_nodes(node)
            # After an interrupted pass of a deepening search, the next one begins at the root again.
            del path[ply:]
            number = self._number_of(move) if ply else -1
            self._window = alpha, beta
            self._add_node((path[-1] if path else -1, number, player, shown(alpha), shown(beta)))
            self.kinds.append(0)
            self.bounds.append(0)
            self._bounds.enter(ply, player)
            path.append(node)
            self._add_step((ENTER, node, 0))
        elif isinstance(event, Leave):
            node = path.pop()
            self.bounds[node] = self._bounds.leave(event.value)
            if self.kinds[node] == 0:
                self._add_step((LEAVE, node, shown(event.value)))
        elif isinstance(event, Leaf):
            node = path[-1]
            self.leaves += 1
            kind = self.kinds[node] = _KIND_NUMBERS[event.kind]
            if kind == TABLE:
                self._bounds.known(event.value, *self._window)
            else:
                self._bounds.leaf(event.value)
            self._add_step((LEAF, node, shown(event.value)))
        elif isinstance(event, BackUp):
            self._add_step((BACK_UP, path[-1], shown(event.value)))
        elif isinstance(event, Cut):
            self._bounds.cut()
            self.skipped_counts.append(len(event.skipped))
            self.skipped.extend(map(self._number_of, event.skipped))
            self._add_step((CUT, path[-1], shown(event.value)))
        else:
            node = path[-1]
            changed = event.beta if self._nodes[node * NODE_FIELDS + 2] else event.alpha
            self._add_step((WINDOW, node, shown(changed)))

    def _number_of(self, move: Any) -> int:
        number = self._texts.get(move)
        if number is None:
            number = self._texts[move] = len(self.texts)
            self.texts.append(self._format_move(move))
        return number

    def as_data(self) -> dict[str, Any]:
        """All of it as columns, ready for JSON; an open window is null."""
        parents, moves, players, alphas, betas = (self._nodes[field::NODE_FIELDS] for field in range(NODE_FIELDS))
        what, nodes, values = (self._steps[field::STEP_FIELDS] for field in range(STEP_FIELDS))
        return {
            "nodes": {
                "parent": parents,
                "move": moves,
                "player": list(map(int, players)),
                "kind": self.kinds,
                "bound": self.bounds,
                "alpha": [None if value == -INFINITY else value for value in alphas],
                "beta": [None if value == INFINITY else value for value in betas],
            },
            "steps": {"what": what, "node": nodes, "value": values},
            "cuts": {"count": self.skipped_counts, "move": self.skipped},
            "moves": self.texts,
            "leaves": self.leaves,
            "whole": self.is_whole,
        }
