"""`enraya solve --store`: a whole game solved, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from enraya.commands.framework.options import words
from enraya.commands.solve.options import SolveOptions

if TYPE_CHECKING:
    from enraya.position import Position


def store_table(position: Position, options: SolveOptions, json: bool) -> None:
    """Solve everything that can be reached from *position*, and keep it where every player finds it."""
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import give_up, stop_on_interrupt
    from enraya.search.limit import OutOfBudget
    from enraya.solve.tables.directory import table_path
    from enraya.solve.tables.file import write_table
    from enraya.solve.tables.whole import most_positions, require_that_it_fits, solve_whole

    game, path = position.game, table_path(position.game)
    options.refuse_checkpoint(game)
    options.use_one_thread(game)
    most = most_positions(options.megabytes)
    if position.state == game.initial():
        require_that_it_fits(game, most)
    open_executor = options.open_executor()
    with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
        try:
            worths = solve_whole(game, position.state, progress.budget(options.limit, stop), most, open_executor)
        except OutOfBudget:
            give_up(game.name, stop)
        size = write_table(path, game, worths)
    if json:
        print_json({"game": game.name, "positions": len(worths), "bytes": size, "table": str(path)})
    else:
        typer.echo(words("cli.solve.stored", positions=f"{len(worths):,}", bytes=f"{size:,}", path=str(path)))
