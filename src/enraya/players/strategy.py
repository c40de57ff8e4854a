"""The protocol of a strategy: the one contract of every machine player."""

from __future__ import annotations

from threading import Event
from typing import Protocol, runtime_checkable

from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report
from enraya.search.trace import Observer


@runtime_checkable
class Strategy(Protocol):
    """Chooses a legal move within a limit and reports what it did."""

    name: str
    """The text that names this player and its options: `alphabeta:depth=6`."""

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        """A legal move of *position*, which is not over. Setting *stop* makes it answer soon with what it has."""
