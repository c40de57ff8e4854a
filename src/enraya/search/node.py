"""What a search learns at its root, kept even when it is cut short."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enraya.game import Player
from enraya.search.report import RootValue

Order = Callable[[Any, Sequence[Any], int], Sequence[Any]]
"""Takes a state, its legal moves and the ply; gives the moves in the order to search them."""


def in_given_order(state: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
    """The order the game gives."""
    return moves


class Found:
    """The root's value, principal variation and values of root moves, for the first player while searching."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.value: float | None = None
        self.line: tuple[Any, ...] = ()
        self.roots: list[RootValue] = []
        self.guessed = False
        """Whether an unfinished position was evaluated anywhere."""

    def add_root(self, move: Any, value: float, line: Any, is_exact: bool = True) -> None:
        """Note what a root move is worth; unless it is exact it may be worth less to the mover."""
        value = value if self.player == Player.FIRST else -value
        self.roots.append(RootValue(move, value, "exact" if is_exact else "upper"))
        if self.value is None or value > self.value:
            self.value, self.line = value, unfold(line)

    def finish(self, value: float, line: Any) -> None:
        """Note the root's value; a root that is a leaf has no moves."""
        self.value = value if self.player == Player.FIRST else -value
        self.line = unfold(line)


def unfold(line: Any) -> tuple[Any, ...]:
    """The moves of a chain (move, (move, …)) in order."""
    moves = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(moves)
