"""The file formats of a game: one table of them, and the two functions that write and read by it.

A new format is a module of this package and a row of `FORMATS`; the server and the page take the list from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from enraya.errors import NotationError
from enraya.exchange.json_format import read_json_game, write_json_game
from enraya.exchange.pgn import read_pgn, write_pgn
from enraya.exchange.record import Record
from enraya.exchange.sgf import read_sgf, write_sgf
from enraya.game import Game
from enraya.position import Position

LARGEST = 256 * 1024
"""The most bytes that are read."""

Find = Callable[[str], Game[Any, Any]]


class Format(NamedTuple):
    """A file format of games: its writer, its file type, the positions it suits; and its reader, where it carries
    moves.
    """

    media_type: str
    ending: str
    write: Callable[[Record, int | None], bytes]
    suits: Callable[[Position], bool] = lambda position: True
    read: Callable[[str, Find], Record] | None = None
    first_character: str | None = None
    """The first character of such a file, by which it is recognised."""


def write_svg(record: Record, ply: int | None = None) -> str:
    """The board of *record* after *ply* moves."""
    position = record.position
    while ply is not None and len(position.moves) > ply:
        position = position.undo()
    return position._repr_svg_()


def _write_gif(record: Record, ply: int | None) -> bytes:
    from enraya.exchange.animation import animate

    return animate(record.position)


FORMATS = {
    "json": Format(
        "application/json", "json", lambda record, ply: write_json_game(record).encode(), read=read_json_game,
        first_character="{",
    ),
    "pgn": Format(
        "text/plain; charset=utf-8", "pgn", lambda record, ply: write_pgn(record).encode(), read=read_pgn,
        first_character="[",
    ),
    "svg": Format("image/svg+xml", "svg", lambda record, ply: write_svg(record, ply).encode()),
    "sgf": Format(
        "application/x-go-sgf", "sgf", lambda record, ply: write_sgf(record).encode(),
        suits=lambda position: position.game.name.startswith("gomoku("), read=read_sgf, first_character="(",
    ),
    "gif": Format("image/gif", "gif", _write_gif, suits=lambda position: position.board is not None),
}  # fmt: skip
READABLE = tuple(name for name, format in FORMATS.items() if format.read is not None)


def formats_for(position: Position) -> list[str]:
    """The formats that the game that led to *position* can be written in."""
    return [name for name, format in FORMATS.items() if format.suits(position)]


def write_game(record: Record, format: str, ply: int | None = None) -> bytes:
    """*record* in *format*; a picture shows it after *ply* moves, or at its end."""
    if format not in FORMATS:
        raise NotationError("server.no_export", text=format, known=list(FORMATS))
    return FORMATS[format].write(record, ply)


def read_game(data: bytes, find: Find, format: str | None = None) -> tuple[Record, str]:
    """The game in *data* and the format it was in; *find* looks games up, and may refuse some.

    Whatever is wrong with the file is refused with the place and the reason.
    """
    if len(data) > LARGEST:
        raise NotationError("exchange.too_large", most=LARGEST)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError("exchange.unicode", at=error.start + 1) from None
    begins = {FORMATS[name].first_character: name for name in READABLE}
    name = format or begins.get(text.lstrip()[:1], "")
    read = FORMATS[name].read if name in FORMATS else None
    if read is None:
        raise NotationError("exchange.format")
    return read(text, find), name
