"""A position as an array of zeros and ones, for programs that learn."""

from __future__ import annotations

from typing import Any

import numpy as np

from enraya.adapters.actions import Actions
from enraya.position import Position


class Planes:
    """Encodes positions of one game as arrays.

    A board is planes of rows, level below level, and columns: one's own pieces, the other's, and where pieces belong to
    nobody, as the letters of OSO do, one for each sign. What is no board is the set of actions played so far.
    """

    def __init__(self, actions: Actions) -> None:
        self._actions, start = actions, Position.start(actions.game)
        board = start.board
        self._signs: list[str] = []
        if board is None:
            self.shape: tuple[int, ...] = (len(actions),)
            return
        if board.style == "letters":
            editor = actions.game.editor()
            self._signs = sorted(editor.signs) if editor else []
        self.shape = (2 + len(self._signs), board.rows * board.levels, board.columns)

    def of(self, position: Position, player: int) -> Any:
        """*position* as *player* sees it."""
        seen: Any = np.zeros(self.shape, np.int8)
        board = position.board
        if board is None:
            seen[[self._actions.number(move) for move in position.moves]] = 1
            return seen
        flat = seen.reshape(self.shape[0], -1)
        for cell, (sign, owner) in enumerate(zip(board.cells, board.owners, strict=True)):
            if owner is not None and sign:
                flat[int(owner != player), cell] = 1
            if sign in self._signs:
                flat[2 + self._signs.index(sign), cell] = 1
        return seen
