"""A conversation with somebody's program in the jail, over its standard input and output, a line at a time."""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from enraya.jail.folders import find_program, own_folders, program_folders
from enraya.jail.hearing import Flood, Lines, Printed, read_output
from enraya.jail.order import Limits, Order
from enraya.jail.prisoner import imprison

POLL_SECONDS = 0.02
TAKING_SECONDS = 5.0
"""How long a program may take to read what it is told."""

LONGEST_LINE = 4096
MOST_WAITING = 10_000
"""Lines that a program may say without being asked before it is taken for broken."""


TO, FROM = ">", "<"
OnLine = Callable[[str, str], None]
"""Called with each line that is exchanged, and which way it goes."""


class TalkFailure(Exception):
    """A program that did not do its part; the text is what it said, if it said something."""


class Silence(TalkFailure):
    """It did not answer in time."""


class Ended(TalkFailure):
    """It ended instead of answering."""


class TooMuch(TalkFailure):
    """It said more than a conversation holds."""


class Conversation:
    """A program in the jail. Whatever goes wrong is a `TalkFailure`, and the program is then ended."""

    def __init__(
        self, command: str, limits: Limits, *, shows_errors: bool = False, on_line: OnLine | None = None
    ) -> None:
        """*command* as a shell would part it. OSError or ValueError: it cannot be started."""
        self._on_line = on_line
        errors = subprocess.PIPE if shows_errors else subprocess.DEVNULL
        self._process = imprison(order_of(command, limits), stderr=errors)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._heard: SimpleQueue[str | None] = SimpleQueue()
        self._has_flooded = False
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        lines, printed = Lines(LONGEST_LINE), Printed()
        with self._process.stdout as output, suppress(OSError, ValueError):
            try:
                while piece := read_output(output, self._process.stderr, printed):
                    for line in lines.cut(piece):
                        self._heard.put(line.decode("utf-8", "replace").strip())
                    if self._heard.qsize() > MOST_WAITING:
                        raise Flood
            except Flood:
                self._has_flooded = True
        if self._process.stderr is not None:
            self._process.stderr.close()
        self._heard.put(None)

    def say(self, *lines: str) -> None:
        """Tell it something."""
        assert self._process.stdin is not None
        if self._on_line is not None:
            for line in lines:
                self._on_line(TO, line)
        unsent = "".join(line + "\n" for line in lines).encode()
        try:
            taking = select.poll()
            taking.register(self._process.stdin, select.POLLOUT)
            while unsent:
                if not taking.poll(TAKING_SECONDS * 1000):
                    raise TimeoutError
                unsent = unsent[self._process.stdin.write(unsent) or 0 :]
        except (OSError, ValueError):
            self.end()
            raise Ended from None

    def read_line(self, seconds: float, look: Callable[[], None] = lambda: None) -> str:
        """Its next line that is not empty. *look* is called again and again meanwhile."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._heard.get(timeout=max(0.0, min(POLL_SECONDS, until - time.monotonic())))
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
                raise TooMuch if self._has_flooded else Ended
            if line:
                if self._on_line is not None:
                    self._on_line(FROM, line)
                return line

    def waiting_line(self) -> str | None:
        """A line that it has said already; None if there is none."""
        with suppress(Empty):
            return self._heard.get_nowait()
        return None

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self._process.poll() is None

    def end(self) -> None:
        """End it at once, with every process that it has started."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.close()


def order_of(command: str, limits: Limits) -> Order:
    """*command* as an order: what it names of files is its own, and where its program is installed can be read."""
    words = shlex.split(command)
    directory = str(Path.cwd())
    program = find_program(words[0], directory) if words else None
    if program is None:
        raise FileNotFoundError(2, "No such program", command)
    files = [word for word in words[1:] if Path(directory, word).is_file()]
    own = own_folders(files, directory)
    # A program in a folder of somebody's is what is played itself; one on the path is a runtime.
    installed = own_folders([program], directory) if os.sep in words[0] else program_folders(program)
    return Order(command=(program, *words[1:]), own=(*own, *_besides(installed, own)), limits=limits)


def _besides(paths: Sequence[str], others: Sequence[str]) -> list[str]:
    return [path for path in paths if not any(path == other or path.startswith(other + "/") for other in others)]
