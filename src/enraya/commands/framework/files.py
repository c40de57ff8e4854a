"""Files of positions, a row of moves each, and files to write; a clear sentence for whatever is wrong with one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from enraya.errors import EnrayaError, NotationError, system_reason
from enraya.game import Game
from enraya.position import Position

LONGEST_ROW = 10_000
START = "-"
STANDARD_INPUT = Path("-")


def read_rows(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered rows of a text file, or of standard input for `-`, that are neither blank nor comments."""
    try:
        with nullcontext(sys.stdin) if path == STANDARD_INPUT else path.open(encoding="utf-8") as file:
            number = 0
            while row := file.readline(LONGEST_ROW + 1):
                number += 1
                if len(row) > LONGEST_ROW:
                    raise NotationError("error.line_long", path=str(path), line=number, longest=LONGEST_ROW)
                if row.strip() and not row.startswith("#"):
                    yield number, row.strip()
    except UnicodeDecodeError:
        raise NotationError("error.file_binary", path=str(path)) from None
    except OSError as error:
        raise NotationError("error.own_unreadable", path=str(path), reason=system_reason(error)) from None


def refuse_unwritable(path: Path | None) -> None:
    """Refuse, before any work is done for it, a file that cannot be written. What is in it stays."""
    if path is None:
        return
    is_new = not path.exists()
    if is_new or path.is_dir() or path.is_file():
        try:
            path.open("ab").close()
            if is_new:
                path.unlink()
        except OSError as error:
            raise NotationError("error.unwritable", path=str(path), reason=system_reason(error)) from None


def write_file(path: Path, data: bytes) -> None:
    """Put *data* into the file at *path*, or say which file cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise NotationError("error.unwritable", path=str(path), reason=system_reason(error)) from None


def read_positions(path: Path, game: Game[Any, Any]) -> Iterator[Position]:
    """The position after each row of moves; a row with only `-` is the start."""
    count = 0
    for number, row in read_rows(path):
        count += 1
        try:
            yield Position.start(game).play_all("" if row == START else row)
        except EnrayaError as error:
            raise ErrorInFile(path, number, error) from None
    if not count:
        raise NotationError("error.file_empty", path=str(path))


def positions_asked(
    game: Game[Any, Any], moves: str, position: str | None, positions: Path | None
) -> Iterator[Position]:
    """The one position that moves and a starting position give, or those of a file; not both."""
    if positions is None:
        return iter([Position.start(game, position).play_all(moves)])
    if moves or position is not None:
        raise NotationError("error.positions_and_moves")
    return read_positions(positions, game)


class ErrorInFile(EnrayaError):
    """A refusal with the row of the file it belongs to."""

    def __init__(self, path: Path, line: int, error: EnrayaError) -> None:
        super().__init__("error.in_line", path=str(path), line=line)
        self._error = error

    def in_language(self, language: str) -> str:
        return f"{super().in_language(language)} {self._error.in_language(language)}"
