"""Games to and from files, by the formats of `enraya.exchange`: the command `save`, and `enraya play --load`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from enraya.catalogue import find_game
from enraya.errors import NotationError, system_reason
from enraya.exchange.formats import FORMATS, LARGEST, formats_for, read_game, write_game
from enraya.exchange.record import Record
from enraya.match import Match


def save_game(match: Match, names: Sequence[str], name: str) -> Path:
    """Write the game that is being played, or the one just ended, to the file *name*, whose ending says the format."""
    if not name:
        raise NotationError("play.save_what")
    path = Path(name).expanduser()
    endings = {FORMATS[format].ending: format for format in formats_for(match.position)}
    format = endings.get(path.suffix.removeprefix(".").lower())
    if format is None:
        raise NotationError("play.save_ending", path=name, endings=[f".{ending}" for ending in endings])
    result = match.results[-1] if match.phase != "playing" and match.results else None
    try:
        path.write_bytes(write_game(Record.of(match.position, names, result), format))
    except OSError as error:
        raise NotationError("error.unwritable", path=name, reason=system_reason(error)) from None
    return path


def load_game(path: Path) -> Record:
    """The unfinished game in the file at *path*, or the reason why it cannot be gone on with."""
    try:
        with path.open("rb") as file:
            # One byte more than may be read, by which a file that is too large is known.
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise NotationError("error.own_unreadable", path=str(path), reason=system_reason(error)) from None
    record, _ = read_game(data, find_game)
    if record.position.is_over or record.result is not None:
        raise NotationError("play.load_over", path=str(path))
    return record
