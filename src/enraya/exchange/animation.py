"""A game as an animated GIF: one frame for each move, drawn by the same measures as the pictures of boards."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from enraya.board import Board
from enraya.drawing.svg import INK, PLAYERS
from enraya.errors import NotationError
from enraya.position import Position

WOOD, HOLE, LETTER = "#ddaa68", "#6f4519", "#3a2110"
STONES = ("#202020", "#f4f0e6")
SHARPER = 3
"""Drawn so many times larger and then made smaller, for smooth edges."""

COLOURS = 64
AROUND = 4
"""Pixels around a cell that its smooth edges depend on."""

MOST_FRAMES = 400
MOST_CELLS = 150_000
"""Cells of all frames together: 400 frames of the largest board of Gomoku."""

FRAME_TIME, LAST_TIME = 700, 3000
LEVELS_IN_A_ROW = 3


def animate(position: Position) -> bytes:
    """The whole game that led to *position*, or as much of its end as can be drawn in a reasonable time."""
    if position.board is None:
        raise NotationError("exchange.no_picture", game=position.game.name)
    most = min(MOST_FRAMES, max(1, MOST_CELLS // len(position.board.cells)))
    skipped = max(0, len(position.states) - most)
    boards = []
    for end in range(skipped + 1, len(position.states) + 1):
        board = Position(position.game, position.states[:end], position.moves[: end - 1]).board
        assert board is not None
        boards.append(board)
    pictures = _drawn(boards)
    # The last has about every colour that the others have; with one palette for all, only what changes is written.
    palette = pictures[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    durations = [FRAME_TIME] * (len(frames) - 1) + [LAST_TIME]
    written = BytesIO()
    frames[0].save(
        written, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False, disposal=1
    )
    return written.getvalue()


def _drawn(boards: Sequence[Board]) -> list[Image.Image]:
    """A picture for each board. Of one that differs from the last by some pieces, only those cells are drawn anew."""
    measure = _Measure(boards[0])
    empty = measure.ground(boards[0])
    pictures: list[Image.Image] = []
    large, small, last = empty, empty, None
    for board in boards:
        if last is None or board.strikes != last.strikes:
            large = empty.copy()
            measure.fill(large, board)
            small = measure.shrink(large)
        else:
            small = small.copy()
            pairs = zip(board.cells, last.cells, board.owners, last.owners, strict=True)
            for cell, (sign, old, owner, was) in enumerate(pairs):
                if sign != old or owner != was:
                    measure.change(large, small, empty, board, cell)
        pictures.append(small)
        last = board
    return pictures


class _Measure:
    """The layout of a picture of boards of one shape."""

    def __init__(self, board: Board) -> None:
        self.side = max(14, min(72, 360 // max(board.columns, board.rows)))
        if board.levels > 1:
            self.side = min(self.side, 36)
        self.margin = max(8, self.side // 3)
        self.across = min(board.levels, LEVELS_IN_A_ROW)
        down = -(-board.levels // self.across)
        self.width = self.margin + self.across * (board.columns * self.side + self.margin)
        self.height = self.margin + down * (board.rows * self.side + self.margin)

    def ground(self, board: Board) -> Image.Image:
        """The board without pieces, large."""
        picture = Image.new("RGB", (self.width * SHARPER, self.height * SHARPER), WOOD)
        pen = ImageDraw.Draw(picture)
        for level in range(board.levels):
            self._ground(pen, board, level)
        return picture

    def fill(self, large: Image.Image, board: Board) -> None:
        """Draw every piece and every line through them."""
        pen = ImageDraw.Draw(large)
        for cell, sign in enumerate(board.cells):
            if sign:
                self._piece(pen, board, cell)
        self._strike(pen, board)

    def shrink(self, large: Image.Image) -> Image.Image:
        """The picture in its own size."""
        return large.resize((self.width, self.height), Image.Resampling.LANCZOS)

    def change(self, large: Image.Image, small: Image.Image, empty: Image.Image, board: Board, cell: int) -> None:
        """Draw one cell anew, large and small."""
        x, y = self._centre(board, cell)
        left, top = round(x / SHARPER - self.side / 2), round(y / SHARPER - self.side / 2)
        ground = empty.crop(_larger((left, top, left + self.side, top + self.side)))
        large.paste(ground, (left * SHARPER, top * SHARPER))
        if board.cells[cell]:
            self._piece(ImageDraw.Draw(large), board, cell)
        self._strike(ImageDraw.Draw(large), board)
        # Made small with what is around it, on which the smooth edges depend.
        corner = (max(0, left - AROUND), max(0, top - AROUND))
        end = (min(self.width, left + self.side + AROUND), min(self.height, top + self.side + AROUND))
        size = (end[0] - corner[0], end[1] - corner[1])
        patch = large.resize(size, Image.Resampling.LANCZOS, _larger((*corner, *end)))
        at = (left - corner[0], top - corner[1])
        small.paste(patch.crop((*at, at[0] + self.side, at[1] + self.side)), (left, top))

    def _corner(self, board: Board, level: int) -> tuple[int, int]:
        down, across = divmod(level, self.across)
        left = self.margin + across * (board.columns * self.side + self.margin)
        top = self.margin + down * (board.rows * self.side + self.margin)
        return left * SHARPER, top * SHARPER

    def _centre(self, board: Board, cell: int) -> tuple[float, float]:
        level, flat = divmod(cell, board.columns * board.rows)
        row, column = divmod(flat, board.columns)
        left, top = self._corner(board, level)
        side = self.side * SHARPER
        return left + (column + 0.5) * side, top + (row + 0.5) * side

    def _ground(self, pen: ImageDraw.ImageDraw, board: Board, level: int) -> None:
        """Lines between cells, lines through them for stones, or holes for discs."""
        left, top = self._corner(board, level)
        side = self.side * SHARPER
        if board.style == "discs":
            for cell in range(board.columns * board.rows):
                self._circle(pen, self._centre(board, cell), 0.41, fill=HOLE)
            return
        shift = side / 2 if board.style == "stones" else 0.0
        lines = 0 if board.style == "stones" else 1
        for column in range(board.columns + lines):
            x = left + column * side + shift
            pen.line([(x, top + shift), (x, top + board.rows * side - shift)], INK, max(1, side // 30))
        for row in range(board.rows + lines):
            y = top + row * side + shift
            pen.line([(left + shift, y), (left + board.columns * side - shift, y)], INK, max(1, side // 30))

    def _strike(self, pen: ImageDraw.ImageDraw, board: Board) -> None:
        for strike in board.strikes:
            ends = [self._centre(board, strike.cells[at]) for at in (0, -1)]
            pen.line([ends[0], ends[1]], PLAYERS[strike.owner], max(2, self.side * SHARPER // 14))

    def _piece(self, pen: ImageDraw.ImageDraw, board: Board, cell: int) -> None:
        centre, owner = self._centre(board, cell), board.owners[cell]
        if board.style == "stones":
            self._circle(pen, centre, 0.44, fill=STONES[owner or 0], outline=INK)
        elif board.style == "letters":
            font = ImageFont.load_default(self.side * SHARPER * 0.6)
            pen.text(centre, board.cells[cell], LETTER, font=font, anchor="mm")
        else:
            colour = PLAYERS[owner or 0]
            if board.style == "discs":
                self._circle(pen, centre, 0.38, fill=colour)
                self._sign(pen, centre, owner, 0.15, "#fff6e6")
            else:
                self._sign(pen, centre, owner, 0.27, colour)

    def _sign(
        self, pen: ImageDraw.ImageDraw, centre: tuple[float, float], owner: int | None, reach: float, colour: str
    ) -> None:
        """A cross for the first player, a ring for the second."""
        side = self.side * SHARPER
        (x, y), far, width = centre, reach * side, max(2, round(reach * side * 0.5))
        if owner == 1:
            pen.ellipse((x - far, y - far, x + far, y + far), outline=colour, width=width)
            return
        pen.line([(x - far, y - far), (x + far, y + far)], colour, width)
        pen.line([(x - far, y + far), (x + far, y - far)], colour, width)

    def _circle(self, pen: ImageDraw.ImageDraw, centre: tuple[float, float], part: float, **look: Any) -> None:
        (x, y), radius = centre, part * self.side * SHARPER
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), **look)


def _larger(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return box[0] * SHARPER, box[1] * SHARPER, box[2] * SHARPER, box[3] * SHARPER
