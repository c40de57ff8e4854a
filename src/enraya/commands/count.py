"""`enraya count`: how large a game is."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from enraya.commands.framework.options import Game, Json, Lang, Moves, Start, words
from enraya.search.limit import DEEPEST

Plies = Annotated[int | None, typer.Option("--depth", help=words("cli.option.plies"), min=0, max=DEEPEST)]


def count(
    game: Game, moves: Moves = "", position: Start = None, depth: Plies = None, json: Json = False, lang: Lang = None
) -> None:
    """Count a game's positions, games and ends."""
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import INTERRUPTED, stop_on_interrupt
    from enraya.position import Position
    from enraya.search.count import count as count_positions
    from enraya.search.limit import Limit, OutOfBudget
    from enraya.solve.memory import bound_own_memory

    start = Position.start(game, position).play_all(moves)
    # Every position is kept, and of large games there are more than fit anywhere.
    bound_own_memory()
    with Progress() as progress, stop_on_interrupt() as stop:
        try:
            counted = count_positions(start.game, start.state, progress.budget(Limit(), stop), depth)
        except OutOfBudget:
            raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(asdict(counted))
        return
    if counted.games is not None:
        typer.echo(words("cli.count.games", number=f"{counted.games:,}"))
    typer.echo(
        words("cli.count.positions", number=f"{counted.positions:,}", classes=f"{counted.positions_up_to_symmetry:,}")
    )
    typer.echo(
        words("cli.count.terminal", number=f"{counted.terminal:,}", classes=f"{counted.terminal_up_to_symmetry:,}")
    )
    for ply, number in enumerate(counted.perft or ()):
        typer.echo(f"  {ply:>3}  {number:,}")
