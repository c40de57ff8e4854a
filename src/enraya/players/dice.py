"""Chance that can be repeated: one source of it for each seed and position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from enraya.position import Position
from enraya.search.root_result import Order, in_given_order


def dice_for(seed: int | None, position: Position) -> Random:
    """The same dice for the same seed and moves; without a seed, other dice every time."""
    return Random() if seed is None else Random(f"{seed} {' '.join(position.move_texts)}")


def shuffled_at_root(seed: int | None, position: Position) -> Order:
    """Breaks ties at the root by the seed: of equally good moves a search keeps the first it sees.

    Without a seed the order is the game's own, so that node counts can be compared.
    """
    if seed is None:
        return in_given_order
    shuffled: list[Any] = []

    def order(state: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
        if ply:
            return moves
        if not shuffled:
            shuffled.extend(moves)
            dice_for(seed, position).shuffle(shuffled)
        return shuffled

    return order
