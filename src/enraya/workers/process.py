"""A worker process, seen from its parent: asked, stopped and ended."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

from enraya.child_process import end_process
from enraya.custom import is_file_name, split_file_name
from enraya.errors import EnrayaError
from enraya.jail import ProcessSpec, StartedProcess, TrustedProcess, own_folders, start_in_jail
from enraya.locale import LANGUAGES
from enraya.process_output import ErrorOutputForwarder, Flood, LineSplitter, read_output
from enraya.workers.service import PROGRESS, REFUSED, STOP

PATIENCE = 1.0
"""Seconds more until a process that was told to stop is ended."""

FORGETTING = 5.0
"""Seconds that a process may take to drop what it kept."""

TAKING, STARTING = 5.0, 120.0
"""Seconds that a process may take to read what it is asked, and one that has not answered anything yet.

On a busy machine it starts for long, and reads nothing meanwhile: a file that somebody sent does not fit into the pipe.
"""

MOST_ANSWERED, MOST_WAITING = 4 << 20, 1000
"""Bytes of a line, and lines that nobody asked for, after which a process in the jail has said too much."""

LONGEST_SENTENCE = 4000

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
        raise WorkRefused(str(said["refused"]), {each: said["words"][each][:LONGEST_SENTENCE] for each in LANGUAGES})
    return said["answer"]


def files_of(job: dict[str, Any]) -> tuple[str, ...]:
    """The files of somebody's that *job* loads: then it is done in the jail."""
    named = job["files"] if "files" in job else [job.get("game")]
    return tuple(split_file_name(file)[0] for file in named if isinstance(file, str) and is_file_name(file))


def version_of(files: Sequence[str]) -> tuple[object, ...]:
    """The version of *files*, which changes with them: a process in the jail may see a copy from when it started."""
    return tuple((found.st_mtime_ns, found.st_size) for file in files for found in _stat(file))


def _stat(file: str) -> list[os.stat_result]:
    try:
        return [Path(file).stat()]
    except OSError:
        return []


class Process:
    """A process that runs *module*, which serves jobs (`enraya.workers.service`).

    With *files*, which somebody wrote and its jobs load, it runs in the jail: it can read those, and what it prints
    and answers is bounded (`has_flooded`).
    """

    POLL_SECONDS = 0.02

    def __init__(self, module: str, *arguments: str, files: Sequence[str] = ()) -> None:
        self.files, self.version = tuple(files), version_of(files)
        self.was_late = self.has_flooded = self.has_answered = False
        self._lines: SimpleQueue[str] = SimpleQueue()
        spec = ProcessSpec(module, arguments, own=tuple(own_folders(files)))
        self._process: StartedProcess = start_in_jail(spec, stderr=subprocess.PIPE) if files else TrustedProcess(spec)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        printed, lines = ErrorOutputForwarder(), LineSplitter(MOST_ANSWERED if self.files else sys.maxsize)
        with self._process.stdout as output, suppress(OSError, ValueError):
            try:
                while piece := read_output(output, self._process.stderr, printed):
                    for line in lines.cut(piece):
                        self._lines.put(line.decode("utf-8", "replace") + "\n")
                    if self.files and self._lines.qsize() > MOST_WAITING:
                        raise Flood
            except Flood:
                self.has_flooded = True
        if self._process.stderr is not None:
            self._process.stderr.close()
        self._lines.put("")

    @property
    def is_alive(self) -> bool:
        """True if it can be asked again."""
        return self._process.poll() is None

    def ask(
        self,
        job: dict[str, Any],
        stop: Event,
        seconds: float,
        on_progress: OnProgress | None = None,
        patience: float = PATIENCE,
        look: Callable[[], None] = lambda: None,
        hurry: Event | None = None,
    ) -> str | None:
        """The line that it answers with, or None: it was late (`was_late`) or broke down, and was ended.

        It is late *patience* seconds after *seconds* have passed, or after *stop* was set. *look* is called again and
        again meanwhile; it is ended too if *look* raises something. Once *hurry* is set it is told to answer with what
        it has, and waited for as long as before.
        """
        until, is_stopping = time.monotonic() + seconds + patience, False
        try:
            self._say(job, TAKING if self.has_answered else STARTING)
            while True:
                try:
                    line = self._lines.get(timeout=self.POLL_SECONDS)
                    if not line:
                        self.end()
                        return None
                    self.has_answered = True
                    if not line.startswith(PROGRESS):
                        return line
                    if on_progress and not is_stopping:
                        on_progress(line)
                except Empty:
                    look()
                if stop.is_set() and not is_stopping:
                    self._say(STOP)
                    is_stopping, until = True, min(until, time.monotonic() + patience)
                elif hurry is not None and hurry.is_set():
                    self._say(STOP)
                    hurry = None
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

    def _say(self, message: dict[str, Any], patience: float = TAKING) -> None:
        """Send *message*; OSError if the process takes nothing of it for *patience* seconds: its input may be full of
        what it never read.
        """
        assert self._process.stdin is not None
        unsent = json.dumps(message).encode() + b"\n"
        taking = select.poll()
        taking.register(self._process.stdin, select.POLLOUT)
        while unsent:
            if not taking.poll(patience * 1000):
                raise TimeoutError
            unsent = unsent[self._process.stdin.write(unsent) or 0 :]

    def end(self) -> None:
        """End it at once, with every process that it has started."""
        end_process(self._process, self._process.stdin)


class ProcessPool:
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

    def prepare(self, most: int) -> None:
        """Start a process for a job that will come soon, unless one is ready or there are *most*."""
        with self._lock:
            if self._is_closed or len(self._all) >= most or any(each.has_answered for each in self._idle):
                return
            process = Process(*self._command)
            self._all.add(process)
            self._idle.append(process)

    def ask(
        self,
        job: dict[str, Any],
        stop: Event,
        seconds: float,
        on_progress: OnProgress | None = None,
        hurry: Event | None = None,
    ) -> str | None:
        """Ask a free process, or a new one, and return its answer (`Process.ask`)."""
        files = files_of(job)
        process, is_closed = self._take(job.get("match"), files)
        if is_closed:
            return None
        if process is None or not process.is_alive:
            process = Process(*self._command, files=files)
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
        answer = process.ask(job, stop, seconds, on_progress, hurry=hurry)
        self._give_back(process)
        return answer

    def forget(self, match: str) -> None:
        """Drop what is cached for *match*: at once, or with the next job of a busy process."""
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

    def _take(self, match: str | None, files: Sequence[str]) -> tuple[Process | None, bool]:
        """The idle process for *files* that *match* is at home in, else any of them; and whether all is over."""
        with self._lock:
            fitting = [each for each in self._idle if each.files == tuple(files)]
            for stale in [each for each in fitting if each.version != version_of(files)]:
                fitting.remove(stale)
                self._idle.remove(stale)
                self._all.discard(stale)
                stale.end()
            home = None if match is None else self._homes.get(match)
            found = home if home in fitting else fitting[-1] if fitting else None
            if found is not None:
                self._idle.remove(found)
            return found, self._is_closed

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
