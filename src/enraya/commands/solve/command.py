"""`enraya solve`: the exact value of a position, of many, or of a whole game; and proofs of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from enraya.commands.framework.options import (
    Checkpoint,
    Json,
    Lang,
    Memory,
    Moves,
    Positions,
    Start,
    Threads,
    Time,
    words,
)
from enraya.commands.solve.options import SolveOptions
from enraya.commands.solve.proof import check_proof, write_proof
from enraya.commands.solve.table import store_table

OptionalGame = Annotated[
    str | None, typer.Argument(help=words("cli.option.game"), metavar=words("cli.place.game"), show_default=False)
]


def solve(
    game: OptionalGame = None,
    moves: Moves = "",
    position: Start = None,
    positions: Positions = None,
    time: Time = None,
    memory: Memory = None,
    threads: Threads = None,
    checkpoint: Checkpoint = None,
    cluster: Annotated[str | None, typer.Option("--cluster", help=words("cli.option.cluster"))] = None,
    store: Annotated[bool, typer.Option("--store", help=words("cli.option.store"))] = False,
    proof: Annotated[Path | None, typer.Option("--proof", help=words("cli.option.proof"))] = None,
    verify: Annotated[Path | None, typer.Option("--verify", help=words("cli.option.verify"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Give the exact value of a position, or of every position in a file."""
    from enraya.catalogue import find_game
    from enraya.commands.framework.files import STANDARD_INPUT, positions_asked
    from enraya.commands.solve.positions import solve_many, solve_one
    from enraya.errors import NotationError

    if sum((store, proof is not None, verify is not None, positions is not None)) > 1:
        raise NotationError("error.solve_one_way")
    options = SolveOptions(time, memory, threads, checkpoint, cluster)
    if verify is not None:
        check_proof(verify, game, options, json)
        return
    if game is None:
        raise NotationError("error.solve_no_game")
    found = find_game(game)
    asked = positions_asked(found, moves, position, positions)
    if store:
        store_table(next(asked), options, json)
    elif proof is not None:
        write_proof(next(asked), proof, options, json)
    elif positions is None:
        start = next(asked)
        answer = solve_one(start, options, json)
        if not json:
            typer.echo(str(start))
        _show(answer, json)
    else:
        for answer in solve_many(found, asked, options, json, waits=positions == STANDARD_INPUT):
            if not json:
                typer.echo(_asked(answer["moves"]))
            _show(answer, json)


def _asked(moves: str) -> str:
    """The position of a file that an answer belongs to."""
    return words("cli.solve.after", moves=moves) if moves else words("cli.solve.start")


def _show(answer: dict[str, Any], json: bool) -> None:
    from enraya.commands.framework.output import print_json

    if json:
        print_json(answer)
        return
    who = words(f"cli.side.{answer['to_move']}")
    plies = answer["plies"]
    typer.echo(
        words(f"cli.solve.{answer['value']}", who=who) + (f" {words('cli.solve.plies', count=plies)}" if plies else "")
    )
    if answer["best"]:
        typer.echo(words("cli.solve.best", moves=answer["best"]))
    work = {"nodes": f"{answer['nodes']:,}", "seconds": f"{answer['seconds']:.3f}"}
    typer.echo(words("cli.solve.work", score=answer["score"], **work))
    if "nodes_before" in answer:
        typer.echo(words("cli.solve.work_before", nodes=f"{answer['nodes_before']:,}"))
