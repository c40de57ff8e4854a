"""What every route needs at hand: the hall, the shelf, the limits; and who is asking."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import HTTPConnection
from starlette.types import Scope

from enraya.server.answers import Problem
from enraya.server.description import Describer
from enraya.server.guard import caller_of
from enraya.server.hall import Hall
from enraya.server.laboratory import Laboratory
from enraya.server.limits import Buckets, Limits
from enraya.server.problems import KIND, ServerRefusal
from enraya.server.shelf import Shelf
from enraya.store import Store

Answer = TypeVar("Answer")


class Context:
    """One server's things."""

    def __init__(self, store: Store, shelf: Shelf, limits: Limits) -> None:
        self.store, self.shelf, self.limits = store, shelf, limits
        self.hall = Hall(store, shelf, limits)
        self.laboratory = Laboratory(self.hall.pool)
        self.describer = Describer(shelf)
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

    async def run(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """What *work* comes to, done where it keeps nobody waiting; where too much waits already, a refusal."""
        if self._working >= self.limits.waiting:
            raise ServerRefusal("server.busy", 503, retry_after=1.0)
        self._working += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._work, work, *arguments)
        finally:
            self._working -= 1

    def close(self) -> None:
        """Let go of the threads and processes."""
        self._work.shutdown(wait=False, cancel_futures=True)


def context_of(connection: HTTPConnection) -> Context:
    """The things of the server that a request came to."""
    context: Context = connection.app.state.context
    return context


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
