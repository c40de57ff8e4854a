"""The timed events of a match, which happen without a request.

A clock runs out, a player stays away, the next game of two machines starts, a machine moves.
"""

from __future__ import annotations

import asyncio
import weakref
from functools import partial
from typing import TYPE_CHECKING, Any

from enraya.errors import Refusal
from enraya.match import AWAY, Continued, Event, Match, Paused, TimeUp
from enraya.server.matches.machine_turn import RETRY, play_turn
from enraya.server.workers.thinking import Thinkers
from enraya.store import NotStored

if TYPE_CHECKING:
    from enraya.server.matches.live import LiveMatch, Make

BREAK = 4.0
"""Seconds between the games of two machines."""

EARLY = 0.02
"""Seconds until a timer that fired before the clock had run out is tried again."""

LEFT = 3.0
"""Seconds after which a player who disconnected, and did not only reload the page, is taken to be away."""

RETURN = 8.0
"""Seconds that pages have to connect again after the server restarts: they try every five."""


class Schedule:
    """The timers of one match and the task in which its machine thinks. `update` sets them for the current turn."""

    def __init__(self, live: LiveMatch, thinkers: Thinkers) -> None:
        # Weakly: it belongs to the match, which must be freed as soon as nobody else refers to it.
        self._match, self._thinkers = weakref.ref(live), thinkers
        self._timer: asyncio.TimerHandle | None = None
        self._absence: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def _live(self) -> LiveMatch:
        live = self._match()
        assert live is not None, "whoever calls it has the match"
        return live

    @property
    def is_thinking(self) -> bool:
        """True if a machine is choosing a move."""
        return self._thinking is not None

    def update(self) -> None:
        """Set the timer, and start the machine, for the turn that the match has reached."""
        self.stop()
        match = self._live.match
        if self._is_closed or self._live.is_frozen or match is None or match.phase == "finished" or match.is_paused:
            return
        if match.phase == "between":
            if not match.settings.has_human:
                self._act_later(BREAK, lambda _, now: Continued(now))
            return
        remaining = match.remaining(self._live.now)
        if remaining is not None:
            self._act_later(remaining, self.time_out)
        seat = match.seat_to_move
        if seat is not None and not match.settings.is_human(seat):
            self._thinking = self._live.start(play_turn(self._live, self._thinkers, match, seat))

    def stop(self) -> None:
        """Cancel the timer and the machine that thinks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def close(self) -> None:
        """Cancel everything, and start nothing any more."""
        self._is_closed = True
        self.expect_player(0.0)
        self.stop()

    def expect_player(self, seconds: float) -> None:
        """Pause the match as of when the only person left, if they are not connected in *seconds*."""
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None
        settings = self._live.stored.settings
        if not self._is_closed and settings.waits and settings.seconds is not None:
            self._absence = self._start_later(seconds, self._pause_if_away)

    def time_out(self, match: Match, now: float) -> Event:
        """The event of a clock that has run out at *now*: a pause while the only person is away, else a lost turn."""
        since = self._live.gone_since(now) if match.settings.waits else None
        return TimeUp(now) if since is None else Paused(max(since, match.at), AWAY)

    async def _pause_if_away(self) -> None:
        live = self._live

        def make(match: Match, now: float) -> Event:
            event = self.time_out(match, now)
            if isinstance(event, TimeUp):
                raise Refusal("server.moved_on")
            return event

        try:
            await live.apply(make)
        except NotStored:
            self.expect_player(RETRY)
        except Refusal:
            # The person is back, or no clock runs.
            pass

    def _act_later(self, seconds: float, make: Make) -> None:
        self._timer = self._start_later(seconds, partial(self._act, make, self._live.number))

    async def _act(self, make: Make, expected: int) -> None:
        again = partial(self._act, make, expected)
        try:
            await self._live.apply(make, expected)
        except NotStored:
            self._timer = self._start_later(RETRY, again)
        except Refusal as refusal:
            if refusal.code == "match.time_left":
                self._timer = self._start_later(EARLY, again)
            elif refusal.code != "server.moved_on":
                # The custom game has failed: the match stands still until a player acts.
                self._timer = None

    def _start_later(self, seconds: float, work: Any) -> asyncio.TimerHandle:
        def start() -> None:
            if (live := self._match()) is not None:
                live.start(work())

        return asyncio.get_running_loop().call_later(seconds, start)
