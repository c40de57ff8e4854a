"""Draws a board as rows of characters with colours, and says which cell each character belongs to. Knows no rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.style import Style
from textual.color import Color

from enraya.board import Board
from enraya.tui.board.cell_size import Layout
from enraya.tui.palettes import Palette

HALVES = " ▀▄█"
"""A character by which of its halves are full: neither, the upper one, the lower one, both."""


def _large_sign(is_ring: bool, size: int) -> tuple[str, ...]:
    """A cross or a ring of *size* × *size* dots, two dots above one another to a character: dots are about square."""
    middle = (size - 1) / 2

    def is_full(x: int, y: int) -> bool:
        if y >= size:
            return False
        return abs(math.hypot(x - middle, y - middle) - middle) < 0.5 if is_ring else x in (y, size - 1 - y)

    halves = [[is_full(x, y) + 2 * is_full(x, y + 1) for x in range(size)] for y in range(0, size, 2)]
    return tuple("".join(HALVES[half] for half in row) for row in halves)


LARGE = {
    sign: {rows: _large_sign(sign == "O", size) for rows, size in ((3, 5), (5, 7), (7, 11))} for sign in ("X", "O")
}
"""Signs drawn large, by the rows of the cell they stand in."""

LEAST_BRIGHT = 0.5


@dataclass(frozen=True)
class ValueMark:
    """The value of a move on its cell: a short text, and `win`, `draw`, `loss` or `guess`."""

    text: str
    kind: str
    is_best: bool = False


@dataclass(frozen=True)
class Marks:
    """The marks on a board besides its pieces, by cell."""

    cursor: int | None = None
    last: frozenset[int] = frozenset()
    winning: frozenset[int] = frozenset()
    picked: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    hinted: frozenset[int] = frozenset()
    values: Mapping[int, ValueMark] = field(default_factory=dict)


Glyph = tuple[str, Style]


class Canvas:
    """A board drawn in one size: `rows` of characters, and `cells`, the cell under each of them."""

    def __init__(self, layout: Layout, palette: Palette, marks: Marks, level_word: str = "") -> None:
        """*level_word* is how a level of a cube is headed, with its number in place of `{level}`."""
        self.layout, self._palette, self._marks = layout, palette, marks
        self.board: Board = layout.board
        self._ground = Style(bgcolor=palette.ground)
        self.rows: list[list[Glyph]] = [[(" ", self._ground)] * layout.width for _ in range(layout.height)]
        self.cells: list[list[int | None]] = [[None] * layout.width for _ in range(layout.height)]
        self._is_dark = Color.parse(palette.board_2).brightness < LEAST_BRIGHT
        self._struck = {cell: strike.owner for strike in self.board.strikes for cell in strike.cells}
        for level in range(self.board.levels):
            self._draw_names(level, level_word)
            if layout.size.lines:
                self._draw_lines(level)
        for cell in range(len(self.board.cells)):
            self._draw_cell(cell)

    # Names and lines

    def _draw_names(self, level: int, level_word: str) -> None:
        layout, board = self.layout, self.board
        style = Style(color=self._palette.soft, bgcolor=self._palette.ground)
        per_level = board.columns * board.rows
        left, top = layout.corner(level)
        above = top - layout.size.lines - 1
        if board.levels > 1:
            self._write(
                left - layout.size.lines, above - 1, level_word.format(level=level + 1), style + Style(bold=True)
            )
        for column in range(board.columns):
            name = board.column_name(column).center(layout.size.width)
            if layout.size.width == 2:
                name = board.column_name(column)
            self._write(left + column * layout.pitch[0], above, name, style)
        if not board.numbered_columns:
            for row in range(board.rows):
                name = str(row + 1).rjust(layout.margin - 1)
                x = left - layout.size.lines - layout.margin
                y = layout.place(level * per_level + row * board.columns)[1] + (layout.size.height - 1) // 2
                self._write(x, y, name, style)

    def _draw_lines(self, level: int) -> None:
        board, (wide, high) = self.board, self.layout.pitch
        left, top = (place - 1 for place in self.layout.corner(level))
        style = Style(color=self._palette.board_line, bgcolor=self._palette.board_1)
        for y in range(board.rows * high + 1):
            for x in range(board.columns * wide + 1):
                on_row, on_column = y % high == 0, x % wide == 0
                if not (on_row or on_column):
                    continue
                character = "─" if not on_column else "│" if not on_row else _crossing(x, y, board, wide, high)
                self.rows[top + y][left + x] = (character, style)

    # Cells

    def _draw_cell(self, cell: int) -> None:
        (left, top), size = self.layout.place(cell), self.layout.size
        for y in range(size.height):
            for x in range(size.width):
                self.cells[top + y][left + x] = cell
        match self.board.style:
            case "stones":
                self._draw_stone(cell, left, top)
            case "discs":
                self._draw_disc(cell, left, top)
            case _:
                self._draw_sign(cell, left, top)
        self._draw_value(cell, left, top)
        self._draw_cursor(cell, left, top)

    def _background(self, cell: int) -> str:
        marks, palette = self._marks, self._palette
        if cell in marks.winning:
            return self._colour_of(cell)
        if cell in marks.picked:
            return palette.even
        row, column = divmod(cell, self.board.columns)
        is_odd = not self.layout.size.lines and self.board.style != "stones" and (row + column) % 2
        plain = palette.board_3 if is_odd else palette.board_1
        if cell in marks.last or cell in self._struck:
            tint = palette.last if cell in marks.last else self._colour_of(cell)
            return Color.parse(plain).blend(Color.parse(tint), 0.16).hex
        return plain

    def _colour_of(self, cell: int) -> str:
        owner = self._struck.get(cell, self.board.owners[cell])
        palette = self._palette
        return palette.letter if owner is None else (palette.mark_first, palette.mark_second)[owner]

    def _draw_sign(self, cell: int, left: int, top: int) -> None:
        size, sign = self.layout.size, self.board.cells[cell]
        background = self._background(cell)
        is_filled = cell in self._marks.winning or cell in self._marks.picked
        colour = readable_on(background) if is_filled else self._colour_of(cell)
        # Colour is not all: a line of the first player is underlined, too.
        underline = self._struck.get(cell) == 0
        style = Style(color=colour, bgcolor=background, bold=True, underline=underline and size.height < 3)
        self._fill(left, top, Style(bgcolor=background))
        if not sign:
            faint = Style(color=self._palette.board_line, bgcolor=background)
            if cell in self._marks.hinted:
                self._centre(left, top, "★", Style(color=self._palette.good, bgcolor=background, bold=True))
            elif cell in self._marks.targets:
                self._centre(left, top, "•", style)
            elif not size.lines:
                self._centre(left, top, "·", faint)
            return
        large = LARGE.get(sign, {}) if self.board.style == "crosses" else {}
        rows = large.get(size.height)
        if rows is None or size.width < len(rows[0]):
            self._centre(left, top, sign, style)
            return
        x, y = left + (size.width - len(rows[0])) // 2, top + (size.height - len(rows)) // 2
        for offset, row in enumerate(rows):
            self._write(x, y + offset, row, style)

    def _draw_stone(self, cell: int, left: int, top: int) -> None:
        board, size, palette = self.board, self.layout.size, self._palette
        row, column = divmod(cell % (board.columns * board.rows), board.columns)
        background = self._background(cell)
        line = Style(color=palette.board_line, bgcolor=background)
        self._fill(left, top, Style(bgcolor=background))
        point = _crossing(column, row, board, 1, 1, last=1)
        if column < board.columns - 1:
            self._write(left + 1, top, "─" * (size.width - 1), line)
        if row < board.rows - 1:
            for y in range(1, size.height):
                self._write(left, top + y, "│", line)
        sign = board.cells[cell]
        if not sign:
            if cell in self._marks.hinted:
                self._write(left, top, "★", Style(color=palette.good, bgcolor=background, bold=True))
            else:
                self._write(left, top, point, line)
            return
        # As in print: on a light board black is full and white is a ring, on a dark one the other way round.
        is_full = (board.owners[cell] == 0) != self._is_dark
        full, ring = ("◉", "◎") if cell in self._marks.last else ("●", "○")
        ink = palette.stone_white if self._is_dark else palette.stone_black
        style = Style(color=ink, bgcolor=background, bold=True)
        if cell in self._marks.winning:
            style = Style(color=palette.board_1, bgcolor=palette.letter, bold=True)
        self._write(left, top, full if is_full else ring, style)

    def _draw_disc(self, cell: int, left: int, top: int) -> None:
        size, palette, sign = self.layout.size, self._palette, self.board.cells[cell]
        owner = self.board.owners[cell]
        board = Style(bgcolor=palette.board_2)
        self._fill(left, top, board)
        colour = (palette.disc_first, palette.disc_second)[owner] if sign and owner is not None else palette.well
        ink = palette.disc_sign if sign else palette.good
        shown = sign or ("★" if cell in self._marks.hinted else " ")
        if cell in self._marks.winning:
            shown = f"◆{shown}◆"
        elif cell in self._marks.last:
            shown = f"‹{shown}›"
        inside = Style(color=ink, bgcolor=colour, bold=True)
        if size.height == 1:
            self._write(
                left, top, shown.center(size.width) if sign else " · " if shown == " " else f" {shown} ", inside
            )
            return
        edge = Style(color=colour, bgcolor=palette.board_2)
        self._write(left, top, "▗▄▄▄▖", edge)
        self._write(left, top + 1, shown.center(5), inside)
        self._write(left, top + 2, "▝▀▀▀▘", edge)

    def _draw_value(self, cell: int, left: int, top: int) -> None:
        value = self._marks.values.get(cell)
        if value is None:
            return
        palette, size = self._palette, self.layout.size
        colours = {"win": palette.good, "draw": palette.even, "loss": palette.bad, "guess": palette.soft}
        style = Style(color=colours[value.kind], bgcolor=palette.panel, bold=value.is_best, underline=value.is_best)
        room = 5 if self.board.style == "discs" and size.height > 1 else size.width
        text = value.text if len(value.text) <= room else value.text[:1]
        y = top + (size.height - 1 if self.board.cells[cell] and size.height > 1 else (size.height - 1) // 2)
        self._write(left + max(0, (room - len(text)) // 2), y, text, style)

    def _draw_cursor(self, cell: int, left: int, top: int) -> None:
        if cell != self._marks.cursor:
            return
        size, focus = self.layout.size, self._palette.focus
        if size.height < 3:
            for y in range(size.height):
                for x in range(size.width if self.board.style != "stones" else 1):
                    character, _ = self.rows[top + y][left + x]
                    style = Style(color=readable_on(focus), bgcolor=focus, bold=True)
                    self.rows[top + y][left + x] = (character, style)
            return
        right = left + (4 if self.board.style == "discs" else size.width - 1)
        bottom = top + size.height - 1
        for x, y, corner in ((left, top, "┏"), (right, top, "┓"), (left, bottom, "┗"), (right, bottom, "┛")):
            background = self.rows[y][x][1].bgcolor
            self.rows[y][x] = (corner, Style(color=readable_focus(self._palette), bgcolor=background, bold=True))

    # Characters

    def _fill(self, left: int, top: int, style: Style) -> None:
        for y in range(self.layout.size.height):
            self._write(left, top + y, " " * self.layout.size.width, style)

    def _centre(self, left: int, top: int, text: str, style: Style) -> None:
        size = self.layout.size
        x = left if size.width == 2 else left + max(0, (size.width - len(text)) // 2)
        self._write(x, top + (size.height - 1) // 2, text[: size.width], style)

    def _write(self, x: int, y: int, text: str, style: Style) -> None:
        row = self.rows[y]
        for offset, character in enumerate(text):
            if 0 <= x + offset < len(row):
                row[x + offset] = (character, style)


def _crossing(x: int, y: int, board: Board, wide: int, high: int, last: int = 0) -> str:
    """The character where two lines of a grid meet; *last* is 1 where they are counted from 0 through cells."""
    across = 0 if x == 0 else 2 if x == (board.columns - last) * wide else 1
    down = 0 if y == 0 else 2 if y == (board.rows - last) * high else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[down][across]


def readable_on(background: str) -> str:
    """Black or white, whichever can be read on *background*."""
    return "#000000" if Color.parse(background).brightness > LEAST_BRIGHT else "#ffffff"


def readable_focus(palette: Palette) -> str:
    """The colour of the cursor on the board: the focus, or the letters' where the board is as dark as the focus."""
    is_dark = Color.parse(palette.board_2).brightness < LEAST_BRIGHT
    is_dark_focus = Color.parse(palette.focus).brightness < LEAST_BRIGHT
    return palette.last if is_dark and is_dark_focus else palette.focus
