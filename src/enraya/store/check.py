"""Whether everything in a database is as it was written: SQLite's own check, and every checksum and chain of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from enraya.errors import NotationError
from enraya.store.database import NotStored, reading_file
from enraya.store.hash_chain import row_checksum
from enraya.store.migrations import version_of
from enraya.store.schema import CLASS_TABLES, VERSION, events, facts, matches
from enraya.store.stored import Damaged, read_match

MOST_PROBLEMS = 100
FIRST_WITH_CHECKSUMS, FIRST_WITH_CLASSES = 2, 3
"""Versions of the tables."""


@dataclass
class CheckReport:
    """What a check found: how much there is, the matches that are damaged, and what is wrong beside them."""

    version: int
    matches: int = 0
    events: int = 0
    damaged: list[Damaged] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.damaged and not self.problems


def check_file(path: Path) -> CheckReport:
    """Check a SQLite file, also while a server uses it; nothing is written."""
    if not path.exists() or not path.stat().st_size:
        raise NotStored("store.no_file", database=path)
    with _refusing(path), reading_file(path) as connection:
        report = check(connection, str(path))
        found = connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_PROBLEMS})").scalars().all()
        report.problems += [str(line) for line in found if line != "ok"]
    return report


def check_server(url: str) -> CheckReport:
    """Check a PostgreSQL database by its URL; nothing is written."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    try:
        with _refusing(engine.url.render_as_string(hide_password=True)), engine.connect() as connection:
            return check(connection, engine.url.render_as_string(hide_password=True))
    finally:
        engine.dispose()


@contextmanager
def _refusing(name: object) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        reason = " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())
        raise NotStored("store.unusable", database=name, reason=reason) from None


def check(connection: Connection, name: str) -> CheckReport:
    """Check every fact and every match with its events."""
    report = CheckReport(version_of(connection, name))
    if report.version > VERSION:
        raise NotStored("store.version", version=report.version, known=VERSION)
    if report.version < FIRST_WITH_CHECKSUMS:
        # It has no checksums yet; the next start of the server writes them.
        return report
    for fact in connection.execute(select(facts)).mappings():
        if fact["checksum"] != row_checksum({**fact}):
            report.problems.append(f"facts: {fact['name']!r}")
    known = set()
    for row in connection.execute(select(matches)).mappings().all():
        known.add(row["id"])
        query = select(events).where(events.c.match == row["id"]).order_by(events.c.number)
        happened = connection.execute(query).mappings().all()
        report.matches, report.events = report.matches + 1, report.events + len(happened)
        try:
            read_match(row, happened)
        except Damaged as damaged:
            report.damaged.append(damaged)
    for name in connection.execute(select(events.c.match).distinct()).scalars():
        if name not in known:
            report.damaged.append(Damaged(str(name), NotationError("store.damaged_row")))
    if report.version >= FIRST_WITH_CLASSES:
        report.problems += _class_problems(connection)
    return report


def _class_problems(connection: Connection) -> Iterator[str]:
    """The rows of classes that do not fit their checksums; files are held against the digest when they are read."""
    for table in CLASS_TABLES:
        columns = [column for column in table.c if column.name != "file"]
        for row in connection.execute(select(*columns)).mappings():
            if row["checksum"] != row_checksum({**row}):
                yield f"{table.name}: {' '.join(str(row[column.name]) for column in table.primary_key)}"
