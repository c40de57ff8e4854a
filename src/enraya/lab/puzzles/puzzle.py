"""A puzzle: a position, the one move that is right in it, and what that move is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, get_args

from enraya.catalogue import find_built_in
from enraya.position import Position
from enraya.solve.solution import Solution

Kind = Literal["win", "double_threat", "forcing", "hold", "points"]
KINDS: tuple[Kind, ...] = get_args(Kind)
WINS: tuple[Kind, ...] = ("win", "double_threat", "forcing")
GRADES = 5
"""Difficulties go from 1, seen at a glance, to this."""

Solve = Callable[[Position], Solution | None]
"""The exact worth of every move of a position that is not over; None where it takes too long."""


@dataclass(frozen=True)
class Puzzle:
    """A claim about the position after *moves* of *game*.

    `win`, `double_threat` and `forcing`: *solution* wins in *plies*, and no other move wins at all. After a double
    threat every answer leaves a move that wins at once; a forcing win is a sequence of threats, each with one answer.
    `hold`: *solution* draws, and every other move loses. `points`: *solution* ends with *score* points more than the
    other side, and every other move with fewer.
    """

    game: str
    moves: tuple[str, ...]
    kind: Kind
    solution: str
    plies: int | None
    score: int | None
    difficulty: int

    def position(self) -> Position:
        """The starting position of the puzzle."""
        return Position.start(find_built_in(self.game)).play_all(self.moves)

    @property
    def name(self) -> str:
        """Eight characters that stand for the position, equal on every machine."""
        return blake2b(f"{self.game} {' '.join(self.moves)}".encode(), digest_size=4).hexdigest()

    @property
    def own_moves(self) -> int:
        """The number of moves that the solver of the puzzle makes."""
        return 1 if self.plies is None else (self.plies + 1) // 2
