"""Every tournament of the server: made, found, stopped, gone on with, deleted; and taken up after a restart."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from enraya.arena.tournament.plan import LARGEST_SEED, Plan, plan_from
from enraya.custom import is_file_name
from enraya.errors import EnrayaError, NotationError
from enraya.locale import language_of_user
from enraya.match import draw_seed
from enraya.server.matches.offered_games import OfferedGames, both
from enraya.server.problems import ServerRefusal
from enraya.server.tournaments.hand_ins import HandInRegistry, checked_name, written
from enraya.server.tournaments.live import HANDED_IN, LiveTournament
from enraya.server.workers.pool import WorkerPool, slots_for
from enraya.server.workers.queue import Rank
from enraya.store import NotStored, Store
from enraya.store.tournaments import StoredTournament, Tournaments

LOG = logging.getLogger("enraya.server")
MOST_GAMES = 5000
MOST_SECONDS = 60.0
MOST_KEPT = 100
"""Tournaments of one arena; whoever makes another deletes one first."""


class TournamentRegistry:
    """The tournaments in memory; the others are loaded when somebody asks for them."""

    def __init__(self, store: Store, pool: WorkerPool, offered: OfferedGames, processors: int) -> None:
        self.kept, self.hand_ins = Tournaments(store), HandInRegistry(store, pool, offered)
        self._pool, self._offered = pool, offered
        self._processes = slots_for(processors)[Rank.TOURNAMENT]
        self._live: dict[str, LiveTournament] = {}
        self._loading = asyncio.Lock()
        self._taking_up: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Resume every tournament that was going on when the server stopped."""
        self._taking_up = asyncio.get_running_loop().create_task(self._take_up())

    async def _take_up(self) -> None:
        try:
            every = await asyncio.to_thread(self.kept.all)
        except NotStored as error:
            LOG.warning("%s", error.in_language(language_of_user()))
            return
        for stored in every:
            if stored.state == "running":
                # One that cannot be taken up tells who asks for it; the others go on.
                try:
                    await self.find(stored.id)
                except EnrayaError as error:
                    LOG.warning("%s", error.in_language(language_of_user()))

    async def close(self) -> None:
        """Release everything; running tournaments go on after the next start."""
        if self._taking_up is not None:
            self._taking_up.cancel()
        await asyncio.gather(*(live.halt() for live in self._live.values()), return_exceptions=True)
        self.hand_ins.close()

    async def find(self, id: str) -> LiveTournament:
        """The tournament *id*; one that is to go on goes on."""
        async with self._loading:
            if (live := self._live.get(id)) is not None:
                return live
            stored = await asyncio.to_thread(self.kept.load, id)
            if stored is None:
                raise ServerRefusal("tournament.unknown", 404)
            live = self._live[id] = LiveTournament(stored, self.kept, self.hand_ins, self._pool)
            if live.state == "running":
                self._begin(live)
            return live

    async def create(
        self, arena: str, title: str, data: Mapping[str, Any], built_in: Sequence[str], handed_in: Sequence[str]
    ) -> LiveTournament:
        """A new tournament between players of Enraya's and of *arena*, each of these in the version that plays now."""
        if len(await asyncio.to_thread(self.kept.all, arena)) >= MOST_KEPT:
            raise ServerRefusal("tournament.too_many", 409, most=MOST_KEPT)
        title = checked_name(title)
        plan = await self._plan(arena, data, built_in, handed_in)
        id = secrets.token_urlsafe(9)
        stored = StoredTournament(id, arena, time.time(), title, plan.to_json(), "running")
        await written(self.kept.create(stored))
        return await self.find(id)

    async def _plan(
        self, arena: str, data: Mapping[str, Any], built_in: Sequence[str], handed_in: Sequence[str]
    ) -> Plan:
        for player in built_in:
            self._offered.check_player(player)
            if player.strip().startswith((HANDED_IN, "bot:", "piskvork:")):
                raise NotationError("server.no_files", text=player)
        game = self.hand_ins.internal_game(str(data["game"]))
        entries: list[object] = list(built_in)
        for name in dict.fromkeys(handed_in):
            found = await self.hand_ins.load(arena, name)
            entries.append({"name": found.name, "player": f"{HANDED_IN}{found.version}:{found.name}"})
        seed = data.get("seed")
        said = {name: value for name, value in data.items() if value is not None}
        plan = plan_from(
            {**said, "game": game, "players": entries, "seed": draw_seed() % LARGEST_SEED if seed is None else seed}
        )
        if plan.control.seconds is None or plan.control.seconds > MOST_SECONDS:
            raise NotationError("tournament.seconds", most=f"{MOST_SECONDS:g}")
        if plan.schedule.expected_games() > MOST_GAMES:
            raise NotationError("arena.too_many_games", games=plan.schedule.expected_games(), most=MOST_GAMES)
        job = {"task": "tournaments.check_players", "files": [], "game": game, "players": list(built_in)}
        await self._pool.answer(job, Rank.TRIAL, "")
        return plan

    async def stop(self, live: LiveTournament) -> None:
        """Stop *live*: games under way have not been played."""
        if live.state == "running":
            await live.set_state("stopped")
            await live.halt()

    async def go_on(self, live: LiveTournament) -> None:
        """Resume a stopped tournament."""
        if live.state == "stopped":
            await live.halt()
            await live.set_state("running")
            stored = await asyncio.to_thread(self.kept.load, live.id)
            if stored is not None:
                live.take(stored)
                self._begin(live)

    async def delete(self, live: LiveTournament) -> None:
        """Stop *live* and keep nothing of it."""
        await live.halt()
        await written(self.kept.delete(live.id))
        self._live.pop(live.id, None)
        live.change()

    async def delete_arena(self, arena: str) -> None:
        """Stop every tournament of *arena* and keep nothing of them."""
        for stored in await asyncio.to_thread(self.kept.all, arena):
            await self.delete(await self.find(stored.id))

    def _begin(self, live: LiveTournament) -> None:
        game = live.plan.game
        if is_file_name(game) and game not in self._offered.files.values():
            live.state, live.fault = "stopped", both("server.no_files", text=self._offered.public_name(game))
            return
        live.start(self._processes)
