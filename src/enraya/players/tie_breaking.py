"""The choice among moves of the same value: the one after which a weak opponent errs most (docs/players.md).

Equal values are not equal chances. Whoever knows by search or by solution that several moves are worth the same, be it
a win, a draw or a loss, asks here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.expectation import Expectation, expect
from enraya.search.limit import DEEPEST, Budget, Limit
from enraya.search.native_expectation import NativeExpectation
from enraya.search.value import Evaluate

NODES = {True: 400_000, False: 20_000}
"""Node limits of a choice, in the C++ search and in Python: about a tenth of a second.

A count and not a time, so that the same move is chosen on every machine that has the time for it.
"""

COMPARING = 0.6
"""The part of the time left, once a move is known, for finding the others that are worth the same."""

SAME = 1e-6
"""Chances that differ by less count as the same."""


@dataclass(frozen=True)
class ChosenMove:
    """The move chosen, and the nodes it took to choose it."""

    move: Any
    nodes: int = 0


class TieBreaker:
    """Chooses among moves of the same value, in games of one kind."""

    def __init__(self, game: Game[Any, Any], *, evaluate: Evaluate | None = None, native: bool = True) -> None:
        self._game, self._evaluate = game, evaluate
        self._core: NativeExpectation | None = None
        if native and evaluate is None:
            with suppress(LookupError):
                self._core = NativeExpectation(game)

    def choose(
        self, position: Position, moves: Sequence[Any], limit: Limit, *, dice: Random | None, stop: Event | None = None
    ) -> ChosenMove:
        """One of *moves*, which are worth the same: by the chances, then by the looks, then by the dice if any."""
        if len(moves) == 1:
            return ChosenMove(moves[0])
        budget = Budget()
        chances = self._chances(position, moves, limit, budget, stop).of_moves
        if chances:
            most = max(chances)
            moves = [move for move, chance in zip(moves, chances, strict=True) if most - chance <= SAME]
        looks = [self._look(position, move) for move in moves]
        best = [move for move, seen in zip(moves, looks, strict=True) if seen == max(looks)]
        return ChosenMove(best[0] if dice is None else dice.choice(best), budget.nodes)

    def _chances(
        self, position: Position, moves: Sequence[Any], limit: Limit, budget: Budget, stop: Event | None
    ) -> Expectation:
        core = self._core if self._game.kernel_state(position.state) is not None else None
        limit = limit.within(Limit(nodes=NODES[core is not None]))
        if core is not None:
            return core.expect(position.state, moves, limit, budget, stop)
        counting = Budget(limit, stop)
        found = expect(
            position.onward,
            position.state,
            moves,
            counting,
            depth=limit.depth or DEEPEST,
            evaluate=self._evaluate,
        )
        budget.nodes += counting.nodes
        return found

    def _look(self, position: Position, move: Any) -> float:
        """The evaluation of the position after *move* for its maker; the outcome if the game is over."""
        game, player = position.onward, position.to_move
        child = game.play(position.state, move)
        outcome = game.outcome(child)
        if outcome is None:
            return (self._evaluate or game.evaluate)(child, player)
        return outcome if player == Player.FIRST else -outcome
