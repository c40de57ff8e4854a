"""Runs the rest of this program in a child process, and outlives it, for commands that load custom files themselves.

The child does the work at full speed: nothing is asked across processes. It tells the supervisor, through a pipe, the
files that it has loaded, that it is alive, the sentence that it ends with, and that it ended as it should. Where a file
crashes, leaves, or holds the interpreter in C, the supervisor ends with the sentence that names the file and the line.
Calls in Python that do not come back are told by the child's own watchdog.
"""

from __future__ import annotations

import errno
import faulthandler
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from enraya.custom.calling import is_called_by_file, tell_files_to
from enraya.custom.child import ChildFailed
from enraya.custom.output_redirection import redirect_output
from enraya.custom.stack_dump import ON_REQUEST, dump_stacks_to
from enraya.custom.watchdog import CALL_SECONDS
from enraya.errors import LocalizedError, NotationError
from enraya.process_output import ErrorOutputForwarder, end_open_line

ALIVE, FILE, DONE, SENTENCE, INTERRUPT = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
"""First bytes of lines in the pipe; any other line belongs to a stack that Python's fault handler has written."""

LONGEST_SENTENCE = 3000
"""Bytes of a sentence in the pipe: what is longer could be torn apart by a sign of life."""

MOST_PRINTED = 1 << 20
MOST_HEARD = 1 << 16
POLL_SECONDS = 0.1
STACK_SECONDS = 2.0
SECONDS_AFTER_STACK = 1.0
"""How long a process that has written its stack may still show that it is alive."""

PASSED_ON = (signal.SIGTERM, signal.SIGHUP)
HEARD_BY_BOTH = (signal.SIGINT, signal.SIGQUIT)
"""A terminal sends these to the child as well: what happens then is for the child to say."""

INTERRUPT_SECONDS = 0.3
"""How long the child has to note an interrupt that a terminal sends to both; then it is passed on."""

Tell = Callable[[LocalizedError], int]
"""Called with the sentence; it gives the code to exit with."""


