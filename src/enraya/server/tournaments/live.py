"""A tournament on the server: its games are played in the worker pool, each on disk before it counts."""

from __future__ import annotations

import asyncio
import json
import math
import time
from dataclasses import dataclass
from typing import Any

from enraya.arena.schedule.meeting import Fixture
from enraya.arena.tournament.plan import Plan, plan_from
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.record import GameRecord, record_from
from enraya.arena.tournament.running import job_of, record_of
from enraya.errors import EnrayaError, LocalizedError
from enraya.server.matches.offered_games import in_both
from enraya.server.observable import Observable
from enraya.server.problems import ServerRefusal
from enraya.server.tournaments.hand_ins import HandInRegistry, written
from enraya.server.tournaments.player_files import without_path
from enraya.server.workers.pool import WorkerPool, text_of
from enraya.server.workers.queue import Rank
from enraya.store import Damaged
from enraya.store.tournaments import StoredTournament, Tournaments, TournamentState

HANDED_IN = "hand-in:"
"""The text by which a plan names a handed-in player: `hand-in:VERSION:NAME`."""

LONGEST_GAME = 3600.0
MOST_BREAKDOWNS = 3
OPENINGS_AHEAD = 8
TABLE_SECONDS = 0.5
"""Between two tables of a tournament that goes on."""

EMPTY_TABLE = '{"rows": [], "against": []}'


@dataclass
class Playing:
    """A game under way: how it stands, as the process that plays it told last."""

    fixture: Fixture
    plies: int = 0
    position: Any = None


