"""A database and the claim on it: SQLite in a file or PostgreSQL by its URL, for one server at a time.

Two servers on one database would let the same clocks run and the same machines move: the second is refused.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from enraya.errors import EnrayaError
from enraya.store.schema import facts

BUSY_SECONDS = 5
CONNECT_SECONDS = 5
PATIENCE = 3.0
"""Seconds that a server which is just ending has to let go of its claim."""

CLAIM = "SELECT pg_try_advisory_lock(hashtext('enraya ' || current_schema()))"
SYNCED = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"


class NotStored(EnrayaError):
    """The disk did not take it, so it has not happened."""


class Taken(NotStored):
    """Another server holds the database; its address, if it has told."""

    def __init__(self, database: str, address: str | None) -> None:
        super().__init__("store.taken" if address is None else "store.taken_at", database=database, address=address)
        self.address = address


class Database:
    """An open database that nobody else serves: `reading` for any thread, `writing` for the one that writes."""

    def __init__(self, database: str | Path) -> None:
        self.name = str(database)
        self._claim: sqlite3.Connection | None = None
        self._patience = PATIENCE
        try:
            url = _url(database)
            self.name = url.render_as_string(hide_password=True) if "://" in str(database) else str(database)
            if url.get_backend_name() == "sqlite":
                self._open_file(url)
            elif url.get_backend_name() == "postgresql":
                self._open_server(url)
            else:
                raise NotStored("store.kind", database=self.name)
        except (ArgumentError, ImportError, OSError, sqlite3.Error) as error:
            raise self.unusable(error) from None

    def unusable(self, error: BaseException) -> NotStored:
        """The refusal that tells of *error*, with no password in it."""
        reason = " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())
        return NotStored("store.unusable", database=self.name, reason=reason)

    def close(self) -> None:
        """Let go of it. All of a file's data is then in the file itself, whoever still reads it."""
        if self.writing.dialect.name == "sqlite":
            with suppress(DBAPIError), self.writing.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        self.writing.dispose()
        self.reading.dispose()
        if self._claim is not None:
            self._claim.close()

    def _taken(self) -> Taken:
        try:
            with self.reading.connect() as connection:
                address = connection.execute(select(facts.c.value).where(facts.c.name == "address")).scalar()
        except DBAPIError:
            address = None
        self.reading.dispose()
        return Taken(self.name, address)

    # SQLite

    def _open_file(self, url: URL) -> None:
        self.reading = self.writing = create_engine(url)
        event.listen(self.reading, "connect", _prepare_file)
        if url.database and url.database != ":memory:":
            self._claim = _claim_file(Path(url.database))
            if self._claim is None:
                raise self._taken()

    # PostgreSQL

    def _open_server(self, url: URL) -> None:
        settings: dict[str, Any] = {"pool_pre_ping": True, "connect_args": {"connect_timeout": CONNECT_SECONDS}}
        if "connect_timeout" in url.query:
            del settings["connect_args"]
        self.reading = create_engine(url, **settings)
        # The claim lasts as long as the connection that writes. Once that breaks, nothing is written without a new one.
        self.writing = create_engine(url, pool_size=1, max_overflow=0, **settings)
        event.listen(self.writing, "do_connect", self._connect_and_claim)

    def _connect_and_claim(self, dialect: Any, _: object, arguments: list[Any], options: dict[str, Any]) -> Any:
        connection = dialect.connect(*arguments, **options)
        until, self._patience = time.monotonic() + self._patience, 0.0
        try:
            while not connection.execute(CLAIM).fetchone()[0]:
                if time.monotonic() > until:
                    raise self._taken()
                time.sleep(0.05)
            connection.execute(SYNCED)
            connection.commit()
        except BaseException:
            connection.close()
            raise
        return connection


def _url(database: str | Path) -> URL:
    if isinstance(database, str) and "://" in database:
        url = make_url(database)
        # The driver that the extra `postgresql` brings.
        return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url
    path = Path(database).expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    return URL.create("sqlite", database=str(path))


def _claim_file(path: Path) -> sqlite3.Connection | None:
    """A lock that every system lets go of when its holder dies: an open transaction beside the file. None if taken."""
    if not path.parent.is_dir():
        raise NotADirectoryError(f"{path.parent} is no folder")
    claim = sqlite3.connect(f"{path}-claim", timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        claim.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        claim.close()
        if error.sqlite_errorname == "SQLITE_BUSY":
            return None
        raise
    return claim


def _prepare_file(connection: Any, _: object) -> None:
    """An answer must mean that the move survives a loss of power: FULL syncs the log at each commit."""
    for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_SECONDS * 1000}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}").close()
    # One damaged text is for whoever reads that row to refuse: by itself it would make the whole query fail.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
