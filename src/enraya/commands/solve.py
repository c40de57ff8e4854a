"""`enraya solve`: the exact value of a position, of many, or of a whole game; and proofs of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from enraya.commands.options import Json, Lang, Moves, Positions, Start, Time, words
from enraya.commands.proof import check_proof, write_proof
from enraya.commands.table import store_table

if TYPE_CHECKING:
    from enraya.position import Position
    from enraya.solve.solution import Solution

OptionalGame = Annotated[str | None, typer.Argument(help=words("cli.option.game"), metavar="GAME", show_default=False)]
INTERRUPTED = 130


def solve(
    game: OptionalGame = None,
    moves: Moves = "",
    position: Start = None,
    positions: Positions = None,
    time: Time = None,
    store: Annotated[bool, typer.Option("--store", help=words("cli.option.store"))] = False,
    proof: Annotated[Path | None, typer.Option("--proof", help=words("cli.option.proof"))] = None,
    verify: Annotated[Path | None, typer.Option("--verify", help=words("cli.option.verify"))] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", help=words("cli.option.cluster"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Give the exact value of a position, or of every position in a file."""
    from enraya.catalogue import find_game
    from enraya.commands.files import positions_asked
    from enraya.errors import NotationError

    if sum((store, proof is not None, verify is not None, positions is not None)) > 1:
        raise NotationError("error.solve_one_way")
    if verify is not None:
        check_proof(verify, json)
        return
    if game is None:
        raise NotationError("error.solve_no_game")
    asked = positions_asked(find_game(game), moves, position, positions)
    if store:
        store_table(next(asked), time, json)
    elif proof is not None:
        write_proof(next(asked), proof, time, json)
    else:
        solved = _one_by_one(asked, time) if cluster is None else _together(asked, time, cluster)
        for each, solution in solved:
            _show(each, solution, json)


Solved = Iterator[tuple["Position", "Solution"]]


def _one_by_one(asked: Iterator[Position], time: float | None) -> Solved:
    from enraya.commands.progress import Progress
    from enraya.commands.stopping import stop_on_interrupt
    from enraya.search.limit import Limit
    from enraya.solve.solver import Solver

    solver = None
    for each in asked:
        solver = solver or Solver(each.game)
        with Progress() as progress, stop_on_interrupt() as stop:
            solution = solver.solve(each, Limit(seconds=time), stop=stop, tell=progress.tell)
        if solution is None:
            give_up(each, stop)
        yield each, solution


def _together(asked: Iterator[Position], time: float | None, cluster: str) -> Solved:
    """All positions at once, shown in their order as soon as everything before is."""
    from enraya.commands.progress import Progress
    from enraya.commands.stopping import stop_on_interrupt
    from enraya.search.limit import OutOfBudget
    from enraya.solve.cluster import crew_at, run_jobs
    from enraya.solve.job import PositionJob, solve_job

    positions = list(asked)
    jobs = [PositionJob.of(each, time) for each in positions]
    done: dict[int, Solution | None] = {}
    shown = 0
    with Progress() as progress, stop_on_interrupt() as stop:
        try:
            for number, solution in run_jobs(solve_job, jobs, crew_at(cluster), stop):
                done[number] = solution
                progress.tell_jobs(len(done), len(jobs))
                while shown in done:
                    ready = done[shown]
                    if ready is None:
                        give_up(positions[shown], stop)
                    yield positions[shown], ready
                    shown += 1
        except OutOfBudget:
            give_up(positions[shown], stop)


def give_up(position: Position, stop: Event) -> NoReturn:
    """Say that it was not solved, and leave."""
    typer.echo(words("cli.solve.unsolved", game=position.game.name), err=True)
    raise typer.Exit(INTERRUPTED if stop.is_set() else 1)


def _show(position: Position, solution: Solution, json: bool) -> None:
    from enraya.commands.output import print_json, solution_as_data

    data = solution_as_data(position, solution)
    if json:
        print_json(data)
        return
    who = words(f"cli.side.{data['to_move']}")
    plies = data["plies"]
    typer.echo(
        words(f"cli.solve.{data['value']}", who=who) + (f" {words('cli.solve.plies', count=plies)}" if plies else "")
    )
    if data["best"]:
        typer.echo(words("cli.solve.best", moves=data["best"]))
    typer.echo(
        words("cli.solve.work", nodes=f"{data['nodes']:,}", seconds=f"{data['seconds']:.3f}", score=data["score"])
    )
