"""A process of its own that works for the server, so that a Python search never holds up a request."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

from enraya.server.queue import Rank
from enraya.server.worker import IDLE, PROGRESS, STOP

PATIENCE = 1.0
"""Seconds more until a process that was told to stop is ended."""

PRIORITIES = {
    Rank.ANSWER: "5",
    Rank.HINT: "8",
    Rank.SHOW: "10",
    Rank.LOOK: "8",
    Rank.FILE: "15",
    Rank.LAB: IDLE,
}
"""How much a process gives way (`nice`): all of them to the server, and the lab to everything else."""

Hear = Callable[[str], None]
"""Takes a line that tells how far the work is."""


class Process:
    """One `enraya.server.worker`."""

    LOOK = 0.02

    def __init__(self, rank: Rank) -> None:
        command = [sys.executable, "-m", "enraya.server.worker", PRIORITIES[rank]]
        pipe = subprocess.PIPE
        # In a session of its own: Ctrl-C in the server's terminal is for the server alone, which then ends this one.
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", start_new_session=True)
        self._lines: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put("")

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self._process.poll() is None

    def ask(self, job: dict[str, Any], stop: Event, seconds: float, hear: Hear | None = None) -> str | None:
        """The line that it answers with, or None: late, it is told to stop, and at last it is ended."""
        until, told = time.monotonic() + seconds + PATIENCE, False
        try:
            self._say(job)
            while True:
                try:
                    line = self._lines.get(timeout=self.LOOK)
                    if not line.startswith(PROGRESS):
                        return line or None
                    if hear and not told:
                        hear(line)
                except Empty:
                    pass
                if stop.is_set() and not told:
                    self._say(STOP)
                    told, until = True, min(until, time.monotonic() + PATIENCE)
                if time.monotonic() > until:
                    self.end()
                    return None
        except (OSError, ValueError):
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
        # Another thread may be writing to it: it hears of the end by an error.
        with suppress(OSError, ValueError):
            self._process.stdin.close()


class Staff:
    """The processes of one rank, kept for the next job, so that not every job pays for Python's start."""

    def __init__(self, rank: Rank) -> None:
        self._rank = rank
        self._lock = Lock()
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._is_closed = False

    def ask(self, job: dict[str, Any], stop: Event, seconds: float, hear: Hear | None = None) -> str | None:
        """What a free process, or a new one, answers."""
        with self._lock:
            if self._is_closed:
                return None
            process = self._idle.pop() if self._idle else None
        if process is None or not process.is_alive:
            process = Process(self._rank)
        with self._lock:
            self._all.add(process)
            is_late = self._is_closed
        if is_late:
            process.end()
            return None
        answer = process.ask(job, stop, seconds, hear)
        with self._lock:
            if process.is_alive and not self._is_closed:
                self._idle.append(process)
            else:
                self._all.discard(process)
        return answer

    def close(self) -> None:
        """End every process at once, whatever it does."""
        with self._lock:
            self._is_closed = True
            ended, self._all = self._all, set()
            self._idle.clear()
        for process in ended:
            process.end()
