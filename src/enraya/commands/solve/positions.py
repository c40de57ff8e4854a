"""Positions solved with the options given: one, or many, alone or shared out; what `enraya solve` shows."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from enraya.commands.framework.output import solution_as_data
from enraya.commands.framework.progress import Progress
from enraya.commands.framework.stopping import give_up, stop_on_interrupt
from enraya.commands.solve.answer_log import AnswerLog
from enraya.commands.solve.options import SolveOptions
from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.position import Position
from enraya.search.limit import Limit, OutOfBudget
from enraya.solve.parallel.executor import ExecutorFactory, run_jobs
from enraya.solve.parallel.job import PositionJob, solve_job
from enraya.solve.parallel.split import FirstMoveSplit, split_for
from enraya.solve.solver import Solver
from enraya.solve.tables.directory import checkpoint_path

Answer = dict[str, Any]
SECONDS_WORTH_KEEPING = 3.0
"""What takes no longer is found again as soon as the file is named."""
LARGEST_GROUP = 256
EASY = Limit(nodes=20_000)
"""What takes no more, some milliseconds, may wait for others that are solved in the same call."""


def solve_one(position: Position, options: SolveOptions, json: bool) -> Answer:
    """The answer for one position."""
    open_executor = options.open_executor()
    if open_executor is not None:
        options.require_memory()
        split = split_for(position, megabytes=options.megabytes, checkpoint=options.checkpoint)
        if split is not None:
            return _by_first_moves(position, split, options, open_executor, json)
        options.refuse_checkpoint(position.game)
        return next(_together([position], options, open_executor, None, json))
    solver, began = options.solver(position.game), time.monotonic()
    with (
        Progress(quiet=json, nodes_before=lambda: solver.nodes_before) as progress,
        stop_on_interrupt(or_termination=options.checkpoint is not None) as stop,
    ):
        solution = solver.solve(position, options.limit, stop=stop, on_progress=progress.update)
        if solution is None:
            kept = _kept(solver, position, options, time.monotonic() - began)
    if solution is None:
        give_up(position.game.name, stop, bounds=progress.bounds, kept=kept)
    return solution_as_data(position, solution)


def _kept(solver: Solver, position: Position, options: SolveOptions, seconds: float) -> Path | None:
    """The file that holds what was proven: one of our own if none was named and the work was worth it."""
    if options.checkpoint is not None or seconds < SECONDS_WORTH_KEEPING:
        return options.checkpoint
    return solver.keep(position)


def _by_first_moves(
    position: Position, split: FirstMoveSplit, options: SolveOptions, open_executor: ExecutorFactory, json: bool
) -> Answer:
    checkpoint = options.checkpoint
    with (
        Progress(quiet=json, nodes_before=lambda: split.nodes_before) as progress,
        stop_on_interrupt() as stop,
    ):
        solution = split.solve(open_executor, seconds=options.seconds, stop=stop, on_progress=progress.update)
    if solution is None:
        if checkpoint is None and stop.is_set():
            checkpoint = checkpoint_path(position.game, "bounds")
            split.keep_in(checkpoint)
        give_up(position.game.name, stop, bounds=progress.bounds, kept=checkpoint)
    return solution_as_data(position, solution)


def solve_many(
    game: Game[Any, Any], asked: Iterator[Position], options: SolveOptions, json: bool, *, waits: bool = False
) -> Iterator[Answer]:
    """The answers for a list of positions of *game*, in its order; those in the checkpoint are taken from there.

    Where somebody *waits* for each answer before asking for the next, they are read one by one.
    """
    open_executor = options.open_executor()
    log = None if options.checkpoint is None else AnswerLog(options.checkpoint, game.name)
    if open_executor is not None:
        yield from _together(list(asked), options, open_executor, log, json)
        return
    solver = options.solver(game, keeps=False)
    for group in _groups(asked, 1 if waits else LARGEST_GROUP):
        logged = [None if log is None else log.answer(position) for position in group]
        left = [position for position, answer in zip(group, logged, strict=True) if answer is None]
        solved = _solved(solver, left, options, json)
        for known in logged:
            answer = known or next(solved)
            if known is None and log is not None:
                log.add(answer)
            yield answer


def _solved(solver: Solver, left: list[Position], options: SolveOptions, json: bool) -> Iterator[Answer]:
    """The answers for *left* as they are found: easy ones many at a time, and each other one alone."""
    while left:
        with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
            easy = solver.solve_easy(left, options.limit.within(EASY), stop=stop)
            yield from map(solution_as_data, left, easy)
            left = left[len(easy) :]
            if not left:
                return
            solution = solver.solve(left[0], options.limit, stop=stop, on_progress=progress.update)
        if solution is None:
            give_up(solver.game.name, stop, bounds=progress.bounds, kept=options.checkpoint)
        yield solution_as_data(left[0], solution)
        left = left[1:]


def _groups(asked: Iterator[Position], largest: int) -> Iterator[list[Position]]:
    """The positions in groups; what is wrong with a row is told after the answers to the rows before it."""
    error: EnrayaError | None = None
    while error is None:
        group: list[Position] = []
        try:
            for position in itertools.islice(asked, largest):
                group.append(position)
        except EnrayaError as found:
            error = found
        if group:
            yield group
        elif error is None:
            return
    raise error


def _together(
    positions: list[Position], options: SolveOptions, open_executor: ExecutorFactory, log: AnswerLog | None, json: bool
) -> Iterator[Answer]:
    """All positions at once, shown in their order as soon as everything before is."""
    options.require_memory()
    answers = [None if log is None else log.answer(position) for position in positions]
    left = [number for number, answer in enumerate(answers) if answer is None]
    jobs = [PositionJob.of(positions[number], options.seconds, options.megabytes) for number in left]
    done = shown = 0
    with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
        try:
            for place, solution in run_jobs(solve_job, jobs, open_executor, stop):
                if solution is None:
                    raise OutOfBudget
                number = left[place]
                answer = answers[number] = solution_as_data(positions[number], solution)
                if log is not None:
                    log.add(answer)
                done += 1
                progress.update_jobs(done, len(jobs))
                while shown < number + 1 and (ready := answers[shown]) is not None:
                    progress.make_way()
                    yield ready
                    shown += 1
        except OutOfBudget:
            give_up(positions[0].game.name, stop, kept=options.checkpoint)
    yield from (answer for answer in answers[shown:] if answer is not None)
