"""A board as data, from which every screen draws; how moves are made by pointing; and sets of cells as bits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from enraya.notation import LETTERS

Style = Literal["crosses", "stones", "discs", "letters"]


@dataclass(frozen=True)
class Strike:
    """A line drawn through cells: a completed row, in its owner's colour (0 first, 1 second)."""

    cells: tuple[int, ...]
    owner: int


@dataclass(frozen=True)
class Board:
    """Cells in rows from the top, level after level; an empty cell is an empty text.

    `owners` says whose each piece is (0, 1, or None where pieces belong to nobody, as in OSO).
    """

    columns: int
    rows: int
    cells: tuple[str, ...]
    owners: tuple[int | None, ...]
    style: Style = "crosses"
    levels: int = 1
    strikes: tuple[Strike, ...] = ()
    numbered_columns: bool = False

    def column_name(self, column: int) -> str:
        """The label above a column."""
        return str(column + 1) if self.numbered_columns else LETTERS[column]


def read_plain_board(data: Mapping[str, Any]) -> Board:
    """The board that `dataclasses.asdict` wrote, perhaps by way of JSON."""
    strikes = tuple(Strike(tuple(strike["cells"]), strike["owner"]) for strike in data["strikes"])
    listed = {"cells": tuple(data["cells"]), "owners": tuple(data["owners"]), "strikes": strikes}
    return Board(**{**data, **listed})


class Gesture(NamedTuple):
    """The gesture that makes a move by pointing, for a screen that knows no rules.

    Each of `clicks` is the set of cells that will do for one click, one after another; a move that has none is chosen
    by its text, by the message `says` or, in a tree, by the `node` it leads to. `sign` is what is put down, in the
    colour of `owner`, on `lands` or else where the last click was.
    """

    clicks: tuple[tuple[int, ...], ...] = ()
    lands: int | None = None
    sign: str | None = None
    owner: int | None = None
    says: str | None = None
    node: str | None = None


class EditorField(NamedTuple):
    """A field beside a board editor that completes a position: one of *words*, or a whole number."""

    name: str
    default: str
    words: tuple[str, ...] = ()


class Editor(NamedTuple):
    """The description of a board editor: the signs of a cell, and the fields behind the board in its text."""

    signs: tuple[str, ...]
    fields: tuple[EditorField, ...] = ()


def draw_text(board: Board) -> str:
    """The board in plain characters, readable in a pipe and by a screen reader; no trailing blanks."""
    margin = len(str(board.rows))
    names = [board.column_name(column) for column in range(board.columns)]
    width = max(map(len, (*names, *board.cells)))
    blocks = []
    for level in range(board.levels):
        lines = [f"@{level + 1}"] if board.levels > 1 else []
        header = " ".join(name.rjust(width) for name in names)
        lines.append(f"{'':{margin}}  {header}")
        for row in range(board.rows):
            start = (level * board.rows + row) * board.columns
            pieces = board.cells[start : start + board.columns]
            drawn = " ".join((piece or ".").rjust(width) for piece in pieces)
            label = "" if board.numbered_columns else row + 1
            lines.append(f"{label:>{margin}}  {drawn}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def bits(cells: Iterable[int]) -> int:
    """The set of *cells* as the bits of one integer."""
    total = 0
    for cell in cells:
        total |= 1 << cell
    return total


def cells_of(mask: int) -> list[int]:
    """The cells whose bits are set in *mask*, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
