"""The size of the cells of a board in the space available, and the place of each on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from enraya.board import Board, Style


class CellSize(NamedTuple):
    """A cell is so many characters wide and rows high, and has lines around it or none."""

    width: int
    height: int
    lines: bool = False


GRID = (
    CellSize(15, 7, True), CellSize(11, 5, True), CellSize(7, 3, True), CellSize(7, 3), CellSize(5, 3), CellSize(5, 2),
    CellSize(3, 1, True), CellSize(3, 1), CellSize(2, 1),
)  # fmt: skip
SIZES: dict[Style, tuple[CellSize, ...]] = {
    "crosses": GRID,
    "letters": GRID,
    "discs": (CellSize(6, 3), CellSize(3, 1)),
    "stones": (CellSize(4, 2), CellSize(2, 1)),
}
"""The cell sizes by the style of a board, the largest first."""

GAP = 3
"""Columns between two levels of a cube."""


@dataclass(frozen=True)
class Layout:
    """A board laid out in cells of one size, its levels side by side as far as the room goes."""

    board: Board
    size: CellSize
    across: int

    @cached_property
    def margin(self) -> int:
        """The columns on the left of the cells, for the names of rows."""
        return 1 if self.board.numbered_columns else len(str(self.board.rows)) + 1

    @cached_property
    def head(self) -> int:
        """The rows above the cells: the name of the level, where there are several, and those of the columns."""
        return 2 if self.board.levels > 1 else 1

    @property
    def pitch(self) -> tuple[int, int]:
        """The distance from one cell to the next: columns, rows."""
        return self.size.width + self.size.lines, self.size.height + self.size.lines

    @cached_property
    def level_width(self) -> int:
        """The columns of one level, names included."""
        return self.margin + self.board.columns * self.pitch[0] + self.size.lines + (not self.size.lines)

    @cached_property
    def level_height(self) -> int:
        """The rows of one level, names included."""
        return self.head + self.board.rows * self.pitch[1] + self.size.lines

    @property
    def width(self) -> int:
        """The width of all levels together."""
        return self.across * self.level_width + (self.across - 1) * GAP

    @property
    def height(self) -> int:
        """The height of all levels together."""
        down = -(-self.board.levels // self.across)
        return down * self.level_height + (down - 1)

    def corner(self, level: int) -> tuple[int, int]:
        """The place of the first cell of *level*: column, row."""
        row, column = divmod(level, self.across)
        left = column * (self.level_width + GAP) + self.margin
        return left + self.size.lines, row * (self.level_height + 1) + self.head + self.size.lines

    def place(self, cell: int) -> tuple[int, int]:
        """The place of *cell*: column, row."""
        level, flat = divmod(cell, self.board.columns * self.board.rows)
        row, column = divmod(flat, self.board.columns)
        left, top = self.corner(level)
        return left + column * self.pitch[0], top + row * self.pitch[1]


def lay_out(board: Board, width: int, height: int) -> Layout:
    """*board* in the largest cells that fit into *width* × *height*, or in the smallest if none do: then it scrolls."""
    sizes = [size for size in SIZES[board.style] if _has_room_for_names(board, size)]
    layouts = [_with_levels(board, size, width) for size in sizes]
    return next((each for each in layouts if each.width <= width and each.height <= height), layouts[-1])


def _with_levels(board: Board, size: CellSize, width: int) -> Layout:
    """The layout with as many levels side by side as fit, and no more rows of them than that needs."""
    one = Layout(board, size, 1)
    most = max(1, min(board.levels, (width + GAP) // (one.level_width + GAP)))
    down = -(-board.levels // most)
    return Layout(board, size, -(-board.levels // down))


def _has_room_for_names(board: Board, size: CellSize) -> bool:
    """True if the names of columns, and the signs of a custom game, fit into a cell with a space between them."""
    longest = max(map(len, (*(board.column_name(column) for column in range(board.columns)), *board.cells)))
    is_last = size == SIZES[board.style][-1]
    return longest < size.width + size.lines or is_last
