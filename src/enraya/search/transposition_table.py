"""The transposition table: what a search found of positions that it may meet again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from enraya.search.report import Bound
from enraya.search.value import Scale

MOST_ENTRIES = 1 << 20


class Entry(NamedTuple):
    """An entry of the transposition table: a value for the first player, with distances counted from the position
    itself.
    """

    depth: float
    value: float
    bound: Bound
    guessed: bool
    """True if the value rests on an evaluation of an unfinished position."""


def itself(state: Any) -> Any:
    """A state as its own key: symmetric positions stay different."""
    return state


class TranspositionTable:
    """Entries by *key*; with `canonical_form` for the key, all symmetric images of a position share one entry.

    With *any_depth* what is proven is used at every depth, else only at the depth it was found at. At most *most*
    entries are kept: when the table is full it is cleared, which costs less than choosing what to replace.
    """

    def __init__(
        self, scale: Scale, key: Callable[[Any], Any] = itself, most: int = MOST_ENTRIES, *, any_depth: bool = False
    ) -> None:
        self.key, self._any_depth = key, any_depth
        self._scale, self._most = scale, most
        self._entries: dict[Any, Entry] = {}

    def look_up(self, key: Any, ply: int, left: float, alpha: float, beta: float) -> tuple[float, bool] | None:
        """The value of a position *ply* plies below the root, searched *left* plies ahead, if it is known well enough.

        Well enough is as deep, or proven if any depth will do, and exact or outside the window. With it: whether it
        rests on a guess.
        """
        entry = self._entries.get(key)
        if entry is None or (entry.depth != left and (entry.guessed or not self._any_depth)):
            return None
        value = self._scale.from_root(entry.value, ply)
        if (
            entry.bound == "exact"
            or (entry.bound == "lower" and value >= beta)
            or (entry.bound == "upper" and value <= alpha)
        ):
            return value, entry.guessed
        return None

    def store(self, key: Any, ply: int, left: float, alpha: float, beta: float, value: float, guessed: bool) -> None:
        """Keep the *value* found with the window that the position was entered with."""
        bound: Bound = "upper" if value <= alpha else "lower" if value >= beta else "exact"
        if len(self._entries) >= self._most:
            self._entries.clear()
        self._entries[key] = Entry(left, self._scale.from_itself(value, ply), bound, guessed)
