"""Starts a child process for a custom file and sends it requests: a line of JSON each, with a time limit.

The only place where such a process is started; `enraya.custom.service` runs inside it. An endless loop, a crash, an
exit or too much output raises `ChildFailed` with the place in the file.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any, NamedTuple

from enraya.child_process import end_process
from enraya.custom.calling import MODULE
from enraya.custom.file import split_file_name
from enraya.custom.functions import FOUR, OPTIONAL
from enraya.custom.stack_dump import ON_REQUEST, STACK
from enraya.errors import CustomGameError, LocalizedError, NotationError, from_plain
from enraya.jail import Limits, ProcessSpec, own_folders, start_in_jail
from enraya.locale import LANGUAGES
from enraya.process_output import ErrorOutputForwarder, Flood, LineSplitter

MOST_ANSWERED = 4 << 20
"""Bytes that an answer may have."""

MEMORY = 4 << 30
"""Bytes for a game, which a list of moves without end fills more slowly than its time runs out."""

LONGEST_SENTENCE = 4000
POLL_SECONDS = 0.1
STACK_PATIENCE = 1.0
OUTERMOST = "_run_module_as_main"
"""The last frame of a stack dump, in which the main thread comes last."""

LOAD = "load"
"""The request to load a file."""

FRAME = re.compile(r'^\s*File "(.*)", line (\d+) in (\S+)')

WITHOUT_PLACE = ("floods", "unasked")
"""Failures that are told without the line."""

OnProgress = Callable[[Any], None]
"""Called with each progress message of the process."""


class CodeLocation(NamedTuple):
    """A location in a file: the function of it that was called, and the line that ran."""

    function: str
    line: int


class ChildFailed(Exception):
    """The process is gone: it was *late*, said too much or what it was not asked, and was killed; or it ended."""

    def __init__(self, kind: str, reason: str, stack: list[str], seconds: float) -> None:
        super().__init__(f"{kind} {reason}".strip())
        self.kind, self.reason, self.seconds = kind, reason, seconds
        self._stack = stack

    def where(self, file: str) -> CodeLocation | None:
        """The location that *file* was at, if the process could still report it."""
        frames = [match for line in self._stack if (match := FRAME.match(line)) and match[1] == file]
        return CodeLocation(frames[-1][3], int(frames[0][2])) if frames else None

    def _function_asked(self) -> str | None:
        """The function of a game that is asked by a frame of ours, as where a list of moves has no end."""
        names = [match[3] for line in self._stack if (match := FRAME.match(line))]
        return next((name for name in names if name in (*FOUR, *OPTIONAL)), None)

    def to_error(self, file: str, function: str) -> LocalizedError:
        """The error to show: *function* is what was called, if the stack does not say."""
        where = self.where(file)
        values: dict[str, Any] = {"seconds": f"{self.seconds:g}", "reason": self.reason}
        if where is not None:
            function, values["line"] = where.function, where.line
        else:
            function = self._function_asked() or function
        message = self.kind if where is not None or self.kind in WITHOUT_PLACE else f"{self.kind}_somewhere"
        if function in (MODULE, LOAD) and self.kind not in WITHOUT_PLACE:
            return NotationError(f"error.own_{message}", path=file, **values)
        return CustomGameError(f"check.{message}", name=file, function=function, **values)


class Child:
    """One process in the jail that runs *module*, and may read *files*. Not for several threads at once."""

    def __init__(self, module: str, *files: str) -> None:
        limits = Limits(memory=MEMORY, addresses=MEMORY)
        spec = ProcessSpec(module, own=tuple(own_folders([split_file_name(file)[0] for file in files])), limits=limits)
        self._process = start_in_jail(spec, stderr=subprocess.PIPE)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._requests = self._process.stdin.fileno()
        self._answers, self._errors = self._process.stdout.fileno(), self._process.stderr.fileno()
        for pipe in (self._requests, self._answers, self._errors):
            os.set_blocking(pipe, False)
        self._lines, self._printed, self._is_silent = LineSplitter(MOST_ANSWERED), ErrorOutputForwarder(), False

    @property
    def is_alive(self) -> bool:
        """True if it can be asked again."""
        return self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float, on_progress: OnProgress | None = None) -> Any:
        """The answer to *request*, or the refusal that the process answers with.

        It may be silent for so many *seconds*; each line of progress, which *on_progress* takes, begins them anew.
        """
        number = token_hex(8)
        unsent = json.dumps({**request, "id": number}).encode() + b"\n"
        stack: list[str] = []
        until, heard = time.monotonic() + seconds, 0
        try:
            while True:
                for line in self._exchanged(unsent):
                    heard += len(line)
                    if not line.startswith("{"):
                        stack.append(line)
                        continue
                    said = _read_line(line, number)
                    if said is None or ("progress" in said and on_progress is None):
                        raise ChildFailed("unasked", "", stack, seconds)
                    if "progress" not in said:
                        return _answer(said, seconds)
                    until = time.monotonic() + seconds
                    if on_progress is not None:
                        on_progress(said["progress"])
                unsent = self._unsent
                if heard > MOST_ANSWERED:
                    raise Flood
                if self._has_ended:
                    raise ChildFailed("ended", self._ending(), stack, seconds)
                if time.monotonic() > until:
                    raise ChildFailed("late", "", self._stack(), seconds)
        except Flood:
            self.end()
            raise ChildFailed("floods", "", stack, seconds) from None
        except BaseException as error:
            # Whoever interrupts leaves a process in the middle of an answer: it is of no more use.
            if not isinstance(error, LocalizedError):
                self.end()
            raise

    def _exchanged(self, unsent: bytes) -> list[str]:
        """Send what the process takes, pass on what it prints, and give the lines that it has answered."""
        self._unsent, self._has_ended = unsent, False
        # Not select(): a server may have more files open than that can tell apart.
        poll = select.poll()
        poll.register(self._answers, select.POLLIN)
        if not self._is_silent:
            poll.register(self._errors, select.POLLIN)
        if unsent:
            poll.register(self._requests, select.POLLOUT)
        ready = {pipe for pipe, _ in poll.poll(POLL_SECONDS * 1000)}
        if self._requests in ready:
            try:
                self._unsent = unsent[os.write(self._requests, unsent) :]
            except OSError:
                self._unsent = b""
        if self._errors in ready:
            printed = _read(self._errors)
            self._is_silent = not printed
            self._printed.pass_on(printed)
        if self._answers not in ready:
            # Something that the file started may hold the pipe open when the process itself is gone.
            self._has_ended = not ready and not self.is_alive
            return []
        data = _read(self._answers)
        self._has_ended = not data
        return [line.decode("utf-8", "replace") for line in self._lines.cut(data)]

    def _stack(self) -> list[str]:
        """The stack of the process, written by faulthandler's signal handler, which needs no running interpreter."""
        lines: list[str] = []
        with suppress(OSError):
            self._process.send_signal(ON_REQUEST)
            lines += self._stack_written(b"")
            if not lines and not self._has_ended:
                # The file has taken the signal: the thread that reads requests writes it, if it can run.
                lines += self._stack_written(json.dumps(STACK).encode() + b"\n")
        return lines

    def _stack_written(self, unsent: bytes) -> list[str]:
        lines: list[str] = []
        until = time.monotonic() + STACK_PATIENCE
        while time.monotonic() < until and not self._has_ended:
            lines += self._exchanged(unsent)
            unsent = self._unsent
            if any(OUTERMOST in line for line in lines):
                break
        return lines

    def _ending(self) -> str:
        code = self._process.wait()
        return signal.Signals(-code).name if code < 0 else f"exit {code}"

    def kill(self) -> None:
        """Kill it and all that it started; from any thread. A pending `ask` raises `ChildFailed`."""
        self._process.kill()

    def end(self) -> None:
        """Kill it, and let go of all that belongs to it."""
        end_process(self._process, self._process.stdin, self._process.stdout, self._process.stderr)


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, 1 << 16)
    except OSError:
        return b""


def _read_line(line: str, number: str) -> dict[str, Any] | None:
    """The answer in *line* to the request *number*; None if it is no such answer.

    The process runs somebody's code, which may have changed anything in it and written there itself.
    """
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and said.get("id") == number else None


def _answer(said: dict[str, Any], seconds: float) -> Any:
    if "refused" not in said:
        return said.get("answer")
    try:
        error = from_plain(said)
        is_sentence = all(len(error.in_language(language)) <= LONGEST_SENTENCE for language in LANGUAGES)
    except Exception:
        is_sentence = False
    if not is_sentence:
        raise ChildFailed("unasked", "", [], seconds)
    raise error
