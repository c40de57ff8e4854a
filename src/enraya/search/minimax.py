"""Minimax: the whole tree, or all of it down to a depth."""

from __future__ import annotations

from typing import Any

from enraya.game import Game, Player
from enraya.search.limit import Budget
from enraya.search.root_result import Order, RootResult, in_given_order
from enraya.search.trace import BackUp, Enter, Leaf, Leave, Observer
from enraya.search.value import Scale

INFINITY = float("inf")


def minimax(
    game: Game[Any, Any],
    state: Any,
    found: RootResult,
    *,
    scale: Scale,
    budget: Budget,
    depth: float = INFINITY,
    order: Order = in_given_order,
    observer: Observer | None = None,
) -> None:
    """Fill *found* with the value both sides can force from *state*, looking *depth* plies ahead."""
    first = Player.FIRST
    outcome, to_move, legal_moves, play = game.outcome, game.to_move, game.legal_moves, game.play

    def value_of(state: Any, move: Any, ply: int) -> tuple[float, Any]:
        budget.spend()
        if observer:
            observer(Enter(state, move, ply, to_move(state), -INFINITY, INFINITY))
        result = outcome(state)
        if result is not None or ply >= depth:
            value = scale.of_unfinished(state) if result is None else scale.of_outcome(result, ply)
            found.guessed = result is None
            if observer:
                observer(Leaf(ply, value, "estimate" if result is None else "outcome"))
                observer(Leave(ply, value))
            return value, None
        maximises = to_move(state) == first
        best, variation = (-INFINITY, None) if maximises else (INFINITY, None)
        guessed = False
        for move in order(state, legal_moves(state), ply):
            value, rest = value_of(play(state, move), move, ply + 1)
            guessed |= found.guessed
            if value > best if maximises else value < best:
                best, variation = value, (move, rest)
                if observer:
                    observer(BackUp(ply, move, value))
            if ply == 0:
                found.add_root(move, value, (move, rest), guessed=found.guessed)
        # A forced end is proven whatever else was guessed.
        found.guessed = guessed and not scale.is_decided(best)
        if observer:
            observer(Leave(ply, best))
        return best, variation

    found.finish(*value_of(state, None, 0))
