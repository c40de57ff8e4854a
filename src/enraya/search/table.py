"""What a search remembers of positions it has met before."""

from __future__ import annotations

from typing import Any, NamedTuple

from enraya.search.report import Bound

MOST_ENTRIES = 1 << 20


class Entry(NamedTuple):
    """What was found below a position: a value for the first player, wins counted from the position itself."""

    depth: float
    value: float
    bound: Bound
    guessed: bool
    """Whether the value rests on an evaluation of an unfinished position."""


class Table:
    """A bounded memory. When it is full it forgets everything, which costs less than choosing what to forget."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._entries: dict[Any, Entry] = {}
        self._most = most

    def get(self, key: Any) -> Entry | None:
        """What is known of *key*."""
        return self._entries.get(key)

    def put(self, key: Any, entry: Entry) -> None:
        """Remember *entry* in place of what was known."""
        if len(self._entries) >= self._most:
            self._entries.clear()
        self._entries[key] = entry
