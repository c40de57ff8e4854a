"""One match in memory: its state, who listens to it, and the one place in which events are applied to it.

An event is checked by the match, then stored, and only then announced: whoever hears of it can rely on it. What
happens without a request is `schedule`'s business, the machine's move `machine_turn`'s, time `match_time`'s.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from enraya.custom import CustomGame
from enraya.custom.calling import failure_of
from enraya.errors import CustomGameError, EnrayaError, LocalizedError, Refusal
from enraya.match import Event, Match, Started
from enraya.server.api.answers.matches import EventMessage, State
from enraya.server.api.frames import FaultFrame, PresenceFrame, RematchFrame
from enraya.server.matches.machine_matches import MachineMatchScheduler
from enraya.server.matches.match_time import MatchTime, time_reached
from enraya.server.matches.offered_games import OfferedGames, in_both
from enraya.server.matches.presence import Listener, Presence, PresenceNews
from enraya.server.matches.recent_events import RecentEvents
from enraya.server.matches.schedule import LEFT, Schedule
from enraya.server.operation.metrics import Metrics
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import hashed, new_token
from enraya.server.views.board import Both, WireModel
from enraya.server.views.state import MatchView, show_clock, show_event
from enraya.server.workers.thinking import Thinkers
from enraya.store import NotHeld, NotStored, Store, StoredMatch

Make = Callable[[Match, float], Event]


class LiveMatch:
    """A match, who listens to it, its clock and its machines."""

    def __init__(
        self,
        stored: StoredMatch,
        store: Store,
        offered: OfferedGames,
        thinkers: Thinkers,
        machine_matches: MachineMatchScheduler,
        alive: float,
        most_events: int,
        metrics: Metrics,
    ) -> None:
        self.id, self.stored = stored.id, stored
        self.address = ""
        """The address of the person whom its machines answer, or who watches them."""
        self.recent_events = RecentEvents()
        self.match = stored.replay(self.recent_events.note)
        self._store, self._offered, self._machine_matches = store, offered, machine_matches
        self._most_events, self._metrics = most_events, metrics
        self._lock, self._following = asyncio.Lock(), asyncio.Lock()
        self._view = MatchView(stored.settings, stored.names, stored.invited_seat, offered)
        self._tasks: set[asyncio.Task[Any]] = set()
        reached = time_reached(stored, self.match, alive)
        # Between machines time stands still while nobody watches or there is no room for another such match.
        self._time = MatchTime(reached, is_frozen=not stored.settings.has_human)
        self._presence = Presence(reached)
        # It refers to itself only weakly: the collector of cycles runs seldom, so a match must be freed without it.
        own = weakref.ref(self)
        self._presence_news = PresenceNews(lambda: _announce(own()))
        self.schedule, self._thinkers = Schedule(self, thinkers), thinkers
        self._fault: Both | None = None
        self._is_deleted = False
        self.is_elsewhere = False
        """Whether another server has taken it over."""
        self._state = self._draw()
        self.used = time.monotonic()

    # Its state

    @property
    def now(self) -> float:
        """The match's own time."""
        return self._time.now

    @property
    def is_frozen(self) -> bool:
        """True if its clock is stopped."""
        return self._time.is_frozen

    @property
    def is_apart(self) -> bool:
        """True if two people play, each from a device of their own."""
        held = set(self.stored.seats.values())
        return len(held) == 2 and all(self.stored.settings.is_human(seat) for seat in (0, 1))

    @property
    def wall_time(self) -> float:
        """The server's clock on the wall."""
        return round(time.time(), 3)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.match.events) if self.match else 0

    @property
    def is_in_use(self) -> bool:
        """True if somebody is connected or work is under way."""
        return bool(self._presence.listeners or self._tasks or self.schedule.is_thinking)

    @property
    def is_busy(self) -> bool:
        """True if it must stay in memory: somebody is connected, work is under way, or a clock runs."""
        match = self.match
        if self.is_in_use:
            return True
        if self.is_frozen:
            return False
        is_running = match is not None and match.phase == "playing" and not match.is_paused
        return is_running and self.stored.settings.seconds is not None

    def state(self) -> State:
        """The match as it stands, to the moment."""
        self.used = time.monotonic()
        return self._draw()

    @property
    def _waits(self) -> bool:
        """True if it would go on with fewer other matches between machines."""
        is_open = self.match is not None and self.match.phase != "finished" and not self.match.is_paused
        return is_open and self.is_frozen

    def _draw(self, match: Match | None = None, at: float | None = None, *, has_news: bool = False) -> State:
        """The state; with *has_news* that after another event, which no fault outlasts."""
        return self._view.draw(
            match or self.match,
            at=self.now if at is None else at,
            time=self.wall_time,
            connected=self._presence.connected,
            rematch=self.stored.rematch,
            is_apart=self.is_apart,
            fault=None if has_news else self._fault,
            is_frozen=self.is_frozen,
        )

    def events_after(self, after: int | None) -> list[EventMessage] | None:
        """The messages of every event after that number, or None where that would be too much, or makes no sense."""
        match = self.match
        if match is None or after is None or not 1 <= after < self.number:
            return [] if after == self.number else None
        messages = self.recent_events.messages_after(after)
        if messages:
            # The clock has run on since the last of them.
            changes = {**messages[-1].changes, "clock": show_clock(match, self.now)}
            messages[-1] = messages[-1].model_copy(update={"time": self.wall_time, "changes": changes})
        return messages

    # Its listeners

    def add(self, listener: Listener) -> None:
        """Send every message to *listener* from now on."""
        self._presence.add(listener)
        if self._is_machine_match:
            self.address = self.address or listener.address
            self._machine_matches.enter(self, listener.address)
        if not self._presence_news.change(len(self._presence.listeners)):
            listener.receive(self._presence_frame().to_text())

    def remove(self, listener: Listener) -> None:
        """*listener* has gone."""
        self._presence.remove(listener, self.now)
        self.used = time.monotonic()
        if self._is_machine_match and not self._presence.listeners:
            self._release_slot()
        self._presence_news.change(len(self._presence.listeners))
        self.schedule.expect_player(LEFT)

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._presence.listeners)

    @property
    def watchers(self) -> int:
        """How many listen who do not play."""
        return self._presence.watchers

    def see(self) -> None:
        """Record that a player of the match made a request over HTTP."""
        self._presence.ask(self.now)

    def gone_since(self, now: float) -> float | None:
        """Since when nobody who plays has been connected; None while somebody is."""
        return self._presence.gone_since(now)

    def broadcast(self, message: WireModel) -> None:
        """Send *message* to every listener."""
        self._send_all(message.to_text())

    def _send_all(self, text: str) -> None:
        for listener in list(self._presence.listeners):
            listener.receive(text)

    def announce_presence(self) -> None:
        """Let everybody hear who is there."""
        if self._presence.listeners:
            self.broadcast(self._presence_frame())

    def _presence_frame(self) -> PresenceFrame:
        connected, watchers = self._presence.connected, self._presence.watchers
        return PresenceFrame(type="presence", connected=connected, watchers=watchers, waits=self._waits)

    # Matches between machines

    @property
    def _is_machine_match(self) -> bool:
        """True if only machines play and the match is not over."""
        return not self.stored.settings.has_human and self.match is not None and self.match.phase != "finished"

    def start_running(self) -> None:
        """Resume: there is a slot for it, and somebody watches."""
        self._time.unfreeze()
        self.schedule.update()
        self.announce_presence()

    def _release_slot(self) -> None:
        self.schedule.stop()
        self._time.freeze()
        self._machine_matches.leave(self)

    # Events

    async def act(self, make: Make) -> int:
        """Apply the event that *make* makes of the match and its time; gives its number, once it is on disk."""
        # A caller may go away at any moment; what has begun is finished all the same.
        return await asyncio.shield(self.start(self.apply(make)))

    async def apply(self, make: Make, expected: int | None = None) -> int:
        """The same for who cannot be cancelled meanwhile; refused if the last event is not number *expected*."""
        async with self._lock:
            match = self.match
            if self._is_deleted:
                raise ServerRefusal("server.no_match", 404, text=self.id)
            if match is None:
                raise Refusal("server.waiting")
            if expected is not None and len(match.events) != expected:
                raise Refusal("server.moved_on")
            if len(match.events) >= self._most_events:
                raise Refusal("server.too_many_events", most=self._most_events)
            event, then, state = await self._apart(self._judged, make, match, max(self.now, match.at))
            phase = then.phase if then.phase != match.phase else None
            await self._stored(self._store.append(self.id, len(then.events), event, at=time.time(), phase=phase))
            self._accept(then, event, state)
            return len(then.events)

    async def _apart(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run *work* where the rules of this match may block; announce a failure of the rules to everybody."""
        try:
            return await self._offered.run_apart(self.stored.settings.game, work, *arguments)
        except CustomGameError as failure:
            raise self.announce_failure(failure.cause) from None

    def announce_failure(self, cause: LocalizedError) -> Refusal:
        """Announce to every listener that the rules of this match have failed; return the refusal that says so."""
        game = self._offered.public_name(self.stored.settings.game)
        failure = Refusal("match.game_fails", game=game, reason=cause)
        self.tell_fault(failure)
        return failure

    def tell_fault(self, fault: LocalizedError) -> None:
        """Announce a fault to every listener; it stands until something else happens here."""
        self._fault = in_both(fault)
        self._state = self._state.model_copy(update={"fault": self._fault})
        self.broadcast(FaultFrame(type="fault", fault=self._fault))

    def _judged(self, make: Make, match: Match, now: float) -> tuple[Event, Match, State]:
        """The event that *make* makes, the match after it and how that looks: all this before anything is stored."""
        event = make(match, now)
        try:
            then = match.apply(event)
            return event, then, self._draw(then, event.at, has_news=True)
        except LocalizedError:
            raise
        except Exception as error:
            # A plug-in runs in this process, and may fail in any way.
            if not isinstance(match.position.game, CustomGame):
                raise
            raise failure_of(error, match.settings.game, "play") from None

    async def begin(self, seat: int, token: str, names: tuple[str | None, str | None]) -> None:
        """The invited *seat* is taken by *token*, and the match begins."""
        await asyncio.shield(self.start(self._begin(seat, token, names)))

    async def _begin(self, seat: int, token: str, names: tuple[str | None, str | None]) -> None:
        async with self._lock:
            if self.match is not None:
                raise Refusal("server.invitation_taken")
            started = Started(0.0)
            match = await self._apart(lambda: Match.start(self.stored.settings, at=started.at))
            await self._stored(self._store.join(self.id, seat, token, names, started, at=time.time()))
            self._time.restart()
            taken = {**self.stored.seats, seat: token}
            self.stored = replace(self.stored, names=names, seats=taken, invitation=None, phase="playing")
            self._view.rename(names)
            self._accept(match, started, self._draw(match))

    async def create_rematch(self, make: Callable[[], Awaitable[str]]) -> str:
        """The name of the match that follows this one: *make* creates and stores it, once, whoever else asks."""
        return await asyncio.shield(self.start(self._create_rematch(make)))

    async def _create_rematch(self, make: Callable[[], Awaitable[str]]) -> str:
        async with self._following:
            if self.match is None or self.match.phase == "playing":
                raise Refusal("match.not_between")
            if self.stored.rematch is None:
                rematch = await make()
                self.stored = replace(self.stored, rematch=rematch)
                self._state = self._state.model_copy(update={"rematch": rematch})
                self.broadcast(RematchFrame(type="rematch", match=rematch))
            return self.stored.rematch or ""

    async def delete(self) -> None:
        """Delete this match from memory and disk; later calls are refused."""
        self.schedule.close()
        async with self._lock:
            await self._stored(self._store.delete(self.id))
            self._is_deleted = True

    async def leave(self, token: str) -> None:
        """*token*, which plays here with somebody else, has no part in this match any more."""
        async with self._lock:
            nobody = hashed(new_token())
            await self._stored(self._store.leave(self.id, token, nobody))
            held = {seat: nobody if kept == token else kept for seat, kept in self.stored.seats.items()}
            owner = nobody if self.stored.owner == token else self.stored.owner
            self.stored = replace(self.stored, seats=held, owner=owner)

    async def _stored(self, writing: Future[None]) -> None:
        try:
            await asyncio.wrap_future(writing)
        except SQLAlchemyError as error:
            raise NotStored("server.not_stored", reason=str(getattr(error, "orig", error))) from None
        except NotHeld:
            self._give_up()
            raise

    def _give_up(self) -> None:
        """Another server has taken this match over: whoever listens is sent there."""
        self.is_elsewhere = True
        self.schedule.close()
        for listener in list(self._presence.listeners):
            listener.end()

    def _accept(self, match: Match, event: Event, state: State) -> None:
        self.recent_events.note(self.match, event)
        self.match, self.used, self._fault = match, time.monotonic(), None
        before, self._state = self._state, state
        message = show_event(event, before, self._state)
        self._metrics.note_event(message.event)
        text = message.to_text()
        self.recent_events.keep(message.number, text)
        self._send_all(text)
        if match.phase == "finished":
            self.release_machines()
        if match.phase == "finished" and not match.settings.has_human:
            self._release_slot()
        self.schedule.update()

    def release_machines(self) -> None:
        """Drop the strategies and tables of its machines: nobody plays here any more, or not for a while."""
        if not all(self.stored.settings.is_human(seat) for seat in (0, 1)):
            self._thinkers.forget(self.id)

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run *work* as a task that `close` waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop its timers and machines, and wait for what has begun."""
        self.schedule.close()
        while self._tasks:
            with suppress(asyncio.CancelledError, EnrayaError):
                await asyncio.gather(*self._tasks, return_exceptions=True)


def _announce(live: LiveMatch | None) -> None:
    if live is not None:
        live.announce_presence()
