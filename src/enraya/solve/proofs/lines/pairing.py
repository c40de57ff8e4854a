"""Pairing strategies and Erdős–Selfridge weights: why a side cannot win, checked in one step (docs/mnk.md).

The holder answers a move in one cell of a pair by its other cell, so no line through both is ever filled. The other
lines that the opponent may still fill weigh 2 to the number of the opponent's pieces in them, where the cells of pairs
count as the opponent's. By taking the heaviest cell, which is in no pair, the holder keeps their sum from growing from
one of the opponent's moves to the next (Erdős–Selfridge): if it is below the weight of a full line after the
opponent's next move, whichever it is, it stays below. A pair that stops no line is none: nobody would write it.
"""

from __future__ import annotations

from collections.abc import Sequence

Pairs = Sequence[tuple[int, int]]


def is_held(lines: Sequence[int], attacker: int, holder: int, pairs: Pairs, *, attacker_moves: bool) -> bool:
    """True if *pairs* and the Erdős–Selfridge weights show that the attacker fills none of *lines*. Sets of cells have
    a bit a cell.
    """
    return pairing_zone(lines, attacker, holder, pairs, attacker_moves=attacker_moves) is not None


def pairing_zone(lines: Sequence[int], attacker: int, holder: int, pairs: Pairs, *, attacker_moves: bool) -> int | None:
    """The relevance zone of a pairing strategy: the empty cells that it counts on; None if it does not hold.

    They are those of the pairs, and of the lines that are held by weight: any other line is stopped already, by a piece
    or by a pair, and the attacker may have more pieces there.
    """
    taken = attacker | holder
    paired = 0
    pair_sets = []
    for one, two in pairs:
        pair = 1 << one | 1 << two
        if one == two or pair & (taken | paired):
            return None
        paired |= pair
        pair_sets.append(pair)
    zone = paired
    total = stopping = 0
    added: dict[int, int] = {}
    for line in lines:
        if line & holder:
            continue
        in_pairs = line & paired
        if in_pairs & (in_pairs - 1) and (stops := [pair for pair in pair_sets if line & pair == pair]):
            for pair in stops:
                stopping |= pair
            continue
        weight = 1 << (line & (attacker | paired)).bit_count()
        total += weight
        free = line & ~(attacker | paired)
        zone |= free
        while free:
            cell = free & -free
            added[cell] = added.get(cell, 0) + weight
            free ^= cell
    if stopping != paired:
        return None
    most = max(added.values(), default=0) if attacker_moves else 0
    return zone if total + most < 1 << lines[0].bit_count() else None
