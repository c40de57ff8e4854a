"""The end of a child process together with everything that it started.

A process started in a session or a group of its own (`start_new_session=True`, `process_group=0`) leads a group, which
is killed; another one is killed alone.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import IO, Any, Protocol


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill *process* and all that it started, at once; from any thread, and nothing if it has ended."""
    # Only while it is there: afterwards its number may be another's.
    if process.poll() is None and hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


class Killable(Protocol):
    """A child process, of whatever kind."""

    def kill(self) -> None:
        """Kill it."""

    def wait(self) -> int:
        """The exit code, when it has ended."""


class ChildProcess(Killable, Protocol):
    """A child process with its standard streams: `subprocess.Popen`, or one in the jail."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None

    def poll(self) -> int | None:
        """The exit code, negative for a signal; None while it runs."""


def end_process(process: Killable, *pipes: IO[Any] | None) -> None:
    """Kill *process* and all that it started, wait for it, and close those *pipes* to it that no thread reads."""
    if isinstance(process, subprocess.Popen):
        kill_group(process)
    process.kill()
    process.wait()
    for pipe in pipes:
        # Another thread may be writing to it, and gets an error.
        with suppress(OSError, ValueError):
            if pipe is not None:
                pipe.close()
