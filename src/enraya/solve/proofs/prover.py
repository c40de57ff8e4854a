"""Writes the proof of a position by whichever kind of certificate fits its game."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from enraya.position import Position
from enraya.search.limit import UNLIMITED, Limit
from enraya.solve.method import Question
from enraya.solve.methods.choice import method_for
from enraya.solve.methods.maker import TABLE_MEGABYTES, MakerCore
from enraya.solve.parallel.checkpoint import Checkpoint, Subject
from enraya.solve.proofs.lines.format import LineProof
from enraya.solve.proofs.lines.prover import prove_lines
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
    # A proof needs no distances: the core gets all the memory.
    core = MakerCore(game, megabytes or TABLE_MEGABYTES)
    subject = Subject(core.search, megabytes or TABLE_MEGABYTES, game, state)
    kept = None if checkpoint is None else Checkpoint(checkpoint, subject)
    return prove_lines(position, core, limit, stop=stop, on_progress=on_progress, checkpoint=kept)
