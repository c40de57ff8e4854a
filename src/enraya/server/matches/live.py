"""One match while the server holds it: what happens to it happens here, one thing after another.

An event is first judged by the match, then stored, and only then true: whoever is told of it can rely on it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from enraya.custom import OwnGame
from enraya.custom.calling import failure_of
from enraya.errors import EnrayaError, OwnFailure, Refusal, Told
from enraya.match import AWAY, Continued, Event, Match, Paused, Played, Resigned, Started, TimeUp
from enraya.server.matches.machine_matches import Stage
from enraya.server.matches.offered_games import Json, OfferedGames, in_both
from enraya.server.matches.presence import Listener, Presence
from enraya.server.matches.recent_events import Course
from enraya.server.views.state import Portrait, show_clock, show_event
from enraya.server.workers.queue import Rank
from enraya.server.workers.thinking import WITHOUT_CLOCK, Job, Thinkers, Thought, time_to_answer
from enraya.store import NotStored, Store, StoredMatch
from enraya.workers.process import WorkRefused

GRACE = 5.0
"""Seconds that a person has at least, after the server comes back, to do so too."""

PACE = 0.6
"""Seconds between the moves of two machines, so that a person can follow."""

BREAK = 4.0
"""Seconds between the games of two machines."""

AGAIN = 1.0
"""Seconds until something that the disk did not take is tried again."""

LEFT = 3.0
"""Seconds after which a person who left, and did not only load the page again, is taken to be away."""

RETURN = 8.0
"""Seconds that pages have to come back after the server does: they try again every five."""

OF_THE_RULES = "check."
"""How the codes begin of what somebody's own game does wrong, and no player."""

Make = Callable[[Match, float], Event]


