"""Checks a certificate of a game of free lines by its lines alone: no search, no table and no solver is used here.

Each strategy is played from the position of the proof against every move of the other side. Two things need no entry:
whoever can fill a line does; and where the strategy's player threatens to fill a line and the other side cannot fill
one first, only the cell that stops the threat is looked at, and none if there are two threats. A position that a
pairing holds (`pairing`) or a sequence of threats wins (`threats`) is not searched further; where the other side
would lose to such a sequence by passing, only moves in its relevance zone are looked at; so it is with longer wins
after a pass (`passes`). What is held without lines of one's own is a simpler game, checked in `zones`. Symmetric
positions with few pieces are looked at once (`canonical`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, Protocol

from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.kernel import LineKernel, LineState
from enraya.search.limit import Budget
from enraya.solve.proofs.checker import ProofRejected, Verified, claimed_position
from enraya.solve.proofs.lines.canonical import SymmetryReduction
from enraya.solve.proofs.lines.format import LineProof, LineStrategy, Moves, Pieces
from enraya.solve.proofs.lines.pairing import Pairs, is_held
from enraya.solve.proofs.lines.passes import PassAdvice, PassChecker
from enraya.solve.proofs.lines.symmetries import keeps_lines
from enraya.solve.proofs.lines.threats import LineSet
from enraya.solve.proofs.lines.zones import OpenPosition, ZoneAdvice, ZoneChecker
from enraya.solve.proofs.strategy import Claim, outcome_bounds


class Advice(ZoneAdvice, PassAdvice, Protocol):
    """The source of a strategy: a certificate, or a prover."""

    def pairing(self, pieces: Pieces, turn: Player) -> Pairs | None:
        """The pairs of a pairing strategy that holds the position, if that is how the strategy goes on."""

    def is_held_by_zone(self, pieces: Pieces, turn: Player) -> bool:
        """True if the strategy continues as pure breaker, by relevance zones."""


def verify_lines(proof: LineProof, budget: Budget, game: Game[Any, Any] | None = None) -> Verified:
    """Verify *proof* of its position in *game* (see `claimed_position`); return what it proves, or raise ProofRejected.

    Each position looked at spends a node of *budget*.
    """
    position = claimed_position(proof, game)
    if not proof.strategies:
        raise ProofRejected("proof.empty")
    for strategy in proof.strategies:
        LineCheck(position.game, strategy.claim, CertificateAdvice(strategy), budget, proof.views).walk(position.state)
    claims = (strategy.claim for strategy in proof.strategies)
    return Verified(position, *outcome_bounds(claims, scored=False), budget.nodes)


class CertificateAdvice:
    """The advice that a proof gives."""

    is_concise = False

    def __init__(self, strategy: LineStrategy) -> None:
        self._strategy = strategy

    def reply(self, pieces: Pieces) -> int | None:
        return self._strategy.replies.get(pieces)

    def pairing(self, pieces: Pieces, turn: Player) -> Pairs | None:
        return self._strategy.pairings.get(pieces)

    def is_held_by_zone(self, pieces: Pieces, turn: Player) -> bool:
        return pieces in self._strategy.zone.starts

    def zone_pairing(self, position: OpenPosition, turn: Player) -> Pairs | None:
        return self._strategy.zone.pairings[turn].get(position)

    def zone_reply(self, position: OpenPosition) -> int | None:
        return self._strategy.zone.replies.get(position)

    def zone_attack(self, position: OpenPosition, left: int, number: int) -> int | None:
        attacks = self._strategy.zone.attacks.get(position, ())
        return attacks[number] if number < len(attacks) else None

    def sequences(self, pieces: Pieces, turn: Player) -> Sequence[Moves]:
        return self._strategy.sequences.get(pieces, ())


class LineCheck:
    """One claim, played out."""

    def __init__(
        self, game: Game[Any, Any], claim: Claim, advice: Advice, budget: Budget, symmetries: Sequence[Moves] = ()
    ) -> None:
        kernel = game.kernel()
        if not isinstance(kernel, LineKernel) or kernel.misere or kernel.columns or any(kernel.ends):
            raise EnrayaError("proof.not_lines", game=game.name)
        self._game, self._claim, self._advice, self._budget = game, claim, advice, budget
        self._lines = LineSet(kernel.cells, kernel.lines)
        self._board = (1 << kernel.cells) - 1
        whole = frozenset(map(frozenset, kernel.lines))
        if not all(len(each) == kernel.cells and keeps_lines(each, whole) for each in symmetries):
            raise ProofRejected("proof.not_a_view")
        self._symmetries = SymmetryReduction(symmetries)
        self._pass_checker = PassChecker(self._lines, kernel.cells, claim.player, advice, budget, self._reject)
        self._zone_checker = ZoneChecker(self._lines.all, claim.player, advice, budget, self._reject, self._symmetries)

    def walk(self, start: Any) -> None:
        """Look at *start* and everything the strategy can be led to from there."""
        state = self._game.kernel_state(start)
        assert isinstance(state, LineState)
        self._start = start
        root = self._canonical(state.first, state.second)
        if self._game.outcome(start) is not None:
            self._reject("proof.finished", root, Player(state.turn))
        seen = {root}
        waiting = [(root, Player(state.turn))]
        while waiting:
            pieces, turn = waiting.pop()
            self._budget.spend()
            if pieces[0] | pieces[1] == self._board:
                if self._claim.bound > 0:
                    self._reject("proof.lost", pieces, turn)
                continue
            follow = self._own_move if turn == self._claim.player else self._other_moves
            for child in follow(pieces, turn):
                if child not in seen:
                    seen.add(child)
                    waiting.append((child, turn.opponent))

    def _own_move(self, pieces: Pieces, turn: Player) -> Iterator[Pieces]:
        """The successor that the strategy chooses."""
        if self._completing(pieces, turn) or self._is_held(pieces, turn) or self._zones(pieces, turn):
            return
        cell = self._advice.reply(pieces)
        if cell is None:
            self._reject("proof.no_reply", pieces, turn)
        if not self._board & ~pieces[0] & ~pieces[1] & 1 << cell:
            self._reject("proof.no_such_move", pieces, turn)
        yield self._after(pieces, turn, cell)

    def _other_moves(self, pieces: Pieces, turn: Player) -> Iterator[Pieces]:
        """The moves of the other side that do not lose at once."""
        if self._completing(pieces, turn):
            self._reject("proof.lost", pieces, turn)
        empty = self._board & ~pieces[0] & ~pieces[1]
        if threats := self._completing(pieces, turn.opponent):
            if threats & (threats - 1):
                return
            empty = threats
        elif self._is_held(pieces, turn):
            return
        else:
            for zone in self._zones(pieces, turn):
                empty &= zone
        while empty:
            cell = (empty & -empty).bit_length() - 1
            empty &= empty - 1
            yield self._after(pieces, turn, cell)

    def _after(self, pieces: Pieces, turn: Player, cell: int) -> Pieces:
        first, second = pieces
        return (
            self._canonical(first | 1 << cell, second)
            if turn == Player.FIRST
            else self._canonical(first, second | 1 << cell)
        )

    def _canonical(self, first: int, second: int) -> Pieces:
        """The canonical form of the position."""
        return self._symmetries.canonical(first, second)[0]

    def _completing(self, pieces: Pieces, player: Player) -> int:
        """The empty cells with which *player* fills a line."""
        return self._lines.completing(pieces[player], pieces[player.opponent])

    def _zones(self, pieces: Pieces, turn: Player) -> list[int]:
        """The relevance zones of the threat sequences written for a win, or of a longer win after a pass; what is false
        is refused.
        """
        zones: list[int] = []
        if self._claim.bound > 0:
            attacker, defender = pieces[self._claim.player], pieces[self._claim.player.opponent]
            sequences = self._advice.sequences(pieces, turn)
            if sequences is None:
                if turn == self._claim.player:
                    self._reject("proof.no_sequence", pieces, turn)
                return [self._pass_checker.zone(pieces)]
            for moves in sequences:
                played = self._lines.play_out(attacker, defender, moves)
                is_enough = turn == self._claim.player and zones
                if played is None or (self._advice.is_concise and (is_enough or played.length < len(moves))):
                    self._reject("proof.no_sequence", pieces, turn)
                zones.append(self._lines.zone(attacker, defender, played))
        return zones

    def _is_held(self, pieces: Pieces, turn: Player) -> bool:
        """True if the strategy ends here because the other side cannot win any more; a false pairing is refused."""
        if self._claim.bound > 0:
            return False
        if (pairs := self._advice.pairing(pieces, turn)) is None:
            if not self._advice.is_held_by_zone(pieces, turn):
                return False
            self._zone_checker.zone(pieces, turn)
            return True
        player = self._claim.player
        attacker, holder = pieces[player.opponent], pieces[player]
        if not is_held(self._lines.all, attacker, holder, pairs, attacker_moves=turn != player):
            self._reject("proof.not_held", pieces, turn)
        return True

    def _reject(self, code: str, pieces: Pieces, turn: Player) -> NoReturn:
        state = self._start._replace(first=pieces[0], second=pieces[1], turn=turn)
        written = self._game.format_state(state) or repr(state)
        raise ProofRejected(code, position=written, player=self._claim.player + 1, bound=self._claim.bound)
