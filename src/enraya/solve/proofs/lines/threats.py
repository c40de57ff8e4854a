"""Wins by threats, as threat-space search finds them, played out: each move leaves one cell that the other side has to
take, until one leaves two.

If a side would lose to such a sequence by passing, it does so with any move outside the zone of the sequence: the cells
that are used, and those of every line still open to it in which it has, forced replies included, all pieces but two. A
piece elsewhere stops no move and takes no reply away; each line through it lacks two more pieces until the end, so it
brings neither a line nor a threat (docs/mnk.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class PlayedOut(NamedTuple):
    """The cells that a winning sequence uses, those of the forced replies, and how many of its moves were needed."""

    used: int
    replied: int
    length: int


class LineSet:
    """Lines as sets of cells, a bit a cell."""

    def __init__(self, cells: int, lines: Sequence[Sequence[int]]) -> None:
        self.all = [sum(1 << cell for cell in line) for line in lines]
        self.length = len(lines[0])
        self._through = [[line for line in self.all if line >> cell & 1] for cell in range(cells)]

    def completing(self, own: int, others: int) -> int:
        """The empty cells that fill a line of *own* pieces."""
        return _completing(self.all, own, others)

    def play_out(self, attacker: int, defender: int, moves: Sequence[int]) -> PlayedOut | None:
        """Play the threat sequence *moves* of the attacker, who begins; None unless they are a win by threats."""
        if self.completing(attacker, defender):
            return None
        to_stop = self.completing(defender, attacker)
        used = replied = 0
        for length, cell in enumerate(moves, 1):
            taken = 1 << cell
            if cell >= len(self._through) or taken & (attacker | defender) or to_stop & ~taken:
                return None
            attacker |= taken
            used |= taken
            threats = _completing(self._through[cell], attacker, defender)
            if threats & (threats - 1):
                return PlayedOut(used | threats, replied, length)
            if not threats:
                return None
            defender |= threats
            replied |= threats
            to_stop = _completing(self._through[threats.bit_length() - 1], defender, attacker)
        return None

    def zone(self, attacker: int, defender: int, played: PlayedOut, *, more: int = 1) -> int:
        """The relevance zone of a threat sequence: the cells where the defender, to move before it, could refute it.

        With *more* than one move it could also bring a line to a threat by several pieces.
        """
        zone = played.used | played.replied
        defended = defender | played.replied
        for line in self.all:
            if not line & attacker and (line & defended).bit_count() >= self.length - 1 - more:
                zone |= line
        return zone & ~(attacker | defender)


def _completing(lines: Sequence[int], own: int, others: int) -> int:
    found = 0
    for line in lines:
        missing = line & ~own
        if not missing & (missing - 1) and not missing & others:
            found |= missing
    return found
