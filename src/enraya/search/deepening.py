"""Alpha-beta+: iterative deepening with a table, symmetry and learned move order. The default opponent.

It searches one ply, then two, then three …; each pass leaves a move order and a table that make the next one
cheaper, and whenever the clock stops it the last pass stands.
"""

from __future__ import annotations

from typing import Any

from enraya.game import Game, Player
from enraya.search.limit import Budget, OutOfBudget
from enraya.search.memory import Memory
from enraya.search.node import Found, Order, in_given_order
from enraya.search.ordering import Ordering
from enraya.search.symmetry import face_finder
from enraya.search.table import MOST_ENTRIES
from enraya.search.trace import BackUp, Cut, Enter, Leaf, Leave, Observer, Window
from enraya.search.value import Scale

INFINITY = float("inf")


class Deepening:
    """The search of one game; what it learns stays for the next position of the same game."""

    def __init__(self, game: Game[Any, Any], scale: Scale, most_entries: int = MOST_ENTRIES) -> None:
        self.game, self.scale = game, scale
        self._memory = Memory(scale, face_finder(game), most_entries, any_depth=True)
        self._ordering = Ordering()

    def search(
        self, state: Any, *, budget: Budget, depth: int, root_order: Order, observer: Observer | None = None
    ) -> tuple[Found, int]:
        """What is found from *state* within *budget* and at most *depth* plies, and the depth of the last full pass."""
        found, reached = Found(self.game.to_move(state)), 0
        for depth_now in range(1, depth + 1):
            attempt = Found(self.game.to_move(state))
            try:
                self.look(state, attempt, depth_now, budget, root_order, observer)
            except OutOfBudget:
                # The pass began with the best move of the one before: what it finished is at least as good.
                if attempt.roots:
                    found = self._completed(attempt, found, depth_now)
                break
            found, reached = attempt, depth_now
            if not found.guessed:
                break
        return found, reached

    def _completed(self, attempt: Found, before: Found, depth: int) -> Found:
        """The unfinished pass *attempt*, with the values of the pass *before* for the root moves it did not reach."""
        reached = {root.move for root in attempt.roots}
        attempt.roots += [root for root in before.roots if root.move not in reached]
        # The pass before had found no nearer win than the one this pass came to.
        value = attempt.value or 0
        attempt.guessed = not (value > 0 and self.scale.is_decided_within(value, depth))
        return attempt

    def look(
        self,
        state: Any,
        found: Found,
        depth: int,
        budget: Budget,
        root_order: Order = in_given_order,
        observer: Observer | None = None,
    ) -> None:
        """One pass: fill *found* with what is found exactly *depth* plies ahead."""
        game, scale, memory, ordering = self.game, self.scale, self._memory, self._ordering
        first = Player.FIRST

        def value_of(state: Any, move: Any, ply: int, alpha: float, beta: float) -> tuple[float, Any, bool]:
            # Step 1. Enter; a finished game or the depth limit is a leaf.
            budget.spend()
            player = game.to_move(state)
            if observer:
                observer(Enter(state, move, ply, player, alpha, beta))
            result = game.outcome(state)
            if result is not None or ply >= depth:
                value = scale.of_unfinished(state) if result is None else scale.of_outcome(result, ply)
                _tell_leaf(observer, ply, value, "estimate" if result is None else "outcome")
                return value, None, result is None

            # Step 2. Known from before, as deep as needed or proven: enough if it is exact or past the window.
            key = memory.key(state)
            known = memory.recall(key, ply, depth - ply, alpha, beta) if ply else None
            if known is not None:
                _tell_leaf(observer, ply, known[0], "table")
                return known[0], None, known[1]

            # Step 3. The children, likeliest best first.
            maximises = player == first
            best, line, guessed = (-INFINITY if maximises else INFINITY), None, False
            alpha_before, beta_before = alpha, beta
            moves = game.legal_moves(state)
            if ply == 0:
                # Sorting is stable, so this is what decides between moves that look the same.
                moves = root_order(state, moves, ply)
            moves = ordering.sort(state, moves, ply)
            for index, move in enumerate(moves):
                value, rest, was_guessed = value_of(game.play(state, move), move, ply + 1, alpha, beta)
                guessed |= was_guessed
                is_better = value > best if maximises else value < best
                if ply == 0:
                    found.add_root(move, value, (move, rest), guessed=was_guessed, is_exact=is_better)
                if not is_better:
                    continue
                best, line = value, (move, rest)
                if observer:
                    observer(BackUp(ply, move, value))
                if best >= beta if maximises else best <= alpha:
                    if observer:
                        observer(Cut(ply, best, alpha, beta, tuple(moves[index + 1 :])))
                    ordering.cut_with(move, ply, depth - ply)
                    break
                if maximises:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if observer:
                    observer(Window(ply, alpha, beta))

            # Step 4. Remember it. A forced win or loss within the depth is proven whatever else was guessed; of one
            # beyond it, which the table knew, there may be a nearer one.
            if line is not None:
                ordering.best_was(state, line[0])
            guessed = guessed and not scale.is_decided_within(best, depth)
            memory.keep(key, ply, depth - ply, alpha_before, beta_before, best, guessed)
            if observer:
                observer(Leave(ply, best))
            return best, line, guessed

        value, line, found.guessed = value_of(state, None, 0, -INFINITY, INFINITY)
        found.finish(value, line)


def _tell_leaf(observer: Observer | None, ply: int, value: float, kind: str) -> None:
    if observer:
        observer(Leaf(ply, value, kind))
        observer(Leave(ply, value))
