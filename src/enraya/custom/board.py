"""The board of a custom game: validates what its `board(state)` returns, and finds the cells at which a move is made.

A move is made where it changes the board. Where that says too little, as with moves that change many cells, the move
may name its cells: `b2`, `b2-c3`, `(row, column)`. What is made at no cell is chosen by its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, get_args

from enraya.board import Board, Gesture, Strike, Style
from enraya.custom.calling import shown
from enraya.errors import CustomGameError
from enraya.notation import LETTERS

MOST_SIDE = len(LETTERS)
LONGEST_PIECE = 4
MOST_CLICKS = 8
EMPTY = ("", ".")
OWNERS = {"X": 0, "x": 0, "●": 0, "O": 1, "o": 1, "○": 1}
"""The owner of each piece, where a style has pieces of two players."""

STYLES: tuple[str, ...] = get_args(Style)
CELL = re.compile(r"([a-z])([1-9][0-9]?)", re.IGNORECASE)
CELLS = re.compile(rf"{CELL.pattern}(?:[\s,;:x>→–-]*{CELL.pattern})*", re.IGNORECASE)

Breach = Callable[..., CustomGameError]
"""Makes the error for a message key and its values."""

Clicks = tuple[tuple[int, ...], ...]


def read_style(answer: object, breach: Breach) -> Style | None:
    """The value `style` of a file; None where it is left out."""
    if answer is None or answer in STYLES:
        return answer  # type: ignore[return-value]
    raise breach("check.board_style", answer=shown(answer), styles=STYLES)


def read_board(answer: object, style: Style | None, breach: Breach) -> Board:
    """Read the answer of `board(state)` as a board; *style* is the file's own."""
    rows = [_read_row(row, answer, breach) for row in _listed(answer, answer, breach)]
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        raise breach("check.board_lengths", lengths=[str(len(row)) for row in rows][:MOST_SIDE])
    columns = lengths.pop() if lengths else 0
    if not (1 <= columns <= MOST_SIDE and 1 <= len(rows) <= MOST_SIDE):
        raise breach("check.board_size", columns=columns, rows=len(rows), most=MOST_SIDE)
    cells = tuple(cell for row in rows for cell in row)
    style = style or _usual_style(cells)
    if style == "letters":
        return Board(columns, len(rows), cells, (None,) * len(cells), style)
    strange = next((cell for cell in cells if cell and cell not in OWNERS), None)
    if strange is not None:
        raise breach("check.board_piece", answer=strange, style=style)
    owners = tuple(OWNERS.get(cell) for cell in cells)
    return Board(columns, len(rows), tuple("" if owner is None else "XO"[owner] for owner in owners), owners, style)


def _listed(value: Any, answer: object, breach: Breach) -> list[Any]:
    """*value*, a part of *answer*, as a list."""
    try:
        return value.splitlines() if isinstance(value, str) else list(value)
    except TypeError:
        raise breach("check.board_kind", answer=shown(answer)) from None


def _read_row(row: object, answer: object, breach: Breach) -> list[str]:
    pieces = list(row) if isinstance(row, str) else _listed(row, answer, breach)
    return [_read_cell(piece, breach) for piece in pieces]


def _read_cell(piece: object, breach: Breach) -> str:
    if piece is None:
        return ""
    text = str(piece).strip() if isinstance(piece, str | int) and not isinstance(piece, bool) else None
    if text is None or len(text) > LONGEST_PIECE or not text.isprintable():
        raise breach("check.board_cell", answer=shown(piece), most=LONGEST_PIECE)
    return "" if text in EMPTY else text


def _usual_style(cells: Sequence[str]) -> Style:
    pieces = set(cells) - {""}
    if pieces <= set("XxOo"):
        return "crosses"
    return "stones" if pieces <= set("●○") else "letters"


def read_winning_cells(answer: Any, board: Board | None, breach: Breach) -> list[int]:
    """Read the answer of `winning_cells(state)`: numbers of cells, or on a *board* pairs (row, column) too."""
    wrong = breach("check.winning_cells", answer=shown(answer))
    try:
        given = list(answer)
        if board is None:
            cells = [int(cell) for cell in given]
        else:
            cells = _on_board(board, [cell if _is_place(cell) else divmod(int(cell), board.columns) for cell in given])
    except (TypeError, ValueError, OverflowError):
        raise wrong from None
    if len(cells) < len(given) or any(cell < 0 for cell in cells):
        raise wrong
    return cells


