"""Writes proofs of games of free lines: plays the checker's game, asking the solver what to do and noting it down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from enraya.game import Player
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Budget, Limit, OutOfBudget
from enraya.search.native import CoreWatch
from enraya.solve.methods.maker import MakerCore
from enraya.solve.parallel.checkpoint import Checkpoint, keeping
from enraya.solve.proofs.lines.checker import LineCheck
from enraya.solve.proofs.lines.format import LineProof, LineStrategy, Moves, Pieces
from enraya.solve.proofs.lines.notes import RecordingAdvice, WrittenProof
from enraya.solve.proofs.lines.pairing import Pairs
from enraya.solve.proofs.lines.transcript import LineTranscript, Recorder, written_start
from enraya.solve.proofs.lines.zone_prover import ZoneProver
from enraya.solve.proofs.strategy import Claim
from enraya.solve.solution import OnProgress


def prove_lines(
    position: Position,
    core: MakerCore,
    limit: Limit = UNLIMITED,
    *,
    stop: Event | None = None,
    on_progress: OnProgress | None = None,
    checkpoint: Checkpoint | None = None,
) -> LineProof | None:
    """A proof of the exact value of the unfinished *position*, or None if the limit or *stop* came first.

    What the core finds out goes to *checkpoint*.
    """
    strategies = []
    try:
        with _asking(core, limit, stop, on_progress, checkpoint) as (budget, reported):
            for claim in _claims(position, core, limit, budget, reported)[0]:
                noted = RecordingAdvice(
                    _SolverAdvice(position, core, claim, limit, budget, reported), LineStrategy(claim)
                )
                LineCheck(position.game, claim, noted, budget, core.views).walk(position.state)
                strategies.append(noted.strategy)
    except OutOfBudget:
        return None
    return LineProof(position.game.name, written_start(position), position.move_texts, strategies, list(core.views))


def stream_lines(
    position: Position,
    core: MakerCore,
    path: Path,
    limit: Limit = UNLIMITED,
    *,
    stop: Event | None = None,
    on_progress: OnProgress | None = None,
    checkpoint: Checkpoint | None = None,
) -> WrittenProof | None:
    """Write the transcript of a proof to *path* while it is found; None and no file if the limit or *stop* came first.

    What the core finds out goes to *checkpoint*.
    """
    game, views = position.game, sorted(set(core.views))
    try:
        with _asking(core, limit, stop, on_progress, checkpoint) as (budget, reported):
            claims, order = _claims(position, core, limit, budget, reported)
            transcript = LineTranscript(game.name, written_start(position), position.move_texts, claims, views)
            with transcript.recording(path) as stream:
                answers = 0
                for claim in claims:
                    asked = _SolverAdvice(position, core, claim, limit, budget, reported)
                    asked.play_by_order(order)
                    recorder = Recorder(asked, stream)
                    LineCheck(game, claim, recorder, budget, views).walk(position.state)
                    answers += recorder.answers
    except OutOfBudget:
        return None
    return WrittenProof(game.name, position.move_texts, claims, answers)


@contextmanager
def _asking(
    core: MakerCore,
    limit: Limit,
    stop: Event | None,
    on_progress: OnProgress | None,
    checkpoint: Checkpoint | None,
) -> Iterator[tuple[Budget, OnProgress | None]]:
    """The budget of a proof, and the callback of its progress. One watch for all: there may be a million questions."""
    budget = Budget(limit, stop)
    with keeping(checkpoint, budget, on_progress) as reported, CoreWatch(core.search, stop):
        yield budget, reported


def _claims(
    position: Position, core: MakerCore, limit: Limit, budget: Budget, on_progress: OnProgress | None
) -> tuple[list[Claim], int]:
    """What is true of the position: a win, which needs no proof that it is not more, or a draw for both; and the order
    of the win if it is one by order, or 0.
    """
    # From the empty board the second player cannot win: whatever it could do, the first could do a move earlier.
    mover = position.to_move
    for player in (mover, mover.opponent) if any(core.taken(position.state)[:2]) else (mover,):
        answer = core.ask(position.state, player, limit, budget, on_progress=on_progress)
        if answer.wins:
            return [Claim(player, 1)], answer.order
    return [Claim(player, 0) for player in Player], 0


class _SolverAdvice(ZoneProver):
    """The advice of the solver, with own lines or without."""

    is_concise = True
    _order = 0

    def play_by_order(self, order: int) -> None:
        """Win by this order. 0: any way."""
        self._order = order
        self._lead = self._lead_in(self._core.taken(self._start)[:2])

    def _lead_in(self, pieces: Pieces) -> int:
        return pieces[self._player].bit_count() - pieces[self._player.opponent].bit_count()

    def _order_in(self, pieces: Pieces) -> int:
        """The order of the win in a position with the player to move: one less for each pass since the start."""
        has_moved = self._core.taken(self._start)[2] != self._player
        passes = self._lead_in(pieces) - self._lead + has_moved
        return self._order - passes

    def reply(self, pieces: Pieces) -> int | None:
        state = self._state(pieces, self._player)
        # To win is the player's own question; not to lose is the opponent's, answered with no.
        asked = self._player if self.claim.bound > 0 else self._player.opponent
        order = self._order_in(pieces) if self._order else 0
        answer = self._core.ask(state, asked, self._limit, self._budget, with_move=True, order=order)
        if self._on_progress:
            self._on_progress(0, self._budget.nodes)
        return None if answer.move is None else int(answer.move)

    def pairing(self, pieces: Pieces, turn: Player) -> Pairs | None:
        return self._core.hold(self._state(pieces, turn), self._player)

    def sequences(self, pieces: Pieces, turn: Player) -> Sequence[Moves] | None:
        moves = self._core.threaten(self._state(pieces, self._player), self._player)
        if moves is None:
            return None if self._order and turn != self._player else ()
        zone, needed = self._played(pieces, moves)
        return [needed] if turn == self._player or self._order else [needed, *self._further(pieces, zone)]

    def _further(self, pieces: Pieces, zone: int) -> Iterator[Moves]:
        """Sequences against moves in the *zone* of the first: what wins in spite of a piece wins without it."""
        opponent = self._player.opponent
        waiting = zone
        while waiting:
            cell = waiting & -waiting
            waiting ^= cell
            first, second = pieces
            after = (first | cell, second) if opponent == Player.FIRST else (first, second | cell)
            if self._lines.completing(after[self._player], after[opponent]):
                continue
            if self._lines.completing(after[opponent], after[self._player]):
                continue
            moves = self._core.threaten(self._state(after, self._player), self._player)
            if moves is not None:
                zone, needed = self._played(pieces, moves)
                waiting &= zone
                yield needed

    def _played(self, pieces: Pieces, moves: Moves) -> tuple[int, Moves]:
        """The zone of a sequence, and as many of its moves as are needed: the core goes on until a line is full."""
        attacker, defender = pieces[self._player], pieces[self._player.opponent]
        played = self._lines.play_out(attacker, defender, moves)
        assert played is not None, "the solver knows a win when it sees one"
        return self._lines.zone(attacker, defender, played), moves[: played.length]
