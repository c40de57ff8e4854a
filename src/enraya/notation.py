"""The notation of cells, games and players.

A cell is a column letter and a row number from the top: `a1` is the top-left corner, `b3@2` is b3 on level 2.
A game is `mnk(4,4,3)` or `gomoku(size=15, rule=standard)`; a player is `alphabeta:depth=6`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from enraya.errors import NotationError

LONGEST_TEXT = 4096
TURNS = ("first", "second")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def format_cell(column: int, row: int) -> str:
    """The name of a cell counted from 0: `format_cell(1, 2)` is `b3`."""
    return f"{LETTERS[column]}{row + 1}"


def cell_forms(columns: int, rows: int) -> str:
    """The key of the message that says how a cell may be written on this board."""
    return "forms.cell_digit" if (columns, rows) == (3, 3) else "forms.cell"


def parse_cell(text: str, columns: int, rows: int) -> tuple[int, int]:
    """The (column, row), from 0, of `b3`, of `3 2` (row column) or, on a 3×3 board, of a digit 1–9."""
    written = text.strip().lower()
    if match := re.fullmatch(r"([a-z])\s*([0-9]{1,3})", written):
        column, row = LETTERS.index(match[1]), int(match[2]) - 1
    elif match := re.fullmatch(r"([0-9]{1,3})(?:\s+|\s*,\s*)([0-9]{1,3})", written):
        row, column = int(match[1]) - 1, int(match[2]) - 1
    elif (columns, rows) == (3, 3) and re.fullmatch("[1-9]", written):
        row, column = divmod(int(written) - 1, 3)
    else:
        code = "error.cell_digit" if (columns, rows) == (3, 3) else "error.cell"
        raise NotationError(code, text=text, last=format_cell(columns - 1, rows - 1))
    if not (0 <= column < columns and 0 <= row < rows):
        raise NotationError("error.cell_outside", text=text, last=format_cell(columns - 1, rows - 1))
    return column, row


def parse_grid(text: str, columns: int, rows: int, levels: int, signs: Sequence[str]) -> list[str]:
    """The sign in each cell of a board written `X.O/.X./...`: rows from the top parted by `/`, levels by `|`.

    An empty cell is `.` in the text and an empty text in the answer.
    """
    written = [row.strip().upper() for row in _checked(text).replace("|", "/").split("/")]
    if len(written) != rows * levels or any(len(row) != columns for row in written):
        raise NotationError("error.position_shape", text=text, columns=columns, rows=rows * levels)
    for sign in "".join(written):
        if sign != "." and sign not in signs:
            raise NotationError("error.position_sign", sign=sign, signs=[*signs, "."])
    return ["" if sign == "." else sign for sign in "".join(written)]


def format_grid(cells: Sequence[str], columns: int, rows: int) -> str:
    """The text that `parse_grid` reads back."""
    return format_rows("".join([sign or "." for sign in cells]), columns, rows)


def format_rows(signs: str, columns: int, rows: int) -> str:
    """The same for a text with one sign a cell."""
    lines = [signs[at : at + columns] for at in range(0, len(signs), columns)]
    return "|".join("/".join(lines[at : at + rows]) for at in range(0, len(lines), rows))


def parse_decimal(text: str) -> float:
    """The number that *text* writes in the digits 0 to 9; ValueError for any other, which Python would read."""
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return float(text)


def parse_turn(text: str) -> int:
    """The number of the player to move: 0 for `first`, 1 for `second`."""
    if text.lower() not in TURNS:
        raise NotationError("error.position_turn", text=text, turns=TURNS)
    return TURNS.index(text.lower())


class Spec(NamedTuple):
    """A name with what was said after it, still as text."""

    name: str
    arguments: tuple[str, ...]
    options: Mapping[str, str]


def parse_game_spec(text: str) -> Spec:
    """`name`, `name(1,2)` or `name(key=value, …)`; brackets and quotes inside an argument are kept whole."""
    match = re.fullmatch(r"\s*([^()]+?)\s*(?:\((.*)\))?\s*", _checked(text), re.DOTALL)
    if match is None:
        raise NotationError("error.game_spec", text=text)
    return _spec(match[1], match[2] or "", text, "error.game_spec")


def parse_player_spec(text: str) -> Spec:
    """`name`, `name:value` or `name:key=value,…`."""
    name, _, rest = _checked(text).strip().partition(":")
    if not name:
        raise NotationError("error.player_spec", text=text)
    return _spec(name.strip(), rest, text, "error.player_spec")


def format_game_spec(name: str, arguments: tuple[object, ...], options: Mapping[str, object]) -> str:
    """The shortest text that `parse_game_spec` reads back."""
    said = [_written(value) for value in arguments]
    said += [f"{key}={_written(value)}" for key, value in options.items()]
    return f"{name}({','.join(said)})" if said else name


def parse_integer(text: str, code: str, digits: int = 6, **values: object) -> int:
    """A whole number of at most so many digits, or the refusal *code*."""
    if not re.fullmatch(rf"\s*[+-]?[0-9]{{1,{digits}}}\s*", text):
        raise NotationError(code, text=text, **values)
    return int(text.strip())


def split_moves(text: str) -> list[str]:
    """The moves written in *text*: parted by white space, commas or semicolons."""
    return [word for word in re.split(r"[\s,;]+", text.strip()) if word]


def some_of(names: Sequence[str], most: int = 12) -> list[str]:
    """The names, or the first of them and a sign that there are more."""
    return list(names) if len(names) <= most else [*names[:most], "…"]


def _checked(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise NotationError("error.too_long", text=text, length=len(text), longest=LONGEST_TEXT)
    return text


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spec(name: str, inside: str, text: str, code: str) -> Spec:
    arguments: list[str] = []
    options: dict[str, str] = {}
    for part in _split_outside_brackets(inside):
        key, equals, value = part.partition("=")
        if equals and re.fullmatch(r"\s*[a-z_]+\s*", key):
            if key.strip() in options:
                raise NotationError("error.option_twice", option=key.strip())
            options[key.strip()] = value.strip()
        elif options or not part.strip():
            raise NotationError(code, text=text)
        else:
            arguments.append(part.strip())
    return Spec(name, tuple(arguments), options)


def _split_outside_brackets(text: str) -> list[str]:
    if not text.strip():
        return []
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
