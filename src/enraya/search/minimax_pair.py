"""Minimax as textbooks write it first: a function for MAX and one for MIN that call each other.

The same values, moves, nodes and events as `minimax`; the two differ in how they are written, which is what a course
that sets the pair wants to compare. Which of the two judges a child depends on whose turn it is there, not on the
ply: in OSO whoever scores moves again.
"""

from __future__ import annotations

from typing import Any

from enraya.game import Game, Player
from enraya.search.limit import Budget
from enraya.search.root_result import Order, RootResult, in_given_order
from enraya.search.trace import BackUp, Enter, Leaf, Leave, Observer
from enraya.search.value import Scale

INFINITY = float("inf")
Valued = tuple[float, Any]
"""A value, and the variation that leads to it."""


def minimax_pair(
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
    """Fill *found* as `minimax` would."""

    def max_value(state: Any, ply: int) -> Valued:
        best: Valued = (-INFINITY, None)
        guessed = False
        for move in order(state, game.legal_moves(state), ply):
            value, rest = value_after(state, move, ply)
            guessed |= found.guessed
            if value > best[0]:
                best = keep(ply, move, value, rest)
        found.guessed = guessed
        return best

    def min_value(state: Any, ply: int) -> Valued:
        best: Valued = (INFINITY, None)
        guessed = False
        for move in order(state, game.legal_moves(state), ply):
            value, rest = value_after(state, move, ply)
            guessed |= found.guessed
            if value < best[0]:
                best = keep(ply, move, value, rest)
        found.guessed = guessed
        return best

    def value_after(state: Any, move: Any, ply: int) -> Valued:
        value, rest = value_of(game.play(state, move), move, ply + 1)
        if ply == 0:
            found.add_root(move, value, (move, rest), guessed=found.guessed)
        return value, rest

    def keep(ply: int, move: Any, value: float, rest: Any) -> Valued:
        if observer:
            observer(BackUp(ply, move, value))
        return value, (move, rest)

    def value_of(state: Any, move: Any, ply: int) -> Valued:
        budget.spend()
        if observer:
            observer(Enter(state, move, ply, game.to_move(state), -INFINITY, INFINITY))
        result = game.outcome(state)
        if result is not None or ply >= depth:
            best = (scale.of_unfinished(state) if result is None else scale.of_outcome(result, ply)), None
            found.guessed = result is None
            if observer:
                observer(Leaf(ply, best[0], "estimate" if result is None else "outcome"))
        else:
            best = max_value(state, ply) if game.to_move(state) == Player.FIRST else min_value(state, ply)
            # A forced end is proven whatever else was guessed.
            found.guessed = found.guessed and not scale.is_decided(best[0])
        if observer:
            observer(Leave(ply, best[0]))
        return best

    found.finish(*value_of(state, None, 0))
