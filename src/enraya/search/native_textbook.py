"""Minimax and alpha-beta by the C++ core, where they go to the end of a small line game: the same nodes, sooner."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING, Any

from enraya.game import Game
from enraya.kernel import LineKernel
from enraya.search.alphabeta import CutConvention
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.native import BOUNDS, CoreWatch, is_available
from enraya.search.report import RootValue
from enraya.search.root_result import RootResult
from enraya.search.value import Scale

if TYPE_CHECKING or is_available():
    from enraya._native import TextbookSearch

WIN = 1000
"""A win on the spot, to the core: more than a game on its boards can last."""

CUTS: dict[CutConvention | None, int] = {None: 0, ">=": 1, ">": 2}


class NativeTextbook:
    """The two searches for one game; LookupError if the core does not play it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        kernel = game.kernel()
        if not is_available() or not isinstance(kernel, LineKernel):
            raise LookupError(game.name)
        try:
            self._core = TextbookSearch(*kernel)
        except ValueError:
            raise LookupError(game.name) from None
        self._game = game
        self._indices = {game.kernel_move(index): index for index in range(kernel.cells)}

    def sees_only_ends(self, state: Any, depth: float) -> bool:
        """True if a search of *state* to this *depth* meets no unfinished position to evaluate."""
        left = self._game.plies_left(state)
        return left is not None and depth >= left and self._game.kernel_state(state) is not None

    def search(
        self,
        state: Any,
        found: RootResult,
        *,
        cut: CutConvention | None,
        scale: Scale,
        budget: Budget,
        root_moves: Sequence[Any],
        limit: Limit,
        stop: Event | None,
    ) -> None:
        """Fill *found* as `alphabeta` with this *cut* would, or without one `minimax`."""
        taken = self._game.kernel_state(state)
        assert taken is not None
        with CoreWatch(self._core, stop):
            report = self._core.search(
                taken[0],
                taken[1],
                int(taken[2]),
                [self._indices[move] for move in root_moves],
                cut=CUTS[cut],
                win=WIN if scale.distance else 0,
                nodes=limit.nodes or 0,
                seconds=limit.seconds or 0.0,
            )
        budget.nodes += report.nodes
        move = self._game.kernel_move

        def worth(value: int) -> float:
            return scale.of_outcome(value, WIN - abs(value))

        # It meets no unfinished position.
        found.roots += [
            RootValue(move(index), worth(value), BOUNDS[bound], True) for index, value, bound in report.roots
        ]
        if found.roots:
            found.value, found.principal_variation = (
                worth(report.value),
                tuple(move(index) for index in report.principal_variation),
            )
        if report.stopped:
            raise OutOfBudget
