"""The store: makes the tables of a database, writes through one thread and reads from any."""

from __future__ import annotations

import json
import math
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, RowMapping, func, or_, select
from sqlalchemy.exc import DBAPIError

from enraya.errors import EnrayaError, NotationError
from enraya.match import HUMAN, Event, event_to_json
from enraya.store.changes import Changes, Write
from enraya.store.database import Database, NotStored
from enraya.store.hash_chain import row_checksum
from enraya.store.migrations import prepare
from enraya.store.ownership import orphans
from enraya.store.schema import events, facts, matches
from enraya.store.stored_match import Damaged, StoredMatch, read_match
from enraya.store.writer import Writer

TOKENS = ("first_token", "second_token")


class Store:
    """Matches in a database: a file's path, or a URL."""

    def __init__(self, database: str | Path, *, is_shared: bool = False) -> None:
        """With *is_shared* other servers may use the same PostgreSQL; each match is then held by one of them."""
        self._database = Database(database, is_shared=is_shared)
        try:
            prepare(self._database)
            self._database.mark_generation()
        except BaseException as error:
            self._database.close()
            if isinstance(error, DBAPIError):
                raise self._database.unusable(error) from None
            raise
        self._writer = Writer(self._database)

    def close(self) -> None:
        """Write what is waiting and let go of the database."""
        self._writer.close()
        self._database.close()

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the database at the same time."""
        return self._database.is_shared

    @property
    def waiting(self) -> int:
        """The number of writes that wait for the disk, approximate."""
        return self._writer.waiting

    # Writing

    def create(self, match: StoredMatch, *, follows: str | None = None) -> Future[None]:
        """Keep a new match, its seats and whatever events it has; with *follows*, as the rematch of that match."""
        row = {
            "id": match.id,
            "created": float(match.created),
            "settings": json.dumps(match.settings.to_json(), ensure_ascii=False),
            "first_name": match.names[0],
            "second_name": match.names[1],
            "owner": match.owner,
            "first_token": match.seats.get(0),
            "second_token": match.seats.get(1),
            "invited_seat": match.invited_seat,
            "invitation": match.invitation,
            "phase": match.phase,
            "rematch": match.rematch,
        }

        def plan(changes: Changes) -> None:
            if follows is not None:
                changes.row(follows)
            changes.insert_match(row)
            for number, event in enumerate(match.events, start=1):
                changes.add_event(match.id, number, float(match.created), _body(event))
            if follows is not None:
                changes.update_match(follows, rematch=match.id)

        return self._writer.write(plan)

    def append(self, match: str, number: int, event: Event, *, at: float, phase: str | None = None) -> Future[None]:
        """Keep the event *number* of *match*, written *at*; with *phase*, that the match has come to it."""

        def plan(changes: Changes) -> None:
            changes.add_event(match, number, float(at), _body(event))
            if phase is not None:
                changes.update_match(match, phase=phase)

        return self._writer.write(plan)

    def join(
        self, match: str, seat: int, token: str, names: tuple[str | None, str | None], started: Event, *, at: float
    ) -> Future[None]:
        """Keep that *token* has taken *seat*, and with that the match began."""

        def plan(changes: Changes) -> None:
            if changes.row(match)[TOKENS[seat]] is not None:
                raise NotStored("store.seat_taken", match=match)
            changes.add_event(match, 1, float(at), _body(started))
            joined = {TOKENS[seat]: token, "first_name": names[0], "second_name": names[1], "invitation": None}
            changes.update_match(match, phase="playing", **joined)

        return self._writer.write(plan)

    def delete(self, match: str) -> Future[None]:
        """Keep nothing of *match* any more."""

        def plan(changes: Changes) -> None:
            for before in changes.rows_followed_by(match):
                # One that is damaged stays as it is.
                with suppress(EnrayaError):
                    changes.update_match(before, rematch=None)
            changes.delete_match(match)

        return self._writer.write(plan)

    def leave(self, match: str, token: str, nobody: str) -> Future[None]:
        """Keep *match*, in which what was *token*'s is now of *nobody*: another token, that nobody holds."""

        def plan(changes: Changes) -> None:
            row = changes.row(match)
            held = {column: nobody for column in ("owner", *TOKENS) if row[column] == token}
            changes.update_match(match, **held)

        return self._writer.write(plan)

    def claim(self, match: str, alive: float) -> Callable[[], float]:
        """Hold *match* from now on. What is given waits for the disk and tells for how long its turn has run.

        It raises `HeldElsewhere` where another server holds it. *alive* is when a server of this database was last
        known to be alive before this one.
        """
        ran: list[float] = []
        now = time.time()
        written = self._writer.write(lambda changes: ran.append(changes.claim_match(match, now=now, alive=alive)))

        def held() -> float:
            written.result()
            return ran[-1]

        return held

    def lead(self, role: str) -> Callable[[], None]:
        """Take *role* for all servers that share the database; what is given waits, and raises `HeldElsewhere`."""
        now = time.time()
        return self._writer.write(lambda changes: changes.lead(role, now)).result

    def peer_key(self) -> str:
        """What shows one server of this database to another; this waits for the disk."""
        found: list[str] = []
        self._writer.write(lambda changes: found.append(changes.secret("peer key"))).result()
        return found[-1]

    def orphans(self, most: int) -> list[str]:
        """Matches in which a game goes on and whose server has died, where several share the database."""
        with self.reading() as connection:
            return orphans(connection, self._database.server, most)

    def mark_alive(self, at: float) -> Future[None]:
        """Keep that this server was alive *at*: the time after it, until the next start, is charged to nobody."""
        return self._set_fact(self._own("alive"), repr(at))

    def announce(self, address: str) -> Future[None]:
        """Keep where the server is that holds this database, for who finds it taken."""
        return self._set_fact(self._own("address"), address)

    def _own(self, name: str) -> str:
        """What the fact *name* about this server is called."""
        return f"{name} {self._database.server}" if self.is_shared else name

    def probe(self) -> Callable[[], bool]:
        """Write something that was never written; what is given waits for the disk and tells whether it reads back."""
        nonce = secrets.token_hex(8)
        written = self._set_fact("probe", nonce)

        def reads_back() -> bool:
            written.result()
            return self._fact("probe") == nonce

        return reads_back

    def write(self, writes: Sequence[Write]) -> Future[None]:
        """All of *writes* or none: done when they are on disk. For the modules beside this one, by table."""
        return self._writer.write(lambda changes: changes.add(writes))

    def change(self, plan: Callable[[Changes], None]) -> Future[None]:
        """All that *plan* adds to the changes of a commit, or none: done when it is on disk."""
        return self._writer.write(plan)

    def _set_fact(self, name: str, value: str) -> Future[None]:
        return self._writer.write(lambda changes: changes.set_fact(name, value))

    # Reading

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from, in any thread."""
        try:
            with self._database.reading.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise NotStored("store.away", reason=str(error.orig)) from None

    def load(self, id: str) -> StoredMatch | None:
        """The match called *id*, with all its events; `Damaged` where they are none."""
        with self.reading() as connection:
            row = connection.execute(select(matches).where(matches.c.id == id)).mappings().first()
            query = select(events).where(events.c.match == id).order_by(events.c.number)
            happened = connection.execute(query).mappings().all()
        if row is not None:
            return read_match(row, happened)
        if happened:
            raise Damaged(id, NotationError("store.damaged_row"))
        return None

    def unfinished(self, most: int) -> list[str]:
        """The matches in which a game goes on and a person plays, the newest first."""
        has_person = matches.c.settings.contains(json.dumps(HUMAN))
        playing = select(matches.c.id).where(matches.c.phase == "playing", has_person)
        query = playing.order_by(matches.c.created.desc()).limit(most)
        with self.reading() as connection:
            return [str(id) for id in connection.execute(query).scalars()]

    def of_token(self, token: str, most: int) -> list[StoredMatch | Damaged]:
        """The matches that *token* has a seat in or made, the last changed first, without their events."""
        query = (
            select(matches)
            .where(or_(*(matches.c[column] == token for column in ("owner", *TOKENS))))
            .order_by(func.coalesce(matches.c.changed, matches.c.created).desc())
            .limit(most)
        )
        with self.reading() as connection:
            return [_read_or_damaged(row) for row in connection.execute(query).mappings()]

    def last_alive(self) -> float:
        """The wall-clock time at which a server was last known to be alive; 0 if never."""
        known = self._fact("alive")
        try:
            alive = float(known or 0)
        except ValueError:
            return 0.0
        return alive if math.isfinite(alive) else 0.0

    def _fact(self, name: str) -> str | None:
        """The value of the fact *name*; None where nothing is, or what is there does not fit its checksum."""
        with self.reading() as connection:
            row = connection.execute(select(facts).where(facts.c.name == name)).mappings().first()
        return row["value"] if row is not None and row["checksum"] == row_checksum({**row}) else None


def _body(event: Event) -> str:
    return json.dumps(event_to_json(event), ensure_ascii=False)


def _read_or_damaged(row: RowMapping) -> StoredMatch | Damaged:
    try:
        return read_match(row)
    except Damaged as damaged:
        return damaged
