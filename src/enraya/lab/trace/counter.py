"""Counts the nodes, leaves and cuts of a search from its events."""

from __future__ import annotations

from enraya.search.trace import Cut, Enter, Event, Leaf


class Counter:
    """An observer that keeps numbers only."""

    def __init__(self) -> None:
        self.nodes = self.leaves = self.cuts = 0

    def __call__(self, event: Event) -> None:
        """Handle one event."""
        kind = type(event)
        if kind is Enter:
            self.nodes += 1
        elif kind is Leaf:
            self.leaves += 1
        elif kind is Cut:
            self.cuts += 1


def effective_branching(nodes: int, depth: int) -> float | None:
    """The branching of an even tree with so many nodes and levels: *nodes* = 1 + b + b² + … + b^*depth*."""
    if depth < 1 or nodes < 2:
        return None
    low, high = 0.0, float(nodes)
    for _ in range(100):
        middle = (low + high) / 2
        total, layer = 1.0, 1.0
        for _ in range(depth):
            layer *= middle
            total += layer
            if total > nodes:
                break
        low, high = (middle, high) if total < nodes else (low, middle)
    return round(low, 3)
