"""Progress of work that takes more than a second: a live row on a terminal, a new row now and then elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from threading import Event
from types import TracebackType

from enraya.commands.framework.options import words
from enraya.search.limit import Budget, Limit

SILENT_FOR = 1.0
BETWEEN = 0.2
BETWEEN_LINES = 30.0
"""Seconds between two lines where they stay, as in a file."""

BAR = 12
LEAST_FOR_ESTIMATE = 3
"""Pieces of like size that must be done before it is said how long the rest may take."""


class Progress:
    """Tells on the error stream what is known of the work; on a terminal nothing is left behind when it ends.

    With *quiet* only a terminal is told. *nodes_before* are those of earlier work that this one goes on from: they
    count in the sum, not in the rate.
    """

    def __init__(self, *, quiet: bool = True, nodes_before: Callable[[], int] = lambda: 0) -> None:
        self._started = self._shown = time.monotonic()
        self._is_live = sys.stderr.isatty()
        self._is_silent = quiet and not self._is_live
        self._visible = False
        self._nodes_before = nodes_before
        self.bounds: tuple[int, int] | None = None
        """The last bounds of the score that were told."""

    def __enter__(self) -> Progress:
        return self

    def budget(self, limit: Limit, stop: Event) -> Budget:
        """A budget for work in Python that tells how it gets on."""
        return Budget(limit, stop, lambda nodes: self.update(0, nodes))

    def update(
        self,
        depth: int,
        nodes: int,
        bounds: tuple[int, int] | None = None,
        firsts: tuple[int, int] | None = None,
        /,
    ) -> None:
        """A search has come this far; what is not known of it is left out."""
        self.bounds = bounds or self.bounds
        if not self._is_due():
            return
        parts = []
        if firsts is not None:
            parts.append(f"{_bar(*firsts)} {words('cli.progress.firsts', done=firsts[0], all=firsts[1])}")
        if self.bounds is not None:
            parts.append(words("cli.progress.score", lower=self.bounds[0], upper=self.bounds[1]))
        if depth:
            parts.append(words("cli.progress.depth", depth=depth))
        rate = nodes / max(self._shown - self._started, 1e-3)
        parts.append(words("cli.progress.nodes", nodes=f"{self._nodes_before() + nodes:,}", rate=f"{rate:,.0f}"))
        self._write(*parts)

    def update_jobs(self, done: int, jobs: int) -> None:
        """Show the number of jobs done."""
        self._tell_pieces("cli.progress.jobs", done, jobs)

    def update_games(self, done: int, games: int) -> None:
        """Show the number of games played."""
        self._tell_pieces("cli.progress.games", done, games)

    def update_students(self, done: int, students: int) -> None:
        """Show the number of students marked so far."""
        self._tell_pieces("cli.progress.students", done, students)

    def update_puzzles(self, done: int, puzzles: int) -> None:
        """Show the number of puzzles made or checked."""
        self._tell_pieces("cli.progress.puzzles", done, puzzles)

    def _tell_pieces(self, key: str, done: int, pieces: int) -> None:
        if not self._is_due():
            return
        parts = [f"{_bar(done, pieces)} {words(key, done=done, all=pieces)}"]
        if LEAST_FOR_ESTIMATE <= done < pieces:
            seconds = (self._shown - self._started) * (pieces - done) / done
            parts.append(words("cli.progress.left", seconds=f"{seconds:,.0f}"))
        self._write(*parts)

    def _is_due(self) -> bool:
        now = time.monotonic()
        between = BETWEEN if self._is_live else BETWEEN_LINES
        if self._is_silent or now - self._started < SILENT_FOR or now - self._shown < between:
            return False
        self._shown = now
        return True

    def _write(self, *parts: str) -> None:
        text = " · ".join([*parts, f"{self._shown - self._started:,.0f} s"])
        if not self._is_live:
            print(text, file=sys.stderr, flush=True)
            return
        self._visible = True
        # A line that went on to the next could not be taken back.
        room = os.get_terminal_size(sys.stderr.fileno()).columns - 1
        sys.stderr.write(f"\r\x1b[K{text[:room]}")
        sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.make_way()

    def make_way(self) -> None:
        """Erase the live row, so that a result can be printed where it stood."""
        if self._visible:
            self._visible = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _bar(done: int, pieces: int) -> str:
    full = BAR * done // max(1, pieces)
    return f"[{'#' * full}{'.' * (BAR - full)}]"
