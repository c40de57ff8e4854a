"""The time of one match, in seconds since it began; clocks and events of a match use this time only."""

from __future__ import annotations

import time

from enraya.match import Match
from enraya.store import StoredMatch

GRACE = 5.0
"""Seconds that a player has at least, after the server restarts, to connect again."""


class MatchTime:
    """A stopwatch that has *reached* some seconds; while it is frozen, it does not run."""

    def __init__(self, reached: float, *, is_frozen: bool) -> None:
        began = time.monotonic()
        self._origin = began - reached
        self._frozen_since = began if is_frozen else None

    @property
    def now(self) -> float:
        """The seconds since the match began, without those in which it was frozen."""
        return self._reading - self._origin

    @property
    def is_frozen(self) -> bool:
        """True if the clock is stopped."""
        return self._frozen_since is not None

    @property
    def _reading(self) -> float:
        return time.monotonic() if self._frozen_since is None else self._frozen_since

    def restart(self) -> None:
        """Count from 0 again."""
        self._origin = self._reading

    def freeze(self) -> None:
        """Stop it until `unfreeze`."""
        self._frozen_since = self._reading

    def unfreeze(self) -> None:
        """Start the clock again from where it was frozen."""
        self._origin += time.monotonic() - self._reading
        self._frozen_since = None


def time_reached(stored: StoredMatch, match: Match | None, alive: float) -> float:
    """The match's own time when it is loaded: the time for which the server was down is charged to nobody.

    The turn has run from the last event until the server was last known to be *alive*, and not since.
    """
    if match is None or stored.written is None:
        return 0.0
    ran = max(0.0, alive - stored.written)
    limit = match.settings.seconds
    if limit is not None and match.phase == "playing":
        ran = min(ran, max(0.0, limit - match.elapsed(match.at) - min(limit, GRACE)))
    return match.at + ran
