"""A board with the value of a move on each cell: a letter, and a colour that says the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from enraya.board import Board
from enraya.drawing.board_svg import draw_board, draw_parts
from enraya.drawing.svg import PAPER_INK, tag, text_tag

COLOURS = {"win": "#cfe8c9", "draw": "#f4ead2", "loss": "#f3cfc8", None: "#e3e6ef"}
BEST = "#2f6b2a"
MOST_LETTERS = 4


class CellValue(NamedTuple):
    """The value of a move on its cell: the text, the name of the colour, and whether nothing is better."""

    text: str
    name: str | None
    is_best: bool


def draw_values(board: Board, values: Mapping[int, CellValue]) -> str:
    """*board* as an SVG picture with *values* on its cells; those of the best moves have a thick rim."""
    parts = draw_parts(board, ())
    radius = parts.side * 0.3
    marks = []
    for cell, value in values.items():
        x, y = parts.centres[cell]
        rim = {"stroke": BEST, "stroke_width": 4} if value.is_best else {"stroke": PAPER_INK, "stroke_width": 1}
        marks.append(tag("circle", cx=x, cy=y, r=radius, fill=COLOURS[value.name], fill_opacity=0.92, **rim))
        size = radius * (0.95 if len(value.text) <= MOST_LETTERS - 2 else 0.95 * 2.2 / len(value.text))
        marks.append(text_tag(value.text, x, y, font_size=size, font_weight=650, fill=PAPER_INK))
    drawn = draw_board(board)
    return drawn[: drawn.rindex("</svg>")] + "".join(marks) + "</svg>"
