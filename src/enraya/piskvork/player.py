"""Programs of others as strategies: those that whoever starts a server puts on its list, each by a name for people."""

from __future__ import annotations

import errno
import re
import shlex
from collections.abc import Iterable, Mapping
from shutil import which
from threading import Event
from typing import Any

from enraya.custom import is_file_name
from enraya.errors import EnrayaError, NotationError, system_reason
from enraya.piskvork.program import Program, is_playable
from enraya.players.catalogue import KINDS, Kind, offer
from enraya.players.turn import WITHOUT_CLOCK
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report
from enraya.search.trace import Observer

USUAL = Limit(seconds=1.0)
"""The longest thinking time given to a program: a person is waiting."""

PART_OF_TIME = 0.8
"""The part of the time for a move that a program is told, so that its answer comes in time."""

NAME = r"[^\W\d_][\w .+-]{0,30}"


class ProgramPlayer:
    """A program that plays until it is closed; it is started when it is first asked."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        self._program = Program(name, command)

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        answering = WITHOUT_CLOCK.answering if limit.seconds is None else limit.seconds
        thinking = (USUAL.within(limit).seconds or 0.0) * PART_OF_TIME

        def look() -> None:
            if stop is not None and stop.is_set():
                # There is no way to ask a program for what it has.
                raise EnrayaError("arena.ended", name=self.name)

        move = self._program.move(position, thinking, answering, look)
        return Report(move=move, principal_variation=(move,))

    def close(self) -> None:
        """End the program."""
        self._program.close()


def parse_engines(texts: Iterable[str]) -> Mapping[str, str]:
    """The command of each engine by its name, from texts `NAME=COMMAND`."""
    engines: dict[str, str] = {}
    for text in texts:
        name, _, command = (part.strip() for part in text.partition("="))
        is_taken = name.lower() in (*KINDS, "human", "piskvork") or name in engines or is_file_name(name)
        if is_taken or not re.fullmatch(NAME, name) or not command:
            raise NotationError("server.engine", text=text)
        _check_command(name, command)
        engines[name] = command
    return engines


def _check_command(name: str, command: str) -> None:
    """Refuse what cannot be started: that should be told when a server starts, not when somebody plays."""
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise NotationError("server.engine", text=f"{name}={command}") from None
    if which(program) is None:
        raise NotationError("arena.no_program", name=name, reason=system_reason(errno.ENOENT))


def offer_engines(engines: Mapping[str, str]) -> None:
    """Register each engine as a strategy by its name, in this process."""
    for name, command in engines.items():
        offer(name, _kind(command))


def _kind(command: str) -> Kind:
    def make(text: str, *_: Any) -> ProgramPlayer:
        return ProgramPlayer(text, command)

    return Kind(make, is_playable)
