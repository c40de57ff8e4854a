"""The best and the worst possible move order: moves sorted by their searched values.

Nobody who plays has such an order, since it takes a search to know it; it shows how much alpha-beta hangs on the
order it is given. What the order itself costs is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from enraya.game import Game, Player
from enraya.search.deepening import Deepening
from enraya.search.limit import Budget, Limit
from enraya.search.native import NativeSearch, is_available
from enraya.search.root_result import RootResult
from enraya.search.value import Scale


class Ranking:
    """An `Order` for searches of *depth* plies: by the value of each move, for the side to move."""

    def __init__(
        self, game: Game[Any, Any], scale: Scale, depth: int, *, best_first: bool, own: Budget, searching: Budget
    ) -> None:
        """Ranking spends its *own* budget; the time it takes is no time of the budget *searching*."""
        self._game, self._scale, self._depth, self._best_first = game, scale, depth, best_first
        self._own, self.searching = own, searching
        self._search, self._core = Deepening(game, scale), _core_for(game)
        self._known: dict[Any, Sequence[Any]] = {}

    def __call__(self, state: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
        """*moves* in order; equal ones as given."""
        if (state, ply) not in self._known:
            begun = time.monotonic()
            is_first = self._game.to_move(state) == Player.FIRST
            values = {move: self._value(self._game.play(state, move), ply + 1) for move in moves}
            descending = is_first == self._best_first
            self._known[state, ply] = sorted(moves, key=lambda move: -values[move] if descending else values[move])
            self.searching.excuse(time.monotonic() - begun)
        return self._known[state, ply]

    def _value(self, state: Any, ply: int) -> float:
        """The value of *state* for the first player, searched as deep as the search will from there."""
        left = max(0, self._depth - ply)
        if self._core is not None and left and self._game.outcome(state) is None:
            # Each of these is a search: the clock is looked at before every one.
            self._own.look()
            report = self._core.search(state, Limit(depth=left), scale=self._scale)
            value = report.value or 0
            if report.plies is not None:
                value = self._scale.of_outcome(1 if value > 0 else -1, report.plies)
            return value if self._game.to_move(state) == Player.FIRST else -value
        found = RootResult(Player.FIRST)
        self._search.iterate(state, found, left, self._own)
        assert found.value is not None
        return found.value


def _core_for(game: Game[Any, Any]) -> NativeSearch | None:
    return NativeSearch(game) if is_available() and game.kernel() is not None else None
