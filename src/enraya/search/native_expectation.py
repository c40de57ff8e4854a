"""`expect` by the C++ core, for line games: the same definition, a hundred times as many positions."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING, Any

from enraya.game import Game
from enraya.kernel import LineKernel
from enraya.search.expectation import HALF_WAY, OPPONENT, Expectation, WeakPlayer
from enraya.search.limit import DEEPEST, Budget, Limit
from enraya.search.native import CoreWatch, is_available

if TYPE_CHECKING or is_available():
    from enraya._native import ExpectationSearch

TABLE_MEGABYTES = 16


class NativeExpectation:
    """The expectations of one game; LookupError if the core does not play it. Its table stays for the next position."""

    def __init__(self, game: Game[Any, Any], opponent: WeakPlayer = OPPONENT) -> None:
        kernel = game.kernel()
        if not is_available() or not isinstance(kernel, LineKernel):
            raise LookupError(game.name)
        self._core = ExpectationSearch(*kernel, TABLE_MEGABYTES)
        moves = len(kernel.columns) or kernel.cells
        self._game, self._opponent = game, opponent
        self._indices = {game.kernel_move(index): index for index in range(moves)}

    def expect(
        self,
        state: Any,
        moves: Sequence[Any],
        limit: Limit,
        budget: Budget,
        stop: Event | None = None,
    ) -> Expectation:
        """`expectation.expect` by the C++ core; the nodes are charged to *budget*."""
        taken = self._game.kernel_state(state)
        assert taken is not None
        with CoreWatch(self._core, stop):
            found = self._core.search(
                taken[0],
                taken[1],
                int(taken[2]),
                [self._indices[move] for move in moves],
                guided=self._opponent.guided,
                half_way=HALF_WAY,
                depth=limit.depth or DEEPEST,
                nodes=limit.nodes or 0,
                seconds=limit.seconds or 0.0,
            )
        budget.nodes += found.nodes
        return Expectation(tuple(found.of_moves), found.depth)
