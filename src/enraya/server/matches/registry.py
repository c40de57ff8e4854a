"""Every match that the server holds; the others are loaded from the store when somebody asks for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from enraya.errors import EnrayaError, Refusal
from enraya.locale import language_of_user
from enraya.match import Event, MatchSettings, Started
from enraya.server.limits import Limits
from enraya.server.matches.live import LiveMatch
from enraya.server.matches.machine_matches import MachineMatchScheduler
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.matches.schedule import RETURN
from enraya.server.operation.metrics import Metrics
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import hashed, new_match_name, new_token
from enraya.server.workers.pool import WorkerPool
from enraya.server.workers.thinking import Thinkers
from enraya.store import Damaged, HeldElsewhere, NoSuchMatch, NotStored, Store, StoredMatch

LOG = logging.getLogger("enraya.server")
HEARTBEAT = 1.0
SWEEP = 15.0
LAG_SECONDS, LAGS = 0.05, 8
IDLE, IDLE_ONCE_OVER = 300.0, 60.0
"""Seconds after which a match that nobody uses is unloaded, and one that is over: some fifty kilobytes each."""

MOST_UNUSED = 3000
"""Matches in memory to which nobody is connected; of more, those unused for longest are unloaded. Their clocks run on,
but whose time has run out meanwhile has some seconds left when somebody asks for the match, as after a restart.
"""

TAKE_OVER = 0.5
LONGEST_NAME = 32
MOST_TAKEN_UP = MOST_UNUSED
"""Matches that are taken up by themselves at the start; older ones are when somebody asks for them."""


class MatchRegistry:
    """The matches in memory."""

    def __init__(self, store: Store, offered: OfferedGames, limits: Limits, metrics: Metrics | None = None) -> None:
        self.store, self.offered, self.limits = store, offered, limits
        self.metrics = metrics or Metrics()
        self.pool = WorkerPool(
            limits.processors, of_one=limits.waiting_of_one, in_all=limits.waiting, engines=offered.engines
        )
        self.thinkers = Thinkers(self.pool)
        self.machine_matches = MachineMatchScheduler(
            of_one=limits.machine_matches_of_one, in_all=limits.machine_matches
        )
        self._matches: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._damaged: set[str] = set()
        self._alive = self._opened = 0.0
        self._tasks: list[asyncio.Task[None]] = []
        self._lags: deque[float] = deque([0.0], maxlen=LAGS)

    async def open(self) -> None:
        """Resume every match in which a game was going on when the server stopped."""
        self._alive, self._opened = await asyncio.to_thread(self.store.last_alive), time.time()
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(work) for work in (self._take_up(), self._beat(), self._sweep(), self._measure_lag())
        ]
        if self.store.is_shared:
            self._tasks.append(loop.create_task(self._take_over()))

    def suspend(self) -> None:
        """Stop all clocks and machines: the next server that loads the matches goes on with them."""
        for match in self._matches.values():
            match.schedule.close()
        # Nobody waits for what machines were about to say: their processes end at once, and all of them together.
        self.pool.close()
        self.offered.close()

    async def close(self) -> None:
        """Release all matches; what was acknowledged is on disk already."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.suspend()
        await asyncio.gather(*(match.close() for match in self._matches.values()), return_exceptions=True)

    async def _take_up(self) -> None:
        try:
            unfinished = await asyncio.to_thread(self.store.unfinished, MOST_TAKEN_UP)
        except NotStored as error:
            LOG.warning("%s", error.in_language(language_of_user()))
            return
        for id in unfinished:
            # What cannot be taken up waits for somebody to ask for it, and tells them; the others go on.
            try:
                await self.find(id)
            except (Damaged, HeldElsewhere):
                continue
            except EnrayaError as error:
                LOG.warning("%s", error.in_language(language_of_user()))

    async def _take_over(self) -> None:
        """Go on with the matches of servers that have died, whether or not anybody asks for them."""
        while True:
            await asyncio.sleep(TAKE_OVER)
            with suppress(EnrayaError):
                for id in await asyncio.to_thread(self.store.orphans, MOST_TAKEN_UP):
                    with suppress(EnrayaError):
                        await self.find(id)

    async def _beat(self) -> None:
        """Record at intervals that the server is alive, while any clock runs."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            if any(match.is_busy for match in self._matches.values()):
                with suppress(SQLAlchemyError, NotStored):
                    await asyncio.wrap_future(self.store.mark_alive(time.time()))

    async def _sweep(self) -> None:
        """Unload matches that nobody has used for a while."""
        while True:
            await asyncio.sleep(SWEEP)
            self._unload_unused(time.monotonic())

    def _unload_unused(self, now: float) -> None:
        unused = sorted((each for each in self._matches.values() if not each.is_in_use), key=lambda each: each.used)
        too_many = len(unused) - MOST_UNUSED
        for number, match in enumerate(unused):
            is_over = match.match is not None and match.match.phase == "finished"
            idle = IDLE_ONCE_OVER if is_over else IDLE
            if number < too_many or (not match.is_busy and now - match.used > idle):
                match.release_machines()
                match.schedule.close()
                del self._matches[match.id]

    async def _measure_lag(self) -> None:
        """Measure the lag of the event loop."""
        while True:
            due = time.monotonic() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self._lags.append(time.monotonic() - due)
            self.metrics.note_delay(self._lags[-1])

    @property
    def size(self) -> tuple[int, int]:
        """How many matches are in memory, and how many WebSockets listen to them."""
        return len(self._matches), sum(match.listeners for match in self._matches.values())

    @property
    def lag(self) -> float:
        """The seconds by which it has been late all the time of late; one hiccup does not count."""
        return min(self._lags)

    async def find(self, id: str) -> LiveMatch:
        """The match called *id*, or a refusal."""
        found = self._matches.get(id)
        if found is not None and found.is_elsewhere:
            del self._matches[id]
        elif found is not None:
            # Who asks for it is about to use it: the next sweep must not let go of it.
            found.used = time.monotonic()
            return found
        if len(id) > LONGEST_NAME or not (id.isascii() and id.isprintable()):
            raise ServerRefusal("server.no_match", 404, text=id)
        if id not in self._loading:
            # Two who ask at once must get the same match.
            self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)

    async def _load(self, id: str) -> LiveMatch:
        try:
            return await self._read(id)
        except Damaged as damaged:
            self.note(damaged)
            raise

    async def _read(self, id: str) -> LiveMatch:
        ran: float | None = None
        if self.store.is_shared:
            # Until it is claimed another server may write to it.
            with suppress(NoSuchMatch):
                ran = await asyncio.to_thread(self.store.claim(id, self._alive))
        stored = await asyncio.to_thread(self.store.load, id)
        if stored is None:
            raise ServerRefusal("server.no_match", 404, text=id)
        if ran is None and stored.phase == "playing" and stored.settings.seconds is not None:
            # A turn that began under this server has run all the time, also while the match was not in memory.
            is_own = stored.written is not None and stored.written >= self._opened
            ran = await asyncio.to_thread(self.store.claim(id, time.time() if is_own else self._alive))
        alive = self._alive if ran is None or stored.written is None else stored.written + ran
        try:
            live = self._take_in(await self._made(stored, alive=alive))
            live.schedule.expect_player(RETURN)
            return live
        except Damaged:
            raise
        except Exception as error:
            # A custom game may raise anything while it is drawn.
            raise Damaged(id, error) from error

    def note(self, damaged: Damaged) -> None:
        """Report, once, a match that cannot be loaded to the operator of the server."""
        name = str(damaged.values["match"])
        if name not in self._damaged:
            self._damaged.add(name)
            LOG.warning("%s", damaged.in_language(language_of_user()))

    async def _made(self, stored: StoredMatch, address: str = "", alive: float = 0.0) -> LiveMatch:
        game = stored.settings.game
        # A file that is no longer offered is not loaded.
        self.offered.internal_name(self.offered.public_name(game))
        # In a thread: all its moves are played through, and the lines of a large board take a while to be found.
        return await self.offered.run_apart(game, self._make, stored, address, alive, in_thread=True)

    def _make(self, stored: StoredMatch, address: str, alive: float) -> LiveMatch:
        live = LiveMatch(
            stored,
            self.store,
            self.offered,
            self.thinkers,
            self.machine_matches,
            alive,
            self.limits.events,
            self.metrics,
        )
        live.address = address
        return live

    def _take_in(self, live: LiveMatch) -> LiveMatch:
        self._matches[live.id] = live
        live.schedule.update()
        return live

    async def create(
        self,
        settings: MatchSettings,
        names: tuple[str | None, str | None],
        owner: str,
        *,
        invited_seat: int | None = None,
        invited: str | None = None,
        seats: Mapping[int, str] | None = None,
        address: str = "",
        follows: str | None = None,
    ) -> tuple[LiveMatch, str | None]:
        """A new match of *owner* at *address*, on disk; with an invited seat, also the invitation to it.

        With *invited*, the invitation is the hashed token of somebody known, and nobody else is told one.
        With *follows*, it is kept as the rematch of that match in the same commit: neither is ever there alone.
        """
        self.check_load()
        if settings.has_human and not (settings.is_human(0) and settings.is_human(1)):
            self.thinkers.prepare()
        if seats is None:
            seats = {seat: hashed(owner) for seat in (0, 1) if settings.is_human(seat) and seat != invited_seat}
        is_waiting = invited_seat is not None and invited_seat not in seats
        invitation = new_token() if is_waiting and invited is None else None
        events: tuple[Event, ...] = () if is_waiting else (Started(0.0),)
        now = time.time()
        stored = StoredMatch(
            id=new_match_name(),
            settings=settings,
            names=names,
            owner=hashed(owner),
            seats=dict(seats),
            invited_seat=invited_seat,
            invitation=invited if invitation is None else hashed(invitation),
            phase="waiting" if is_waiting else "playing",
            rematch=None,
            created=now,
            events=events,
            written=now if events else None,
        )
        try:
            await asyncio.wrap_future(self.store.create(stored, follows=follows))
        except SQLAlchemyError as error:
            raise NotStored("server.not_stored", reason=str(getattr(error, "orig", error))) from None
        live = self._take_in(await self._made(stored, address))
        self.metrics.note_match()
        live.see()
        return live, invitation

    def played_apart(self, own: str) -> set[str]:
        """The games that the token hashed as *own* is playing against a person far away."""
        return {
            live.match.position.game.name
            for live in self._matches.values()
            if live.is_apart and own in live.stored.seats.values() and live.match and live.match.phase != "finished"
        }

    async def delete(self, live: LiveMatch, token: str) -> None:
        """*token* wants no more of *live*: it is deleted, or left to the other person who played in it."""
        own = hashed(token)
        if all(kept == own for kept in live.stored.seats.values()):
            await live.delete()
            self._matches.pop(live.id, None)
        elif live.match is not None and live.match.phase == "finished":
            await live.leave(own)
        else:
            raise Refusal("server.others_play")

    def check_load(self) -> None:
        """Refuse new matches while the server or its disk is behind: a quick no is better than a late yes."""
        if self.lag > self.limits.lag or self.store.waiting > self.limits.waiting_writes:
            raise ServerRefusal("server.busy", 503, retry_after=1.0)
