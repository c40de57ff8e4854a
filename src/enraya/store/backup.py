"""A copy of a database file while a server uses it, and the way back from such a copy."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.exc import SQLAlchemyError

from enraya.errors import system_reason
from enraya.store.check import CheckReport, check_file
from enraya.store.database import Database, NotStored, reading_file
from enraya.store.schema import metadata

PARTS = ("", "-wal", "-shm")
"""The suffixes of the files that SQLite keeps beside a database."""


def back_up(database: Path, copy: Path) -> CheckReport:
    """Write a copy of *database* to *copy*, whole and checked, or nothing at all. No file is replaced."""
    if copy.exists():
        raise NotStored("store.backup_there", path=copy)
    if not (database.exists() and database.stat().st_size):
        raise NotStored("store.no_file", database=database)
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    try:
        _copy(database, unfinished)
        report = check_file(unfinished, database)
        unfinished.replace(copy)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise NotStored("store.unusable", database=copy, reason=system_reason(error)) from None
    finally:
        unfinished.unlink(missing_ok=True)
    return report


def restore(copy: Path, database: Path) -> tuple[CheckReport, Path | None]:
    """Put the data of *copy* in the place of *database*, which no server may use; what was there is kept beside it.

    Gives what the check of *copy* found, and where the former database is now. A copy that is damaged is refused.
    """
    report = check_file(copy)
    if not report.is_sound:
        raise NotStored("store.backup_damaged", path=copy)
    if _is_foreign(database):
        raise NotStored("store.foreign", database=database)
    unfinished, former = database.with_name(f"{database.name}.unfinished"), None
    # The claim on the file is held until the new one stands in its place.
    opened = Database(database)
    try:
        _copy(copy, unfinished)
        if database.exists() and database.stat().st_size:
            former = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
            for part in PARTS:
                with suppress(FileNotFoundError):
                    Path(f"{database}{part}").replace(f"{former}{part}")
        unfinished.replace(database)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise NotStored("store.unusable", database=database, reason=system_reason(error)) from None
    finally:
        unfinished.unlink(missing_ok=True)
        opened.close()
    return report, former


def _is_foreign(database: Path) -> bool:
    """True if there is a database of another program: one that can be read, and has tables but none of ours."""
    if not (database.exists() and database.stat().st_size):
        return False
    try:
        with reading_file(database) as connection:
            tables = set(inspect(connection).get_table_names())
    except SQLAlchemyError:
        return False
    return bool(tables) and not tables & set(metadata.tables)


def _copy(source: Path, target: Path) -> None:
    """Copy a SQLite file with what is still in its log, and sync it; only its owner may read the copy."""
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    with closing(reading), closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        # One file, without a log of its own beside it.
        writing.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb") as file:
        os.fsync(file.fileno())
