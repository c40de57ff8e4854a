"""Machine moves, off the event loop: the C++ search in threads, searches in Python in processes of their own."""

from __future__ import annotations

import asyncio
import json
import math
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from enraya.errors import EnrayaError
from enraya.notation import parse_player_spec
from enraya.own import OwnGame
from enraya.position import Position
from enraya.search.native import is_available
from enraya.server.problems import ServerRefusal
from enraya.server.worker import STOP, choose

WITHOUT_CLOCK = 5.0
"""Seconds a machine may think in a match that has no clock."""

PATIENCE = 1.0
"""Seconds more until a process that was told to stop is ended."""

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
        self._idle: list[Process] = []

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
        work = self._in_thread if in_thread else self._in_process
        running = asyncio.get_running_loop().run_in_executor(self._threads, work, job, stop)
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
        return _thought(choose(asdict(job), stop))

    def _in_process(self, job: Job, stop: Event) -> Thought | None:
        try:
            process = self._idle.pop()
        except IndexError:
            process = Process()
        answer = process.ask(asdict(job), stop, job.seconds)
        if process.is_alive:
            self._idle.append(process)
        return None if answer is None else _thought(answer)

    def close(self) -> None:
        """End every process and take no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        while self._idle:
            self._idle.pop().end()


class Process:
    """One `enraya.server.worker`."""

    LOOK = 0.02

    def __init__(self) -> None:
        command = [sys.executable, "-m", "enraya.server.worker"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._answers: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._answers.put(line)
        self._answers.put("")

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self._process.poll() is None

    def ask(self, job: dict[str, Any], stop: Event, seconds: float) -> dict[str, Any] | None:
        """What it answers, or None: late, it is told to stop, and at last it is ended."""
        until, told = time.monotonic() + seconds + PATIENCE, False
        try:
            self._say(job)
            while True:
                try:
                    line = self._answers.get(timeout=self.LOOK)
                    return json.loads(line) if line else None
                except Empty:
                    pass
                if stop.is_set() and not told:
                    self._say(STOP)
                    told, until = True, min(until, time.monotonic() + PATIENCE)
                if time.monotonic() > until:
                    self.end()
                    return None
        except OSError:
            self.end()
            return None

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()


def _thought(answer: dict[str, Any]) -> Thought:
    if "refused" in answer:
        raise EnrayaError(answer["refused"], **answer["values"])
    value = answer["value"]
    is_number = value is not None and math.isfinite(value)
    return Thought(answer["move"], value if is_number else None, answer["nodes"] or None, answer["reason"])
