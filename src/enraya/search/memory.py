"""What a search asks before it looks at a position, and is told after: the table, kept in the search's own terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enraya.game import Game
from enraya.search.node import Order
from enraya.search.symmetry import face_finder
from enraya.search.table import MOST_ENTRIES, Entry, Table
from enraya.search.value import Scale

Key = Callable[[Any], Any]


def itself(state: Any) -> Any:
    """A state as its own key: positions that are the same from another side stay different."""
    return state


class Memory:
    """A table of one game's positions; with `face_finder` for the key, all images of a position share one entry.

    With *any_depth* what is proven is recalled at every depth, else only at the depth it was found at.
    """

    def __init__(self, scale: Scale, key: Key = itself, most: int = MOST_ENTRIES, *, any_depth: bool = False) -> None:
        self.key, self._any_depth = key, any_depth
        self._scale, self._table = scale, Table(most)

    def recall(self, key: Any, ply: int, left: float, alpha: float, beta: float) -> tuple[float, bool] | None:
        """The value of a position *ply* plies below the root, searched *left* plies ahead, if it is known well enough.

        Well enough is as deep, or proven if any depth will do, and exact or past the window. With it: whether it
        rests on a guess.
        """
        entry = self._table.get(key)
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

    def keep(self, key: Any, ply: int, left: float, alpha: float, beta: float, value: float, guessed: bool) -> None:
        """Remember the *value* found with the window that the position was entered with."""
        bound = "upper" if value <= alpha else "lower" if value >= beta else "exact"
        self._table.put(key, Entry(left, self._scale.from_itself(value, ply), bound, guessed))  # type: ignore[arg-type]


def one_of_each_face(game: Game[Any, Any]) -> Order:
    """An order that leaves out moves to a position that is an image of one already in it: symmetry, without a table."""
    face = face_finder(game)

    def order(state: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
        chosen: dict[Any, Any] = {}
        for move in moves:
            chosen.setdefault(face(game.play(state, move)), move)
        return list(chosen.values())

    return order
