"""A line of progress for work that takes more than a second; silent in a pipe."""

from __future__ import annotations

import sys
import time
from threading import Event
from types import TracebackType

from enraya.commands.options import words
from enraya.search.limit import Budget, Limit

SILENT_FOR = 1.0
BETWEEN = 0.2


class Progress:
    """Shows depth, nodes and rate on the error stream while work runs; nothing is left behind when it ends."""

    def __init__(self) -> None:
        self._started = self._shown = time.monotonic()
        self._visible = False

    def __enter__(self) -> Progress:
        return self

    def budget(self, limit: Limit, stop: Event) -> Budget:
        """A budget for work in Python that tells how it gets on."""
        return Budget(limit, stop, lambda nodes: self.tell(0, nodes))

    def tell(self, depth: int, nodes: int, bounds: tuple[int, int] | None = None) -> None:
        """A search has come this far: so deep, or until the score is within *bounds*."""
        if self._is_due():
            seconds = self._shown - self._started
            values = {"nodes": f"{nodes:,}", "rate": f"{nodes / seconds:,.0f}", "seconds": f"{seconds:.0f}"}
            if bounds is None:
                self._write(words("cli.progress", depth=depth, **values))
            else:
                self._write(words("cli.progress_bounds", lower=bounds[0], upper=bounds[1], **values))

    def tell_jobs(self, done: int, jobs: int) -> None:
        """This many jobs are done."""
        if self._is_due():
            seconds = f"{self._shown - self._started:.0f}"
            self._write(words("cli.progress_jobs", done=done, jobs=jobs, seconds=seconds))

    def tell_games(self, done: int, games: int) -> None:
        """This many games have been played."""
        if self._is_due():
            seconds = f"{self._shown - self._started:.0f}"
            self._write(words("cli.progress_games", done=done, games=games, seconds=seconds))

    def _is_due(self) -> bool:
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._started < SILENT_FOR or now - self._shown < BETWEEN:
            return False
        self._shown = now
        return True

    def _write(self, text: str) -> None:
        self._visible = True
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
