"""The end of a server: whatever signal asks for it, what is on its way is finished and everything is put away."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
PATIENCE = 1.0
"""Seconds that a thread has, after everything is on disk, to end by itself."""


class _Ended(BaseException):
    """A signal came while there was no server yet: whatever is being started is left."""


class ShutdownSignal:
    """The state of a shutdown: whether a signal asked for it, and the callback for it."""

    def __init__(self) -> None:
        self.is_asked = False
        self._callback: Callable[[], None] | None = None

    def on_signal(self, callback: Callable[[], None]) -> None:
        """Call *callback* on a signal from now on; at once if one has come already."""
        self._callback = callback
        if self.is_asked:
            callback()

    def handle_signal(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal. The first one is enough: whoever sends more of them is not faster served."""
        if self.is_asked:
            return
        self.is_asked = True
        if self._callback is None:
            raise _Ended
        self._callback()


def until_ended(work: Callable[[ShutdownSignal], None]) -> None:
    """Run *work*, which learns of signals from its `ShutdownSignal`. The first one ends *work* as if it had returned,
    later ones do nothing, and threads that are still busy do not keep the process.

    A hang-up that is ignored stays so, because `nohup` means it. SIGINT does not: shells ignore it for whatever they
    start in the background, and whoever sends it there means the server.
    """
    shutdown = ShutdownSignal()
    if threading.current_thread() is not threading.main_thread():
        work(shutdown)
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        for number, handler in before.items():
            if handler is not signal.SIG_IGN or number != getattr(signal, "SIGHUP", None):
                signal.signal(number, shutdown.handle_signal)
        work(shutdown)
    except _Ended:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if shutdown.is_asked else handler)
    if shutdown.is_asked:
        _leave_threads()


def _leave_threads() -> None:
    """End the process where a computation would keep it: nothing that it finds is wanted any more."""
    until = time.monotonic() + PATIENCE
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(0)
