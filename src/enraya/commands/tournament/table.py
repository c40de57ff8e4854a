"""The table of a tournament in the terminal: live while it is played, and at its end."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import typer

from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.record import GameRecord
from enraya.arena.tournament.standings import Row, sprt_as_data, standings_of
from enraya.commands.framework.options import words
from enraya.commands.framework.progress import Progress

BETWEEN = 0.5
"""Seconds between two tables, and at least ten times as long as one takes to make."""

LONGEST = 30
"""Rows of a live table: it must fit a screen."""

COLUMNS = ("place", "player", "points", "games", "wins", "draws", "losses", "rating")


class Live:
    """The live table on a terminal, with progress and estimate; elsewhere a line of progress now and then."""

    def __init__(self, progress: TournamentProgress, *, is_quiet: bool) -> None:
        self._tournament = progress
        self._progress = Progress(quiet=is_quiet)
        self._before, self._began = len(progress.records), time.monotonic()
        self._due = 0.0
        self._live: Any = None

    def __enter__(self) -> Live:
        self._progress.__enter__()
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live as RichLive

            self._live = RichLive(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.__enter__()
        return self

    def update(self, records: Sequence[GameRecord]) -> None:
        """Update the table with these games."""
        done, expected = len(self._tournament.records), self._tournament.expected_games
        if self._live is None:
            self._progress.update_games(done, expected)
            return
        now = time.monotonic()
        if now < self._due:
            return
        self._live.update(self._shown(done, expected), refresh=True)
        self._due = now + max(BETWEEN, 10 * (time.monotonic() - now))

    def _shown(self, done: int, expected: int) -> Any:
        from rich.text import Text

        lines = table_lines(standings_of(self._tournament).rows[:LONGEST])
        fresh, seconds = done - self._before, time.monotonic() - self._began
        told = [words("cli.progress.games", done=done, all=expected)]
        if fresh >= 3:
            told.append(words("tournament.rate", rate=f"{fresh / seconds:,.1f}"))
            if done < expected:
                told.append(words("cli.progress.left", seconds=f"{seconds / fresh * (expected - done):,.0f}"))
        return Text("\n".join([*lines, "", " · ".join(told), *sprt_lines(self._tournament)]))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.__exit__(kind, error, trace)
        self._progress.__exit__(kind, error, trace)


def print_table(progress: TournamentProgress) -> None:
    """The table, what the test says, and how players failed, on standard output."""
    rows = standings_of(progress).rows
    for line in [*table_lines(rows), *sprt_lines(progress)]:
        typer.echo(line)
    for row in rows:
        if row.failures:
            told = ", ".join(words(f"cli.match.failed.{why}", count=count) for why, count in row.failures.items())
            total = sum(row.failures.values())
            typer.echo(words("tournament.failures", name=row.name, count=total) + f" {told}.")


def table_lines(rows: Sequence[Row]) -> list[str]:
    """The rows as text in columns, under their headings."""
    written = [[words(f"tournament.{column}") for column in COLUMNS]]
    for place, row in enumerate(rows, start=1):
        reach = (row.interval[1] - row.interval[0]) / 2
        rating = f"{round(row.rating):+d} ± {reach:.0f}"
        cells = [place, row.name, f"{row.points:g}", row.games, row.wins, row.draws, row.losses, rating]
        written.append([str(cell) for cell in cells])
    widths = [max(len(line[column]) for line in written) for column in range(len(COLUMNS))]
    lines = []
    for line in written:
        padded = [
            cell.ljust(width) if column == "player" else cell.rjust(width)
            for cell, width, column in zip(line, widths, COLUMNS, strict=True)
        ]
        lines.append("  ".join(padded))
    return lines


def sprt_lines(progress: TournamentProgress) -> list[str]:
    """The state of the sequential test in lines, if there is one."""
    test = sprt_as_data(progress)
    if test is None:
        return []
    lower, upper = test["bounds"]
    ratio = words("tournament.ratio", ratio=f"{test['ratio']:+.2f}", lower=f"{lower:.2f}", upper=f"{upper:.2f}")
    verdict = words(f"tournament.test.{test['decision'] or 'open'}", elo0=f"{test['elo0']:g}", elo1=f"{test['elo1']:g}")
    if test["elo"] is None:
        return [f"{ratio} {verdict}"]
    elo, low, high = test["elo"]
    return [f"{ratio} {verdict}", words("tournament.elo", elo=f"{elo:+.0f}", low=f"{low:+.0f}", high=f"{high:+.0f}")]
