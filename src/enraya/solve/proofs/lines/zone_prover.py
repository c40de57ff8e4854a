"""Writes the part of a certificate that `enraya.solve.proofs.lines.zones` checks: draws held by relevance zones."""

from __future__ import annotations

from typing import Any

from enraya.game import Player
from enraya.kernel import LineKernel
from enraya.position import Position
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.solve.methods.maker import BreakerAnswer, MakerCore
from enraya.solve.proofs.lines.format import Pieces
from enraya.solve.proofs.lines.pairing import Pairs, pairing_zone
from enraya.solve.proofs.lines.threats import LineSet
from enraya.solve.proofs.lines.zones import OpenPosition
from enraya.solve.proofs.strategy import Claim
from enraya.solve.solution import OnProgress


class ZoneProver:
    """The advice of the solver for one claim."""

    def __init__(
        self,
        position: Position,
        core: MakerCore,
        claim: Claim,
        limit: Limit,
        budget: Budget,
        on_progress: OnProgress | None,
    ) -> None:
        self.claim = claim
        self._start, self._core, self._limit, self._budget = position.state, core, limit, budget
        self._on_progress = on_progress
        self._player = claim.player
        kernel = position.game.kernel()
        assert isinstance(kernel, LineKernel)
        self._lines = LineSet(kernel.cells, kernel.lines)
        self._board = (1 << kernel.cells) - 1

    def is_held_by_zone(self, pieces: Pieces, turn: Player) -> bool:
        """True if a relevance zone shows that the position is held."""
        return self._held_by_zone(self._state(pieces, turn), light=True).holds

    def zone_pairing(self, position: OpenPosition, turn: Player) -> Pairs | None:
        return self._core.hold(self._open_state(position, turn), self._player)

    def zone_reply(self, position: OpenPosition) -> int | None:
        cell = self._smallest_pairing(position)
        if cell is None:
            cell = self._held_by_zone(self._open_state(position, self._player)).move
        if self._on_progress:
            self._on_progress(0, self._budget.nodes)
        return cell

    def zone_attack(self, position: OpenPosition, left: int, number: int) -> int | None:
        return self._heaviest(position, left)

    def _smallest_pairing(self, position: OpenPosition) -> int | None:
        """The reply with the smallest relevance zone among those after which a pairing holds: it answers the most."""
        attacker, empty = position
        least, best = empty.bit_count() + 1, None
        waiting = empty
        while waiting:
            taken = waiting & -waiting
            waiting ^= taken
            pairs = self._core.hold(self._open_state((attacker, empty ^ taken), self._player.opponent), self._player)
            if pairs is None:
                continue
            holder = self._board & ~attacker & ~empty | taken
            zone = pairing_zone(self._lines.all, attacker, holder, pairs, attacker_moves=True)
            assert zone is not None, "the solver finds only pairings that hold"
            if (size := (zone | taken).bit_count()) < least:
                least, best = size, taken.bit_length() - 1
        return best

    def _heaviest(self, position: OpenPosition, left: int) -> int | None:
        """The cell of *left* with the greatest weight in open lines, where a piece makes a line four times as heavy.

        A cell is left out if all its open lines run through one that is answered already.
        """
        attacker, empty = position
        weights: dict[int, int] = {}
        shared: dict[int, int] = {}
        for line in self._lines.all:
            if not line & ~attacker & ~empty:
                weight = 1 << 2 * (line & attacker).bit_count()
                cells = line & left
                while cells:
                    cell = cells & -cells
                    weights[cell] = weights.get(cell, 0) + weight
                    shared[cell] = shared.get(cell, line) & line
                    cells ^= cell
        answered = empty & ~left
        worth = [cell for cell in weights if not shared[cell] & answered]
        return max(worth, key=lambda cell: (weights[cell], -cell)).bit_length() - 1 if worth else None

    def _held_by_zone(self, state: Any, *, light: bool = False) -> BreakerAnswer:
        before = self._core.nodes
        held = self._core.hold_by_zone(state, self._player, self._limit.left_after(self._budget), light=light)
        self._budget.nodes += self._core.nodes - before
        if held is None:
            raise OutOfBudget
        return held

    def _open_state(self, position: OpenPosition, turn: Player) -> Any:
        """The holder has every cell that is in no open line."""
        attacker, empty = position
        holder = self._board & ~attacker & ~empty
        return self._state((holder, attacker) if self._player == Player.FIRST else (attacker, holder), turn)

    def _state(self, pieces: Pieces, turn: Player) -> Any:
        return self._start._replace(first=pieces[0], second=pieces[1], turn=turn)
