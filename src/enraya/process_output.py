"""Hears what a process says and prints, in lines of bounded length, whatever it does."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from typing import IO

PIECE = 1 << 16
MOST_PRINTED = 64 << 10
"""Bytes that a process may print in its life; the rest is dropped."""


class Flood(Exception):
    """A line longer than it may be."""


class LineSplitter:
    """Cuts what arrives into lines of at most *longest* bytes."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._begun: list[bytes] = []
        self._length = 0

    def cut(self, piece: bytes) -> list[bytes]:
        """The lines that *piece* completes, without their ends; `Flood` if the one it begins is too long."""
        first, *rest = piece.split(b"\n")
        self._begun.append(first)
        self._length += len(first)
        complete: list[bytes] = []
        for each in rest:
            complete.append(b"".join(self._begun))
            self._begun, self._length = [each], len(each)
        if self._length > self._longest or any(len(line) > self._longest for line in complete):
            raise Flood
        return complete


class ErrorOutputForwarder:
    """Passes on to standard error what a process prints, as far as that goes."""

    has_open_line = False
    """True if the last that any of them has shown was not a whole line."""

    is_dropping = False
    """True where standard error is a log, in which nothing is to stand that comes from somebody else's file."""

    def __init__(self, most: int = MOST_PRINTED) -> None:
        self._left = most

    def pass_on(self, printed: bytes) -> None:
        """Show *printed*, or drop it. What would steer a terminal is shown as question marks."""
        if self.is_dropping:
            return
        shown, self._left = printed[: self._left], max(0, self._left - len(printed))
        if shown:
            with suppress(OSError, ValueError):
                text = shown.decode("utf-8", "replace")
                sys.stderr.write(text if text.isprintable() else "".join(map(_harmless, text)))
                sys.stderr.flush()
                ErrorOutputForwarder.has_open_line = not shown.endswith(b"\n")


def _harmless(character: str) -> str:
    return character if character in "\n\t" or character.isprintable() else "?"


def open_closed_streams() -> None:
    """Give this process the three streams that whoever started it has closed: empty input, and output that is dropped.

    Python has None for them, and the next file that is opened, a database say, would take their place.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            # It gets the lowest number that is free.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", errors="replace", closefd=False))


def end_open_line() -> None:
    """Begin a new line on standard error if a process has left one unfinished there."""
    if ErrorOutputForwarder.has_open_line:
        ErrorOutputForwarder.has_open_line = False
        with suppress(OSError, ValueError):
            sys.stderr.write("\n")
            sys.stderr.flush()


def read_output(output: IO[bytes], errors: IO[bytes] | None, printed: ErrorOutputForwarder) -> bytes:
    """Read the next bytes of *output*, empty at its end; meanwhile pass on the bytes of *errors*."""
    poll = select.poll()
    poll.register(output, select.POLLIN)
    if errors is not None and not errors.closed:
        poll.register(errors, select.POLLIN)
    while True:
        ready = {number for number, _ in poll.poll()}
        if errors is not None and not errors.closed and errors.fileno() in ready:
            piece = os.read(errors.fileno(), PIECE)
            printed.pass_on(piece)
            if not piece:
                poll.unregister(errors)
                errors.close()
        if output.fileno() in ready:
            return os.read(output.fileno(), PIECE)
