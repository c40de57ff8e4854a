"""Checks that a player wins after a pass of the other side, and finds the zones of that win: where the other side, if
it moves instead, could do something about it.

Pieces of the other side in cells outside a zone change nothing: the win goes through as it stands (docs/mnk.md, "Zones
of longer wins"). How many there may be has to be reckoned with, since together they could bring a line to a threat; a
win after a pass has to stand one piece more than the win that it is part of. So a position has a zone for each number
n of pieces, up to `LEVELS`:

    a line is filled             its cell
    two threats                  their cells
    a threat                     the cell that stops it, and the zone of what follows
    a sequence of threats        its zone, for n pieces (`threats`)
    the player moves             its cell, the zone of what follows, and every line open to the other side that
                                 lacks no more than n + 1 pieces
    the other side moves         the zone of the win after a pass for n + 1 pieces; each cell in that for one piece,
                                 and the zones of the answers to moves there
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol

from enraya.game import Player
from enraya.search.limit import Budget
from enraya.solve.proofs.lines.format import Moves, Pieces
from enraya.solve.proofs.lines.threats import LineSet

LEVELS = 3

Zones = tuple[int, ...]
"""By the number of pieces elsewhere, one first. With more pieces than `LEVELS` every cell counts."""


class PassAdvice(Protocol):
    """The advice of a certificate, or of a prover, on a win."""

    @property
    def is_concise(self) -> bool:
        """True if more than is needed is to be refused: a second sequence, or a move after the last."""

    def reply(self, pieces: Pieces) -> int | None:
        """The cell to take."""

    def sequences(self, pieces: Pieces, turn: Player) -> Sequence[Moves] | None:
        """The threats with which the strategy wins, at once or if the other side, to move, should pass.

        None, with the other side to move: it wins then as well, but not by threats alone.
        """


class PassChecker:
    """Checks wins after a pass; keeps the zones found."""

    def __init__(
        self,
        lines: LineSet,
        cells: int,
        player: Player,
        advice: PassAdvice,
        budget: Budget,
        reject: Callable[[str, Pieces, Player], NoReturn],
    ) -> None:
        """*reject* is called with the first position that is not won as the *advice* says: its pieces and its turn."""
        self._lines, self._board, self._player = lines, (1 << cells) - 1, player
        self._advice, self._budget, self._reject = advice, budget, reject
        self._known: dict[tuple[Pieces, Player], Zones] = {}

    def zone(self, pieces: Pieces) -> int:
        """The cells in one of which the other side has to move, or lose to the win after a pass."""
        return self._zones(pieces, self._player)[0]

    def _zones(self, pieces: Pieces, turn: Player) -> Zones:
        zones = self._known.get((pieces, turn))
        if zones is None:
            self._budget.spend()
            zones = self._attack(pieces) if turn == self._player else self._defence(pieces, turn)
            self._known[pieces, turn] = zones
        return zones

    def _attack(self, pieces: Pieces) -> Zones:
        own, others = self._sides(pieces)
        if fills := self._lines.completing(own, others):
            return (fills & -fills,) * LEVELS
        sequences = self._advice.sequences(pieces, self._player)
        if sequences is None or len(sequences) > 1:
            self._reject("proof.no_sequence", pieces, self._player)
        if sequences:
            return self._zones_of_threats(pieces, self._player, sequences[0])
        cell = self._advice.reply(pieces)
        if cell is None:
            self._reject("proof.no_reply", pieces, self._player)
        taken = 1 << cell
        if not taken & self._board & ~own & ~others:
            self._reject("proof.no_such_move", pieces, self._player)
        zones = list(self._zones(self._after(pieces, self._player, taken), self._player.opponent))
        for line in self._lines.all:
            if not line & own:
                missing = (line & ~others).bit_count()
                for level in range(max(missing - 2, 0), LEVELS):
                    zones[level] |= line
        return tuple(zone | taken for zone in zones)

    def _defence(self, pieces: Pieces, turn: Player) -> Zones:
        own, others = self._sides(pieces)
        if self._lines.completing(others, own):
            self._reject("proof.lost", pieces, turn)
        threats = self._lines.completing(own, others)
        if threats & (threats - 1):
            return (threats,) * LEVELS
        left, zones = threats, (0,) * LEVELS
        if not threats:
            left = self._board & ~own & ~others
            sequences = self._advice.sequences(pieces, turn)
            after_pass = (
                [self._zones(pieces, self._player)]
                if sequences is None
                else [self._zones_of_threats(pieces, turn, moves) for moves in sequences]
            )
            for found in after_pass:
                left &= found[0]
                zones = _united(zones, (*found[1:], self._board))
        while left:
            taken = left & -left
            left ^= taken
            found = self._zones(self._after(pieces, turn, taken), self._player)
            zones = _united(zones, found, (taken,) * LEVELS)
        return zones

    def _zones_of_threats(self, pieces: Pieces, turn: Player, moves: Moves) -> Zones:
        own, others = self._sides(pieces)
        played = self._lines.play_out(own, others, moves)
        if played is None or (self._advice.is_concise and played.length < len(moves)):
            self._reject("proof.no_sequence", pieces, turn)
        return tuple(self._lines.zone(own, others, played, more=more) for more in range(1, LEVELS + 1))

    def _sides(self, pieces: Pieces) -> tuple[int, int]:
        return pieces[self._player], pieces[self._player.opponent]

    def _after(self, pieces: Pieces, turn: Player, taken: int) -> Pieces:
        first, second = pieces
        return (first | taken, second) if turn == Player.FIRST else (first, second | taken)


def _united(*zones: Zones) -> Zones:
    united = [0] * LEVELS
    for each in zones:
        for level, cells in enumerate(each):
            united[level] |= cells
    return tuple(united)
