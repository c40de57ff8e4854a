"""Rows with a checksum of their own: one way to write, change, read and check them, for every table that has one.

A table is made by `checked_table`, its rows go through `Changes.insert_row` and `Changes.update_row`, and whoever reads
one asks `check_row`; `enraya database check` then looks at it with all others. A column of bytes comes with one that
holds their hash, and only the hash is in the checksum: a row is checked without reading a large file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    Insert,
    LargeBinary,
    MetaData,
    RowMapping,
    String,
    Table,
    Update,
    bindparam,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.schema import SchemaItem

from enraya.errors import NotationError
from enraya.store.hash_chain import HASH_LENGTH, row_checksum

CHECKSUM = "checksum"
IS_CHECKED = "enraya.checked"
KEY, NEW = "of_", "new_"
"""What the names of parameters begin with: the key of a row, and its other columns."""

Row = Mapping[str, Any] | RowMapping


def checked_table(name: str, metadata: MetaData, *items: SchemaItem, **options: Any) -> Table:
    """A table whose rows have a checksum, in a column of its own."""
    hashes = [_text(_hash_name(item)) for item in items if isinstance(item, Column) and _is_bytes(item)]
    return Table(name, metadata, *items, *hashes, _text(CHECKSUM), info={IS_CHECKED: True}, **options)


def checked_tables(metadata: MetaData) -> list[Table]:
    """The tables whose rows have a checksum, by name."""
    return [table for _, table in sorted(metadata.tables.items()) if table.info.get(IS_CHECKED)]


def with_checksum(table: Table, row: Row) -> dict[str, Any]:
    """*row* with its hashes and its checksum."""
    filled: dict[str, Any] = {column.name: row.get(column.name) for column in table.c if column.name != CHECKSUM}
    for column in table.c:
        if isinstance(column.type, Float) and filled[column.name] is not None:
            # As a database gives it back.
            filled[column.name] = float(filled[column.name])
        if _is_bytes(column):
            filled[_hash_name(column)] = _hash(filled[column.name])
    return {**filled, CHECKSUM: _checksum(table, filled)}


def check_row(table: Table, row: Row) -> None:
    """Refuse a row that a disk has changed. Columns of bytes are looked at where *row* has them."""
    for column in table.c:
        if _is_bytes(column) and column.name in row and row[_hash_name(column)] != _hash(row[column.name]):
            raise NotationError("store.damaged_checksum")
    if row[CHECKSUM] != _checksum(table, row):
        raise NotationError("store.damaged_checksum")


def key_of(table: Table, row: Row) -> tuple[Any, ...]:
    """What a row is known by."""
    return tuple(row[column.name] for column in table.primary_key.columns)


def damaged_keys(connection: Connection, table: Table) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """The key of every row of *table*, and whether the row is damaged."""
    for row in connection.execute(select(table)).mappings():
        try:
            check_row(table, row)
            yield key_of(table, row), False
        except NotationError:
            yield key_of(table, row), True


@cache
def insert_statement(table: Table) -> Insert:
    """Inserts a row that `with_checksum` gave."""
    return insert(table)


@cache
def update_statement(table: Table) -> Update:
    """Writes a row anew with the parameters that `update_values` gives."""
    keys = [column == bindparam(f"{KEY}{column.name}") for column in table.primary_key.columns]
    columns: dict[str, Any] = {
        column.name: bindparam(f"{NEW}{column.name}") for column in table.c if not column.primary_key
    }
    return update(table).where(*keys).values(columns)


def update_values(table: Table, row: Row) -> dict[str, Any]:
    """The parameters of `update_statement` for a row that `with_checksum` gave."""
    return {f"{KEY if column.primary_key else NEW}{column.name}": row[column.name] for column in table.c}


def add_checksums(connection: Connection, table: Table) -> None:
    """Give every row of a table, which an older version made without them, its checksum as the row is now."""
    if table.name not in inspect(connection).get_table_names():
        return
    there = {column["name"] for column in inspect(connection).get_columns(table.name)}
    for column in table.c:
        if column.name not in there:
            kind = column.type.compile(connection.dialect)
            default = column.server_default.arg  # type: ignore[union-attr]
            statement = f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind} NOT NULL DEFAULT '{default}'"
            connection.execute(text(statement))
    for row in connection.execute(select(table)).mappings().all():
        connection.execute(update_statement(table), update_values(table, with_checksum(table, row)))


def _text(name: str) -> Column[str]:
    return Column(name, String(HASH_LENGTH), nullable=False, server_default="")


def _is_bytes(column: Column[Any]) -> bool:
    return isinstance(column.type, LargeBinary)


def _hash_name(column: Column[Any]) -> str:
    return f"{column.name}_hash"


def _hash(data: object) -> str:
    # A damaged column may hold anything.
    as_bytes = bytes(data) if isinstance(data, bytes | memoryview) else repr(data).encode()
    return hashlib.blake2b(as_bytes, digest_size=HASH_LENGTH // 2).hexdigest()


def _checksum(table: Table, row: Row) -> str:
    return row_checksum({name: row[name] for name in _summed(table)})


@cache
def _summed(table: Table) -> tuple[str, ...]:
    """The columns that are in the checksum."""
    return tuple(column.name for column in table.c if column.name != CHECKSUM and not _is_bytes(column))