class LiveTournament(Observable):
    """One tournament; `number` grows with every change."""

    def __init__(self, stored: StoredTournament, kept: Tournaments, hand_ins: HandInRegistry, pool: WorkerPool) -> None:
        super().__init__()
        self.stored, self._kept, self._hand_ins, self._pool = stored, kept, hand_ins, pool
        self.state: TournamentState = stored.state
        self.fault = stored.fault
        self.progress = progress_of(stored)
        self.playing: dict[int, Playing] = {}
        self.table, self.counted = EMPTY_TABLE, 0
        self._stood = -math.inf
        self._told: dict[int, dict[str, Any]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._openings: list[list[str]] = []
        self._drawing, self._standing = asyncio.Lock(), asyncio.Lock()

    @property
    def id(self) -> str:
        """The identifier in URLs."""
        return self.stored.id

    @property
    def plan(self) -> Plan:
        """The plan of the tournament."""
        return self.progress.plan

    def take(self, stored: StoredTournament) -> None:
        """Begin again from what is on disk: a game that was being written when it was stopped may be there."""
        self.progress = progress_of(stored)

    def start(self, processes: int) -> None:
        """Play what is left, at most *processes* games at once and as the queue allows."""
        self.playing.clear()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._play_on()) for _ in range(processes)]

    async def halt(self) -> None:
        """End the games under way, which then have not been played; what is on disk stays as it is."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.playing.clear()

    async def set_state(self, state: TournamentState, fault: dict[str, str] | None = None) -> None:
        """Keep that it is in *state* from now on, and why."""
        await written(self._kept.set_state(self.id, state, fault))
        self.state, self.fault = state, fault
        self.change()

    async def stand(self) -> None:
        """Bring the table up to date, in a process; who comes meanwhile waits for the same.

        While games are played it may be a little behind, the more so the more games there are.
        """
        async with self._standing:
            games = self.progress.records
            rest = TABLE_SECONDS * (1 + len(games) / 1000)
            if len(games) == self.counted or (self.state == "running" and time.monotonic() - self._stood < rest):
                return
            for number, game in games.items():
                if number not in self._told:
                    # The table asks nothing of the moves.
                    self._told[number] = {**game.to_json(), "moves": [], "seconds": []}
            told = list(self._told.values())
            job = {"task": "tournaments.stand", "files": [], "plan": self.plan.to_json(), "games": told}
            self.table = await self._pool.answer(job, Rank.FILE, self.id)
            self.counted, self._stood = len(told), time.monotonic()

    async def write_file(self, kind: str, language: str, game: str) -> str:
        """All that was played so far as a file of this *kind*, made in a process; *game* is its name for people."""
        players = [
            {"name": entry.name, "player": entry.player if hand_in_of(entry.player) is None else entry.name}
            for entry in self.plan.entries
        ]
        job = {
            "task": "tournaments.write_file",
            "files": [],
            "plan": {**self.plan.to_json(), "game": game, "players": players},
            "game": self.plan.game,
            "games": [record.to_json() for record in self.progress.records.values()],
            "kind": kind,
            "language": language,
        }
        text: str = json.loads(await self._pool.answer(job, Rank.FILE, self.id))
        return text

    async def _play_on(self) -> None:
        try:
            while not self.progress.is_over:
                fixture = self.progress.next_fixture()
                if fixture is None:
                    # The next round waits for the games of this one.
                    await self.next_change()
                    continue
                await self._play(fixture)
            if self.state == "running" and not self.playing:
                await self.set_state("finished")
        except ServerRefusal as refusal:
            if not self._pool.is_closed:
                await self._give_up(refusal)
        except LocalizedError as error:
            await self._give_up(error)

    async def _give_up(self, error: LocalizedError) -> None:
        """Stop because of *error*: nothing that was played is lost, and it can be gone on with."""
        others = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        self.playing.clear()
        await self.set_state("stopped", in_both(error))

    async def _play(self, fixture: Fixture) -> None:
        opening = await self._opening(fixture.opening)
        players = [await self._player(self.plan.entries[number].player) for number in (fixture.first, fixture.second)]
        job = {**job_of(self.plan, fixture, opening), "task": "tournaments.play", "players": players}
        answer = await self._answer(fixture, job)
        if answer is None:
            return
        if answer["failure"] is not None:
            answer["failure"] = self._named(fixture, players, answer["failure"])
        record = record_of(fixture, job, answer)
        await written(self._kept.add(self.id, [record.to_json()]))
        self.playing.pop(fixture.number, None)
        self.progress.add(record)
        self.change()

    async def _answer(self, fixture: Fixture, job: dict[str, Any]) -> dict[str, Any] | None:
        loop = asyncio.get_running_loop()

        def tell(line: str) -> None:
            loop.call_soon_threadsafe(self._see, fixture.number, line)

        for _ in range(MOST_BREAKDOWNS):
            async with self._pool.turn(Rank.TOURNAMENT, self.id) as turn:
                self.playing[fixture.number] = Playing(fixture)
                self.change()
                try:
                    line = await turn.ask(job, LONGEST_GAME, tell)
                finally:
                    if self.state != "running":
                        self.playing.pop(fixture.number, None)
            if line is not None:
                answer: dict[str, Any] | None = json.loads(text_of(line, LONGEST_GAME))
                return answer
        raise EnrayaError("arena.broke_down", number=fixture.number + 1)

    def _see(self, number: int, line: str) -> None:
        """Handle a message of the process that plays game *number*."""
        if (playing := self.playing.get(number)) is not None:
            told = json.loads(line)["progress"]
            playing.plies, playing.position = told["plies"], told["position"]
            self.change()

    async def _opening(self, number: int) -> list[str]:
        if self.plan.openings.moves:
            return list(self.plan.openings.moves[number % len(self.plan.openings.moves)])
        async with self._drawing:
            if number >= len(self._openings):
                job = {
                    "task": "tournaments.draw_openings",
                    "files": [],
                    "game": self.plan.game,
                    "seed": self.plan.seed,
                    "plies": self.plan.openings.plies,
                    "count": number + OPENINGS_AHEAD,
                }
                # Nobody waits for the answer: on a busy machine it may take as long as a game.
                async with self._pool.turn(Rank.FILE, self.id) as turn:
                    line = await turn.ask(job, LONGEST_GAME)
                self._openings = json.loads(text_of(line, LONGEST_GAME))
            return self._openings[number]

    async def _player(self, text: str) -> str:
        """The text that a process finds the player *text* of the plan by."""
        if (handed_in := hand_in_of(text)) is None:
            return text
        version, name = handed_in
        loaded = await self._hand_ins.load(self.stored.arena, name, version)
        return await asyncio.to_thread(self._hand_ins.files.player_of, loaded)

    def _named(self, fixture: Fixture, players: list[str], failure: dict[str, str]) -> dict[str, str]:
        """A sentence about who failed, with the names that people know."""
        for number, player in zip((fixture.first, fixture.second), players, strict=True):
            if hand_in_of(self.plan.entries[number].player) is not None:
                name = self.plan.entries[number].name
                failure = {language: without_path(text, player, name) for language, text in failure.items()}
        return failure


def hand_in_of(player: str) -> tuple[int, str] | None:
    """The version and the name of the handed-in player that a plan calls *player*; None if it is another player."""
    if not player.startswith(HANDED_IN):
        return None
    version, _, name = player.removeprefix(HANDED_IN).partition(":")
    return int(version), name


def progress_of(stored: StoredTournament) -> TournamentProgress:
    """The progress of a tournament as it is kept; `Damaged` if its games are not those of its plan."""
    try:
        records: list[GameRecord] = [record_from(game) for game in stored.games]
        return TournamentProgress(plan_from(stored.plan), records)
    except (ValueError, KeyError, TypeError, EnrayaError) as error:
        raise Damaged(stored.id, error) from error
