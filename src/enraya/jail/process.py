"""A process in the jail, as who asked for it sees it: three streams, a way to kill it, and how it ended."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, Literal, Protocol

from enraya.child_process import ChildProcess, kill_group
from enraya.errors import EnrayaError
from enraya.jail.process_spec import ENDED, FAILED, STARTED, Mode, ProcessSpec

PASSED_ON = ("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "ENRAYA_LANG", "PYTHONPATH", "TZ")
"""Variables of the environment that are no secret; the others stay outside."""

TRUST = "ENRAYA_TRUST_FILES"
"""The variable that tells processes of ours that files are trusted."""

PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
STARTING_SECONDS = 60.0


class JailMissing(EnrayaError):
    """The refusal of a file where this machine offers no confinement."""

    def __init__(self) -> None:
        super().__init__("jail.missing")


class StartedProcess(ChildProcess, Protocol):
    """A process in the jail, or one that is trusted."""

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""

    def kill(self) -> None:
        """Kill it with all that it started; any thread may."""


def trust_files() -> None:
    """Run files without a jail from now on, in this process and those it starts: the files are trusted."""
    os.environ[TRUST] = _jail.trust = "always"


def run_without_jail_where_there_is_none() -> None:
    """Run files without a jail from now on where this machine has none: they are the person's own."""
    if _jail.trust == "never":
        _jail.trust = "if missing"


def warm(*modules: str) -> None:
    """Preload *modules*, so that the next process of theirs starts at once."""
    if sys.platform == "linux":
        for module in modules:
            _jail.send({"warm": module})


def start_in_jail(spec: ProcessSpec, *, stderr: int | None = None, mode: Mode | None = None) -> StartedProcess:
    """Start *spec* in the jail. `JailMissing` where there is none, unless files are trusted.

    *stderr* is PIPE, DEVNULL, or None for that of this process. *mode* is for tests.
    """
    if _jail.trust == "always":
        return TrustedProcess(spec, stderr)
    try:
        if sys.platform != "linux":
            raise JailMissing
        return JailedProcess(spec, stderr, mode)
    except JailMissing:
        if _jail.trust == "never":
            raise
    return TrustedProcess(spec, stderr)


class JailedProcess:
    """A process that the jail holds."""

    def __init__(self, spec: ProcessSpec, stderr: int | None = None, mode: Mode | None = None) -> None:
        self.stderr: IO[bytes] | None = None
        self.failure: str | None = None
        self._code: int | None = None
        self._ending = threading.Lock()
        standard_input, write = os.pipe()
        read, standard_output = os.pipe()
        given = [standard_input, standard_output]
        self.stdin: IO[bytes] | None = os.fdopen(write, "wb", 0)
        self.stdout: IO[bytes] | None = os.fdopen(read, "rb", 0)
        if stderr == PIPE:
            errors, into = os.pipe()
            self.stderr = os.fdopen(errors, "rb", 0)
            given.append(into)
        else:
            given.append(os.open(os.devnull, os.O_WRONLY) if stderr == DEVNULL else os.dup(2))
        self._control, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far:
            try:
                _jail.send({"spec": spec.to_json(), "mode": mode}, [*given, far.fileno()])
            finally:
                for number in given:
                    os.close(number)
        self._descriptor = self._started()
        self._control.setblocking(False)

    def _started(self) -> int:
        self._control.settimeout(STARTING_SECONDS)
        try:
            said, descriptors, _, _ = socket.recv_fds(self._control, 1024, 1)
        except TimeoutError:
            said, descriptors = FAILED, []
        if said[:1] != STARTED or not descriptors:
            self.failure = said[1:].decode("utf-8", "replace")
            self._close()
            raise JailMissing
        self.mode = said[1:].decode()
        return descriptors[0]

    def poll(self) -> int | None:
        with self._ending:
            if self._code is None:
                self._hear()
            return self._code

    def _hear(self) -> None:
        try:
            said = self._control.recv(1024)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if said[:1] == FAILED:
            self.failure = said[1:].decode("utf-8", "replace")
            return
        self._code = int(said[1:]) if said[:1] == ENDED else -signal.SIGKILL

    def wait(self) -> int:
        while (code := self.poll()) is None:
            heard = select.poll()
            heard.register(self._control, select.POLLIN)
            heard.poll()
        return code

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _close(self) -> None:
        self._control.close()
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                stream.close()

    def __del__(self) -> None:
        if hasattr(self, "_descriptor"):
            self.kill()
            os.close(self._descriptor)
        if hasattr(self, "_control"):
            # Whoever asked for it may have gone before it was there, and then nobody closes its pipes.
            self._close()


class TrustedProcess(subprocess.Popen[bytes]):
    """A process that nothing holds: what it runs is ours, or trusted."""

    def __init__(self, spec: ProcessSpec, stderr: int | None = None) -> None:
        # -P: a file beside somebody's game that is called random.py must not be taken for Python's own.
        python = (sys.executable, "-P", "-m", str(spec.module), *spec.arguments)
        # In a group of its own: Ctrl-C in the owner's terminal is for the owner alone, which then ends this one. Not in
        # a session of its own: where Linux shares the processor among sessions first (autogroup), the niceness by which
        # it gives way to its owner would count for nothing.
        super().__init__(
            spec.command if spec.module is None else python,
            bufsize=0,
            stdin=PIPE,
            stdout=PIPE,
            stderr=stderr,
            cwd=spec.directory,
            process_group=0,
        )

    def kill(self) -> None:
        kill_group(self)
        super().kill()


class Zygote:
    """The warm process that this one owns (`enraya.jail.zygote`)."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.socket, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Sets have the same order every time: a player that rolls no dice repeats itself.
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ} | {"PYTHONHASHSEED": "0"}
        with far:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "enraya.jail.zygote", str(far.fileno())],
                stdin=DEVNULL,
                stdout=DEVNULL,
                env=environment,
                pass_fds=[far.fileno()],
                start_new_session=True,
            )
        atexit.register(self.close)

    def close(self) -> None:
        """End it, with all that it has started."""
        atexit.unregister(self.close)
        self.socket.close()
        if self.owner == os.getpid():
            self._process.kill()
            self._process.wait()


class Jail:
    """The jail of this process: the warm process, started when it is first needed, and the trust that the user gave."""

    def __init__(self) -> None:
        self.trust: Literal["never", "if missing", "always"] = "always" if TRUST in os.environ else "never"
        self._lock = threading.Lock()
        self._zygote: Zygote | None = None

    def send(self, message: dict[str, object], descriptors: list[int] | None = None) -> None:
        """Ask the warm process; once more if it has died."""
        data = json.dumps(message).encode()
        with self._lock:
            for is_last in (False, True):
                if self._zygote is None or self._zygote.owner != os.getpid():
                    self._zygote = Zygote()
                try:
                    socket.send_fds(self._zygote.socket, [data], descriptors or [])
                    return
                except OSError:
                    self._zygote.close()
                    self._zygote = None
                    if is_last:
                        raise JailMissing from None


_jail = Jail()
