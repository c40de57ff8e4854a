"""Something that people look at while it changes: each change has a number, and who looks waits for the next."""

from __future__ import annotations

import asyncio


class Observable:
    """`number` grows with every change."""

    def __init__(self) -> None:
        self.number = 0
        self._changed = asyncio.Event()

    def change(self) -> None:
        """Tell everybody who waits that something is new."""
        self.number += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def next_change(self) -> None:
        """Return when something has changed."""
        await self._changed.wait()

    async def wait(self, after: int, seconds: float) -> None:
        """Return when something has changed since *after*, or so many seconds have passed."""
        # A number from before a restart may be higher than any of this process: then there is something new.
        if self.number == after:
            try:
                await asyncio.wait_for(self._changed.wait(), seconds)
            except TimeoutError:
                return