class LiveMatch:
    """A match, who listens to it, its clock and its machines."""

    def __init__(
        self,
        stored: StoredMatch,
        store: Store,
        offered: OfferedGames,
        thinkers: Thinkers,
        stage: Stage,
        alive: float,
    ) -> None:
        self.id, self.stored = stored.id, stored
        self.address = ""
        """Where the person is that its machines answer to, or who watches them."""
        self.course = Course()
        self.match = stored.replay(self.course.note)
        self._store, self._offered, self._thinkers, self._stage = store, offered, thinkers, stage
        self._lock, self._following = asyncio.Lock(), asyncio.Lock()
        self._portrait = Portrait(stored.settings, stored.names, stored.invited_seat, offered)
        self._timer: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._is_resting = False
        self._tasks: set[asyncio.Task[Any]] = set()
        reached = self._time_reached(alive)
        self._origin = time.monotonic() - reached
        self._presence = Presence(reached)
        # Between machines its time stands still, since then, while nobody watches or there is no room for it.
        self._still_since = None if stored.settings.has_human else time.monotonic()
        self._fault: dict[str, str] | None = None
        self._state = self._draw()
        self.used = time.monotonic()

    def _time_reached(self, alive: float) -> float:
        """The match's own time now that it is loaded: what the server was away for is charged to nobody.

        The turn has run from the last event until the server was last known to be *alive*, and not since.
        """
        match, written = self.match, self.stored.written
        if match is None or written is None:
            return 0.0
        ran = max(0.0, alive - written)
        limit = match.settings.seconds
        if limit is not None and match.phase == "playing":
            ran = min(ran, max(0.0, limit - match.elapsed(match.at) - min(limit, GRACE)))
        return match.at + ran

    # What there is to see

    @property
    def now(self) -> float:
        """The match's own time."""
        return (self._still_since or time.monotonic()) - self._origin

    @property
    def wall_time(self) -> float:
        """The server's clock on the wall."""
        return round(time.time(), 3)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.match.events) if self.match else 0

    @property
    def is_busy(self) -> bool:
        """Whether anybody or anything needs it in memory."""
        match = self.match
        if self._presence.listeners or self._tasks or self._thinking is not None:
            return True
        if self._still_since is not None:
            return False
        is_running = match is not None and match.phase == "playing" and not match.is_paused
        return is_running and self.stored.settings.seconds is not None

    def state(self) -> Json:
        """The match as it stands, to the moment."""
        self.used = time.monotonic()
        return self._draw()

    @property
    def _waits(self) -> bool:
        """Whether it would go on, if fewer other matches between machines did."""
        is_open = self.match is not None and self.match.phase != "finished" and not self.match.is_paused
        return is_open and self._still_since is not None

    def _draw(self, match: Match | None = None, at: float | None = None) -> Json:
        shown = self._portrait.draw(
            match or self.match,
            at=self.now if at is None else at,
            time=self.wall_time,
            connected=self._presence.connected,
            rematch=self.stored.rematch,
            fault=self._fault,
        )
        if self._still_since is not None and shown["clock"]:
            shown["clock"]["running"] = False
        return shown

    def events_after(self, after: int | None) -> list[Json] | None:
        """The messages of every event after that number, or None where that would be too much, or makes no sense."""
        match = self.match
        if match is None or after is None or not 1 <= after < self.number:
            return [] if after == self.number else None
        messages = self.course.messages_after(after)
        if messages:
            # The clock has run on since the last of them.
            changes = {**messages[-1]["changes"], "clock": show_clock(match, self.now)}
            messages[-1] = {**messages[-1], "time": self.wall_time, "changes": changes}
        return messages

    # Who listens

    def add(self, listener: Listener) -> None:
        """From now on *listener* hears of everything."""
        self._presence.add(listener)
        if self._is_show:
            self.address = self.address or listener.address
            self._stage.enter(self, listener.address)
        self.tell_presence()

    def remove(self, listener: Listener) -> None:
        """*listener* has gone."""
        self._presence.remove(listener, self.now)
        self.used = time.monotonic()
        if self._is_show and not self._presence.listeners:
            self._leave_stage()
        self.tell_presence()
        self.expect(LEFT)

    def see(self) -> None:
        """Somebody who plays has asked for something over HTTP."""
        self._presence.ask(self.now)

    def expect(self, seconds: float) -> None:
        """If the only person is not there in so many *seconds*, the clock waits for them, from when they left."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if self._is_resting or not self.stored.settings.waits or self.stored.settings.seconds is None:
            return
        self._patience = asyncio.get_running_loop().call_later(seconds, lambda: self._start(self._wait()))

    async def _wait(self) -> None:
        def make(match: Match, now: float) -> Event:
            event = self._run_out(match, now)
            if isinstance(event, TimeUp):
                raise Refusal("server.moved_on")
            return event

        try:
            await self._act(make)
        except NotStored:
            self.expect(AGAIN)
        except Refusal:
            # They are back, or nothing runs for which they could be too late.
            pass

    def _run_out(self, match: Match, now: float) -> Event:
        """What happens when the time is over at *now*: nothing is played for the only person while they are away."""
        since = self._presence.gone_since(now) if match.settings.waits else None
        return TimeUp(now) if since is None else Paused(max(since, match.at), AWAY)

    def tell(self, message: Json) -> None:
        """Let everybody hear *message*."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        for listener in list(self._presence.listeners):
            listener.hear(text)

    def tell_presence(self) -> None:
        """Let everybody hear who is there."""
        connected, watchers = self._presence.connected, self._presence.watchers
        self.tell({"type": "presence", "connected": connected, "watchers": watchers, "waits": self._waits})

    # Machines on stage

    @property
    def _is_show(self) -> bool:
        """Whether no person plays, and it is still to be seen how it ends."""
        return not self.stored.settings.has_human and self.match is not None and self.match.phase != "finished"

    def take_stage(self) -> None:
        """There is room for it, and somebody watches: it goes on where it stood."""
        if self._still_since is not None:
            self._origin += time.monotonic() - self._still_since
            self._still_since = None
        self.go_on()
        self.tell_presence()

    def _leave_stage(self) -> None:
        self.rest()
        self._still_since = self._still_since or time.monotonic()
        self._stage.leave(self)

    # What happens

    async def act(self, make: Make) -> int:
        """Let the event that *make* makes of the match and its time happen; its number, once it is on disk."""
        # A caller may go away at any moment; what has begun is finished all the same.
        return await asyncio.shield(self._start(self._act(make)))

    async def _act(self, make: Make) -> int:
        async with self._lock:
            match = self.match
            if match is None:
                raise Refusal("server.waiting")
            event, then, state = await self._apart(self._judged, make, match, max(self.now, match.at))
            phase = then.phase if then.phase != match.phase else None
            await self._stored(self._store.append(self.id, len(then.events), event, at=time.time(), phase=phase))
            self._accept(then, event, state)
            return len(then.events)

    async def _apart(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What *work* comes to, where the rules of this match may be waited for; their failure is told to everybody."""
        try:
            return await self._offered.run_apart(self.stored.settings.game, work, *arguments)
        except OwnFailure as failure:
            raise self._failed(failure.cause) from None

    def _failed(self, cause: Told) -> Refusal:
        """Let everybody hear that the rules of this match have failed; the refusal that says so."""
        game = self._offered.outside(self.stored.settings.game)
        failure = Refusal("match.game_fails", game=game, reason=cause)
        self._fault = in_both(failure)
        self._state["fault"] = self._fault
        self.tell({"type": "fault", "fault": self._fault})
        return failure

    def _judged(self, make: Make, match: Match, now: float) -> tuple[Event, Match, Json]:
        """The event that *make* makes, the match after it and how that looks: all this before anything is stored."""
        event = make(match, now)
        try:
            then = match.apply(event)
            return event, then, {**self._draw(then, event.at), "fault": None}
        except Told:
            raise
        except Exception as error:
            # A plug-in runs in this process, and may fail in any way.
            if not isinstance(match.position.game, OwnGame):
                raise
            raise failure_of(error, match.settings.game, "play") from None

    async def begin(self, seat: int, token: str, names: tuple[str | None, str | None]) -> None:
        """The invited *seat* is taken by *token*, and the match begins."""
        await asyncio.shield(self._start(self._begin(seat, token, names)))

    async def _begin(self, seat: int, token: str, names: tuple[str | None, str | None]) -> None:
        async with self._lock:
            if self.match is not None:
                raise Refusal("server.invitation_taken")
            started = Started(0.0)
            match = await self._apart(lambda: Match.start(self.stored.settings, at=started.at))
            await self._stored(self._store.join(self.id, seat, token, names, started, at=time.time()))
            self._origin = time.monotonic()
            taken = {**self.stored.seats, seat: token}
            self.stored = replace(self.stored, names=names, seats=taken, invitation=None, phase="playing")
            self._portrait.rename(names)
            self._accept(match, started, self._draw(match))

    async def follow(self, make: Callable[[], Awaitable[str]]) -> str:
        """The name of the match that follows this one: *make* creates and stores it, once, whoever else asks."""
        return await asyncio.shield(self._start(self._follow(make)))

    async def _follow(self, make: Callable[[], Awaitable[str]]) -> str:
        async with self._following:
            if self.match is None or self.match.phase == "playing":
                raise Refusal("match.not_between")
            if self.stored.rematch is None:
                rematch = await make()
                self.stored = replace(self.stored, rematch=rematch)
                self._state["rematch"] = rematch
                self.tell({"type": "rematch", "match": rematch})
            return self.stored.rematch or ""

    async def _stored(self, writing: Future[None]) -> None:
        try:
            await asyncio.wrap_future(writing)
        except SQLAlchemyError as error:
            raise NotStored("server.not_stored", reason=str(getattr(error, "orig", error))) from None

    def _accept(self, match: Match, event: Event, state: Json) -> None:
        self.course.note(self.match, event)
        self.match, self.used, self._fault = match, time.monotonic(), None
        before, self._state = self._state, state
        message = show_event(event, before, self._state)
        self.course.keep(message)
        if self._presence.listeners:
            self.tell(message)
        self.go_on()

    def _start(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # What happens by itself

    def go_on(self) -> None:
        """Set the clock, and let a machine think, for the turn that has come."""
        self.rest()
        match = self.match
        if match is not None and match.phase == "finished" and not match.settings.has_human:
            self._leave_stage()
        if self._is_resting or match is None or match.phase == "finished" or match.is_paused:
            return
        if self._still_since is not None:
            return
        if match.phase == "between":
            if not match.settings.has_human:
                self._call_later(BREAK, lambda _, now: Continued(now))
            return
        remaining = match.remaining(self.now)
        if remaining is not None:
            self._call_later(remaining, self._run_out)
        seat = match.seat_to_move
        if seat is not None and not match.settings.is_human(seat):
            self._thinking = self._start(self._play_machine(match, seat))

    def rest_for_good(self) -> None:
        """Do nothing by itself any more: a machine that thinks is not heard, a clock that runs out does not ring."""
        self._is_resting = True
        self.expect(0.0)
        self.rest()

    def rest(self) -> None:
        """Stop the clock's timer and the machine that thinks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _call_later(self, seconds: float, make: Make) -> None:
        expected = self.number

        async def happen() -> None:
            try:
                await self._act_if(expected, make)
            except NotStored:
                self._timer = asyncio.get_running_loop().call_later(AGAIN, lambda: self._start(happen()))
            except Refusal as refusal:
                # A timer may ring a little early.
                if refusal.code == "match.time_left":
                    self._timer = asyncio.get_running_loop().call_later(0.02, lambda: self._start(happen()))
                elif refusal.code != "server.moved_on":
                    # Somebody's own game fails: it stands still, and says so to whoever plays on.
                    self._timer = None

        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._start(happen()))

    async def _act_if(self, expected: int, make: Make) -> None:
        """Act only if nothing has happened since event *expected*: a late answer is dropped, never played."""

        def checked(match: Match, now: float) -> Event:
            if len(match.events) != expected:
                raise Refusal("server.moved_on")
            return make(match, now)

        await self._act(checked)

    async def _play_machine(self, match: Match, seat: int) -> None:
        began, expected = time.monotonic(), len(match.events)
        try:
            make = self._answer(seat, await self._think(match, seat))
        except EnrayaError as error:
            if error.code.startswith(OF_THE_RULES):
                self._failed(_without_path(error, match.settings.game))
                return
            # A player that crashes or answers with no legal move loses this game.
            make = self._giving_up(seat)
        if not match.settings.has_human:
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - began)))
        while True:
            try:
                await asyncio.shield(self._start(self._act_if(expected, make)))
                return
            except NotStored:
                await asyncio.sleep(AGAIN)
            except Refusal as refusal:
                # Too late, or the match has moved on without it: the clock has seen to it, or will.
                # Or the rules have failed, which everybody has been told.
                if refusal.code not in ("server.moved_on", "match.time_over", "match.game_fails"):
                    raise
                return

    async def _think(self, match: Match, seat: int) -> Thought | None:
        settings, position = match.settings, match.position
        seed = abs(settings.seed) + 2 * match.game_number + seat
        job = Job(settings.game, settings.position, position.move_texts, settings.players[seat], seed)
        seconds = time_to_answer(match.remaining(self.now))
        rank = Rank.ANSWER if settings.has_human else Rank.SHOW
        return await self._thinkers.think(
            job, rank, self.address, seconds, WITHOUT_CLOCK if seconds is None else seconds
        )

    def _answer(self, seat: int, thought: Thought | None) -> Make:
        def make(match: Match, now: float) -> Event:
            if thought is not None:
                return Played(thought.move, now, seat, thought.nodes, thought.value, thought.reason)
            if match.settings.seconds is not None and match.remaining(now) == 0:
                return self._run_out(match, now)
            dice = Random(f"{match.settings.seed} {len(match.events)}")
            return Played(dice.choice(match.position.legal_moves), now, seat)

        return make

    def _giving_up(self, seat: int) -> Make:
        return lambda match, now: Resigned(seat, now)

    async def close(self) -> None:
        """Let go of it: the clock and the machines rest, what has begun is finished."""
        self.rest_for_good()
        while self._tasks:
            with suppress(asyncio.CancelledError, EnrayaError):
                await asyncio.gather(*self._tasks, return_exceptions=True)


def _without_path(error: EnrayaError, path: str) -> EnrayaError:
    """What a worker process says of the rules, without the place where their file lies."""
    words = {language: text.removeprefix(f"{path}: ") for language, text in in_both(error).items()}
    return WorkRefused(error.code, words)
