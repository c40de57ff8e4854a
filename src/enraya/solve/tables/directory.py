"""The directory of solved games: a table for each in the user's data directory, used by every solver."""

from __future__ import annotations

import logging
import os
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.solve.tables.file import Table

logger = logging.getLogger(__name__)
VARIABLE = "ENRAYA_TABLES"
"""The environment variable that names another folder."""


def folder() -> Path:
    """The folder that tables are kept in."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else _tables_of(data_folder())


@lru_cache(maxsize=4)
def _tables_of(data: Path) -> Path:
    return data / "tables"


def data_folder() -> Path:
    """The folder of this user's data."""
    return _data_folder(os.environ.get("XDG_DATA_HOME"), os.environ.get("HOME"))


@lru_cache(maxsize=4)
def _data_folder(*_environment: str | None) -> Path:
    """Worked out once: every solve asks for it, and many take less time than this does."""
    from platformdirs import user_data_path

    return user_data_path("enraya", appauthor=False)


def table_path(game: Game[Any, Any]) -> Path:
    """Where the table of *game* is, or would be."""
    return _table_path(folder(), game.name)


@lru_cache(maxsize=16)
def _table_path(place: Path, name: str) -> Path:
    return place / f"{_file_name(name)}.table"


def checkpoint_path(game: Game[Any, Any], kind: str = "proven", *, about: str | None = None) -> Path:
    """The path of the checkpoint of *game* when a solve is interrupted that named no file; the folder is made.

    What it was *about* is told apart, if it was not the game's start.
    """
    folder().mkdir(parents=True, exist_ok=True)
    part = "" if about is None else f"-{_hash(about)}"
    return folder() / f"{_file_name(game.name)}{part}.{kind}"


def _file_name(name: str) -> str:
    # A name may hold anything, such as the path of a student's file: a hash tells apart what is not plain.
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
    return f"{plain}-{_hash(name)}"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def find_table(game: Game[Any, Any]) -> Table | None:
    """The table of *game*, if it has been stored. One that cannot be used is told of, and done without."""
    written = written_at(game)
    return None if written is None else _open(table_path(game), game, game.edition, written)


def changed_at() -> int | None:
    """The time at which a table was last stored or taken away, in nanoseconds; None where none ever was."""
    try:
        return folder().stat().st_mtime_ns
    except OSError:
        return None


def written_at(game: Game[Any, Any]) -> int | None:
    """The time at which the table of *game* was stored, in nanoseconds; None if there is none."""
    try:
        return table_path(game).stat().st_mtime_ns
    except OSError:
        return None


@lru_cache(maxsize=16)
def _open(path: Path, game: Game[Any, Any], edition: str, written: int) -> Table | None:
    """Opening reads the whole file once to check it, so a table that has not changed stays open."""
    try:
        table = Table(path, game)
        # A forged one is refused by what it says of the start, before anybody is offered an answer from it.
        table.worth(game.initial())
        return table
    except EnrayaError as error:
        logger.warning("%s", error)
        return None
