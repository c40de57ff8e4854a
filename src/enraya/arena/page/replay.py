"""Games as frames: for every ply what changes on the board, so that a page can replay a game without its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enraya.board import Board
from enraya.drawing.board_svg import BoardParts, draw_parts
from enraya.position import Position

Sign = tuple[str, int | None]
"""The sign on a cell, and the player it belongs to."""

EMPTY: Sign = ("", None)


class Replays:
    """The frames of many games of one kind; the pieces are numbered as they turn up."""

    def __init__(self, start: Position) -> None:
        self._start, self._board = start, start.board
        self._signs: dict[Sign, int] = {EMPTY: 0}

    def frames(self, moves: Sequence[str]) -> list[Any]:
        """The frames of a replay, at the start and after each move: changed cells with the numbers of their signs, then
        the lines struck.

        A game without a board has the text of each position instead.
        """
        position, before = self._start, None
        frames: list[Any] = []
        for move in (None, *moves):
            position = position if move is None else position.play(move)
            board = position.board
            if self._board is None or board is None:
                frames.append(str(position))
                continue
            frames.append([self._changes(before, board), [[list(each.cells), each.owner] for each in board.strikes]])
            before = board
        return frames

    def _changes(self, before: Board | None, board: Board) -> list[int]:
        """Cells that are not as *before*, each followed by the number of what stands there now."""
        old = [EMPTY] * len(board.cells) if before is None else list(zip(before.cells, before.owners, strict=True))
        changes = []
        for cell, sign in enumerate(zip(board.cells, board.owners, strict=True)):
            now = sign if sign[0] else EMPTY
            was = old[cell] if old[cell][0] else EMPTY
            if now != was:
                changes += [cell, self._signs.setdefault(now, len(self._signs))]
        return changes

    def parts(self) -> BoardParts | None:
        """The empty board, and every piece that turned up, as pictures; None for games without a board."""
        return None if self._board is None else draw_parts(self._board, list(self._signs)[1:])
