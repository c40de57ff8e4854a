"""`enraya solve --store`: a whole game solved, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from enraya.commands.options import words

if TYPE_CHECKING:
    from enraya.position import Position


def store_table(position: Position, time: float | None, json: bool) -> None:
    """Solve everything that can be reached from *position*, and keep it where every player finds it."""
    from enraya.commands.output import print_json
    from enraya.commands.progress import Progress
    from enraya.commands.stopping import stop_on_interrupt
    from enraya.search.limit import Limit, OutOfBudget
    from enraya.solve.library import table_path
    from enraya.solve.table import write_table
    from enraya.solve.whole import solve_whole

    game, path = position.game, table_path(position.game)
    with Progress() as progress, stop_on_interrupt() as stop:
        try:
            worths = solve_whole(game, position.state, progress.budget(Limit(seconds=time), stop))
        except OutOfBudget:
            typer.echo(words("cli.solve.unsolved", game=game.name), err=True)
            raise typer.Exit(130 if stop.is_set() else 1) from None
        size = write_table(path, game, worths)
    if json:
        print_json({"game": game.name, "positions": len(worths), "bytes": size, "table": str(path)})
    else:
        typer.echo(words("cli.solve.stored", positions=f"{len(worths):,}", bytes=f"{size:,}", path=str(path)))
