"""`enraya solve`: the exact value of a position."""

from __future__ import annotations

import typer

from enraya.commands.options import Game, Json, Lang, Moves, Positions, Start, Time, words


def solve(
    game: Game,
    moves: Moves = "",
    position: Start = None,
    positions: Positions = None,
    time: Time = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Give the exact value of a position, or of every position in a file."""
    from enraya.catalogue import find_game
    from enraya.commands.files import positions_asked
    from enraya.commands.output import print_json, solution_as_data
    from enraya.commands.progress import Progress
    from enraya.commands.stopping import stop_on_interrupt
    from enraya.search.limit import Limit
    from enraya.solve.solver import Solver

    found = find_game(game)
    solver = Solver(found)
    asked = positions_asked(found, moves, position, positions)
    for each in asked:
        with Progress() as progress, stop_on_interrupt() as stop:
            solution = solver.solve(each, Limit(seconds=time), stop=stop, tell=progress.tell)
        if solution is None:
            typer.echo(words("cli.solve.unsolved", game=found.name), err=True)
            raise typer.Exit(130 if stop.is_set() else 1)
        data = solution_as_data(each, solution)
        if json:
            print_json(data)
        else:
            print_words(data)


def print_words(data: dict[str, object]) -> None:
    """A solution as a sentence or two."""
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
