"""Files of positions, a line of moves each, and files to write; a clear sentence for whatever is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from enraya.errors import EnrayaError, NotationError
from enraya.game import Game
from enraya.position import Position

LONGEST_LINE = 10_000
START = "-"


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text file that are neither blank nor comments."""
    try:
        with path.open(encoding="utf-8") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise NotationError("error.line_long", path=str(path), line=number, longest=LONGEST_LINE)
                if line.strip() and not line.startswith("#"):
                    yield number, line.strip()
    except UnicodeDecodeError:
        raise NotationError("error.file_binary", path=str(path)) from None
    except OSError as error:
        raise NotationError("error.own_unreadable", path=str(path), reason=error.strerror or str(error)) from None


def write_file(path: Path, data: bytes) -> None:
    """Put *data* into the file at *path*, or say which file cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise NotationError("error.unwritable", path=str(path), reason=error.strerror or str(error)) from None


def read_positions(path: Path, game: Game[Any, Any]) -> Iterator[Position]:
    """The position after each line of moves; a line with only `-` is the start."""
    count = 0
    for number, line in read_lines(path):
        count += 1
        try:
            yield Position.start(game).play_all("" if line == START else line)
        except EnrayaError as error:
            raise LineError(path, number, error) from None
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


class LineError(EnrayaError):
    """A refusal with the place in the file."""

    def __init__(self, path: Path, line: int, error: EnrayaError) -> None:
        super().__init__("error.in_line", path=str(path), line=line)
        self._error = error

    def in_language(self, language: str) -> str:
        return f"{super().in_language(language)} {self._error.in_language(language)}"
