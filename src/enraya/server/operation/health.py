"""The health check of the database: writes a value and reads it back, at most once a second."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy.exc import SQLAlchemyError

from enraya.store import NotStored, Store

SECONDS = 1.0
"""The seconds that an answer is reused: a write is synced to the disk, and frequent callers must not keep it busy."""


class Health:
    """The health of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._asked, self._is_sound = -SECONDS, False

    async def is_sound(self) -> bool:
        """True if a value written a second ago, or now, was read back; `NotStored` says why not."""
        async with self._lock:
            if time.monotonic() - self._asked >= SECONDS:
                self._is_sound = False
                try:
                    self._is_sound = await asyncio.to_thread(self._store.probe())
                except SQLAlchemyError as error:
                    raise NotStored("store.away", reason=str(getattr(error, "orig", error))) from None
                self._asked = time.monotonic()
            return self._is_sound
