"""Ctrl-C as an exception of its own: a custom file that raises `KeyboardInterrupt` is told apart from the user."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType

_on_interrupt: list[Callable[[], None]] = []


class UserInterrupt(KeyboardInterrupt):
    """The user has pressed Ctrl-C."""


def raise_on_interrupt(note: Callable[[], None]) -> None:
    """From now on Ctrl-C raises `UserInterrupt`, and *note* is called first; where it is ignored, it stays so."""
    _on_interrupt.append(note)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt)


def note_interrupt() -> None:
    """Called by every handler of Ctrl-C."""
    for note in _on_interrupt:
        note()


def is_interrupt(error: BaseException) -> bool:
    """True if the user caused *error*: always a KeyboardInterrupt where Python's own handler raises it."""
    if isinstance(error, UserInterrupt):
        return True
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _interrupt(number: int, frame: FrameType | None) -> None:
    note_interrupt()
    raise UserInterrupt
