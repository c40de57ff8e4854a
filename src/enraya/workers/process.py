"""A worker process, seen from its parent: asked, stopped and ended."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

from enraya.child_process import end_process
from enraya.errors import EnrayaError
from enraya.workers.service import PROGRESS, REFUSED, STOP

PATIENCE = 1.0
"""Seconds more until a process that was told to stop is ended."""

FORGETTING = 5.0
"""Seconds that a process may take to drop what it kept."""

OnProgress = Callable[[str], None]
"""Called with each line of progress."""


class WorkRefused(EnrayaError):
    """A refusal that a worker process gave, with its words in every language."""

    def __init__(self, code: str, words: dict[str, str]) -> None:
        super().__init__(code)
        self._words = words

    def in_language(self, language: str) -> str:
        return self._words[language]


def answer_on(line: str) -> Any:
    """The answer on the last line of a job, or the refusal."""
    said = json.loads(line)
    if line.startswith(REFUSED):
        raise WorkRefused(said["refused"], said["words"])
    return said["answer"]


class Process:
    """A process that runs *module*, which serves jobs (`enraya.workers.service`)."""

    POLL_SECONDS = 0.02

    def __init__(self, module: str, *arguments: str) -> None:
        # Without the folder it is started in: a student's random.py there is not Python's.
        command = [sys.executable, "-P", "-m", module, *arguments]
        pipe = subprocess.PIPE
        # In a session of its own: Ctrl-C in the owner's terminal is for the owner alone, which then ends this one.
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", start_new_session=True)
        self.was_late = False
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

    def ask(
        self,
        job: dict[str, Any],
        stop: Event,
        seconds: float,
        on_progress: OnProgress | None = None,
        patience: float = PATIENCE,
        look: Callable[[], None] = lambda: None,
    ) -> str | None:
        """The line that it answers with, or None: it was late (`was_late`) or broke down, and was ended.

        It is late *patience* seconds after *seconds* have passed, or after *stop* was set. *look* is called again and
        again meanwhile; it is ended too if *look* raises something.
        """
        until, is_stopping = time.monotonic() + seconds + patience, False
        try:
            self._say(job)
            while True:
                try:
                    line = self._lines.get(timeout=self.POLL_SECONDS)
                    if not line:
                        self.end()
                        return None
                    if not line.startswith(PROGRESS):
                        return line
                    if on_progress and not is_stopping:
                        on_progress(line)
                except Empty:
                    look()
                if stop.is_set() and not is_stopping:
                    self._say(STOP)
                    is_stopping, until = True, min(until, time.monotonic() + patience)
                if time.monotonic() > until:
                    self.was_late = True
                    self.end()
                    return None
        except (OSError, ValueError):
            self.end()
            return None
        except BaseException:
            # Its answer would be taken for that to the next job.
            self.end()
            raise

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        """End it at once, with every process that it has started."""
        end_process(self._process, self._process.stdin)


class Staff:
    """Processes of one kind, kept for the next job, so that not every job pays for Python's start.

    A job that names its match goes to the process that did the last one of that match, if it is free: it may have kept
    something. `forget` has it drop that.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = (module, *arguments)
        self._lock = Lock()
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._homes: dict[str, Process] = {}
        self._forgotten: dict[Process, list[str]] = {}
        self._is_closed = False

    def ask(
        self, job: dict[str, Any], stop: Event, seconds: float, on_progress: OnProgress | None = None
    ) -> str | None:
        """What a free process, or a new one, answers."""
        process, is_closed = self._take(job.get("match"))
        if is_closed:
            return None
        if process is None or not process.is_alive:
            process = Process(*self._command)
        with self._lock:
            self._all.add(process)
            if (match := job.get("match")) is not None:
                self._homes[match] = process
            if forgotten := self._forgotten.pop(process, None):
                job = {**job, "forgotten": forgotten}
            is_late = self._is_closed
        if is_late:
            process.end()
            return None
        answer = process.ask(job, stop, seconds, on_progress)
        self._give_back(process)
        return answer

    def forget(self, match: str) -> None:
        """Have what is kept for *match* dropped: at once, or with the next job of a process that is busy."""
        with self._lock:
            process = self._homes.pop(match, None)
            if process is None or self._is_closed:
                return
            if process not in self._idle:
                self._forgotten.setdefault(process, []).append(match)
                return
            self._idle.remove(process)
        process.ask({"task": "forget", "match": match}, Event(), FORGETTING)
        self._give_back(process)

    def _take(self, match: str | None) -> tuple[Process | None, bool]:
        """The idle process that *match* is at home in, else any, if there is one; and whether all is over."""
        with self._lock:
            home = None if match is None else self._homes.get(match)
            if home in self._idle:
                self._idle.remove(home)
                return home, self._is_closed
            return self._idle.pop() if self._idle else None, self._is_closed

    def _give_back(self, process: Process) -> None:
        with self._lock:
            if process.is_alive and not self._is_closed:
                self._idle.append(process)
                return
            self._all.discard(process)
            self._forgotten.pop(process, None)
            self._homes = {match: home for match, home in self._homes.items() if home is not process}

    def close(self) -> None:
        """End every process at once, whatever it does."""
        with self._lock:
            self._is_closed = True
            ended, self._all = self._all, set()
            self._idle.clear()
            self._homes.clear()
        for process in ended:
            process.end()
