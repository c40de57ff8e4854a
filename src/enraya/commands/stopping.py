"""Ctrl-C that lets the work end by itself: the first one asks, the second one insists."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType


@contextmanager
def stop_on_interrupt() -> Iterator[Event]:
    """An event that Ctrl-C sets while the block runs."""
    stop = Event()
    if current_thread() is not main_thread():
        yield stop
        return

    def heard(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
