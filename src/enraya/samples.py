"""A position of every game worth a look, for galleries."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from enraya.game import Game
from enraya.position import Position

EXAMPLE_TREE = "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"
SAMPLES = {
    "mnk(3,3,3)": "b2 a1 c1 a3 a2",
    "mnk(4,4,4)": "b2 c3 c2 b3 a1 d4 d1",
    "mnk(5,5,5)": "c3 b2 d2 d4 b4 c2 c4",
    "gomoku(15,freestyle,free)": "h8 i7 g8 i8 i9 g7 h7 h9 f9 j9 g9 i6",
    "gomoku(15,standard,swap2)": "h8 i8 h9 white g9 i10 j9 i9 i7",
    "connect(7,6,4)": "4 4 3 5 5 3 4 6 2",
    "cube(3,3)": "b2@2 a1@1 c3@1 a1@3 b1@2",
    "cube(4,4)": "b2@2 c3@3 a1@1 d4@4 b3@2 c2@3",
    "terni": "b2 a1 c1 a3 a2 c3",
    "oso(6,6)": "O@c3 O@e3 S@d3 S@b2 O@a1 O@d5",
    "oso(8,8)": "O@d4 O@f4 S@e4 O@e6 S@c3 O@b2 S@g5",
}
PLIES = 6


def sample_moves(game: Game[Any, Any]) -> Iterator[Any]:
    """The moves from the start of *game* to such a position: chosen by hand, or a few at random, always the same."""
    known = SAMPLES.get(game.name)
    if known is not None:
        yield from known.split()
        return
    position, dice = Position.start(game), Random(1)
    for _ in range(PLIES):
        if position.is_over:
            return
        move = dice.choice(position.playable())
        yield move
        position = position.play(move)


def sample_position(game: Game[Any, Any]) -> Position:
    """The position itself."""
    return Position.start(game).play_all(sample_moves(game))
