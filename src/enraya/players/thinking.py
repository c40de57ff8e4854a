"""A machine's turn: its strategy thinks in a thread of its own, and somebody looks at the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Thread

from enraya.errors import EnrayaError, Told
from enraya.players.strategy import Strategy
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report

WITHOUT_CLOCK = 5.0
"""Seconds a machine may think in a match that has no clock: a person is waiting."""

PATIENCE = 5.0
"""Seconds more until a machine without a clock is given up."""

LOOK = 0.05


class StrategyFailed(EnrayaError):
    """A strategy that crashed instead of choosing."""


def thinking_time(seconds: float | None) -> float:
    """What a machine with *seconds* for its move is told to think: less, to answer in time."""
    if seconds is None:
        return WITHOUT_CLOCK
    return seconds - min(0.5, seconds / 5)


def think(
    strategy: Strategy, position: Position, seconds: float | None, look: Callable[[], None] = lambda: None
) -> Report | None:
    """What *strategy* answers within *seconds*, or None: late, it is told to stop, and at last it is left behind.

    *look* is called again and again meanwhile; what it raises ends the thinking.
    """
    limit = thinking_time(seconds)
    spare = PATIENCE if seconds is None else seconds - limit
    started = time.monotonic()
    stop_at, until = started + limit + spare / 2, started + limit + spare
    stop = Event()
    answers: SimpleQueue[Report | Exception] = SimpleQueue()

    def choose() -> None:
        try:
            answers.put(strategy.choose(position, Limit(seconds=limit), stop=stop))
        except Exception as error:
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
                answer = answers.get(timeout=max(0.0, min(LOOK, next_step - now)))
            except Empty:
                if now >= until:
                    return None
                look()
                continue
            thread.join()
            if isinstance(answer, Told):
                raise answer
            if isinstance(answer, Exception):
                reason = f"{type(answer).__name__}: {answer}"
                raise StrategyFailed("play.strategy_fails", name=strategy.name, reason=reason) from answer
            return answer
    finally:
        stop.set()
