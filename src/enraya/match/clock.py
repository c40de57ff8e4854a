"""The time one turn has taken. It is told the time; it never looks at a clock."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeGuard

MOST = 2**1023
"""A whole number that a float can still hold."""


def is_number(value: object) -> TypeGuard[float]:
    """True if *value* is a finite number that fits into a float."""
    if type(value) is int:
        return -MOST <= value <= MOST
    return type(value) is float and math.isfinite(value)


@dataclass(frozen=True)
class Clock:
    """`used` seconds, and more since `since`; where that is None it stands still."""

    used: float
    since: float | None

    @classmethod
    def running(cls, at: float, used: float = 0.0) -> Clock:
        """A clock that goes from *at* on, with *used* seconds behind it."""
        return cls(used, at)

    def elapsed(self, at: float) -> float:
        """The seconds used until *at*."""
        return self.used if self.since is None else self.used + max(0.0, at - self.since)

    def stopped(self, at: float) -> Clock:
        """This clock, stopped at *at*."""
        return Clock(self.elapsed(at), None)

    def resumed(self, at: float) -> Clock:
        """This clock, running again from *at*."""
        return Clock(self.used, at)
