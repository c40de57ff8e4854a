"""Iterative deepening: alpha-beta one ply deep, then two, then three, with a transposition table, symmetry, killer
moves and history. The default opponent, *alphabeta+*.

Each iteration leaves a move order and a table that make the next one cheaper; when the clock stops one, the last
finished iteration stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enraya.game import Game
from enraya.search.alphabeta import alphabeta
from enraya.search.limit import Budget, OutOfBudget
from enraya.search.ordering import Ordering
from enraya.search.root_result import Order, RootResult, in_given_order
from enraya.search.symmetry import canonical_form
from enraya.search.trace import Observer
from enraya.search.transposition_table import MOST_ENTRIES, TranspositionTable
from enraya.search.value import Scale


class Deepening:
    """The search of one game; what it learns stays for the next position of the same game."""

    def __init__(self, game: Game[Any, Any], scale: Scale, most_entries: int = MOST_ENTRIES) -> None:
        self.game, self.scale = game, scale
        self._table = TranspositionTable(scale, canonical_form(game), most_entries, any_depth=True)
        self._ordering = Ordering()

    def search(
        self, state: Any, *, budget: Budget, depth: int, root_order: Order, observer: Observer | None = None
    ) -> tuple[RootResult, int]:
        """Search *state* by iterative deepening within *budget* and *depth*; return the result and the depth of the
        last full iteration.
        """
        found, reached = RootResult(self.game.to_move(state)), 0
        for depth_now in range(1, depth + 1):
            attempt = RootResult(self.game.to_move(state))
            try:
                self.iterate(state, attempt, depth_now, budget, root_order, observer)
            except OutOfBudget:
                # The iteration began with the best move of the one before: what it finished is at least as good.
                if attempt.roots:
                    found = self._completed(attempt, found, depth_now)
                break
            found, reached = attempt, depth_now
            if not found.guessed:
                break
        return found, reached

    def _completed(self, attempt: RootResult, before: RootResult, depth: int) -> RootResult:
        """The unfinished iteration *attempt*, with the values of the one *before* for root moves it did not reach."""
        reached = {root.move for root in attempt.roots}
        attempt.roots += [root for root in before.roots if root.move not in reached]
        # The iteration before had found no nearer win than the one this iteration came to.
        value = attempt.value or 0
        attempt.guessed = not (value > 0 and self.scale.is_decided_within(value, depth))
        return attempt

    def moves_alike(self, state: Any, found: RootResult, depth: int, budget: Budget) -> list[Any]:
        """The moves of *state* worth just what the best is by *found*, which was proven *depth* plies ahead.

        Of a move that is not the best a search knows only that it is no better: it is looked at again, as far as the
        budget goes.
        """
        game, player, alike = self.game, found.player, [found.principal_variation[0]]
        for root in found.roots:
            if root.move == found.principal_variation[0] or root.value != found.value:
                continue
            child = game.play(state, root.move)
            below, _ = self.search(child, budget=budget, depth=max(1, depth - 1), root_order=in_given_order)
            if below.value is not None and not below.guessed:
                value = below.value if below.player == player else -below.value
                if self.scale.from_root(value, 1) == found.value:
                    alike.append(root.move)
        return alike

    def iterate(
        self,
        state: Any,
        found: RootResult,
        depth: int,
        budget: Budget,
        root_order: Order = in_given_order,
        observer: Observer | None = None,
    ) -> None:
        """One iteration: fill *found* with what alpha-beta finds exactly *depth* plies ahead."""

        def order(state: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
            return moves if ply else root_order(state, moves, ply)

        alphabeta(
            self.game,
            state,
            found,
            scale=self.scale,
            budget=budget,
            depth=depth,
            order=order,
            table=self._table,
            ordering=self._ordering,
            observer=observer,
        )
