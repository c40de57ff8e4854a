"""Tells of each searched node whether its value is exact, a lower bound or an upper bound.

A node that was cut has more children than were looked at, so MAX may do better there and MIN worse; and what is built
on a bound may be no more than a bound itself. Each node therefore has a lowest and a highest value it can really have.
"""

from __future__ import annotations

from enraya.game import Player

EXACT, LOWER, UPPER = range(3)
BOUNDS = ("exact", "lower", "upper")
"""The kinds of bound, by their numbers; "lower" is "at least"."""

INFINITY = float("inf")


class Bounds:
    """Follows one search and says at each node that is left what its value is."""

    def __init__(self) -> None:
        # On the way down to the node being searched: whether MAX moves there, and its lowest and highest value so far.
        self._path: list[list[float]] = []

    def enter(self, ply: int, player: Player) -> None:
        """A node is entered."""
        worst = INFINITY if player else -INFINITY
        del self._path[ply:]
        self._path.append([not player, worst, worst])

    def leaf(self, value: float) -> None:
        """Record a leaf."""
        self._path[-1][1:] = value, value

    def known(self, value: float, alpha: float, beta: float) -> None:
        """Record a value from a table: past the window the table need not hold more than a bound."""
        low = -INFINITY if value <= alpha else value
        self._path[-1][1:] = low, INFINITY if value >= beta else value

    def cut(self) -> None:
        """Record a cutoff: the other children are not searched."""
        node = self._path[-1]
        if node[0]:
            node[2] = INFINITY
        else:
            node[1] = -INFINITY

    def leave(self, value: float) -> int:
        """Record that the node is left with *value*, and return the kind of bound that it is."""
        _, low, high = self._path.pop()
        if self._path:
            parent = self._path[-1]
            better = max if parent[0] else min
            parent[1], parent[2] = better(parent[1], low), better(parent[2], high)
        return EXACT if low == high else LOWER if value == low else UPPER
