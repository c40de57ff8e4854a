"""The rows that one commit changes, with their checksums and chained events, built before the database is called.

The one thread that writes knows the rows of the matches it has written as they must be, and computes every checksum
from what it knows, never from what it finds: a row that a disk has changed is not made valid by the next move.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, Table, bindparam, delete, insert, select, update

from enraya.errors import NotationError
from enraya.store import ownership
from enraya.store.checked_rows import check_row as check_checksum
from enraya.store.checked_rows import insert_statement, key_of, update_statement, update_values, with_checksum
from enraya.store.database import NotStored
from enraya.store.hash_chain import NO_EVENT, event_hash, row_checksum
from enraya.store.schema import events, facts, matches
from enraya.store.stored_match import Damaged, check_row

MOST_KNOWN = 2000
"""Rows of matches, at some two kilobytes each. What is written to beyond them is read and checked again."""

Row = dict[str, Any]

INSERT_MATCH = insert(matches)
INSERT_EVENT = insert(events)
UPDATE_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values({column.name: bindparam(f"new_{column.name}") for column in matches.c if column.name != "id"})
)
DROP_EVENTS = delete(events).where(events.c.match == bindparam("of"))
DROP_MATCH = delete(matches).where(matches.c.id == bindparam("of"))
DROP_FACT = delete(facts).where(facts.c.name == bindparam("of"))
INSERT_FACT = insert(facts)


class Write(NamedTuple):
    """One statement and the values for it."""

    statement: Executable
    values: Mapping[str, Any]


class KnownRows:
    """The rows of matches as the thread that writes has left them; the least recently used are forgotten."""

    def __init__(self) -> None:
        self._rows: OrderedDict[str, Row] = OrderedDict()

    def get(self, match: str) -> Row | None:
        """The row of *match*, if it is known."""
        return self._rows.get(match)

    def keep(self, match: str, row: Row | None) -> None:
        """Cache *row* as the row of *match*; None: nothing is known of it."""
        self._rows.pop(match, None)
        if row is not None:
            self._rows[match] = row
            if len(self._rows) > MOST_KNOWN:
                self._rows.popitem(last=False)


class Holder(NamedTuple):
    """The server that writes, and whether others share the database with it."""

    server: str
    is_shared: bool


class Changes:
    """The changes of one commit. Whoever plans some asks for the rows it needs before it changes anything."""

    def __init__(self, connection: Connection, known: KnownRows, holder: Holder) -> None:
        self._connection, self._known, self._holder = connection, known, holder
        self._new: list[str] = []
        self._changed: dict[str, Row] = {}
        self._deleted: list[str] = []
        self._events: list[Row] = []
        self._others: list[Write] = []
        self._rows: dict[tuple[str, tuple[Any, ...]], Row] = {}

    def row(self, match: str) -> Row:
        """The row of *match* as it is with these changes; `NotStored` where there is none, `Damaged` where it is so."""
        if match in self._deleted:
            raise NotStored("store.no_match", match=match)
        row = self._changed.get(match) or self._known.get(match)
        if row is None:
            found = self._connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
            if found is None:
                raise NotStored("store.no_match", match=match)
            row = dict(found)
            try:
                check_row(row)
            except NotationError as error:
                raise Damaged(match, error) from None
        return row

    def rows_followed_by(self, match: str) -> Iterator[str]:
        """The names of the matches whose rematch *match* is."""
        yield from self._connection.execute(select(matches.c.id).where(matches.c.rematch == match)).scalars().all()

    def claim_match(self, match: str, *, now: float, alive: float) -> float:
        """Hold *match* from now on; as `ownership.take`."""
        server, is_shared = self._holder
        ran = ownership.take(self._connection, match, server, now=now, alive=alive, is_shared=is_shared)
        # Another server may have written to it since.
        self._known.keep(match, None)
        return ran

    def lead(self, role: str, now: float) -> None:
        """Take *role* for all servers; as `ownership.lead`."""
        ownership.lead(self._connection, role, self._holder.server, now=now)

    def secret(self, name: str) -> str:
        """A secret that all servers of this database know."""
        found = self._connection.execute(select(facts.c.value).where(facts.c.name == name)).scalar()
        if found is None:
            found = secrets.token_urlsafe(24)
            self._connection.execute(insert_statement(facts), with_checksum(facts, {"name": name, "value": found}))
        return str(found)

    def insert_match(self, row: Row) -> None:
        """A new match without events."""
        self._new.append(row["id"])
        self._changed[row["id"]] = {**row, "event_count": 0, "last_hash": NO_EVENT, "changed": None}

    def update_match(self, match: str, **columns: Any) -> None:
        """Other values in *columns* of *match*."""
        self._changed[match] = {**self.row(match), **columns}

    def add_event(self, match: str, number: int, written: float, body: str) -> None:
        """The event *number* of *match*, which must be the next one."""
        row = self.row(match)
        if number != row["event_count"] + 1:
            raise NotStored("store.not_next", match=match, number=number, count=row["event_count"])
        hashed = event_hash(row["last_hash"], match, number, written, body)
        self._events.append({"match": match, "number": number, "written": written, "body": body, "hash": hashed})
        self.update_match(match, event_count=number, last_hash=hashed, changed=written)

    def delete_match(self, match: str) -> None:
        """Delete everything of *match*."""
        self._deleted.append(match)
        self._changed.pop(match, None)

    def set_fact(self, name: str, value: str) -> None:
        """The fact *name* is *value* from now on."""
        row = {"name": name, "value": value}
        self._others += [
            Write(DROP_FACT, {"of": name}),
            Write(INSERT_FACT, {**row, "checksum": row_checksum(row)}),
        ]

    def insert_row(self, table: Table, row: Mapping[str, Any]) -> None:
        """A new row of a `checked_table`."""
        filled = self._rows[table.name, key_of(table, row)] = with_checksum(table, row)
        self._others.append(Write(insert_statement(table), filled))

    def update_row(self, table: Table, key: tuple[Any, ...], **columns: Any) -> None:
        """Other values in *columns* of the row of a `checked_table`; a row that is damaged is refused, and stays so."""
        filled = self._rows[table.name, key] = with_checksum(table, {**self.checked_row(table, key), **columns})
        self._others.append(Write(update_statement(table), update_values(table, filled)))

    def checked_row(self, table: Table, key: tuple[Any, ...]) -> Row:
        """The row of a `checked_table` as it is with these changes; `Damaged` where it is so or there is none."""
        if (known := self._rows.get((table.name, key))) is not None:
            return known
        which = (column == value for column, value in zip(table.primary_key.columns, key, strict=True))
        found = self._connection.execute(select(table).where(*which)).mappings().first()
        try:
            if found is None:
                raise NotationError("store.damaged_missing")
            check_checksum(table, found)
        except NotationError as error:
            raise Damaged(str(key[-1]), error, code="store.damaged_record") from None
        return dict(found)

    def add(self, writes: Sequence[Write]) -> None:
        """Statements on other tables."""
        self._others += writes

    def execute(self) -> None:
        """Send everything to the database: equal statements together."""
        if self._holder.is_shared:
            self._check_held()
        if self._deleted:
            ownership.forget(self._connection, self._deleted)
        for row in self._changed.values():
            row["checksum"] = row_checksum(row)
        new = [Write(INSERT_MATCH, self._changed[match]) for match in self._new if match in self._changed]
        happened = [Write(INSERT_EVENT, event) for event in self._events if event["match"] in self._changed]
        changed = [
            Write(UPDATE_MATCH, {("of" if name == "id" else f"new_{name}"): value for name, value in row.items()})
            for match, row in self._changed.items()
            if match not in self._new
        ]
        dropped = [Write(drop, {"of": match}) for drop in (DROP_EVENTS, DROP_MATCH) for match in self._deleted]
        for _, group in groupby([*new, *happened, *changed, *dropped, *self._others], key=lambda write: id(write[0])):
            same = list(group)
            self._connection.execute(same[0].statement, [dict(write.values) for write in same])

    def _check_held(self) -> None:
        happened = {event["match"] for event in self._events} | set(self._deleted)
        if held := happened - set(self._new):
            ownership.check_held(self._connection, held, self._holder.server)
        for match in self._new:
            ownership.begin(self._connection, match, self._holder.server, self._changed[match]["created"])

    def accept(self) -> None:
        """Accept the changes as committed: the cached rows become the new ones."""
        for match, row in self._changed.items():
            self._known.keep(match, row)
        for match in self._deleted:
            self._known.keep(match, None)

    def forget(self) -> None:
        """Forget the cached rows: the changes are not on disk, or nobody knows."""
        for match in [*self._changed, *self._deleted]:
            self._known.keep(match, None)
