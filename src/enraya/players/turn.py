"""A machine's turn, whoever drives the match: how long it may think, what it answers, and how it fails."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from threading import Event, Thread
from types import MappingProxyType
from typing import Any, NamedTuple

from enraya.custom import failure_in_file
from enraya.errors import EnrayaError, LocalizedError
from enraya.players.strategy import Strategy
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report

Look = Callable[[], None]
"""Called again and again while a machine thinks; what it raises ends the thinking."""

POLL_SECONDS = 0.05
"""Seconds between two looks."""

OF_THE_RULES = "check."
"""The prefix of the codes of errors in a custom game, as opposed to a player's."""


LONGEST_LINE = 12
"""Moves of the principal variation that are reported."""


class Allowance(NamedTuple):
    """The seconds that a machine is told to think, and those after which it is given up; None is any time."""

    thinking: float | None
    answering: float | None


THINKING_WITHOUT_CLOCK = 5.0
"""Seconds a machine may think in a match that has no clock: a person is waiting."""

WITHOUT_CLOCK = Allowance(THINKING_WITHOUT_CLOCK, 2 * THINKING_WITHOUT_CLOCK)
"""The allowance of a move in a match without a clock."""


def thinking_time(seconds: float) -> float:
    """The seconds that a machine with *seconds* for its move is told to think: less, to answer in time."""
    return max(0.01, seconds - min(0.5, seconds / 5))


def allowance(seconds: float | None, without_clock: Allowance = WITHOUT_CLOCK) -> Allowance:
    """The limit of a machine with *seconds* left for its move."""
    return without_clock if seconds is None else Allowance(thinking_time(seconds), seconds)


class Choice(NamedTuple):
    """A move as text, and what the player says of it: the nodes searched, a finite value for itself, the reason.

    The reason is the key of a message, with the values that belong in it.
    `depth` is how many plies it looked ahead, `exact` whether the value is the game's own, `plies` how far away the
    forced end is that it then stands for, and `line` the play it expects: moves as text, with spaces between.
    """

    move: str
    nodes: int | None = None
    value: float | None = None
    reason: str | None = None
    reason_values: Mapping[str, int] = MappingProxyType({})
    depth: int | None = None
    exact: bool | None = None
    plies: int | None = None
    line: str | None = None

    @classmethod
    def of(cls, position: Position, report: Report) -> Choice:
        """The choice that a *report* on *position* stands for."""
        value = report.value if report.value is not None and math.isfinite(report.value) else None
        move = position.game.format_move(report.move)
        said = cls(move, report.nodes or None, value, report.reason, dict(report.reason_values), report.depth or None)
        if value is None:
            return said
        plies = report.plies if report.complete else None
        return said._replace(exact=report.complete, plies=plies, line=_line_of(position, report))


LONGEST_MOVE, LONGEST_TOLD, LARGEST_NUMBER = 200, 2000, 10**15


def read_choice(said: object) -> Choice | None:
    """*said*, what JSON from a process that cannot be trusted holds, as a choice; None if it is none."""
    if not isinstance(said, dict) or not set(said) <= set(Choice._fields):
        return None
    values = said.get("reason_values", {})
    fits = (
        _is_text(said.get("move"), LONGEST_MOVE),
        all(said.get(name) is None or _is_number(said[name], int) for name in ("nodes", "depth", "plies")),
        said.get("value") is None or _is_number(said["value"], int | float),
        all(said.get(name) is None or _is_text(said[name], LONGEST_TOLD) for name in ("reason", "line")),
        said.get("exact") in (None, True, False),
        isinstance(values, dict) and all(_is_number(each, int) for each in values.values()),
    )
    return Choice(**said) if all(fits) else None


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest


def _is_number(value: object, kind: Any) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER


def _line_of(position: Position, report: Report) -> str | None:
    """The play that *report* expects, its own move first; None where it tells no more than that."""
    expected = report.principal_variation
    variation = expected if expected[:1] == (report.move,) else (report.move, *expected)
    if len(variation) < 2:
        return None
    return " ".join(position.game.format_move(move) for move in variation[:LONGEST_LINE])


class StrategyFailed(EnrayaError):
    """A strategy that crashed instead of choosing."""


def is_of_the_rules(error: EnrayaError) -> bool:
    """True if the failure is a custom game's, and no player is to blame."""
    return error.code.startswith(OF_THE_RULES)


def ignore() -> None:
    """Look at nothing."""


def think(strategy: Strategy, position: Position, allowed: Allowance, look: Look = ignore) -> Report | None:
    """The answer of *strategy* within its allowance, or None: late, it is told to stop, and at last it is left behind.

    It thinks in a thread of its own, while this one looks at the clock and calls *look*.
    """
    thinking = math.inf if allowed.thinking is None else allowed.thinking
    until = math.inf if allowed.answering is None else time.monotonic() + allowed.answering
    stop_at = min(until, time.monotonic() + thinking)
    # Half of what is left over is for the player to stop by itself.
    if math.isfinite(until):
        stop_at = (stop_at + until) / 2
    stop = Event()
    answers: SimpleQueue[Report | BaseException] = SimpleQueue()

    def choose() -> None:
        try:
            answers.put(strategy.choose(position, Limit(seconds=allowed.thinking), stop=stop))
        except BaseException as error:
            # A student's player may fail in any way.
            answers.put(error)

    thread = Thread(target=choose, name="enraya-thinking", daemon=True)
    thread.start()
    try:
        while True:
            now = time.monotonic()
            if now >= stop_at:
                stop.set()
            next_step = until if stop.is_set() else stop_at
            try:
                answer = answers.get(timeout=max(0.0, min(POLL_SECONDS, next_step - now)))
            except Empty:
                if now >= until:
                    return None
                look()
                continue
            thread.join()
            if isinstance(answer, LocalizedError):
                raise answer
            if isinstance(answer, BaseException):
                if (failure := failure_in_file(answer)) is not None:
                    raise failure
                reason = f"{type(answer).__name__}: {answer}"
                raise StrategyFailed("play.strategy_fails", name=strategy.name, reason=reason) from answer
            return answer
    finally:
        stop.set()
