"""The context of every route: the matches, the games on offer, the limits; and the caller of a request."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Scope

from enraya.custom.hosted import WrongThread
from enraya.server.api.answers.refusals import Problem
from enraya.server.classes.registry import ClassRegistry
from enraya.server.lesson_folder import LessonFolder
from enraya.server.limits import Buckets, Limits
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.matches.registry import MatchRegistry
from enraya.server.operation.health import Health
from enraya.server.operation.leader_election import LeaderElection
from enraya.server.operation.log import SUMMARY_SECONDS, tell
from enraya.server.operation.metrics import Gauges, Metrics
from enraya.server.problems import KIND, ServerRefusal
from enraya.server.teacher_key import TeacherKey
from enraya.server.tournaments.registry import TournamentRegistry
from enraya.server.transport.guard import caller_of
from enraya.server.workers.lab_streams import LabStreams
from enraya.server.workers.queue import Rank
from enraya.store import Store
from enraya.workers.process import WorkRefused

Answer = TypeVar("Answer")
POLL_SECONDS = 0.25
"""Seconds between looks whether a caller is still there."""

MOST_KEPT = 256
"""Descriptions of games that are kept."""


class Context:
    """One server's things."""

    def __init__(
        self,
        store: Store,
        offered: OfferedGames,
        limits: Limits,
        teacher_key: TeacherKey,
        lessons: LessonFolder | None = None,
    ) -> None:
        self.store, self.offered, self.limits, self.teacher_key = store, offered, limits, teacher_key
        self.lessons = lessons or LessonFolder(None)
        self.metrics = Metrics()
        self.registry = MatchRegistry(store, offered, limits, self.metrics)
        self.lab_streams = LabStreams(self.registry.pool, offered)
        self.tournaments = TournamentRegistry(store, self.registry.pool, offered, limits.processors)
        self.leader_election = LeaderElection(store, self.tournaments.open)
        self.peer_key = store.peer_key() if store.is_shared else ""
        self.classes = ClassRegistry(store, self.tournaments)
        self.health = Health(store)
        self._described: OrderedDict[Hashable, str] = OrderedDict()
        self.creations = Buckets(limits.creations, limits.burst * 3)
        self.searches = Buckets(limits.searches, limits.burst)
        self.hints = Buckets(limits.hints, limits.burst)
        self.checks = Buckets(limits.checks, limits.burst)
        self.connections: dict[str, int] = {}
        self._work = ThreadPoolExecutor(2, thread_name_prefix="enraya-work")
        self._working = 0

    def charge_hint(self, address: str, match: str) -> None:
        """Refuse hints asked for too often: by one address over all its lines, or in one match by anybody."""
        charge_to(self.hints, match)
        charge_to(self.searches, address)

    async def ask(self, request: Request, rank: Rank, task: str, *, whose: str | None = None, **said: Any) -> str:
        """What a worker process makes of *task*, as the text of JSON; stopped when the caller has gone.

        It waits in the queue among what *whose* asked for; unless that is said, what came from the caller's address.
        """
        job = {"task": task, "files": self._files_named_in(said), **said}
        loop, address = asyncio.get_running_loop(), whose or caller_of(request.scope)
        working = loop.create_task(self.registry.pool.answer(job, rank, address))
        try:
            while not (await asyncio.wait([working], timeout=POLL_SECONDS))[0]:
                if await request.is_disconnected():
                    # The caller has disconnected.
                    raise ServerRefusal("server.busy", 503)
            return working.result()
        except WorkRefused as refused:
            raise self.offered.without_paths(refused) from None
        finally:
            working.cancel()

    def _files_named_in(self, said: dict[str, Any]) -> list[str]:
        """The offered files that a job may load: those it names, or all where it holds a file that may name any.

        A job with files is done in the jail; one without can load none.
        """
        if not self.offered.files:
            # A file that was sent is a third of a megabyte, and going through it would hold everybody up.
            return []
        text = json.dumps(said, ensure_ascii=False, default=str)
        return [file for bare, file in self.offered.files.items() if "data" in said or bare in text]

    async def ask_once(self, request: Request, key: Hashable, rank: Rank, task: str, **said: Any) -> str:
        """The same, kept under *key* for who asks next."""
        return self._described_before(key) or self._keep(key, await self.ask(request, rank, task, **said))

    def _described_before(self, key: Hashable) -> str | None:
        if key in self._described:
            self._described.move_to_end(key)
        return self._described.get(key)

    def _keep(self, key: Hashable, answer: str) -> str:
        self._described[key] = answer
        if len(self._described) > MOST_KEPT:
            self._described.popitem(last=False)
        return answer

    async def run_once(self, key: Hashable, work: Callable[..., str], *arguments: Any) -> str:
        """The text that `run` gives, kept under *key* for who asks next."""
        return self._described_before(key) or self._keep(key, await self.run(work, *arguments))

    async def run(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run *work* in a thread and return its result: for work that only waits, or takes no time."""
        if self._working >= self.limits.waiting:
            raise ServerRefusal("server.busy", 503, retry_after=1.0)
        self._working += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._work, work, *arguments)
        except WrongThread as elsewhere:
            # It would block the event loop on a custom game.
            return await self.offered.run_apart(elsewhere.game, work, *arguments)
        finally:
            self._working -= 1

    def gauges(self) -> Gauges:
        """How busy the server is now."""
        matches, listeners = self.registry.size
        queue = self.registry.pool.queue
        return Gauges(
            matches=matches,
            listeners=listeners,
            connections=sum(self.connections.values()),
            waiting_writes=self.store.waiting,
            waiting={rank.name.lower(): queue.waiting(rank) for rank in Rank},
            running={rank.name.lower(): queue.running(rank) for rank in Rank},
        )

    async def summarize(self) -> None:
        """Log now and then how busy the server is, and what it has done."""
        while True:
            await asyncio.sleep(SUMMARY_SECONDS)
            tell("summary", **self.gauges()._asdict(), **self.metrics.totals())

    def close(self) -> None:
        """Shut the threads down."""
        self._work.shutdown(wait=False, cancel_futures=True)


def context_of(connection: HTTPConnection) -> Context:
    """The things of the server that a request came to."""
    context: Context = connection.app.state.context
    return context


def json_response(text: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that is the text of JSON already."""
    return Response(text, media_type="application/json", headers=headers)


def charge(buckets: Buckets, scope: Scope) -> None:
    """Refuse what an address asks for too often."""
    charge_to(buckets, caller_of(scope))


def charge_to(buckets: Buckets, name: str) -> None:
    """Refuse what is asked for too often, by or for *name*."""
    if wait := buckets.take(name):
        raise ServerRefusal("server.too_many", 429, retry_after=wait)


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with, for its description."""
    schema = {"$ref": f"#/components/schemas/{Problem.__name__}"}
    said: dict[int | str, dict[str, Any]] = {}
    for status in sorted({400, 403, 429, 503, *statuses}):
        said[status] = {"description": "refused", "content": {KIND: {"schema": schema}}}
    return said
