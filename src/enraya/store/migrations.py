"""The migration of tables of an older version to this one, and the check of whose tables they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, delete, func, insert, inspect, select, text, update

from enraya.store.checked_rows import add_checksums, update_statement, update_values, with_checksum
from enraya.store.database import Database, NotStored
from enraya.store.hash_chain import NO_EVENT, event_hash, row_checksum
from enraya.store.schema import (
    APPLICATION_ID,
    CLASS_TABLES,
    VERSION,
    events,
    facts,
    hand_ins,
    matches,
    metadata,
    tournament_games,
    tournaments,
)

NO_TABLES = 0
TABLES_OF_VERSION_1 = {"facts", "matches", "seats", "events"}


def prepare(database: Database) -> None:
    """Make the tables of a new database, or bring those of an older version up to this one; `NotStored` for others'.

    All in one transaction: whatever interrupts it, the database is as it was.
    """
    with database.connect_read_only() as connection:
        found = NO_TABLES if connection is None else version_of(connection, database.name)
    if found > VERSION:
        raise NotStored("store.version", version=found, known=VERSION)
    database.make_private()
    with database.writing.begin() as connection:
        if connection.dialect.name == "sqlite":
            # The driver begins a transaction by itself before rows are changed, but not before tables are.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        if found == NO_TABLES:
            metadata.create_all(connection)
            _set_fact(connection, "alive", "0")
        else:
            for version in range(found, VERSION):
                MIGRATIONS[version](connection)
            # Tables that came later than the version which made the database.
            metadata.create_all(connection)
        if found != VERSION:
            _set_fact(connection, "version", str(VERSION))
            if connection.dialect.name == "sqlite":
                connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))


def version_of(connection: Connection, name: str) -> int:
    """The version of our tables in the database called *name*, `NO_TABLES` if it is empty; `NotStored` if not ours."""
    tables = set(inspect(connection).get_table_names())
    is_file = connection.dialect.name == "sqlite"
    marked = int(connection.execute(text("PRAGMA application_id")).scalar() or 0) if is_file else 0
    # What we make are tables: a view could stand for one of them, and a trigger undo what is written.
    if is_file and connection.execute(text("SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger')")).first():
        raise NotStored("store.foreign", database=name)
    if not tables & (set(metadata.tables) | TABLES_OF_VERSION_1) and not (is_file and tables) and not marked:
        return NO_TABLES
    foreign = NotStored("store.foreign", database=name)
    if marked not in (0, APPLICATION_ID) or not {"facts", "matches", "events"} <= tables:
        raise foreign
    columns = {column["name"] for column in inspect(connection).get_columns("facts")}
    if not {"name", "value"} <= columns:
        raise foreign
    found = connection.execute(text("SELECT value FROM facts WHERE name = 'version'")).scalar()
    if found is not None and "checksum" in columns and "seats" not in tables:
        row = connection.execute(select(facts).where(facts.c.name == "version")).mappings().one()
        if row["checksum"] != row_checksum({**row}):
            raise NotStored("store.damaged_version", database=name)
    if found is None and "seats" in tables:
        # Version 1 made its tables first and said so afterwards.
        return 1
    if found is None or not str(found).isdecimal() or (is_file and not marked and str(found) != "1"):
        raise foreign
    return int(found)


def _set_fact(connection: Connection, name: str, value: str) -> None:
    row = {"name": name, "value": value}
    connection.execute(delete(facts).where(facts.c.name == name))
    connection.execute(insert(facts), {**row, "checksum": row_checksum(row)})


def _to_version_2(connection: Connection) -> None:
    """Chains the events, gives every row its checksum, and moves the tokens of the seats into their matches' rows."""
    for table in (facts, matches, events):
        there = {column["name"] for column in inspect(connection).get_columns(table.name)}
        for column in table.c:
            if column.name not in there:
                kind = column.type.compile(connection.dialect)
                needed = "" if column.nullable else f" NOT NULL DEFAULT '{column.server_default.arg}'"  # type: ignore[union-attr]
                connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}{needed}"))
    seats = connection.execute(text("SELECT match, seat, token FROM seats")).all()
    tokens = {(match, seat): token for match, seat, token in seats}
    for name in connection.execute(select(matches.c.id)).scalars().all():
        _chain(connection, name, {seat: tokens.get((name, seat)) for seat in (0, 1)})
    for fact in connection.execute(select(facts.c.name, facts.c.value)).mappings().all():
        changed = update(facts).where(facts.c.name == fact["name"])
        connection.execute(changed.values(checksum=row_checksum({**fact})))
    connection.execute(text("DROP TABLE seats"))
    for index in matches.indexes:
        index.create(connection, checkfirst=True)


def _chain(connection: Connection, match: str, tokens: Mapping[int, Any]) -> None:
    """Chain the events of *match* as they are, and write its row with its checksum."""
    previous, count, changed = NO_EVENT, 0, None
    query = select(events).where(events.c.match == match).order_by(events.c.number)
    for event in connection.execute(query).mappings().all():
        previous = event_hash(previous, match, event["number"], event["written"], event["body"])
        of = (events.c.match == match, events.c.number == event["number"])
        connection.execute(update(events).where(*of).values(hash=previous))
        count, changed = count + 1, event["written"]
    row = dict(connection.execute(select(matches).where(matches.c.id == match)).mappings().one())
    row |= {"first_token": tokens[0], "second_token": tokens[1]}
    row |= {"event_count": count, "last_hash": previous, "changed": changed}
    row["checksum"] = row_checksum(row)
    connection.execute(update(matches).where(matches.c.id == match).values(row))


def _to_version_3(connection: Connection) -> None:
    """Add the tables of classes; give the players handed in, the tournaments and their games checksums, as they are."""
    metadata.create_all(connection, tables=CLASS_TABLES)
    for table in (hand_ins, tournament_games, tournaments):
        add_checksums(connection, table)
    if not inspect(connection).has_table(tournaments.name):
        return
    for row in connection.execute(select(tournaments)).mappings().all():
        played = select(func.count()).where(tournament_games.c.tournament == row["id"])
        filled = with_checksum(tournaments, {**row, "game_count": connection.execute(played).scalar()})
        connection.execute(update_statement(tournaments), update_values(tournaments, filled))


MIGRATIONS: dict[int, Callable[[Connection], None]] = {1: _to_version_2, 2: _to_version_3}
"""By the version that each begins with."""
