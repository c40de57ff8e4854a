"""Move ordering: the better the order, the more alpha-beta cuts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any


class Ordering:
    """Learns from the moves that cut: the last two at each ply (killers), and each move's record (history)."""

    def __init__(self) -> None:
        self._killers: dict[int, list[Any]] = defaultdict(list)
        self._history: dict[Any, float] = defaultdict(int)
        self._best: dict[Any, Any] = {}

    def sort(self, key: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
        """*moves* of the position *key*: the best one known, killers, then by history; ties as given."""
        if len(moves) < 2:
            return moves
        best, killers, history = self._best.get(key), self._killers[ply], self._history
        return sorted(
            moves, key=lambda move: (move != best, move not in killers, -history[move] if move in history else 0)
        )

    def best_was(self, key: Any, move: Any) -> None:
        """Record the best move found at the position *key*."""
        self._best[key] = move

    def cut_with(self, move: Any, ply: int, depth: float) -> None:
        """Record that *move* cut at *ply* with *depth* plies below it (killer moves and history)."""
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]
        self._history[move] += depth * depth