def straight_strike(board: Board, cells: Sequence[int], owner: int) -> Strike | None:
    """The strike through *cells*, if they lie on a straight line with equal steps."""
    ordered = tuple(sorted(cells))
    places = [divmod(cell, board.columns) for cell in ordered]
    steps = {(down - up, right - left) for (up, left), (down, right) in pairwise(places)}
    return Strike(ordered, owner) if len(steps) == 1 else None


def gesture_by_change(before: Board, after: Board) -> Gesture | None:
    """The gesture of the move from *before* to *after*, where the change of the board determines it.

    A piece that appears is put on its cell, whatever it captures or flips; one that goes from a cell to another takes
    a click on each; a single cell that changes is clicked.
    """
    old, new = before.cells, after.cells
    differing = [cell for cell in range(len(old)) if old[cell] != new[cell]]
    filled = [cell for cell in differing if not old[cell]]
    emptied = [cell for cell in differing if not new[cell]]
    altered = [cell for cell in differing if old[cell] and new[cell]]
    targets = filled or (altered if emptied else [])
    if not targets:
        return Gesture(((differing[0],),), sign=new[differing[0]] or None) if len(differing) == 1 else None
    if len(targets) > 1:
        return None
    target = targets[0]
    sources = [cell for cell in emptied if old[cell] == new[target]]
    if len(sources) > 1 or (altered and not filled and not sources):
        return None
    piece = {"sign": new[target], "owner": after.owners[target]}
    if sources:
        return Gesture(((sources[0],), (target,)), **piece)  # type: ignore[arg-type]
    if after.style == "discs":
        column = range(target % before.columns, len(old), before.columns)
        return Gesture((tuple(column),), lands=target, **piece)  # type: ignore[arg-type]
    return Gesture(((target,),), **piece)  # type: ignore[arg-type]


def gesture_by_name(board: Board, move: Any, text: str) -> Gesture:
    """The gesture of *move*, written *text*, by the cells that it names; without clicks, if it names none."""
    cells = _cells_of_tuple(board, move) if isinstance(move, tuple) else []
    cells = cells or _cells_named(board, move if isinstance(move, str) else text)
    return Gesture(tuple((cell,) for cell in cells)) if len(cells) <= MOST_CLICKS else Gesture()


def _cells_named(board: Board, text: str) -> list[int]:
    """The cells of a text that is made of their names alone."""
    if not CELLS.fullmatch(text.strip()):
        return []
    places = [(int(row) - 1, LETTERS.index(column.lower())) for column, row in CELL.findall(text)]
    return _on_board(board, places)


def _cells_of_tuple(board: Board, move: tuple[Any, ...]) -> list[int]:
    """The cells of `(row, column)`, `(row, column, row, column)`, or a tuple of pairs and names; other texts name no
    cell.
    """
    numbers = [part for part in move if isinstance(part, int) and not isinstance(part, bool)]
    if numbers:
        is_plain = len(numbers) in (2, 4) and all(isinstance(part, int | str) for part in move)
        return _on_board(board, list(zip(numbers[::2], numbers[1::2], strict=True))) if is_plain else []
    cells = []
    for part in move:
        here = _cells_of_tuple(board, part) if isinstance(part, tuple) else []
        here = here or (_cells_named(board, part) if isinstance(part, str) else [])
        if not here and not isinstance(part, str):
            return []
        cells += here
    return cells


def _on_board(board: Board, places: Sequence[tuple[int, int]]) -> list[int]:
    """The cells at *places*, rows and columns from 0; none unless all are on the board."""
    if not all(0 <= row < board.rows and 0 <= column < board.columns for row, column in places):
        return []
    return [row * board.columns + column for row, column in places]


def read_clicks(board: Board, answer: object, breach: Breach) -> Clicks:
    """Read the answer of `cells(state, move)`: a list of clicks, each `(row, column)` or a list of such that all will
    do.
    """
    wrong = breach("check.cells_kind", answer=shown(answer), columns=board.columns, rows=board.rows)
    if not isinstance(answer, list | tuple) or len(answer) > MOST_CLICKS:
        raise wrong
    clicks = []
    for click in answer:
        places = click if isinstance(click, list) else [click]
        if not places or not all(_is_place(place) for place in places):
            raise wrong
        cells = _on_board(board, places)
        if not cells:
            raise wrong
        clicks.append(tuple(cells))
    return tuple(clicks)


def _is_place(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)
