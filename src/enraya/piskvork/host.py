"""The host's end of a conversation with a program that speaks the Gomocup protocol."""

from __future__ import annotations

import shlex
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

from enraya.conversation import Conversation, ConversationFailure

CHATTER = ("MESSAGE", "DEBUG")
MEGABYTE = 1 << 20
PARTING = 0.5
"""Seconds that a program has to end by itself when it is told END."""


class Complaint(ConversationFailure):
    """The program answered ERROR or UNKNOWN."""


class BrainConversation(Conversation):
    """A conversation with a program in a process of its own."""

    def __init__(self, command: str, megabytes: int | None = None, *, apart: bool = True) -> None:
        """*command* is split as a shell would split it. OSError or ValueError: it cannot be started.

        *apart*, it is in a session of its own and ended with every process that it has started; else it is ended with
        the session of this process, however that ends.
        """
        words = shlex.split(command)
        if not words:
            raise ValueError(command)
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(
            words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, start_new_session=apart, bufsize=0
        )
        if megabytes is not None:
            _hold_memory(self._child.pid, megabytes)
        super().__init__(self._child)

    def read_line(self, seconds: float, look: Callable[[], None] = lambda: None) -> str:
        """Read its next answer, passing over its remarks."""
        until = time.monotonic() + seconds
        while True:
            line = super().read_line(until - time.monotonic(), look)
            word = line.partition(" ")[0].upper()
            if word in ("ERROR", "UNKNOWN"):
                raise Complaint(line)
            if word not in CHATTER:
                return line

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._child.pid

    def leave(self) -> None:
        """Tell the program that all is over, and end it if it does not end by itself."""
        with suppress(ConversationFailure):
            self.say("END")
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(PARTING)
        self.end()


def _hold_memory(pid: int, megabytes: int) -> None:
    """No more address space than this for the process; where the system has no such limit, it has none."""
    try:
        import resource
    except ImportError:
        return
    if hasattr(resource, "prlimit"):
        with suppress(ProcessLookupError, PermissionError):
            resource.prlimit(pid, resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