class Lifeline:
    """The child's end of the pipe."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        dump_stacks_to(pipe)
        tell_files_to(lambda path: self._write(FILE + os.fsencode(path)))
        self._trace_exit()
        _refuse_fork()

    def beat(self) -> None:
        """Show that the interpreter runs."""
        self._write(ALIVE)

    def note_interrupt(self) -> None:
        """Tell that Ctrl-C has come here too."""
        self._write(INTERRUPT)

    def say(self, sentence: str) -> None:
        """Have the supervisor print *sentence* in the end: a file may have closed standard error in this process."""
        end_open_line()
        self._write(SENTENCE + sentence.encode("utf-8", "replace")[:LONGEST_SENTENCE])

    def let_go(self, code: int) -> None:
        """From here on the program ends as it should, with this exit *code*, whatever a file does at exit."""
        self._write(DONE + str(code).encode())

    def _write(self, line: bytes) -> None:
        # The supervisor may have been killed.
        with suppress(OSError):
            os.write(self._pipe, line + b"\n")

    def _trace_exit(self) -> None:
        leave = os._exit

        def leave_with_trace(code: int) -> NoReturn:
            if is_called_by_file(sys._getframe(1)):
                faulthandler.dump_traceback(self._pipe, all_threads=False)
            leave(code)

        os._exit = leave_with_trace  # type: ignore[assignment]


def supervise(tell: Tell, *, apart: bool) -> Lifeline:
    """Come back in a child process; this process waits for it, and exits as it exits.

    *apart*: standard output is the program's alone, and what files write there is shown on standard error.
    """
    heard, said = os.pipe()
    printed, printing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    owner = os.getpid()
    child = os.fork()
    if child:
        os.close(said)
        os.close(printing)
        _Supervisor(child, heard, printed, tell).wait()
    os.close(heard)
    os.close(printed)
    _die_with(owner)
    _bound_memory()
    if apart:
        redirect_output(printing)
    os.close(printing)
    return Lifeline(said)


class _Supervisor:
    """The process that waits."""

    def __init__(self, child: int, heard: int, printed: int, tell: Tell) -> None:
        self._child, self._tell = child, tell
        self._pipes = {heard: self._hear, printed: ErrorOutputForwarder(MOST_PRINTED).pass_on}
        self._files: list[str] = []
        self._lines: list[str] = []
        self._begun = b""
        self._sentence = ""
        self._is_done, self._code = False, 0
        self._last_sign = time.monotonic()
        self._signals: set[int] = set()
        self._interrupted_at: float | None = None
        self._is_child_interrupted = False
        for number in (*HEARD_BY_BOTH, *PASSED_ON):
            signal.signal(number, self._take_signal)

    def _take_signal(self, number: int, frame: FrameType | None) -> None:
        self._signals.add(number)
        if number == signal.SIGINT:
            self._interrupted_at = time.monotonic()
        if number in PASSED_ON:
            self._pass_on(number)

    def _pass_on(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._child, number)

    def _pass_interrupt_on(self) -> None:
        """Send the child an interrupt that came to this process alone."""
        if self._interrupted_at is not None and time.monotonic() - self._interrupted_at > INTERRUPT_SECONDS:
            self._interrupted_at = None
            self._pass_on(signal.SIGINT)

    def wait(self) -> NoReturn:
        """Exit when the child has ended, or when a file holds it."""
        status = None
        while status is None:
            self._exchange(POLL_SECONDS)
            ended, code = os.waitpid(self._child, os.WNOHANG)
            status = code if ended else None
            if status is None:
                self._pass_interrupt_on()
                if not self._is_done and time.monotonic() - self._last_sign > CALL_SECONDS:
                    self._look()
        while self._exchange(0.0):
            pass
        self._leave(os.waitstatus_to_exitcode(status))

    def _exchange(self, seconds: float) -> bool:
        """Take what the child has written; whether there was something, or nothing can come any more."""
        poll = select.poll()
        for pipe in self._pipes:
            poll.register(pipe, select.POLLIN)
        if not self._pipes:
            time.sleep(seconds)
        ready = poll.poll(seconds * 1000) if self._pipes else []
        for pipe, _ in ready:
            piece = os.read(pipe, MOST_HEARD)
            if piece:
                self._pipes[pipe](piece)
            else:
                del self._pipes[pipe]
        return bool(ready)

    def _hear(self, piece: bytes) -> None:
        *lines, self._begun = (self._begun + piece).split(b"\n")
        for line in lines:
            if line.startswith((ALIVE, FILE, DONE)):
                self._last_sign = time.monotonic()
            if line.startswith(INTERRUPT):
                self._interrupted_at, self._is_child_interrupted = None, True
            if line.startswith(FILE):
                self._files.append(os.fsdecode(line[1:]))
            elif line.startswith(SENTENCE):
                self._sentence = line[1:].decode("utf-8", "replace")
            elif line.startswith(DONE):
                self._is_done, self._code = True, int(line[1:])
            elif not line.startswith((ALIVE, INTERRUPT)):
                self._lines.append(line.decode("utf-8", "replace"))
        self._begun = self._begun[:MOST_HEARD]

    def _look(self) -> None:
        """The child shows no life: if it is in a file, and stays there, that is its end."""
        self._lines, asked = [], self._last_sign
        os.kill(self._child, ON_REQUEST)
        until = time.monotonic() + STACK_SECONDS
        while not self._lines and time.monotonic() < until:
            self._exchange(POLL_SECONDS)
        if not self._lines and self._files and self._is_stopped():
            self._end_child()
            self._tell_unexpected(signal.SIGSTOP.name)
        until = time.monotonic() + SECONDS_AFTER_STACK
        while time.monotonic() < until and self._last_sign == asked:
            self._exchange(POLL_SECONDS)
        failed = ChildFailed("late", "", self._lines, CALL_SECONDS)
        file = next((file for file in self._files if failed.where(file)), None)
        if file is None or self._last_sign != asked:
            self._last_sign = time.monotonic()
            return
        self._end_child()
        sys.exit(self._tell(failed.to_error(file, "")))

    def _is_stopped(self) -> bool:
        """True if the child has been stopped while this process was not: a terminal stops both, and resumes both."""
        options = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._child, options) is not None

    def _end_child(self) -> None:
        os.kill(self._child, signal.SIGKILL)
        os.waitpid(self._child, 0)

    def _leave(self, code: int) -> NoReturn:
        """End as the child has ended; with a sentence where that was not the program's doing."""
        is_asked = code < 0 and -code in self._signals
        if self._is_child_interrupted and signal.SIGINT not in self._signals and self._files:
            # Nobody has pressed Ctrl-C: a file has sent itself the signal.
            self._tell_unexpected(signal.SIGINT.name)
        if self._is_done and code >= 0:
            if self._sentence:
                end_open_line()
                print(self._sentence, file=sys.stderr)
            sys.exit(self._code)
        if is_asked or not self._files:
            if code < 0:
                signal.signal(-code, signal.SIG_DFL)
                os.kill(os.getpid(), -code)
            sys.exit(code)
        reason = signal.Signals(-code).name if code < 0 else f"exit {code}"
        failed = ChildFailed("ended", reason, self._lines, CALL_SECONDS)
        file = next((file for file in self._files if failed.where(file)), None)
        if file is not None:
            sys.exit(self._tell(failed.to_error(file, "")))
        self._tell_unexpected(reason)

    def _tell_unexpected(self, reason: str) -> NoReturn:
        sys.exit(self._tell(NotationError("error.own_unexpected", path=self._files[-1], reason=reason)))


def _refuse_fork() -> None:
    """From now on `os.fork` in a file is refused as the jail refuses it: the copy would do the command's work again."""
    fork = os.fork

    def fork_unless_in_file() -> int:
        if is_called_by_file(sys._getframe(1)):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return fork()

    os.fork = fork_unless_in_file


def _die_with(owner: int) -> None:
    """However the supervisor ends, this process ends with it."""
    if sys.platform == "linux":
        from enraya.jail import kernel

        with suppress(OSError):
            kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != owner:
            os._exit(1)


def _bound_memory() -> None:
    """What fills all the memory that there is gets a MemoryError in its line, before the machine comes to a halt."""
    import resource

    with suppress(OSError, ValueError):
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_DATA, (whole, resource.getrlimit(resource.RLIMIT_DATA)[1]))
