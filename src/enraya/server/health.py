"""Whether the database takes what is written to it and gives it back, asked at most once a second."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy.exc import SQLAlchemyError

from enraya.store import NotStored, Store

SECONDS = 1.0
"""How long an answer holds: a write is synced to the disk, and whoever asks all the time must not keep it busy."""


class Health:
    """The health of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._asked, self._is_sound = -SECONDS, False

    async def is_sound(self) -> bool:
        """Whether something written a second ago, or now, was read back; `NotStored` says why not."""
        async with self._lock:
            if time.monotonic() - self._asked >= SECONDS:
                self._is_sound = False
                try:
                    self._is_sound = await asyncio.to_thread(self._store.probe())
                except SQLAlchemyError as error:
                    raise NotStored("store.away", reason=str(getattr(error, "orig", error))) from None
                self._asked = time.monotonic()
            return self._is_sound
