"""The integrity check of a database: SQLite's own check, and every checksum and chain of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, create_engine, func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from enraya.errors import EnrayaError, NotationError
from enraya.store.checked_rows import checked_tables, damaged_keys
from enraya.store.database import NotStored, reading_file, url_of
from enraya.store.migrations import NO_TABLES, version_of
from enraya.store.schema import VERSION, events, matches, metadata, tournament_games, tournaments
from enraya.store.stored_match import Damaged, read_match

MOST_PROBLEMS = 100


@dataclass
class CheckReport:
    """What a check found: how much there is, what is damaged of it, and what SQLite itself says is wrong.

    `records` are the rows of all other tables.
    """

    version: int
    matches: int = 0
    events: int = 0
    records: int = 0
    damaged: list[EnrayaError] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """True if the check found no fault."""
        return not self.damaged and not self.problems


def check_file(path: Path, name: Path | None = None) -> CheckReport:
    """Check a SQLite file, also while a server uses it; nothing is written. *name* is what refusals call it."""
    if not path.exists() or not path.stat().st_size:
        raise NotStored("store.no_file", database=path)
    with _refusing(name or path), reading_file(path) as connection:
        report = check(connection, str(name or path))
        if report.version == NO_TABLES:
            raise NotStored("store.no_file", database=name or path)
        found = connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_PROBLEMS})").scalars().all()
        report.problems += [str(line) for line in found if line != "ok"]
    return report


def check_server(url: str) -> CheckReport:
    """Check a PostgreSQL database by its URL; nothing is written."""
    engine = create_engine(url_of(url))
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
    """Check every match with its events, and every row of the other tables."""
    report = CheckReport(version_of(connection, name))
    if report.version > VERSION:
        raise NotStored("store.version", version=report.version, known=VERSION)
    if report.version < VERSION:
        # An older version has not all checksums yet; the next start of the server writes them.
        return report
    for table in checked_tables(metadata):
        for key, is_damaged in damaged_keys(connection, table):
            report.records += 1
            if is_damaged:
                named = ", ".join(map(repr, key))
                report.damaged.append(EnrayaError("store.damaged_entry", table=table.name, name=named))
    _check_game_counts(connection, report)
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
    return report


def _check_game_counts(connection: Connection, report: CheckReport) -> None:
    """Notice a game of a tournament that is lost as a whole, row and checksum."""
    played = select(tournament_games.c.tournament, func.count()).group_by(tournament_games.c.tournament)
    found = {row[0]: row[1] for row in connection.execute(played)}
    for name, count in connection.execute(select(tournaments.c.id, tournaments.c.game_count)).all():
        if found.pop(name, 0) != count:
            report.damaged.append(EnrayaError("store.damaged_entry", table=tournaments.name, name=repr(name)))
    for name in found:
        report.damaged.append(EnrayaError("store.damaged_entry", table=tournament_games.name, name=repr(name)))
