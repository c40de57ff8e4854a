"""A database and the claim on it: SQLite in a file or PostgreSQL by its URL, for one server at a time.

Two servers on one database would let the same clocks run and the same machines move: the second is refused, unless both
say that they share it; then each match is held by one of them (`ownership`). So is a file whose log was written for
another one, and what is written after the file has been deleted or replaced.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, select
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError

from enraya.errors import EnrayaError, system_reason
from enraya.store.hash_chain import row_checksum
from enraya.store.schema import facts

BUSY_SECONDS = 5
CONNECT_SECONDS = 5
PATIENCE = 3.0
"""Seconds that a server which is just ending has to let go of its claim."""

CLAIM = "SELECT pg_try_advisory_lock(hashtext('enraya ' || current_schema()))"
CLAIM_SHARED = CLAIM.replace("lock(", "lock_shared(")
CLAIM_SERVER = "SELECT pg_try_advisory_lock(hashtextextended('enraya server ' || %s, 0))"
SYNCED = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"


class NotStored(EnrayaError):
    """The disk did not take it, so it has not happened."""


class Taken(NotStored):
    """The refusal where another server holds the database; with its address, if known."""

    def __init__(self, database: str, address: str | None) -> None:
        super().__init__("store.taken" if address is None else "store.taken_at", database=database, address=address)
        self.address = address


class Database:
    """An open database that nobody else serves: `reading` for any thread, `writing` for the one that writes."""

    def __init__(self, database: str | Path, *, is_shared: bool = False) -> None:
        self.name, self.is_shared = str(database), is_shared
        self.server = secrets.token_hex(16)
        self._claim: sqlite3.Connection | None = None
        self._file: Path | None = None
        self._file_ids: dict[Path, tuple[int, int] | None] = {}
        self._patience = PATIENCE
        try:
            url = url_of(database)
            self.name = url.render_as_string(hide_password=True) if "://" in str(database) else str(database)
            if url.get_backend_name() == "sqlite":
                if is_shared:
                    raise NotStored("store.not_shared", database=self.name)
                self._open_file(url)
            elif url.get_backend_name() == "postgresql":
                self._open_server(url)
            else:
                raise NotStored("store.kind", database=self.name)
        except NotStored:
            raise
        except (ArgumentError, ImportError, OSError, ValueError, sqlite3.Error) as error:
            raise self.unusable(error) from None

    def unusable(self, error: BaseException) -> NotStored:
        """The refusal that tells of *error*, with no password in it."""
        said = system_reason(error.orig if isinstance(error, DBAPIError) and error.orig else error)
        reason = " ".join(said.split()) if isinstance(said, str) else said
        return NotStored("store.unusable", database=self.name, reason=reason)

    def close(self) -> None:
        """Close the database. All of a file's data is then in the file itself, whoever still reads it."""
        # A file that was refused is not touched.
        if self._file_ids:
            with suppress(DBAPIError), self.writing.connect() as connection:
                _empty_log(connection)
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

    @contextmanager
    def connect_read_only(self) -> Iterator[Connection | None]:
        """A connection by which nothing can be written, for who does not know yet whose database it is.

        None where there is no file, or one without a byte.
        """
        if self._file is not None and not (self._file.exists() and self._file.stat().st_size):
            yield None
        elif self._file is not None:
            with reading_file(self._file) as connection:
                yield connection
        else:
            with self.reading.connect() as connection:
                yield connection

    # SQLite

    def _open_file(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            # Each thread would have one of its own.
            raise NotStored("store.kind", database=self.name)
        self.reading = self.writing = create_engine(url)
        event.listen(self.reading, "connect", _prepare_file)
        event.listen(self.reading, "handle_error", _tell_damage)
        self._file = Path(url.database)
        if self._file.exists() and not self._file.is_file():
            # The rights of a device are the system's: without /dev/null no other program goes on.
            raise NotStored("store.no_plain_file", database=self.name)
        self._claim = _claim_file(self._file)
        if self._claim is None:
            raise self._taken()
        self._check_log()
        if not self._file.exists():
            _make_private(self._file)

    def make_private(self) -> None:
        """Keep a file, now that it is known to be ours, for its owner alone."""
        if self._file is not None:
            _make_private(self._file)
            # To look whose it is may have made these, with the rights that the file had.
            for beside in (Path(f"{self._file}-wal"), Path(f"{self._file}-shm")):
                if beside.exists():
                    _make_private(beside)

    def _check_log(self) -> None:
        """Refuse a log that was written for another file: SQLite would play it into this one."""
        assert self._file is not None and self._claim is not None
        log = Path(f"{self._file}-wal")
        claimed = self._claim.execute("SELECT value FROM generation").fetchone()
        if claimed is None or not (log.exists() and log.stat().st_size):
            return
        found = _generation_without_log(self._file)
        if found is not None and found != claimed[0]:
            self.close()
            raise NotStored("store.foreign_log", database=self.name, log=log)

    def mark_generation(self) -> None:
        """Write into the file, and beside it, which opening this is, so that its log is known from others."""
        if self._file is None or self._claim is None:
            return
        generation = secrets.token_hex(8)
        with self.writing.begin() as connection:
            connection.exec_driver_sql("DELETE FROM facts WHERE name = 'generation'")
            row = {"name": "generation", "value": generation}
            connection.execute(facts.insert(), {**row, "checksum": row_checksum(row)})
        with self.writing.connect() as connection:
            _empty_log(connection)
        self._claim.execute("DELETE FROM generation")
        self._claim.execute("INSERT INTO generation VALUES (?)", (generation,))
        self._file_ids = {path: _file_id(path) for path in (self._file, Path(f"{self._file}-wal"))}

    def check_file(self) -> None:
        """Refuse to go on once the file or its log is no longer where it was: what is written would be lost with it."""
        if any(_file_id(path) != known for path, known in self._file_ids.items()):
            raise NotStored("store.replaced", database=self.name)

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
            claim = CLAIM_SHARED if self.is_shared else CLAIM
            while not connection.execute(claim).fetchone()[0]:
                if time.monotonic() > until:
                    raise self._taken()
                time.sleep(0.05)
            if self.is_shared and not connection.execute(CLAIM_SERVER, (self.server,)).fetchone()[0]:
                # Another server looks at this very moment whether this one is alive.
                raise NotStored("store.away", reason=self.name)
            connection.execute(SYNCED)
            connection.commit()
        except BaseException:
            connection.close()
            raise
        return connection


def url_of(database: str | Path) -> URL:
    """The URL of *database*, with our driver for PostgreSQL; the folder of a SQLite file is made."""
    if isinstance(database, str) and "://" in database:
        try:
            database.encode()
            url = make_url(database)
        except (ArgumentError, ValueError) as error:
            # Nobody knows where a password would stand in it.
            raise NotStored("store.unusable", database=database.partition("://")[0] + "://", reason=error) from None
        # The driver that the extra `postgresql` brings.
        return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url
    path = Path(database).expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    return URL.create("sqlite", database=str(path))


@contextmanager
def reading_file(path: Path, **options: str) -> Iterator[Connection]:
    """A connection to the SQLite file at *path* by which nothing can be written, whoever else uses it."""
    query = {"mode": "ro", "uri": "true", **options}
    engine = create_engine(URL.create("sqlite", database=path.absolute().as_uri(), query=query))
    event.listen(engine, "connect", _read_any_text)
    event.listen(engine, "handle_error", _tell_damage)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def file_of(database: str | Path) -> Path | None:
    """The file that *database* names; None where it is a URL of a server."""
    url = url_of(database)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def _claim_file(path: Path) -> sqlite3.Connection | None:
    """A lock that every system lets go of when its holder dies, on a small database beside the file. None if taken."""
    if not path.parent.is_dir():
        raise NotADirectoryError(f"{path.parent} is no folder")
    beside = Path(f"{path}-claim")
    _make_private(beside)
    claim = sqlite3.connect(beside, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        # Kept from the first transaction until the connection is closed.
        claim.execute("PRAGMA locking_mode = EXCLUSIVE")
        claim.execute("BEGIN EXCLUSIVE")
        claim.execute("CREATE TABLE IF NOT EXISTS generation (value TEXT)")
        claim.execute("COMMIT")
    except sqlite3.OperationalError as error:
        claim.close()
        if error.sqlite_errorname == "SQLITE_BUSY":
            return None
        raise
    return claim


def _empty_log(connection: Connection) -> None:
    """Write all of the log into the file."""
    # It answers with a row. A statement that still has one to give counts as writing: the next commit would be refused.
    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()


def _make_private(path: Path) -> None:
    """Make *path* a file that only its owner reads, whatever the umask; SQLite gives its log the same rights."""
    with suppress(PermissionError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        path.chmod(0o600)


def _file_id(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _generation_without_log(path: Path) -> str | None:
    """The generation in which the file itself says it was last opened; None where it does not say."""
    try:
        with reading_file(path, immutable="1") as connection:
            return connection.exec_driver_sql("SELECT value FROM facts WHERE name = 'generation'").scalar()
    except DBAPIError:
        return None


def _prepare_file(connection: Any, _: object) -> None:
    """An answer must mean that the move survives a loss of power: FULL syncs the log at each commit."""
    # What is deleted, a class above all, is overwritten: its letters do not stay in free pages.
    settings = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cell_size_check=ON", "secure_delete=ON")
    for setting in (*settings, f"busy_timeout={BUSY_SECONDS * 1000}"):
        connection.execute(f"PRAGMA {setting}").close()
    _read_any_text(connection, None)


def _read_any_text(connection: Any, _: object) -> None:
    # One damaged text is for whoever reads that row to refuse: by itself it would make the whole query fail.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")


def _tell_damage(context: ExceptionContext) -> DatabaseError | None:
    """SQLite's sentence about a damaged name quotes it, and Python's module fails at its bytes instead of telling."""
    error = context.original_exception
    return DatabaseError(context.statement, None, error) if isinstance(error, UnicodeDecodeError) else None
