"""The presence in a match: the sockets that listen to it, and the absence of its players."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Protocol

ASKED = 5.0
"""Seconds for which somebody who asks over HTTP, and opens no WebSocket, is taken to be there."""


NEWS_SECONDS = 0.25
"""Seconds at least between two announcements of who is there."""

NEWS_SECONDS_EACH = 0.004
"""Seconds more for each listener: an announcement is sent to everyone, so a crowd that comes one by one would cost the
square of its number.
"""


class Listener(Protocol):
    """A connection that receives the messages of a match."""

    seats: frozenset[int]
    address: str

    def receive(self, message: str) -> None:
        """Receive *message*, which is JSON; this may not wait."""

    def end(self) -> None:
        """Hang up: the match goes on elsewhere."""


class Presence:
    """The listeners of one match and when its players were last seen, by the match's own time."""

    def __init__(self, now: float) -> None:
        self.listeners: set[Listener] = set()
        self._seen, self._asked = now, -math.inf

    @property
    def connected(self) -> tuple[bool, bool]:
        """By seat, true if a socket of its player is connected."""
        held = {seat for listener in self.listeners for seat in listener.seats}
        return 0 in held, 1 in held

    @property
    def watchers(self) -> int:
        """The number of sockets that only watch."""
        return sum(not listener.seats for listener in self.listeners)

    def add(self, listener: Listener) -> None:
        """*listener* has come."""
        self.listeners.add(listener)

    def remove(self, listener: Listener, now: float) -> None:
        """*listener* has gone."""
        self.listeners.discard(listener)
        if listener.seats:
            self._seen, self._asked = now, -math.inf

    def ask(self, now: float) -> None:
        """Record a request of a player."""
        self._seen = self._asked = now

    def gone_since(self, now: float) -> float | None:
        """Since when nobody who plays has been there; None while somebody is."""
        if any(self.connected) or now - self._asked <= ASKED:
            return None
        return self._seen


class PresenceNews:
    """Announces who is there: at once if nothing was announced of late, else once for all who come and go meanwhile."""

    def __init__(self, announce: Callable[[], None]) -> None:
        self._announce = announce
        self._not_before = -math.inf
        self._timer: asyncio.TimerHandle | None = None

    def change(self, listeners: int) -> bool:
        """Somebody has come or gone, and *listeners* are to hear of it; whether they have heard already."""
        loop = asyncio.get_running_loop()
        pause = NEWS_SECONDS + NEWS_SECONDS_EACH * listeners
        if self._timer is not None:
            return False
        wait = max(0.0, self._not_before - loop.time())
        self._not_before = loop.time() + wait + pause
        if wait:
            self._timer = loop.call_later(wait, self._tell)
            return False
        self._announce()
        return True

    def _tell(self) -> None:
        self._timer = None
        self._announce()
