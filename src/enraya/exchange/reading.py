"""Reads a game from a file of any of the formats that carry moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enraya.errors import NotationError
from enraya.exchange.json_format import read_json_game
from enraya.exchange.pgn import read_pgn
from enraya.exchange.record import Record
from enraya.exchange.sgf import read_sgf
from enraya.game import Game

LARGEST = 256 * 1024
Find = Callable[[str], Game[Any, Any]]
READERS: dict[str, Callable[[str, Find], Record]] = {"json": read_json_game, "pgn": read_pgn, "sgf": read_sgf}
BEGINNINGS = {"{": "json", "[": "pgn", "(": "sgf"}


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
    seen = format or BEGINNINGS.get(text.lstrip()[:1])
    if seen not in READERS:
        raise NotationError("exchange.format")
    return READERS[seen](text, find), seen
