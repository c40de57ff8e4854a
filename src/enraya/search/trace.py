"""The one stream of events that a search tells its observer.

Tree viewers, comparisons, exercises and tests are all listeners; there is no second, instrumented search.
Values, alpha and beta are for the first player, who maximises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from enraya.game import Game, Player


class Enter(NamedTuple):
    """A node is entered: by which move (None at the root), how deep, who moves there, with which window."""

    state: Any
    move: Any
    ply: int
    player: Player
    alpha: float
    beta: float


class Leaf(NamedTuple):
    """The node just entered is not searched further: finished, at the depth limit, or known from a table."""

    ply: int
    value: float
    kind: str
    """`outcome`, `estimate` or `table`."""


class BackUp(NamedTuple):
    """A child's value came back and changed the best value of the node at *ply*."""

    ply: int
    move: Any
    value: float


class Window(NamedTuple):
    """Alpha or beta changed at the node at *ply*."""

    ply: int
    alpha: float
    beta: float


class Cut(NamedTuple):
    """The node at *ply* is left early: its value is past the window; *skipped* moves are not looked at."""

    ply: int
    value: float
    alpha: float
    beta: float
    skipped: tuple[Any, ...]


class Leave(NamedTuple):
    """The node at *ply* is done."""

    ply: int
    value: float


Event = Enter | Leaf | BackUp | Window | Cut | Leave
Observer = Callable[[Event], None]


def emit_choice(observer: Observer | None, game: Game[Any, Any], state: Any, move: Any, value: float = 0) -> None:
    """Emit the events of a player that does not search: one node, and the move chosen there."""
    if observer:
        observer(Enter(state, None, 0, game.to_move(state), float("-inf"), float("inf")))
        observer(BackUp(0, move, value))
        observer(Leave(0, value))
