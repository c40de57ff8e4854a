"""Notes down the advice of a prover as it is given, position by position, for a certificate that names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enraya.game import Player
from enraya.solve.proofs.lines.checker import Advice
from enraya.solve.proofs.lines.format import LineStrategy, Moves, Pieces
from enraya.solve.proofs.lines.pairing import Pairs
from enraya.solve.proofs.lines.zones import OpenPosition
from enraya.solve.proofs.strategy import Claim


class WrittenProof(NamedTuple):
    """A certificate that is on the disk: its position, what it claims, and the number of its entries."""

    game: str
    moves: list[str]
    claims: list[Claim]
    size: int


class RecordingAdvice:
    """The advice of another, kept in a `LineStrategy`."""

    is_concise = True

    def __init__(self, advice: Advice, strategy: LineStrategy) -> None:
        self._advice, self.strategy = advice, strategy

    def reply(self, pieces: Pieces) -> int | None:
        cell = self._advice.reply(pieces)
        if cell is not None:
            self.strategy.replies[pieces] = cell
        return cell

    def pairing(self, pieces: Pieces, turn: Player) -> Pairs | None:
        pairs = self._advice.pairing(pieces, turn)
        if pairs is not None:
            self.strategy.pairings[pieces] = tuple(pairs)
        return pairs

    def is_held_by_zone(self, pieces: Pieces, turn: Player) -> bool:
        is_held = self._advice.is_held_by_zone(pieces, turn)
        if is_held:
            self.strategy.zone.starts.add(pieces)
        return is_held

    def sequences(self, pieces: Pieces, turn: Player) -> Sequence[Moves] | None:
        found = self._advice.sequences(pieces, turn)
        if found:
            self.strategy.sequences[pieces] = tuple(found)
        return found

    def zone_pairing(self, position: OpenPosition, turn: Player) -> Pairs | None:
        pairs = self._advice.zone_pairing(position, turn)
        if pairs is not None:
            self.strategy.zone.pairings[turn][position] = tuple(pairs)
        return pairs

    def zone_reply(self, position: OpenPosition) -> int | None:
        cell = self._advice.zone_reply(position)
        if cell is not None:
            self.strategy.zone.replies[position] = cell
        return cell

    def zone_attack(self, position: OpenPosition, left: int, number: int) -> int | None:
        cell = self._advice.zone_attack(position, left, number)
        if cell is not None:
            self.strategy.zone.attacks[position] = *self.strategy.zone.attacks.get(position, ()), cell
        return cell
