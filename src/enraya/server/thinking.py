"""Machine moves, off the event loop: the C++ search in threads, searches in Python in processes of their own."""

from __future__ import annotations

import asyncio
import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from threading import Event
from typing import Any

from enraya.errors import EnrayaError
from enraya.notation import parse_player_spec
from enraya.own import OwnGame
from enraya.position import Position
from enraya.search.native import is_available
from enraya.server.problems import ServerRefusal
from enraya.server.process import Staff
from enraya.server.worker import work

WITHOUT_CLOCK = 5.0
"""Seconds a machine may think in a match that has no clock."""

QUICK = ("random", "rules", "oso-easy", "oso-medium")
NATIVE = ("alphabeta+", "level", "oso-hard", "perfect")


@dataclass(frozen=True)
class Job:
    """A position, as what leads to it, and who is to choose a move in it."""

    game: str
    start: str | None
    moves: list[str]
    player: str
    seed: int
    seconds: float
    task: str = "choose"

    def fits_a_thread(self, position: Position) -> bool:
        """Whether it lets go of the interpreter, or is over at once."""
        if isinstance(position.game, OwnGame):
            return False
        spec = parse_player_spec(self.player)
        if spec.name in QUICK:
            return True
        has_native = is_available() and spec.options.get("native") != "false"
        return spec.name in NATIVE and has_native and position.game.kernel_state(position.state) is not None


@dataclass(frozen=True)
class Thought:
    """The move that a machine chose, and what it says of it."""

    move: str
    value: float | None
    nodes: int | None
    reason: str | None


def thinking_time(remaining: float | None) -> float:
    """What a machine with so much time left is told to think: less, to answer in time."""
    if remaining is None:
        return WITHOUT_CLOCK
    return max(0.01, remaining - min(0.5, remaining / 5))


class Thinkers:
    """A bounded number of machines at a time; the others wait, and too many are refused."""

    def __init__(self, processors: int, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting = 0
        self._slots = {True: asyncio.Semaphore(processors), False: asyncio.Semaphore(processors)}
        self._threads = ThreadPoolExecutor(2 * processors, thread_name_prefix="enraya-thinking")
        self._staff = Staff()

    @property
    def is_full(self) -> bool:
        """Whether as many wait as may."""
        return self._waiting >= self._most_waiting

    async def think(self, job: Job, position: Position) -> Thought | None:
        """What *job* comes to, or None if it did not answer in time. Cancelling it makes it stop."""
        if self.is_full:
            raise ServerRefusal("server.busy", 503, retry_after=1.0)
        asked = time.monotonic()
        in_thread = job.fits_a_thread(position)
        self._waiting += 1
        try:
            async with self._slots[in_thread]:
                left = job.seconds - (time.monotonic() - asked)
                if left <= 0:
                    return None
                return await self._run(Job(**{**asdict(job), "seconds": left}), in_thread)
        finally:
            self._waiting -= 1

    async def _run(self, job: Job, in_thread: bool) -> Thought | None:
        stop = Event()
        way = self._in_thread if in_thread else self._in_process
        running = asyncio.get_running_loop().run_in_executor(self._threads, way, job, stop)
        try:
            # Shielded: the slot is free only when the work has really ended.
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.wait([running])
            if not running.cancelled():
                running.exception()
            raise

    def _in_thread(self, job: Job, stop: Event) -> Thought | None:
        return _thought(work(asdict(job), stop, lambda progress: None))

    def _in_process(self, job: Job, stop: Event) -> Thought | None:
        answer = self._staff.ask(asdict(job), stop, job.seconds)
        return None if answer is None else _thought(json.loads(answer))

    def close(self) -> None:
        """End every process and take no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._staff.close()


def _thought(line: dict[str, Any]) -> Thought:
    if "refused" in line:
        raise EnrayaError(line["refused"], **line["values"])
    answer = line["answer"]
    value = answer["value"]
    is_number = value is not None and math.isfinite(value)
    return Thought(answer["move"], value if is_number else None, answer["nodes"] or None, answer["reason"])
