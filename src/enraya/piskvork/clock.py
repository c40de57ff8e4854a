"""The time management of a move, from what a host says of the clock."""

from __future__ import annotations

from dataclasses import dataclass

TURN_IF_UNSAID = 30.0
MARGIN = 0.06
"""Seconds that an answer may take on its way."""

SHARE_OF_SHORT = 0.4
"""The part of a short turn that is left unused: the search looks at the clock only every few hundred nodes."""

LEAST = 0.002
"""Seconds of thought where the host asks for an answer as fast as possible, or no time is left."""

UNLIMITED = 2147483.647
"""Seconds that a host says are left of a match that has no clock."""

MOVES_TO_COME = 14
"""A match clock is parted as if so many moves of one's own were still to come."""


@dataclass(frozen=True)
class Clock:
    """The times of a match in seconds, as the host said them; None is what it has not said.

    A turn of 0 asks for an answer as fast as possible, a match of 0 has no clock, and less than 0 may be left.
    """

    turn: float = TURN_IF_UNSAID
    match: float | None = None
    left: float | None = None

    @property
    def seconds(self) -> float:
        """The time for the next move, so that it is never late."""
        allowed, left = self.turn, self._match_seconds_left
        if left is not None:
            allowed = max(0.0, min(allowed, left / MOVES_TO_COME + allowed / 10, left / 2))
        return max(LEAST, allowed - min(MARGIN, allowed * SHARE_OF_SHORT))

    @property
    def _match_seconds_left(self) -> float | None:
        """The time left for the match, or None if it has no clock. What the host says is left counts most."""
        if self.left is None:
            return self.match or None
        # Some hosts count down from 0 where there is no clock.
        is_unlimited = self.left >= UNLIMITED or (self.match == 0.0 and self.left <= 0.0)
        return None if is_unlimited else self.left
