"""A board on paper: lines and marks that a copying machine keeps, the first player's crosses, the second's rings."""

from __future__ import annotations

from math import cos, sin, tau

from enraya.board import Board
from enraya.drawing.page import GREY, INK, Page, Polygon, Segment, Text, box

LARGEST_CELL = 19.0
LARGEST_BOARD = 150.0
LABEL = 11.0
GAP = 16.0
CORNERS = 24
"""The corners of the polygon that approximates a ring."""


class PrintedBoard:
    """A board with the names of its columns and rows; a cube's levels stand side by side."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cell = min(LARGEST_CELL, LARGEST_BOARD / max(board.columns, board.rows))
        self._step = board.columns * self.cell + GAP
        self.width = LABEL + board.levels * self._step - GAP
        self.height = LABEL + board.rows * self.cell + (LABEL if board.levels > 1 else 0)

    def draw(self, page: Page, left: float, top: float) -> None:
        """Put the board on *page*."""
        for level in range(self.board.levels):
            self._level(page, level, left + LABEL + level * self._step, top + self.height - self.board.rows * self.cell)

    def _level(self, page: Page, level: int, left: float, top: float) -> None:
        board, cell = self.board, self.cell
        wide, tall = board.columns * cell, board.rows * cell
        if board.levels > 1:
            page.marks.append(Text(f"@{level + 1}", left + wide / 2, top - LABEL - 2, 8, "middle", bold=True))
        page.marks.append(box(left, top, wide, tall, stroke=1.0))
        for at in range(1, board.columns):
            page.marks.append(Segment(left + at * cell, top, left + at * cell, top + tall, 0.6, GREY))
        for at in range(1, board.rows):
            page.marks.append(Segment(left, top + at * cell, left + wide, top + at * cell, 0.6, GREY))
        size = min(8.0, cell * 0.6)
        for column in range(board.columns):
            x = left + (column + 0.5) * cell
            page.marks.append(Text(board.column_name(column), x, top - 3, size, "middle", colour="#555555"))
        for row in range(0 if board.numbered_columns else board.rows):
            y = top + (row + 0.5) * cell + size * 0.35
            page.marks.append(Text(str(row + 1), left - 3, y, size, "end", colour="#555555"))
        first = level * board.columns * board.rows
        for place in range(board.columns * board.rows):
            row, column = divmod(place, board.columns)
            self._piece(page, first + place, left + (column + 0.5) * cell, top + (row + 0.5) * cell)

    def _piece(self, page: Page, cell: int, x: float, y: float) -> None:
        sign, owner, reach = self.board.cells[cell], self.board.owners[cell], self.cell * 0.3
        if owner is None:
            if sign:
                page.marks.append(Text(sign, x, y + self.cell * 0.25, self.cell * 0.7, "middle", bold=True))
        elif owner:
            angles = [tau * corner / CORNERS for corner in range(CORNERS)]
            ring = tuple((x + reach * cos(angle), y + reach * sin(angle)) for angle in angles)
            page.marks.append(Polygon(ring, self.cell * 0.11, INK))
        else:
            for slope in (1, -1):
                page.marks.append(Segment(x - reach, y - slope * reach, x + reach, y + slope * reach, self.cell * 0.12))
