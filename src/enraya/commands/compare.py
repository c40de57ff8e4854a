"""`enraya compare`: several searches of one position, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.commands.framework.options import Depth, Evaluation, Game, Json, Lang, Moves, Start, words

if TYPE_CHECKING:
    from enraya.lab.values.comparison import Row

NODES = 1_000_000
"""About how many nodes an algorithm may need, where no depth is said."""

COLUMNS = {
    "algorithm": -14,
    "nodes": 11,
    "leaves": 11,
    "cuts": 10,
    "branching": 9,
    "depth": 5,
    "value": 8,
    "move": 6,
    "seconds": 10,
    "rate": 11,
}
"""The columns of the table with their widths; a negative one is set to the left. Fixed, since rows come one by one."""


def compare(
    game: Game,
    moves: Moves = "",
    position: Start = None,
    depth: Depth = None,
    seconds: Annotated[
        float | None, typer.Option(help=words("cli.option.compare_seconds"), min=0.001, max=10**5)
    ] = None,
    algorithms: Annotated[str | None, typer.Option(help=words("cli.option.algorithms"))] = None,
    evaluate: Evaluation = None,
    json: Json = False,
    csv: Annotated[Path | None, typer.Option("--csv", help=words("cli.option.rows"))] = None,
    lang: Lang = None,
) -> None:
    """Compare several searches of one position."""
    from enraya.commands.framework.files import refuse_unwritable
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import INTERRUPTED, stop_on_interrupt
    from enraya.lab.values.comparison import Comparison, algorithms_for, check_algorithms
    from enraya.players.file import load_evaluate
    from enraya.players.textbook import affordable_depth
    from enraya.position import Position
    from enraya.search.limit import UNLIMITED

    start = Position.start(game, position).play_all(moves)
    names = [name.strip() for name in algorithms.split(",")] if algorithms else None
    judge = None if evaluate is None else load_evaluate(evaluate, start.game)
    names = check_algorithms(names or algorithms_for(start, judge), start, judge)
    refuse_unwritable(csv)
    rows = []
    if depth is None:
        depth = affordable_depth(start.game, start.state, NODES)
    with Progress() as progress, stop_on_interrupt() as stop:
        comparison = Comparison(start, UNLIMITED, evaluate=judge, stop=stop, on_progress=progress.update)
        for name in names:
            row = comparison.in_time(name, seconds) if seconds is not None else comparison.at_depth(name, depth)
            if stop.is_set():
                raise typer.Exit(INTERRUPTED)
            rows.append(row)
            if not json:
                progress.make_way()
                _print_words(row, is_first=len(rows) == 1)
    if json:
        print_json([asdict(row) for row in rows])
    if csv is not None:
        _write(csv, rows)


def _print_words(row: Row, *, is_first: bool) -> None:
    if is_first:
        typer.echo(_aligned({name: words(f"cli.compare.column.{name}") for name in COLUMNS}))
    shown = {name: "–" if value is None else value for name, value in asdict(row).items() if name in COLUMNS}
    if row.value is not None and not row.exact:
        shown["value"] = f"≈ {row.value}"
    for name in ("nodes", "leaves", "cuts", "rate"):
        shown[name] = f"{shown[name]:,.0f}" if shown[name] != "–" else "–"
    shown["seconds"] = f"{row.seconds:.6f}"
    ended = "" if row.ended is None else " " + words(f"cli.compare.ended.{row.ended}")
    typer.echo(_aligned(shown) + ended)


def _aligned(shown: Mapping[str, object]) -> str:
    """A row of the table, a cell below the other."""
    cells = (f"{shown[name]!s:{'<' if width < 0 else '>'}{abs(width)}}" for name, width in COLUMNS.items())
    return " ".join(cells).rstrip()


def _write(path: Path, rows: list[Row]) -> None:
    import csv
    from io import StringIO

    from enraya.commands.framework.files import write_file

    table = StringIO()
    writer = csv.DictWriter(table, fieldnames=list(asdict(rows[0])))
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    write_file(path, table.getvalue().encode())
