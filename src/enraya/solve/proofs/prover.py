"""Writes the proof of a position by whichever kind of certificate fits its game."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from enraya.position import Position
from enraya.search.limit import UNLIMITED, Limit
from enraya.solve.method import Question
from enraya.solve.methods.choice import method_for
from enraya.solve.methods.maker import TABLE_MEGABYTES, MakerBreaker, MakerCore
from enraya.solve.parallel.checkpoint import Checkpoint, Subject
from enraya.solve.proofs.lines.format import LineProof
from enraya.solve.proofs.lines.notes import WrittenProof
from enraya.solve.proofs.lines.prover import prove_lines, stream_lines
from enraya.solve.proofs.strategy import Proof
from enraya.solve.proofs.strategy_prover import prove_by_strategy
from enraya.solve.solution import OnProgress
from enraya.solve.solver import Solver


def prove(
    position: Position,
    limit: Limit = UNLIMITED,
    *,
    megabytes: int | None = None,
    threads: int | None = 1,
    checkpoint: Path | None = None,
    stop: Event | None = None,
    on_progress: OnProgress | None = None,
) -> Proof | LineProof | None:
    """A proof of the exact value of *position*, or None if the limit or *stop* came first.

    *megabytes*, *threads* and *checkpoint* are those of a `Solver`.
    """
    game, state = position.game, position.state
    if position.outcome is not None or method_for(game, Question.CERTIFICATE, state) is None:
        solver = Solver(game, megabytes=megabytes, threads=threads, checkpoint=checkpoint)
        return prove_by_strategy(position, solver, limit, stop=stop, on_progress=on_progress)
    core, kept = _core(position, megabytes, checkpoint)
    return prove_lines(position, core, limit, stop=stop, on_progress=on_progress, checkpoint=kept)


def prove_to_file(
    position: Position,
    path: Path,
    limit: Limit = UNLIMITED,
    *,
    megabytes: int | None = None,
    threads: int | None = 1,
    checkpoint: Path | None = None,
    stop: Event | None = None,
    on_progress: OnProgress | None = None,
) -> WrittenProof | None:
    """Write a proof of the exact value of *position* to *path*; None, and no file, if the limit or *stop* came first.

    One of a board of lines with more than 64 cells is a transcript, streamed while it is found. *megabytes*, *threads*
    and *checkpoint* are those of a `Solver`.
    """
    if _is_streamed(position):
        core, kept = _core(position, megabytes, checkpoint)
        return stream_lines(position, core, path, limit, stop=stop, on_progress=on_progress, checkpoint=kept)
    proof = prove(
        position,
        limit,
        megabytes=megabytes,
        threads=threads,
        checkpoint=checkpoint,
        stop=stop,
        on_progress=on_progress,
    )
    if proof is None:
        return None
    proof.write(path)
    return WrittenProof(proof.game, proof.moves, [each.claim for each in proof.strategies], proof.size)


def _is_streamed(position: Position) -> bool:
    return position.outcome is None and method_for(position.game, Question.TRANSCRIPT, position.state) is MakerBreaker


def _core(position: Position, megabytes: int | None, checkpoint: Path | None) -> tuple[MakerCore, Checkpoint | None]:
    """The core of a proof and its checkpoint. A proof needs no distances: the core gets all the memory."""
    core = MakerCore(position.game, megabytes or TABLE_MEGABYTES)
    subject = Subject(core.search, megabytes or TABLE_MEGABYTES, position.game, position.state)
    return core, None if checkpoint is None else Checkpoint(checkpoint, subject)
