"""The limit of a search: any of time, depth and nodes; and the budget that enforces it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TypeVar

from enraya.errors import NotationError

DEEPEST = 1000
"""The greatest depth of any search: no game of ours is longer."""

# A search calls itself for every ply, and the rules at the bottom need room too. Calls from Python to Python take no
# stack of the processor.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 5 * DEEPEST))

NODES_BETWEEN_LOOKS = 256
SECONDS_BETWEEN_LOOKS = 0.05
"""How often a budget looks at the clock: after so many nodes, or fewer where the rules of a game are slow."""


@dataclass(frozen=True)
class Limit:
    """The resources that a search may use; None is no limit. A search looks at least one ply ahead."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 1:
            raise NotationError("error.depth", depth=self.depth)

    def within(self, other: Limit) -> Limit:
        """The stricter of the two, each way."""
        return Limit(
            _least(self.seconds, other.seconds), _least(self.depth, other.depth), _least(self.nodes, other.nodes)
        )

    def part(self, part: float) -> Limit:
        """A *part* of the time and of the nodes, but never none; the same depth."""
        return Limit(
            seconds=None if self.seconds is None else self.seconds * part,
            depth=self.depth,
            nodes=None if self.nodes is None else max(1, int(self.nodes * part)),
        )

    def left_after(self, budget: Budget) -> Limit:
        """The time and the nodes that *budget* has not used of this limit, but never none; no depth."""
        return Limit(
            seconds=None if self.seconds is None else max(0.001, self.seconds - budget.seconds),
            nodes=None if self.nodes is None else max(1, self.nodes - budget.nodes),
        )


UNLIMITED = Limit()


Number = TypeVar("Number", int, float)


def _least(one: Number | None, two: Number | None) -> Number | None:
    return two if one is None else one if two is None else min(one, two)


class OutOfBudget(Exception):
    """Raised inside a search, and caught by it, when its limit is reached or it is told to stop."""


class Budget:
    """Counts the nodes of one search and ends it in time."""

    def __init__(
        self, limit: Limit = UNLIMITED, stop: Event | None = None, on_nodes: Callable[[int], None] | None = None
    ) -> None:
        """*on_nodes* is called now and then with the number of nodes so far."""
        self.started = time.monotonic()
        self.nodes = 0
        self._most = limit.nodes
        self._until = None if limit.seconds is None else self.started + limit.seconds
        self.stop, self._on_nodes = stop, on_nodes
        self._next_look, self._last_look, self._between_looks = 0, self.started, 1

    @property
    def seconds(self) -> float:
        """The time used so far."""
        return time.monotonic() - self.started

    @property
    def seconds_left(self) -> float | None:
        """The time that is left; None is any time."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    def excuse(self, seconds: float) -> None:
        """Do not count *seconds* that have passed."""
        self.started += seconds
        if self._until is not None:
            self._until += seconds

    def spend(self) -> None:
        """Enter one node, or raise OutOfBudget."""
        if self.nodes >= self._next_look:
            self.look()
        self.nodes += 1

    def foresee(self, nodes: int) -> None:
        """Raise OutOfBudget at once if so many more *nodes*, which are sure to come, are more than there are left."""
        if self._most is not None and self.nodes + nodes > self._most:
            raise OutOfBudget

    def look(self) -> None:
        """Raise OutOfBudget if there is nothing left, and tell how many nodes there have been."""
        if self._most is not None and self.nodes >= self._most:
            raise OutOfBudget
        now = time.monotonic()
        if self._until is not None and now >= self._until:
            raise OutOfBudget
        if self.stop is not None and self.stop.is_set():
            raise OutOfBudget
        if self._on_nodes is not None:
            self._on_nodes(self.nodes)
        passed, self._last_look = now - self._last_look, now
        if passed > SECONDS_BETWEEN_LOOKS:
            self._between_looks = max(1, int(self._between_looks * SECONDS_BETWEEN_LOOKS / passed))
        else:
            self._between_looks = min(NODES_BETWEEN_LOOKS, self._between_looks * 2)
        self._next_look = self.nodes + self._between_looks
        if self._most is not None:
            self._next_look = min(self._next_look, self._most)
