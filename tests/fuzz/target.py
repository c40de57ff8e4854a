"""What a fuzzing target is, and how one input of it is judged."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from enraya.bots.protocol import ProtocolBreach
from enraya.errors import LocalizedError
from enraya.locale import LANGUAGES
from enraya.process_output import Flood
from enraya.search.limit import OutOfBudget
from enraya.server.api.frames import NotAFrame

MOST_SECONDS = 20
"""Processor time of one input until it counts as a hang."""

LONGEST_SENTENCE = 20_000
PACKAGE = Path(__file__).parents[2] / "src" / "enraya"


class Hang(BaseException):
    """One input took longer than any may."""


@dataclass(frozen=True)
class Target:
    """A function that takes bytes from anywhere: it returns, or refuses them.

    *modules* are the files below `src/enraya` whose lines it is to reach; *make_seeds* writes a few small inputs.
    """

    name: str
    modules: tuple[str, ...]
    make_seeds: Callable[[], list[bytes]]
    take: Callable[[bytes], object]

    @cached_property
    def seeds(self) -> list[bytes]:
        """The inputs that mutation begins with."""
        return self.make_seeds()

    @cached_property
    def files(self) -> list[Path]:
        """The files of `modules`."""
        return [PACKAGE / f"{module}.py" for module in self.modules]

    def run(self, data: bytes) -> bool:
        """Whether *data* was taken; a refusal must be a sentence. Anything else that is raised is a crash."""
        try:
            self.take(data)
        except LocalizedError as refusal:
            for language in LANGUAGES:
                sentence = refusal.in_language(language)
                assert 0 < len(sentence) < LONGEST_SENTENCE, "a refusal is one sentence"
            return False
        except (ProtocolBreach, NotAFrame, OutOfBudget, Flood):
            return False
        return True


@contextmanager
def no_hang(seconds: float = MOST_SECONDS) -> Iterator[None]:
    """`Hang` in the middle of what takes more processor time than that; a busy machine changes nothing."""

    def give_up(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def text_of(data: bytes) -> str:
    """Any bytes as text, as a terminal or a browser would pass them on."""
    return data.decode("utf-8", "replace")
