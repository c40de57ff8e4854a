"""Values of moves looked up: in a stored table, or in what retrograde analysis found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.search.limit import Budget
from enraya.solve.method import Run, best_of
from enraya.solve.solution import SolvedValue, Worth


class LookupRun(Run):
    """One solve by the *worth* of the positions that the moves lead to; each move spends a node."""

    def __init__(self, game: Game[Any, Any], worth: Callable[[Any], Worth], budget: Budget) -> None:
        self._game, self._worth, self._budget = game, worth, budget

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        game, sign = self._game, 1 if self._game.to_move(state) == Player.FIRST else -1
        moves = []
        for move in game.legal_moves(state):
            self._budget.spend()
            worth = self._known(game.play(state, move))
            if worth.plies is None or not worth.outcome or game.scored:
                plies = game.plies_left(state)
            else:
                plies = worth.plies + 1
            moves.append((move, SolvedValue(worth.outcome * sign, plies)))
        return moves

    def _known(self, state: Any) -> Worth:
        """The worth of *state*, which was met when the game was laid out, unless its rules say something else now."""
        try:
            return self._worth(state)
        except KeyError:
            raise EnrayaError("error.rules_differ", game=self._game.name) from None

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        return best_of(self._game, self.every_move(state))
