"""The store: makes the tables of a database, writes through one thread and reads from any."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from enraya.match import HUMAN, Event, event_to_json
from enraya.match.clock import is_number
from enraya.store.database import Database, NotStored
from enraya.store.schema import VERSION, events, facts, matches, metadata, seats
from enraya.store.stored import Damaged, StoredMatch, read_match
from enraya.store.writer import Write, Writer

INSERT_EVENT = insert(events)
INSERT_MATCH = insert(matches)
INSERT_SEAT = insert(seats)
SET_PHASE = update(matches).where(matches.c.id == bindparam("of")).values(phase=bindparam("now"))
SET_REMATCH = update(matches).where(matches.c.id == bindparam("of")).values(rematch=bindparam("to"))
SET_NAMES = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values(first_name=bindparam("first"), second_name=bindparam("second"), invitation=None)
)
DROP_EVENTS = delete(events).where(events.c.match == bindparam("of"))
DROP_SEATS = delete(seats).where(seats.c.match == bindparam("of"))
DROP_MATCH = delete(matches).where(matches.c.id == bindparam("of"))
DROP_REMATCH = update(matches).where(matches.c.rematch == bindparam("of")).values(rematch=None)
SET_SEAT = (
    update(seats)
    .where(seats.c.match == bindparam("of"), seats.c.token == bindparam("from"))
    .values(token=bindparam("to"))
)
SET_OWNER = (
    update(matches)
    .where(matches.c.id == bindparam("of"), matches.c.owner == bindparam("from"))
    .values(owner=bindparam("to"))
)
INSERT_FACT = insert(facts)
DROP_FACT = delete(facts).where(facts.c.name == bindparam("of"))
SET_ALIVE = update(facts).where(facts.c.name == "alive").values(value=bindparam("now"))


class Store:
    """Matches in a database: a file's path, or a URL."""

    def __init__(self, database: str | Path) -> None:
        self._database = Database(database)
        try:
            self._check_version()
        except BaseException as error:
            self._database.close()
            if isinstance(error, DBAPIError):
                raise self._database.unusable(error) from None
            raise
        self._writer = Writer(self._database.writing)

    def close(self) -> None:
        """Write what is waiting and let go of the database."""
        self._writer.close()
        self._database.close()

    @property
    def waiting(self) -> int:
        """How many writes wait for the disk, about."""
        return self._writer.waiting

    def _check_version(self) -> None:
        metadata.create_all(self._database.writing)
        with self._database.writing.begin() as connection:
            known = {row.name: row.value for row in connection.execute(select(facts))}
            if "version" not in known:
                connection.execute(
                    insert(facts), [{"name": "version", "value": str(VERSION)}, {"name": "alive", "value": "0"}]
                )
            elif known["version"] != str(VERSION):
                raise NotStored("store.version", version=known["version"], known=VERSION)

    # Writing

    def create(self, match: StoredMatch, *, follows: str | None = None) -> Future[None]:
        """Keep a new match, its seats and whatever events it has; with *follows*, as the rematch of that match."""
        row = {
            "id": match.id,
            "created": match.created,
            "settings": json.dumps(match.settings.to_json(), ensure_ascii=False),
            "first_name": match.names[0],
            "second_name": match.names[1],
            "owner": match.owner,
            "invited_seat": match.invited_seat,
            "invitation": match.invitation,
            "phase": match.phase,
            "rematch": match.rematch,
        }
        taken = [Write(INSERT_SEAT, _seat_row(match.id, seat, token)) for seat, token in match.seats.items()]
        happened = [
            self._event(match.id, number, event, match.created) for number, event in enumerate(match.events, start=1)
        ]
        linked = [] if follows is None else [Write(SET_REMATCH, {"of": follows, "to": match.id})]
        return self._write([Write(INSERT_MATCH, row), *taken, *happened, *linked])

    def append(self, match: str, number: int, event: Event, *, at: float, phase: str | None = None) -> Future[None]:
        """Keep the event *number* of *match*, written *at*; with *phase*, that the match has come to it."""
        writes = [self._event(match, number, event, at)]
        if phase is not None:
            writes.append(Write(SET_PHASE, {"of": match, "now": phase}))
        return self._write(writes)

    def join(
        self, match: str, seat: int, token: str, names: tuple[str | None, str | None], started: Event, *, at: float
    ) -> Future[None]:
        """Keep that *token* has taken *seat*, and with that the match began."""
        named = {"of": match, "first": names[0], "second": names[1]}
        return self._write(
            [
                Write(INSERT_SEAT, _seat_row(match, seat, token)),
                Write(SET_NAMES, named),
                Write(SET_PHASE, {"of": match, "now": "playing"}),
                self._event(match, 1, started, at),
            ]
        )

    def delete(self, match: str) -> Future[None]:
        """Keep nothing of *match* any more."""
        return self._write([Write(drop, {"of": match}) for drop in (DROP_EVENTS, DROP_SEATS, DROP_REMATCH, DROP_MATCH)])

    def leave(self, match: str, token: str, nobody: str) -> Future[None]:
        """Keep *match*, in which what was *token*'s is now of *nobody*: another token, that nobody holds."""
        change = {"of": match, "from": token, "to": nobody}
        return self._write([Write(SET_SEAT, change), Write(SET_OWNER, change)])

    def mark_alive(self, at: float) -> Future[None]:
        """Keep that a server was alive *at*: the time after it, until the next start, is charged to nobody."""
        return self._write([Write(SET_ALIVE, {"now": repr(at)})])

    def announce(self, address: str) -> Future[None]:
        """Keep where the server is that holds this database, for who finds it taken."""
        named = {"name": "address", "value": address}
        return self._write([Write(DROP_FACT, {"of": "address"}), Write(INSERT_FACT, named)])

    def _event(self, match: str, number: int, event: Event, at: float) -> Write:
        body = json.dumps(event_to_json(event), ensure_ascii=False)
        return Write(INSERT_EVENT, {"match": match, "number": number, "written": at, "body": body})

    def _write(self, writes: Sequence[Write]) -> Future[None]:
        return self._writer.write(writes)

    # Reading

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._database.reading.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise NotStored("store.away", reason=str(error.orig)) from None

    def load(self, id: str) -> StoredMatch | None:
        """The match called *id*, with all its events; `Damaged` where they are none."""
        columns = (events.c.number, events.c.body, events.c.written)
        with self._reading() as connection:
            row = connection.execute(select(matches).where(matches.c.id == id)).mappings().first()
            if row is None:
                return None
            taken = connection.execute(select(seats).where(seats.c.match == id)).mappings().all()
            happened = select(*columns).where(events.c.match == id).order_by(events.c.number)
            return read_match(row, taken, connection.execute(happened).mappings().all())

    def unfinished(self, most: int) -> list[str]:
        """The matches in which a game goes on and a person plays, the newest first."""
        has_person = matches.c.settings.contains(json.dumps(HUMAN))
        playing = select(matches.c.id).where(matches.c.phase == "playing", has_person)
        query = playing.order_by(matches.c.created.desc()).limit(most)
        with self._reading() as connection:
            return [str(id) for id in connection.execute(query).scalars()]

    def of_token(self, token: str, most: int) -> list[StoredMatch | Damaged]:
        """The matches that *token* has a seat in or made, the last changed first, without their events."""
        own = select(seats.c.match).where(seats.c.token == token)
        of_match = select(events.c.written).where(events.c.match == matches.c.id)
        written = of_match.order_by(events.c.number.desc()).limit(1).scalar_subquery()
        query = (
            select(matches, written.label("written"))
            .where((matches.c.owner == token) | matches.c.id.in_(own))
            .order_by(func.coalesce(written, matches.c.created).desc())
            .limit(most)
        )
        with self._reading() as connection:
            return [_read_or_damaged(row) for row in connection.execute(query).mappings()]

    def last_alive(self) -> float:
        """When a server was last known to be alive, by the wall clock; 0 if never."""
        with self._reading() as connection:
            found = connection.execute(select(facts.c.value).where(facts.c.name == "alive")).scalar()
        try:
            alive = float(found or 0)
        except ValueError:
            return 0.0
        return alive if math.isfinite(alive) else 0.0


def _read_or_damaged(row: RowMapping) -> StoredMatch | Damaged:
    try:
        stored = read_match(row)
        return replace(stored, written=row["written"] if is_number(row["written"]) else None)
    except Damaged as damaged:
        return damaged


def _seat_row(match: str, seat: int, token: str) -> dict[str, Any]:
    return {"match": match, "seat": seat, "token": token}
