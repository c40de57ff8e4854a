"""Boards: wood, with blue crosses and red rings, stones on lines, discs in holes, or letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple
from zlib import crc32

from enraya.board import Board, Strike
from enraya.drawing.svg import INK, PLAYERS, picture, tag, text_tag
from enraya.notation import format_cell

LEVELS_IN_A_ROW = 4
STARS = {15: (3, 7, 11), 19: (3, 9, 15)}
SHINE = "#f9e3bb"
HOLE = "#6f4519"
LETTER = "#3a2110"
STONES = (("#6a6a6a", "#101010"), ("#ffffff", "#cfc8ba"))
# A strike over stones must show on both: white on black ones and black on white ones.
STRIKES_ON_STONES = (("#ffffff", "#101010"), ("#101010", "#ffffff"))


def draw_board(board: Board) -> str:
    """*board* as an SVG picture."""
    return _BoardPicture(board).draw()


class BoardParts(NamedTuple):
    """A board in pieces, for a page that puts them together: the empty board, each sign around (0, 0), the centres."""

    empty: str
    signs: list[str]
    centres: list[tuple[float, float]]
    side: float
    levels: int
    colours: list[tuple[str, str]]


def draw_parts(board: Board, signs: Sequence[tuple[str, int | None]]) -> BoardParts:
    """The parts of *board*, with what each of *signs*, a text and its owner, looks like on it.

    The signs use gradients of the empty board, and belong into its picture.
    """
    cells = len(board.cells)
    bare = replace(board, cells=("",) * cells, owners=(None,) * cells, strikes=())
    drawn = _BoardPicture(bare)
    x, y = drawn.centre(0)
    pieces = []
    empty = drawn.draw()
    for sign, owner in signs:
        drawn.board = replace(bare, cells=(sign, *bare.cells[1:]), owners=(owner, *bare.owners[1:]))
        pieces.append(tag("g", drawn.piece(0), transform=f"translate({-x} {-y})"))
    centres = [drawn.centre(cell) for cell in range(cells)]
    colours = [drawn.strike_colours(Strike((), owner)) for owner in (0, 1)]
    return BoardParts(empty, pieces, centres, drawn.side, board.levels, colours)


class _BoardPicture:
    """One board being drawn. Sizes hang on the side of a cell, which is smaller on larger boards."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.side = max(34, min(112, 504 // max(board.columns, board.rows)))
        if board.levels > 1:
            self.side = min(self.side, 56)
        self.margin = 40
        self.label_size = 14 if self.side < 60 else 17
        self.gap = self.side
        self.head = 28 if board.levels > 1 else 0
        self.across = min(board.levels, LEVELS_IN_A_ROW if board.levels <= LEVELS_IN_A_ROW else 3)
        # Pictures on one page must not share the names of their gradients.
        self.mark = f"{crc32(repr(board).encode()):08x}"

    def draw(self) -> str:
        down = -(-self.board.levels // self.across)
        width = self.margin * 2 + self.across * (self.board.columns * self.side + self.gap) - self.gap
        height = self.margin * 2 + down * (self.board.rows * self.side + self.head + self.gap) - self.gap
        ground = tag("rect", width=width, height=height, rx=16, fill=f"url(#wood-{self.mark})")
        levels = [self._level(level) for level in range(self.board.levels)]
        pieces = [self.piece(cell) for cell in range(len(self.board.cells)) if self.board.cells[cell]]
        strikes = [self._strike(strike) for strike in self.board.strikes]
        content = "".join([self._gradients(), ground, *levels, *pieces, *strikes])
        return picture(width, height, self._title(), content)

    def _title(self) -> str:
        """The size of the board and what stands where, in signs that need no translation."""
        board = self.board
        size = " × ".join(
            str(part) for part in (board.columns, board.rows, board.levels)[: 3 if board.levels > 1 else 2]
        )
        pieces = [f"{self._cell_name(cell)} {sign}" for cell, sign in enumerate(board.cells) if sign]
        return f"{size}: {', '.join(pieces)}" if pieces else size

    def _cell_name(self, cell: int) -> str:
        level, flat = divmod(cell, self.board.columns * self.board.rows)
        row, column = divmod(flat, self.board.columns)
        return format_cell(column, row) + (f"@{level + 1}" if self.board.levels > 1 else "")

    def _gradients(self) -> str:
        stops = ((0, "#ebc78d"), (0.55, "#ddaa68"), (1, "#d09a58"))
        wood = "".join(tag("stop", offset=at, stop_color=colour) for at, colour in stops)
        found = tag("linearGradient", wood, id=f"wood-{self.mark}", x1=0, y1=0, x2=1, y2=1)
        if self.board.style == "stones":
            for owner, (light, dark) in enumerate(STONES):
                shades = tag("stop", offset=0, stop_color=light) + tag("stop", offset=1, stop_color=dark)
                found += tag("radialGradient", shades, id=f"stone-{owner}-{self.mark}", cx=0.36, cy=0.32, r=0.75)
        return tag("defs", found)

    # The board

    def _corner(self, level: int) -> tuple[float, float]:
        """The top left corner of a level's cells."""
        down, across = divmod(level, self.across)
        x = self.margin + across * (self.board.columns * self.side + self.gap)
        return x, self.margin + self.head + down * (self.board.rows * self.side + self.head + self.gap)

    def centre(self, cell: int) -> tuple[float, float]:
        level, flat = divmod(cell, self.board.columns * self.board.rows)
        row, column = divmod(flat, self.board.columns)
        left, top = self._corner(level)
        return left + (column + 0.5) * self.side, top + (row + 0.5) * self.side

    def _level(self, level: int) -> str:
        left, top = self._corner(level)
        drawn = {"stones": self._crossings, "discs": self._holes}.get(self.board.style, self._grid)(left, top)
        names = []
        for column in range(self.board.columns):
            x = left + (column + 0.5) * self.side
            names.append(text_tag(self.board.column_name(column), x, top - 18, font_size=self.label_size))
        for row in range(0 if self.board.numbered_columns else self.board.rows):
            y = top + (row + 0.5) * self.side
            names.append(text_tag(str(row + 1), left - 20, y, font_size=self.label_size))
        if self.board.levels > 1:
            x = left + self.board.columns * self.side / 2
            names.append(text_tag(f"@{level + 1}", x, top - 44, font_size=self.label_size + 3, font_weight=700))
        return drawn + tag("g", "".join(names), fill=INK, font_weight=600)

    def _grid(self, left: float, top: float) -> str:
        """The lines between cells, cut into the wood: dark, with a shine below."""
        side, columns, rows = self.side, self.board.columns, self.board.rows
        runs = [f"M{left + at * side} {top}v{rows * side}" for at in range(1, columns)]
        runs += [f"M{left} {top + at * side}h{columns * side}" for at in range(1, rows)]
        width = max(1.6, side / 20)
        path = "".join(runs)
        shine = tag(
            "path",
            d=path,
            stroke=SHINE,
            stroke_width=width,
            opacity=0.7,
            transform=f"translate({width / 2} {width / 2})",
        )
        lines = shine + tag("path", d=path, stroke=INK, stroke_width=width, opacity=0.85)
        return tag("g", lines, fill="none", stroke_linecap="round") if path else ""

    def _crossings(self, left: float, top: float) -> str:
        """A Go board: stones stand where lines cross, and some crossings have a star."""
        side, columns, rows = self.side, self.board.columns, self.board.rows
        start_x, start_y = left + side / 2, top + side / 2
        runs = [f"M{start_x + at * side} {start_y}v{(rows - 1) * side}" for at in range(columns)]
        runs += [f"M{start_x} {start_y + at * side}h{(columns - 1) * side}" for at in range(rows)]
        stars = [
            tag("circle", cx=start_x + column * side, cy=start_y + row * side, r=side / 10, fill=INK)
            for column in STARS.get(columns, ())
            for row in STARS.get(rows, ())
        ]
        return tag("path", d="".join(runs), stroke=INK, stroke_width=1.2, stroke_linecap="square") + "".join(stars)

    def _holes(self, left: float, top: float) -> str:
        holes = []
        for row in range(self.board.rows):
            for column in range(self.board.columns):
                x, y = left + (column + 0.5) * self.side, top + (row + 0.5) * self.side
                shine = tag("circle", cx=x, cy=y + self.side / 40, r=self.side * 0.42, fill=SHINE, opacity=0.75)
                holes.append(shine + tag("circle", cx=x, cy=y, r=self.side * 0.41, fill=HOLE))
        return "".join(holes)

    # What stands on it

    def piece(self, cell: int) -> str:
        draw: dict[str, Callable[[int], str]] = {"stones": self._stone, "discs": self._disc, "letters": self._letter}
        return draw.get(self.board.style, self._cross_or_ring)(cell)

    def _cross_or_ring(self, cell: int) -> str:
        owner, side = self.board.owners[cell], self.side
        return self._sign(cell, 0.27 * side, 0.15 * side, PLAYERS[owner or 0])

    def _sign(self, cell: int, reach: float, width: float, colour: str) -> str:
        """A cross for the first player, a ring for the second."""
        x, y = self.centre(cell)
        if self.board.owners[cell] == 1:
            return tag("circle", cx=x, cy=y, r=reach * 1.08, fill="none", stroke=colour, stroke_width=width)
        across = f"{2 * reach:.5g}"
        path = f"M{x - reach:.5g} {y - reach:.5g}l{across} {across}m0 -{across}l-{across} {across}"
        return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")

    def _stone(self, cell: int) -> str:
        (x, y), owner, radius = self.centre(cell), self.board.owners[cell] or 0, self.side * 0.45
        shadow = tag("circle", cx=x + radius / 9, cy=y + radius / 7, r=radius, fill=INK, opacity=0.35)
        edge = "#000000" if owner == 0 else "#8d8371"
        return shadow + tag(
            "circle", cx=x, cy=y, r=radius, fill=f"url(#stone-{owner}-{self.mark})", stroke=edge, stroke_width=0.8
        )

    def _disc(self, cell: int) -> str:
        (x, y), owner, radius = self.centre(cell), self.board.owners[cell] or 0, self.side * 0.38
        disc = tag("circle", cx=x, cy=y, r=radius, fill=PLAYERS[owner])
        rim = tag("circle", cx=x, cy=y, r=radius * 0.86, fill="none", stroke="#ffffff", stroke_width=1.2, opacity=0.35)
        return disc + rim + self._sign(cell, radius * 0.34, radius * 0.17, "#fff6e6")

    def _letter(self, cell: int) -> str:
        (x, y), text = self.centre(cell), self.board.cells[cell]
        size = self.side * min(0.58, 1.4 / len(text))
        return text_tag(text, x, y, font_size=size, font_weight=700, fill=LETTER)

    def _strike(self, strike: Strike) -> str:
        """A line through cells on one level; on several levels, a ring around each cell."""
        flat = self.board.columns * self.board.rows
        if len({cell // flat for cell in strike.cells}) == 1 and len(strike.cells) > 1:
            return self._strike_segment(strike)
        core, halo = self.strike_colours(strike)
        rings = ""
        for cell in strike.cells:
            x, y = self.centre(cell)
            ring = {"cx": x, "cy": y, "r": self.side * 0.44, "fill": "none"}
            rings += tag("circle", stroke=halo, stroke_width=self.side * 0.09, **ring)
            rings += tag("circle", stroke=core, stroke_width=self.side * 0.045, **ring)
        return rings

    def _strike_segment(self, strike: Strike) -> str:
        core, halo = self.strike_colours(strike)
        (x1, y1), (x2, y2) = self.centre(strike.cells[0]), self.centre(strike.cells[-1])
        # The line goes on a third of a cell beyond the last centres.
        further = 0.34 / (len(strike.cells) - 1)
        across, down = (x2 - x1) * further, (y2 - y1) * further
        ends = {"x1": x1 - across, "y1": y1 - down, "x2": x2 + across, "y2": y2 + down}
        # Letters belong to nobody, so there a line must tell its owner without its colour too.
        dashes = (
            {"stroke_dasharray": f"{self.side * 0.16:.5g} {self.side * 0.11:.5g}"} if self._is_dashed(strike) else {}
        )
        thick, thin = {"stones": (0.2, 0.1), "letters": (0.1, 0.055)}.get(self.board.style, (0.12, 0.065))
        below = tag("line", stroke=halo, stroke_width=self.side * thick, opacity=0.85, **ends)
        above = tag("line", stroke=core, stroke_width=self.side * thin, **ends, **dashes)
        return tag("g", below + above, stroke_linecap="round")

    def _is_dashed(self, strike: Strike) -> bool:
        return self.board.style == "letters" and strike.owner == 1

    def strike_colours(self, strike: Strike) -> tuple[str, str]:
        return STRIKES_ON_STONES[strike.owner] if self.board.style == "stones" else (PLAYERS[strike.owner], "#fff6e6")
