"""Reads what is typed at a terminal or comes through a pipe, with a time-out, on every system."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from io import UnsupportedOperation
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import TextIO

LONGEST = 8192
CHUNK = 1 << 16
POLL_SECONDS = 0.1
"""Seconds between looks: a wait without end could not be interrupted on every system."""


class InputReader:
    """Reads up to the next line break, and only when asked to, so that an endless input does no harm.

    A thread does the reading, so that waiting can be given up; a text that comes later is given to who asks next.
    It takes the file by its number, and not through its buffer, which could not be closed under a waiting thread.
    """

    def __init__(self, stream: TextIO) -> None:
        self._number = _number_of(stream)
        self._read = _reader(stream, self._number)
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        self._unread = b""
        self._wanted = Semaphore(0)
        self._texts: SimpleQueue[str | None] = SimpleQueue()
        self._is_asked = False
        self._thread: Thread | None = None
        self.is_typed = stream.isatty()
        """True if a person types here and sees the echo."""

    def next(self, seconds: float | None = None) -> str | None:
        """The text up to the next line break, shortened if it is very long; None at the end of the input.

        Raises TimeoutError if there is none within *seconds*.
        """
        if not self._is_asked:
            self._is_asked = True
            self._wanted.release()
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="enraya-input", daemon=True)
            self._thread.start()
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = POLL_SECONDS if until is None else until - time.monotonic()
            try:
                text = self._texts.get(timeout=max(0.0, min(POLL_SECONDS, left)))
            except Empty:
                if left <= 0:
                    raise TimeoutError from None
                continue
            self._is_asked = False
            return text

    def forget(self) -> None:
        """Discard what has been typed and not sent with Enter; in a pipe nothing is ever half typed."""
        if self.is_typed and self._number is not None:
            with suppress(ImportError, OSError):
                # Not on every system; without it the text stays, as it always did there.
                import termios

                termios.tcflush(self._number, termios.TCIFLUSH)

    def _serve(self) -> None:
        while True:
            self._wanted.acquire()
            self._texts.put(self._read_text())

    def _read_text(self) -> str | None:
        kept, is_begun = b"", False
        while True:
            text, end, self._unread = self._unread.partition(b"\n")
            kept = (kept + text)[:LONGEST]
            is_begun = is_begun or bool(text or end)
            if end:
                break
            self._unread = self._read()
            if not self._unread:
                break
        return kept.decode(self._encoding, errors="replace").rstrip("\r") if is_begun else None


def _number_of(stream: TextIO) -> int | None:
    """The number of the file behind *stream*, if it has one."""
    try:
        return stream.fileno()
    except (UnsupportedOperation, AttributeError):
        return None


def _reader(stream: TextIO, number: int | None) -> Callable[[], bytes]:
    """The function that gives the next bytes of *stream*, and none at its end."""
    if number is None:
        return lambda: stream.readline().encode(getattr(stream, "encoding", None) or "utf-8")

    def read() -> bytes:
        try:
            return os.read(number, CHUNK)
        except OSError:
            # A terminal that has been closed.
            return b""

    return read
