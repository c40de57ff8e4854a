"""What one server does for all that share a database: it runs the tournaments. Another does once it has died."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from enraya.errors import EnrayaError
from enraya.store import HeldElsewhere, Store

ROLE = "tournaments"
SECONDS = 1.0
"""Seconds between two attempts to take over from a server that may have died."""


class LeaderElection:
    """Whether this server runs the tournaments, and who does if it does not."""

    def __init__(self, store: Store, begin: Callable[[], None]) -> None:
        self._store, self._begin = store, begin
        self._is_ours = False
        self._elsewhere = ""
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin at once where no other server can; else once no other does."""
        if not self._store.is_shared:
            self._is_ours = True
            self._begin()
            return
        self._task = asyncio.get_running_loop().create_task(self._take_over())

    async def leader_address(self) -> str | None:
        """The address of who runs the tournaments; None if this server does, empty where nobody knows."""
        return None if self._is_ours else self._elsewhere

    async def _take_over(self) -> None:
        while not self._is_ours:
            try:
                await asyncio.to_thread(self._store.lead(ROLE))
                self._is_ours = True
                self._begin()
            except HeldElsewhere as elsewhere:
                self._elsewhere = elsewhere.address
            except (EnrayaError, SQLAlchemyError):
                # The database is away.
                self._elsewhere = ""
            await asyncio.sleep(SECONDS)

    async def close(self) -> None:
        """Try no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
