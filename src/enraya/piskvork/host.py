"""The host's end of a conversation with a program that speaks the Gomocup protocol."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

from enraya.conversation import Conversation, ConversationFailure
from enraya.jail import Limits, start_in_jail
from enraya.jail.conversation import spec_of_command

CHATTER = ("MESSAGE", "DEBUG")
PARTING = 0.5
"""Seconds that a program has to end by itself when it is told END."""

PAUSE = 0.01
"""Seconds after its answer in which a program is told nothing: some pass over what comes while they still tidy up."""


class Complaint(ConversationFailure):
    """The program answered ERROR or UNKNOWN."""


class BrainConversation(Conversation):
    """A conversation with a program in a process of its own."""

    _answered = 0.0

    @classmethod
    def in_jail(cls, command: str, limits: Limits) -> BrainConversation:
        """With somebody's program. OSError or ValueError: it cannot be started; `JailMissing`: nothing can hold it."""
        return cls(start_in_jail(spec_of_command(command, limits), stderr=subprocess.DEVNULL))

    def say(self, *lines: str) -> None:
        """Send *lines*, though not at once after an answer."""
        time.sleep(max(0.0, self._answered + PAUSE - time.monotonic()))
        super().say(*lines)

    def read_line(self, seconds: float, look: Callable[[], None] = lambda: None) -> str:
        """Read its next answer, passing over its remarks."""
        until = time.monotonic() + seconds
        while True:
            line = super().read_line(until - time.monotonic(), look)
            word = line.partition(" ")[0].upper()
            if word in ("ERROR", "UNKNOWN"):
                raise Complaint(line)
            if word not in CHATTER:
                self._answered = time.monotonic()
                return line

    def leave(self) -> None:
        """Tell it that all is over, and end it if it does not end by itself."""
        until = time.monotonic() + PARTING
        with suppress(ConversationFailure):
            self.say("END")
            while True:
                super().read_line(max(0.0, until - time.monotonic()))
        self.end()
