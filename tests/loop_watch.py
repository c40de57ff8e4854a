"""A watchdog over event loops: which callback keeps a loop's thread busy for too long, and where it is meanwhile.

It measures the processor time of the thread and not the time on the wall, so a busy machine changes little.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

SAMPLE_SECONDS = 0.005


@dataclass
class Hold:
    """One callback that held the loop: the seconds of processor it took, and the stacks it was seen in."""

    callback: str
    seconds: float
    seen: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        where = self.seen[len(self.seen) // 2] if self.seen else "no sample was taken"
        return f"{1000 * self.seconds:.0f} ms in {self.callback}, for instance at:\n{where}"


class LoopWatch:
    """What held a loop longer than *limit* seconds of processor, in the order in which it happened."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.holds: list[Hold] = []
        self._running: dict[int, list[str]] = {}
        self._is_closed = threading.Event()

    def run(self, handle: Handle, run: object) -> None:
        """Run one callback of a loop, timed."""
        thread = threading.get_ident()
        outer, seen = self._running.get(thread), []
        self._running[thread] = seen
        began = time.thread_time()
        try:
            run(handle)
        finally:
            seconds = time.thread_time() - began
            if outer is None:
                del self._running[thread]
            else:
                self._running[thread] = outer
            if seconds > self.limit:
                self.holds.append(Hold(repr(handle), seconds, seen))

    def sample(self) -> None:
        """Look where each callback is, again and again, until the end."""
        while not self._is_closed.wait(SAMPLE_SECONDS):
            frames = sys._current_frames()
            for thread, seen in list(self._running.items()):
                if thread in frames:
                    seen.append("".join(traceback.format_stack(frames[thread])[-8:]))

    def close(self) -> None:
        self._is_closed.set()


@contextmanager
def watching(limit: float = 0.02) -> Iterator[LoopWatch]:
    """Watch every loop of asyncio's own in this process."""
    watch, run = LoopWatch(limit), Handle._run
    sampler = threading.Thread(target=watch.sample, daemon=True)
    sampler.start()
    Handle._run = lambda handle: watch.run(handle, run)
    try:
        yield watch
    finally:
        Handle._run = run
        watch.close()
        sampler.join()
