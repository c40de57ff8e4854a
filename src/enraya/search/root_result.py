"""The state of a search at its root, kept even when the search is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enraya.game import Player
from enraya.search.report import RootValue
from enraya.search.value import Scale

Order = Callable[[Any, Sequence[Any], int], Sequence[Any]]
"""Takes a state, its legal moves and the ply; gives the moves in the order to search them."""


def in_given_order(state: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
    """The order the game gives."""
    return moves


class RootResult:
    """The root's value, principal variation and values of root moves, all on the scale of the search."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.value: float | None = None
        self.principal_variation: tuple[Any, ...] = ()
        self.roots: list[RootValue] = []
        self.guessed = False
        """True if the value found last, in the end the root's, rests on an evaluation of an unfinished position."""

    def add_root(self, move: Any, value: float, variation: Any, *, guessed: bool, is_exact: bool = True) -> None:
        """Record the value of a root move; unless it is exact it may be worth less to the mover."""
        value = value if self.player == Player.FIRST else -value
        self.roots.append(RootValue(move, value, "exact" if is_exact else "upper", not guessed))
        if self.value is None or value > self.value:
            self.value, self.principal_variation = value, unfold(variation)

    def finish(self, value: float, variation: Any) -> None:
        """Record the root's value; a root that is a leaf has no moves."""
        self.value = value if self.player == Player.FIRST else -value
        self.principal_variation = unfold(variation)

    def shown_roots(self, scale: Scale) -> tuple[RootValue, ...]:
        """The root moves as a `Report` holds them."""
        return tuple(root._replace(value=scale.shown(root.value), plies=scale.plies(root.value)) for root in self.roots)


def unfold(variation: Any) -> tuple[Any, ...]:
    """The moves of a chain (move, (move, …)) in order."""
    moves = []
    while variation is not None:
        move, variation = variation
        moves.append(move)
    return tuple(moves)
