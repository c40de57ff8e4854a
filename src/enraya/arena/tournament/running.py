"""Plays a tournament: games in several processes at once, each on disk before it counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from enraya.arena.hosted_rules import host_rules
from enraya.arena.playing import TALKING
from enraya.arena.schedule.meeting import Fixture
from enraya.arena.tournament.log import GameLog
from enraya.arena.tournament.openings import OpeningBook
from enraya.arena.tournament.plan import LARGEST_SEED, Plan
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.record import GameRecord
from enraya.arena.tournament.worker import WORKER
from enraya.catalogue import find_game
from enraya.errors import EnrayaError
from enraya.workers.contestant import find_contestant
from enraya.workers.failure import Failure
from enraya.workers.process import Process, answer_on

POLL_SECONDS = 0.1
AHEAD = 2
"""Games that each process has been given, the one it plays among them, so that it need not wait for the next."""

MOST_BREAKDOWNS = 3
"""The number of times a game is restarted because the process that played it broke down."""


def check_players(plan: Plan, stop: Event) -> None:
    """Load every player once in a process of its own, and refuse the plan if one fails.

    One that talks before it is asked is no reason to refuse the others: it loses its games by that.
    """
    host_rules(plan.game)
    for player in dict.fromkeys(entry.player for entry in plan.entries):
        contestant = find_contestant(player, plan.game)
        try:
            contestant.begin(plan.game, None, plan.seed, stop)
        except EnrayaError as error:
            if Failure(error).reason not in TALKING:
                raise
        finally:
            contestant.close()


def seed_of(plan: Plan, number: int) -> int:
    """The seed of a game: one of its own, and the same however often the tournament is begun."""
    return (plan.seed * 1_000_003 + number * 7_919) % LARGEST_SEED


def play_tournament(
    progress: TournamentProgress, log: GameLog, processes: int, stop: Event
) -> Iterator[list[GameRecord]]:
    """Play what is left of *progress*; the games that have just been counted, again and again, until *stop* is set.

    What is given is on disk. Between two games nothing may be given for POLL_SECONDS seconds: then the list is empty.
    """
    host_rules(progress.plan.game)
    book = OpeningBook(
        find_game(progress.plan.game), progress.plan.seed, progress.plan.openings.plies, progress.plan.openings.moves
    )
    pool = _Processes(processes)
    given = 0
    try:
        while not progress.is_over and not stop.is_set():
            while given < AHEAD * processes and (fixture := progress.next_fixture()) is not None:
                pool.give(fixture, job_of(progress.plan, fixture, book[fixture.opening]))
                given += 1
            records = [record_of(fixture, job, answer) for fixture, job, answer in pool.finished()]
            given -= len(records)
            log.add(records)
            for record in records:
                progress.add(record)
            yield records
    finally:
        pool.end()


def job_of(plan: Plan, fixture: Fixture, opening: Sequence[str]) -> dict[str, Any]:
    """The job for the process that plays *fixture* of *plan*."""
    return {
        "task": "play",
        # The process that plays loads no file: it asks the jail.
        "files": [],
        "game": plan.game,
        "players": [plan.entries[fixture.first].player, plan.entries[fixture.second].player],
        "seed": seed_of(plan, fixture.number),
        "opening": list(opening),
        "control": asdict(plan.control),
    }


def record_of(fixture: Fixture, job: dict[str, Any], answer: dict[str, Any]) -> GameRecord:
    """The record of *fixture* from the *answer* to its *job*."""
    moves, seconds = tuple(answer.pop("moves")), tuple(answer.pop("seconds"))
    return GameRecord(**fixture._asdict(), book=len(job["opening"]), moves=moves, seconds=seconds, **answer)


class _Processes:
    """Processes that play, each driven by a thread; whatever goes wrong in one is raised where games are awaited."""

    def __init__(self, processes: int) -> None:
        self._jobs: SimpleQueue[tuple[Fixture, dict[str, Any]] | None] = SimpleQueue()
        self._done: SimpleQueue[tuple[Fixture, dict[str, Any], dict[str, Any]] | BaseException] = SimpleQueue()
        self._stop = Event()
        self._threads = [Thread(target=self._drive, daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    def give(self, fixture: Fixture, job: dict[str, Any]) -> None:
        self._jobs.put((fixture, job))

    def finished(self) -> list[tuple[Fixture, dict[str, Any], dict[str, Any]]]:
        """The games that have ended since the last call; it waits a little if there are none."""
        found = []
        try:
            each = self._done.get(timeout=POLL_SECONDS)
            while True:
                if isinstance(each, BaseException):
                    raise each
                found.append(each)
                each = self._done.get_nowait()
        except Empty:
            return found

    def end(self) -> None:
        """End all processes, with the games that they are playing."""
        self._stop.set()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _drive(self) -> None:
        process: Process | None = None
        try:
            while (given := self._jobs.get()) is not None and not self._stop.is_set():
                fixture, job = given
                for _ in range(MOST_BREAKDOWNS):
                    if process is None or not process.is_alive:
                        process = Process(WORKER)
                    line = process.ask(job, self._stop, math.inf)
                    if line is not None or self._stop.is_set():
                        break
                if self._stop.is_set():
                    return
                if line is None:
                    raise EnrayaError("arena.broke_down", number=fixture.number + 1)
                self._done.put((fixture, job, answer_on(line)))
        except BaseException as error:
            self._done.put(error)
        finally:
            if process is not None:
                process.end()
