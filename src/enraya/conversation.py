"""A conversation with a program over its standard input and output, a line at a time.

It serves every protocol of lines: bots (`workers/bot.py`, in the jail) and Gomocup programs (`piskvork/host.py`).
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

from enraya.child_process import ChildProcess, end_process
from enraya.process_output import ErrorOutputForwarder, Flood, LineSplitter, read_output

POLL_SECONDS = 0.02
TAKING_SECONDS = 5.0
"""The time limit for a program to read its input."""

LONGEST_LINE = 4096
MOST_WAITING = 10_000
"""Lines that a program may say without being asked before it is taken for broken."""


TO, FROM = ">", "<"
OnLine = Callable[[str, str], None]
"""Called with each line that is exchanged, and which way it goes."""


class ConversationFailure(Exception):
    """A program that did not do its part; the text is what it said, if it said something."""


class Silence(ConversationFailure):
    """The program did not answer in time."""


class Ended(ConversationFailure):
    """The program ended instead of answering."""


class TooMuch(ConversationFailure):
    """The program wrote more than a conversation holds."""


class Conversation:
    """The host's end. Whatever goes wrong is a `ConversationFailure`, and the program is then ended."""

    def __init__(self, process: ChildProcess, on_line: OnLine | None = None) -> None:
        """*process* has pipes without buffers for input and output; its error pipe, if any, is shown on ours."""
        self._process, self._on_line = process, on_line
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        self._heard: SimpleQueue[str | None] = SimpleQueue()
        self._has_flooded = False
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        lines, printed = LineSplitter(LONGEST_LINE), ErrorOutputForwarder()
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
        """Send *lines*. `Ended` if the program has ended or does not read them in time."""
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
        """Read its next line that is not empty."""
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
        """True if it can be asked again."""
        return self._process.poll() is None

    def end(self) -> None:
        """End it at once, with every process that it has started."""
        end_process(self._process, self._process.stdin)
