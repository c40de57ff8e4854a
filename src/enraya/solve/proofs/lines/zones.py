"""Checks that a player holds a position without lines of its own, and finds its relevance zone.

A piece more never hurts the attacker, and in this game only lines open to the attacker count: those without a piece of
the holder. The relevance zone of a position is a set of empty cells such that it is held as well with more pieces of
the attacker anywhere else (docs/mnk.md, "A breaker without lines"):

    nothing is open            no cell
    pairs and weights hold     the cells of the pairs, and of the lines that are held by weight
    the holder replies         the cell it takes, and the zone of what follows; a forced reply is not written down
    the attacker moves         the zones of the answers to the moves that are looked at, together

An answer to a move of the attacker is one to every move outside its zone. So only moves inside all zones so far are
left to be looked at, and the position is held when there is none. A move need not be looked at either if all open lines
through its cell run through another cell whose move is answered: that one is worth at least as much to the attacker.
The holder then counts on the other cell, which belongs to the zone. Positions in which the same lines are open, with
the same pieces in them, are one; so are symmetric ones with few pieces (`canonical`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol

from enraya.game import Player
from enraya.search.limit import Budget
from enraya.solve.proofs.lines.canonical import SymmetryReduction, carried_back
from enraya.solve.proofs.lines.pairing import Pairs, pairing_zone

OpenPosition = tuple[int, int]
"""The attacker's pieces in lines open to it, and the empty cells of these lines, a bit a cell."""


class ZoneAdvice(Protocol):
    """The advice of a certificate, or of a prover, on a position held by a pure breaker."""

    def zone_pairing(self, position: OpenPosition, turn: Player) -> Pairs | None:
        """The pairs that hold the position, if that is how."""

    def zone_reply(self, position: OpenPosition) -> int | None:
        """The cell that the holder takes."""

    def zone_attack(self, position: OpenPosition, left: int, number: int) -> int | None:
        """The attacker's move among the cells *left* to look at after a *number* of others, if any."""


class ZoneChecker:
    """Checks what one player holds without own lines; keeps the relevance zones found."""

    def __init__(
        self,
        lines: Sequence[int],
        holder: Player,
        advice: ZoneAdvice,
        budget: Budget,
        reject: Callable[[str, tuple[int, int], Player], NoReturn],
        symmetries: SymmetryReduction | None = None,
    ) -> None:
        """*reject* is called with the first position that is not held as the *advice* says: its pieces and its turn."""
        self._lines, self._holder, self._advice, self._budget, self._reject = lines, holder, advice, budget, reject
        self._symmetries = symmetries or SymmetryReduction(())
        self._known: dict[tuple[OpenPosition, Player], int] = {}

    def zone(self, pieces: tuple[int, int], turn: Player) -> int:
        """The cells that the holder counts on, a bit a cell. The pieces are the first player's and the second's."""
        return self._zone(pieces[self._holder.opponent], pieces[self._holder], turn)

    def _zone(self, attacker: int, holder: int, turn: Player) -> int:
        (attacker, holder), permutation = self._symmetries.canonical(attacker, holder)
        zone = self._zone_of_form(attacker, holder, turn)
        return zone if permutation is None else carried_back(permutation, zone)

    def _zone_of_form(self, attacker: int, holder: int, turn: Player) -> int:
        live = to_fill = 0
        for line in self._lines:
            if not line & holder:
                live |= line
                missing = line & ~attacker
                if not missing & (missing - 1):
                    if not missing:
                        self._refuse("proof.lost", attacker, holder, turn)
                    to_fill |= missing
        position = attacker & live, live & ~attacker
        zone = 0 if not live else self._known.get((position, turn))
        if zone is not None:
            return zone
        self._budget.spend()
        if to_fill:
            if turn != self._holder or to_fill & (to_fill - 1):
                self._refuse("proof.lost", attacker, holder, turn)
            zone = to_fill | self._zone(attacker, holder | to_fill, turn.opponent)
        elif (pairs := self._advice.zone_pairing(position, turn)) is not None:
            zone = pairing_zone(self._lines, attacker, holder, pairs, attacker_moves=turn != self._holder)
            if zone is None:
                self._refuse("proof.not_held", attacker, holder, turn)
        else:
            follow = self._after_reply if turn == self._holder else self._after_attacks
            zone = follow(position, attacker, holder, turn)
        self._known[position, turn] = zone
        return zone

    def _after_reply(self, position: OpenPosition, attacker: int, holder: int, turn: Player) -> int:
        cell = self._advice.zone_reply(position)
        if cell is None:
            self._refuse("proof.no_reply", attacker, holder, turn)
        taken = 1 << cell
        if not taken & position[1]:
            self._refuse("proof.no_such_move", attacker, holder, turn)
        return taken | self._zone(attacker, holder | taken, turn.opponent)

    def _after_attacks(self, position: OpenPosition, attacker: int, holder: int, turn: Player) -> int:
        # A move to a cell in no open line is a pass, which is worth no more than any other.
        left, zone, number = position[1], 0, 0
        while left and (cell := self._advice.zone_attack(position, left, number)) is not None:
            taken = 1 << cell
            if not taken & left:
                self._refuse("proof.unanswered", attacker, holder, turn)
            counted_on = self._zone(attacker | taken, holder, turn.opponent)
            zone |= counted_on
            left &= counted_on & ~taken
            number += 1
        answered = position[1] & ~left
        while left:
            shared = shared_by_open_lines(self._lines, position, left & -left) & answered
            if not shared:
                self._refuse("proof.unanswered", attacker, holder, turn)
            if not shared & zone:
                zone |= shared & -shared
            left &= left - 1
        return zone

    def _refuse(self, code: str, attacker: int, holder: int, turn: Player) -> NoReturn:
        pieces = (holder, attacker) if self._holder == Player.FIRST else (attacker, holder)
        self._reject(code, pieces, turn)


def shared_by_open_lines(lines: Sequence[int], position: OpenPosition, cell: int) -> int:
    """The cells that all open lines through *cell*, a bit, run through."""
    attacker, empty = position
    shared = attacker | empty
    for line in lines:
        if line & cell and not line & ~(attacker | empty):
            shared &= line
    return shared
