"""The host's end of a conversation with a program that speaks the Gomocup protocol."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

from enraya.child_process import end_process

POLL_SECONDS = 0.02
MOST_LINE = 4096
MOST_WAITING = 10_000
"""Lines that a program may say without being asked before it is taken for broken."""

CHATTER = ("MESSAGE", "DEBUG")
MEGABYTE = 1 << 20
PARTING = 0.5
"""Seconds that a program has to end by itself when it is told END."""


class BrainFailure(Exception):
    """A program that did not do its part; the text is what it said, if it said something."""


class Silence(BrainFailure):
    """It did not answer in time."""


class Ended(BrainFailure):
    """It ended instead of answering."""


class Flood(BrainFailure):
    """It said more than a conversation holds."""


class Complaint(BrainFailure):
    """It answered ERROR or UNKNOWN."""


class Conversation:
    """A program in a process of its own. Whatever goes wrong is a `BrainFailure`, and the program is then ended."""

    def __init__(self, command: str, megabytes: int | None = None, *, apart: bool = True) -> None:
        """*command* as a shell would part it. OSError or ValueError: it cannot be started.

        *apart*, it is in a session of its own and ended with every process that it has started; else it is ended with
        the session of this process, however that ends.
        """
        words = shlex.split(command)
        if not words:
            raise ValueError(command)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, start_new_session=apart, bufsize=0
        )
        if megabytes is not None:
            _hold_memory(self._process.pid, megabytes)
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._is_flooded = False
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as out, suppress(OSError, ValueError):
            # A line without an end must not fill the memory.
            buffer = b""
            while piece := os.read(out.fileno(), MOST_LINE):
                *lines, buffer = (buffer + piece).split(b"\n")
                for line in lines:
                    self._lines.put(line.decode("utf-8", "replace").strip())
                if len(buffer) > MOST_LINE or self._lines.qsize() > MOST_WAITING:
                    self._is_flooded = True
                    break
        self._lines.put(None)

    def say(self, *lines: str) -> None:
        """Tell it something."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(line + "\n" for line in lines).encode())
        except (OSError, ValueError):
            self.end()
            raise Ended from None

    def read_line(self, seconds: float, look: Callable[[], None] = lambda: None) -> str:
        """Its next answer, passing over what it only remarks. *look* is called again and again meanwhile."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, min(POLL_SECONDS, until - time.monotonic())))
            except Empty:
                if time.monotonic() >= until:
                    self.end()
                    raise Silence from None
                try:
                    look()
                except BaseException:
                    self.end()
                    raise
                continue
            if line is None:
                self.end()
                raise Flood if self._is_flooded else Ended
            word = line.partition(" ")[0].upper()
            if word in ("ERROR", "UNKNOWN"):
                raise Complaint(line)
            if line and word not in CHATTER:
                return line

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self._process.poll() is None

    def leave(self) -> None:
        """Tell it that all is over, and end it if it does not end by itself."""
        with suppress(BrainFailure):
            self.say("END")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PARTING)
        self.end()

    def end(self) -> None:
        """End it at once, with every process that it has started in a session of its own."""
        end_process(self._process, self._process.stdin)


def _hold_memory(pid: int, megabytes: int) -> None:
    """No more address space than this for the process; where the system has no such limit, it has none."""
    try:
        import resource
    except ImportError:
        return
    if hasattr(resource, "prlimit"):
        with suppress(ProcessLookupError, PermissionError):
            resource.prlimit(pid, resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
