"""Which server holds a match, and for how long its turn had run when that server took it up.

A server that takes a match up writes down when that was and what the turn had cost until then. So the time between two
servers is charged to nobody, however often they change within one turn. Where several servers share a database, the
row also says whose match it is: only its holder writes to it, and another takes it over once the holder has died,
which its lock tells: the database lets go of that with the holder's connection.
"""

from __future__ import annotations

import math
from typing import Any

from sqlalchemy import Connection, delete, func, select

from enraya.errors import EnrayaError, NotationError
from enraya.store.checked_rows import (
    Row,
    check_row,
    insert_statement,
    update_statement,
    update_values,
    with_checksum,
)
from enraya.store.database import NotStored
from enraya.store.schema import claims, facts, matches


class NoSuchMatch(NotStored):
    """There is no match of that name."""


class NotHeld(NotStored):
    """Another server has taken the match over meanwhile."""


class HeldElsewhere(EnrayaError):
    """Another server, which is alive, holds the match; its address."""

    def __init__(self, match: str, address: str) -> None:
        super().__init__("store.elsewhere", match=match)
        self.address = address


def lock_of(server: str) -> Any:
    """What PostgreSQL calls the lock that *server* holds while it lives."""
    return func.hashtextextended(f"enraya server {server}", 0)


def take(connection: Connection, match: str, server: str, *, now: float, alive: float, is_shared: bool) -> float:
    """Let *server* hold *match* from *now* on: the seconds for which its turn has run since the last event.

    *alive* is when the server before this one was last known to be alive, where no other can hold the match. Raises
    `HeldElsewhere` where another one does that lives, and `NoSuchMatch` where there is none of that name.
    """
    changed = connection.execute(select(matches.c.changed).where(matches.c.id == match)).first()
    if changed is None:
        raise NoSuchMatch("store.no_match", match=match)
    row = connection.execute(select(claims).where(claims.c.match == match).with_for_update()).mappings().first()
    held = row if row is not None and _is_sound(row) else None
    if is_shared and held is not None and held["owner"] != server:
        if not connection.execute(select(func.pg_try_advisory_xact_lock(lock_of(held["owner"])))).scalar():
            raise HeldElsewhere(match, _fact(connection, f"address {held['owner']}") or "")
        alive = _time(_fact(connection, f"alive {held['owner']}"))
    elif held is not None and held["owner"] == server:
        alive = now
    ran = _ran(changed[0], alive, held)
    new = with_checksum(claims, {"match": match, "owner": server, "since": now, "ran": ran})
    if row is None:
        connection.execute(insert_statement(claims), new)
    else:
        connection.execute(update_statement(claims), update_values(claims, new))
    return ran


def lead(connection: Connection, role: str, server: str, *, now: float) -> None:
    """Let *server* alone do *role*, which is no match; `HeldElsewhere` where a server that lives does it."""
    row = connection.execute(select(claims).where(claims.c.match == role).with_for_update()).mappings().first()
    if row is not None and row["owner"] != server:
        if not connection.execute(select(func.pg_try_advisory_xact_lock(lock_of(row["owner"])))).scalar():
            raise HeldElsewhere(role, _fact(connection, f"address {row['owner']}") or "")
        connection.execute(delete(claims).where(claims.c.match == role))
    if row is None or row["owner"] != server:
        begin(connection, role, server, now)


def _ran(changed: float | None, alive: float, held: Any) -> float:
    """For how long the turn that began when the match was last *changed* has run under servers that were alive."""
    if changed is None:
        return 0.0
    if held is None or held["since"] < changed:
        return max(0.0, alive - changed)
    return float(held["ran"]) + max(0.0, alive - float(held["since"]))


def begin(connection: Connection, match: str, server: str, now: float) -> None:
    """Let *server* hold a match that it has just made."""
    new = with_checksum(claims, {"match": match, "owner": server, "since": now, "ran": 0.0})
    connection.execute(insert_statement(claims), new)


def check_held(connection: Connection, names: set[str], server: str) -> None:
    """Refuse to write to matches that *server* does not hold; until the commit nobody can take them over."""
    query = select(claims.c.match).where(claims.c.match.in_(names), claims.c.owner == server)
    held = set(connection.execute(query.with_for_update(read=True)).scalars())
    for match in names - held:
        raise NotHeld("store.not_held", match=match)


def forget(connection: Connection, names: list[str]) -> None:
    """Nobody holds these matches any more: they are deleted."""
    connection.execute(delete(claims).where(claims.c.match.in_(names)))


def orphans(connection: Connection, server: str, most: int) -> list[str]:
    """Matches in which a game goes on and whose holder has died."""
    playing = select(claims.c.owner).join(matches, matches.c.id == claims.c.match).where(matches.c.phase == "playing")
    owners = connection.execute(playing.where(claims.c.owner != server).distinct()).scalars().all()
    dead = [
        owner
        for owner in owners
        if connection.execute(select(func.pg_try_advisory_xact_lock_shared(lock_of(owner)))).scalar()
    ]
    query = select(claims.c.match).join(matches, matches.c.id == claims.c.match)
    query = query.where(matches.c.phase == "playing", claims.c.owner.in_(dead)).limit(most)
    return list(connection.execute(query).scalars()) if dead else []


def _is_sound(row: Row) -> bool:
    """True if *row* is as it was written; a damaged claim is nobody's."""
    try:
        check_row(claims, row)
    except NotationError:
        return False
    return True


def _fact(connection: Connection, name: str) -> str | None:
    return connection.execute(select(facts.c.value).where(facts.c.name == name)).scalar()


def _time(text: str | None) -> float:
    try:
        read = float(text or 0)
    except ValueError:
        return 0.0
    return read if math.isfinite(read) else 0.0
