"""`enraya compare`: several searches of one position, side by side."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.commands.options import Depth, Game, Json, Lang, Moves, Start, words

if TYPE_CHECKING:
    from enraya.lab.values.comparison import Row

NODES = 1_000_000
"""About how many nodes an algorithm may need, where no depth is said."""


def compare(
    game: Game,
    moves: Moves = "",
    position: Start = None,
    depth: Depth = None,
    seconds: Annotated[
        float | None, typer.Option(help=words("cli.option.compare_seconds"), min=0.001, max=10**5)
    ] = None,
    algorithms: Annotated[str | None, typer.Option(help=words("cli.option.algorithms"))] = None,
    json: Json = False,
    csv: Annotated[Path | None, typer.Option("--csv", help=words("cli.option.csv"))] = None,
    lang: Lang = None,
) -> None:
    """Compare several searches of one position."""
    from enraya.commands.output import print_json
    from enraya.commands.progress import Progress
    from enraya.commands.stopping import INTERRUPTED, stop_on_interrupt
    from enraya.lab.values.comparison import Comparison, algorithms_for, check_algorithms
    from enraya.players.textbook import affordable_depth
    from enraya.position import Position
    from enraya.search.limit import UNLIMITED

    start = Position.start(game, position).play_all(moves)
    names = [name.strip() for name in algorithms.split(",")] if algorithms else algorithms_for(start)
    check_algorithms(names, start)
    rows = []
    if depth is None:
        depth = affordable_depth(start.game, start.state, NODES)
    with Progress() as progress, stop_on_interrupt() as stop:
        comparison = Comparison(start, UNLIMITED, stop=stop, on_progress=progress.update)
        for name in names:
            row = comparison.in_time(name, seconds) if seconds is not None else comparison.at_depth(name, depth)
            if stop.is_set():
                raise typer.Exit(INTERRUPTED)
            rows.append(row)
            if not json:
                _print_words(row)
    if json:
        print_json([asdict(row) for row in rows])
    if csv is not None:
        _write(csv, rows)


def _print_words(row: Row) -> None:
    shown = {name: "–" if value is None else value for name, value in asdict(row).items() if name != "ended"}
    if row.value is not None and not row.exact:
        shown["value"] = f"≈ {row.value}"
    for name in ("nodes", "leaves", "cuts", "rate"):
        shown[name] = f"{shown[name]:,.0f}" if shown[name] != "–" else "–"
    ended = "" if row.ended is None else " " + words(f"cli.compare.ended.{row.ended}")
    typer.echo(words("cli.compare.row", **{**shown, "algorithm": f"{row.algorithm:15}"}) + ended)


def _write(path: Path, rows: list[Row]) -> None:
    import csv

    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(asdict(rows[0])))
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)
