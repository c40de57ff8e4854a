"""A watchdog over event loops: which callback keeps a loop's thread busy for too long, and where it is meanwhile.

It measures the processor time of the thread and not the time on the wall, so a busy machine changes little.
"""

from __future__ import annotations

import faulthandler
import re
import threading
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import TextIO

SAMPLE_SECONDS = 0.005
STACK_LINES = 8
NUMBER = re.compile(r"0x[0-9a-f]+")


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
        with TemporaryFile("w+") as dump:
            while not self._is_closed.wait(SAMPLE_SECONDS):
                running = list(self._running.items())
                stacks = _stacks(dump) if running else {}
                for thread, seen in running:
                    if thread in stacks:
                        seen.append(stacks[thread])

    def close(self) -> None:
        self._is_closed.set()


def _stacks(dump: TextIO) -> dict[int, str]:
    """Where each thread is, by its number: the last calls first.

    `faulthandler` reads all stacks while no thread runs. Frames that are read from Python go on meanwhile, and one that
    has ended shows anything as its caller: CPython 3.11 has given a number.
    """
    dump.seek(0)
    dump.truncate()
    faulthandler.dump_traceback(dump, all_threads=True)
    dump.seek(0)
    stacks = (stack.splitlines() for stack in dump.read().split("\n\n"))
    return {int(NUMBER.findall(heading)[0], 16): "\n".join(calls[:STACK_LINES]) for heading, *calls in stacks}


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
