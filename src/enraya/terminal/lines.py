"""Lines from a terminal or a pipe, with a time-out, on every system."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from io import UnsupportedOperation
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import TextIO

LONGEST_LINE = 8192
CHUNK = 1 << 16
LOOK = 0.1
"""Seconds between looks: a wait without end could not be interrupted on every system."""


class Lines:
    """Reads one line at a time, and only when it is asked for one, so that an endless input does no harm.

    A thread does the reading, so that waiting can be given up; a line that comes later is given to who asks next.
    It takes the file by its number, and not through its buffer, which could not be closed under a waiting thread.
    """

    def __init__(self, stream: TextIO) -> None:
        self._read = _reader(stream)
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        self._unread = b""
        self._wanted = Semaphore(0)
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._is_asked = False
        self._thread: Thread | None = None
        self.is_typed = stream.isatty()
        """Whether a person types here and sees what is typed."""

    def next(self, seconds: float | None = None) -> str | None:
        """The next line without its end, shortened if it is very long; None at the end of the input.

        Raises TimeoutError if there is none within *seconds*.
        """
        if not self._is_asked:
            self._is_asked = True
            self._wanted.release()
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="enraya-lines", daemon=True)
            self._thread.start()
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = LOOK if until is None else until - time.monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, min(LOOK, left)))
            except Empty:
                if left <= 0:
                    raise TimeoutError from None
                continue
            self._is_asked = False
            return line

    def _serve(self) -> None:
        while True:
            self._wanted.acquire()
            self._lines.put(self._read_line())

    def _read_line(self) -> str | None:
        kept, is_begun = b"", False
        while True:
            line, end, self._unread = self._unread.partition(b"\n")
            kept = (kept + line)[:LONGEST_LINE]
            is_begun = is_begun or bool(line or end)
            if end:
                break
            self._unread = self._read()
            if not self._unread:
                break
        return kept.decode(self._encoding, errors="replace").rstrip("\r") if is_begun else None


def _reader(stream: TextIO) -> Callable[[], bytes]:
    """What gives the next bytes of *stream*, and none at its end."""
    try:
        number = stream.fileno()
    except (UnsupportedOperation, AttributeError):
        return lambda: stream.readline().encode(getattr(stream, "encoding", None) or "utf-8")

    def read() -> bytes:
        try:
            return os.read(number, CHUNK)
        except OSError:
            # A terminal that has been closed.
            return b""

    return read
