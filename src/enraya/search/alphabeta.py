"""Alpha-beta: minimax's value and move from fewer nodes.

Alpha is what MAX is sure of already, beta what MIN is sure of. A node whose value reaches past them is left at
once: the other side will not come here. With the convention `>=` reaching alpha or beta is enough to cut; with `>`
the value must go beyond it.

This is the only alpha-beta in Python: iterative deepening (`deepening`) calls it once for each depth.
"""

from __future__ import annotations

from typing import Any, Literal

from enraya.game import Game, Player
from enraya.search.limit import Budget
from enraya.search.ordering import Ordering
from enraya.search.root_result import Order, RootResult, in_given_order
from enraya.search.trace import BackUp, Cut, Enter, Leaf, Leave, Observer, Window
from enraya.search.transposition_table import TranspositionTable
from enraya.search.value import Scale

CutConvention = Literal[">=", ">"]
INFINITY = float("inf")


def alphabeta(
    game: Game[Any, Any],
    state: Any,
    found: RootResult,
    *,
    scale: Scale,
    budget: Budget,
    depth: float = INFINITY,
    cut: CutConvention = ">=",
    order: Order = in_given_order,
    table: TranspositionTable | None = None,
    ordering: Ordering | None = None,
    observer: Observer | None = None,
) -> None:
    """Fill *found* as `minimax` would; root moves that cannot be best keep only a bound.

    A *table*, if there is one, is asked before the moves of a position are searched, and told after. An *ordering*, if
    there is one, sorts the moves after *order* did, and is told which moves were best and which cut.
    """
    first = Player.FIRST
    outcome, to_move, legal_moves, play = game.outcome, game.to_move, game.legal_moves, game.play
    on_equal = cut == ">="

    def value_of(state: Any, move: Any, ply: int, alpha: float, beta: float) -> tuple[float, Any]:
        # Step 1. Enter; a finished game or the depth limit is a leaf.
        budget.spend()
        if observer:
            observer(Enter(state, move, ply, to_move(state), alpha, beta))
        result = outcome(state)
        if result is not None or ply >= depth:
            value = scale.of_unfinished(state) if result is None else scale.of_outcome(result, ply)
            found.guessed = result is None
            if observer:
                observer(Leaf(ply, value, "estimate" if result is None else "outcome"))
                observer(Leave(ply, value))
            return value, None

        # Step 2. A position met before need not be searched again.
        if table is not None:
            key, entered = table.key(state), (alpha, beta)
            known = table.look_up(key, ply, depth - ply, alpha, beta) if ply else None
            if known is not None:
                found.guessed = known[1]
                if observer:
                    observer(Leaf(ply, known[0], "table"))
                    observer(Leave(ply, known[0]))
                return known[0], None

        maximises = to_move(state) == first
        best, variation = (-INFINITY, None) if maximises else (INFINITY, None)
        guessed = False
        moves = order(state, legal_moves(state), ply)
        if ordering is not None:
            # Sorting is stable: *order* decides between moves that look the same.
            moves = ordering.sort(state, moves, ply)
        for index, move in enumerate(moves):
            # Step 3. A child's value comes back.
            value, rest = value_of(play(state, move), move, ply + 1, alpha, beta)
            guessed |= found.guessed
            is_better = value > best if maximises else value < best
            if ply == 0:
                found.add_root(move, value, (move, rest), guessed=found.guessed, is_exact=is_better)
            if not is_better:
                continue
            best, variation = value, (move, rest)
            if observer:
                observer(BackUp(ply, move, value))

            # Step 4. Past the window: the other side has something better elsewhere.
            limit = beta if maximises else alpha
            if (best > limit if maximises else best < limit) or (on_equal and best == limit):
                if observer:
                    observer(Cut(ply, best, alpha, beta, tuple(moves[index + 1 :])))
                if ordering is not None:
                    ordering.cut_with(move, ply, depth - ply)
                break

            # Step 5. Inside it: the window narrows.
            if maximises and best > alpha:
                alpha = best
            elif not maximises and best < beta:
                beta = best
            else:
                continue
            if observer:
                observer(Window(ply, alpha, beta))

        # Step 6. Remember it. A forced end within the depth is proven whatever else was guessed; of one beyond it,
        # which the table of earlier searches knew, there may be a nearer one.
        found.guessed = guessed and not scale.is_decided_within(best, depth)
        if ordering is not None and variation is not None:
            ordering.best_was(state, variation[0])
        if table is not None:
            table.store(key, ply, depth - ply, *entered, best, found.guessed)
        if observer:
            observer(Leave(ply, best))
        return best, variation

    found.finish(*value_of(state, None, 0, -INFINITY, INFINITY))
