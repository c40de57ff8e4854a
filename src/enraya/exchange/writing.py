"""Writes a game in any format: as data, as text, as pictures."""

from __future__ import annotations

from typing import NamedTuple

from enraya.errors import NotationError
from enraya.exchange.json_format import write_json_game
from enraya.exchange.pgn import write_pgn
from enraya.exchange.record import Record
from enraya.exchange.sgf import write_sgf


class Format(NamedTuple):
    """What a browser is told of a file."""

    media_type: str
    ending: str


FORMATS = {
    "json": Format("application/json", "json"),
    "pgn": Format("text/plain; charset=utf-8", "txt"),
    "sgf": Format("application/x-go-sgf", "sgf"),
    "svg": Format("image/svg+xml", "svg"),
    "gif": Format("image/gif", "gif"),
}


def write_game(record: Record, format: str, ply: int | None = None) -> bytes:
    """*record* in *format*; a picture shows it after *ply* moves, or at its end."""
    match format:
        case "json":
            return write_json_game(record).encode()
        case "pgn":
            return write_pgn(record).encode()
        case "sgf":
            return write_sgf(record).encode()
        case "svg":
            return write_svg(record, ply).encode()
        case "gif":
            from enraya.exchange.animation import animate

            return animate(record.position)
    raise NotationError("server.no_export", text=format, known=list(FORMATS))


def write_svg(record: Record, ply: int | None = None) -> str:
    """The board of *record* after *ply* moves."""
    position = record.position
    while ply is not None and len(position.moves) > ply:
        position = position.undo()
    return position._repr_svg_()
