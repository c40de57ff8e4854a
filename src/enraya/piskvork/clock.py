"""How long to think about a move, by what a host says of the clock."""

from __future__ import annotations

from dataclasses import dataclass

TURN_IF_UNSAID = 30.0
MARGIN = 0.06
"""Seconds that an answer may take on its way."""

LEAST = 0.01
MOVES_TO_COME = 14
"""A match clock is parted as if so many moves of one's own were still to come."""


@dataclass(frozen=True)
class Clock:
    """The times of a match in seconds, as the host said them; None is none."""

    turn: float = TURN_IF_UNSAID
    match: float | None = None
    left: float | None = None

    @property
    def seconds(self) -> float:
        """The time for the next move, so that it is never late."""
        allowed = self.turn
        if self.match is not None:
            left = self.match if self.left is None else self.left
            allowed = min(allowed, left / MOVES_TO_COME + allowed / 10, left / 2)
        return max(LEAST, allowed - min(MARGIN, allowed / 4))
