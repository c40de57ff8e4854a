"""Players handed in as files: every version kept, in the same database as the matches.

A *room* is where players of one name are the same player: `ARENA` for the server's open arena, else a name that whoever
keeps the room chooses (a class). Nothing of a file is looked at here; it is bytes of bounded size.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import RowMapping, bindparam, delete, func, insert, select

from enraya.store.changes import Write
from enraya.store.schema import hand_ins
from enraya.store.store import Store

ARENA = ""
"""The room of players that belong to no class."""

MOST_VERSIONS = 20
"""Versions of a player that are kept; the oldest is dropped."""

HandInKind = Literal["choose", "evaluate", "bot"]
"""The kind of a file: a function that chooses, one that evaluates for a search, or a program with the protocol."""

INSERT = insert(hand_ins)
DROP_VERSIONS = delete(hand_ins).where(
    hand_ins.c.room == bindparam("of"), hand_ins.c.name == bindparam("called"), hand_ins.c.version <= bindparam("upto")
)
DROP_PLAYER = delete(hand_ins).where(hand_ins.c.room == bindparam("of"), hand_ins.c.name == bindparam("called"))
DROP_ROOM = delete(hand_ins).where(hand_ins.c.room == bindparam("of"))


@dataclass(frozen=True)
class HandIn:
    """One version, from 1, of the player *name* of a room.

    `owner` is the hash of the token of who handed it in. `verdict` is what the trial found wrong, a sentence for each
    language; None if it passed. `body` is empty where it was not asked for.
    """

    room: str
    name: str
    version: int
    file: str
    kind: HandInKind
    game: str
    owner: str
    created: float
    verdict: Mapping[str, str] | None
    body: bytes = b""


class HandIns:
    """The hand-ins of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, hand_in: HandIn) -> Future[None]:
        """Keep *hand_in*; done when it is on disk. Its oldest versions are dropped with it."""
        verdict = None if hand_in.verdict is None else json.dumps(dict(hand_in.verdict), ensure_ascii=False)
        row = {**vars(hand_in), "verdict": verdict}
        upto = {"of": hand_in.room, "called": hand_in.name, "upto": hand_in.version - MOST_VERSIONS}
        return self._store.write([Write(INSERT, row), Write(DROP_VERSIONS, upto)])

    def delete(self, room: str, name: str) -> Future[None]:
        """Keep no version of *name* any more."""
        return self._store.write([Write(DROP_PLAYER, {"of": room, "called": name})])

    def delete_room(self, room: str) -> Future[None]:
        """Keep no player of *room* any more."""
        return self._store.write([Write(DROP_ROOM, {"of": room})])

    def players(self, room: str) -> int:
        """The number of players that *room* has."""
        query = select(func.count(func.distinct(hand_ins.c.name))).where(hand_ins.c.room == room)
        with self._store.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def versions(self, room: str, name: str | None = None) -> list[HandIn]:
        """Every version in *room*, or of *name* there, the newest first, without the files' bodies."""
        columns = [column for column in hand_ins.c if column.name != "body"]
        query = select(*columns).where(hand_ins.c.room == room)
        if name is not None:
            query = query.where(hand_ins.c.name == name)
        query = query.order_by(hand_ins.c.created.desc(), hand_ins.c.version.desc())
        with self._store.reading() as connection:
            return [_read(row) for row in connection.execute(query).mappings()]

    def load(self, room: str, name: str, version: int) -> HandIn | None:
        """One version with its body."""
        which = (hand_ins.c.room == room, hand_ins.c.name == name, hand_ins.c.version == version)
        with self._store.reading() as connection:
            row = connection.execute(select(hand_ins).where(*which)).mappings().first()
        return None if row is None else _read(row)


def playing(versions: list[HandIn]) -> HandIn:
    """The version that plays among the *versions* of one player, newest first: the newest that
    passed, else the newest.
    """
    return next((version for version in versions if version.verdict is None), versions[0])


def _read(row: RowMapping) -> HandIn:
    said: dict[str, Any] = dict(row)
    if said["kind"] not in get_args(HandInKind):
        said["kind"] = "bot"
    try:
        verdict = None if said["verdict"] is None else dict(json.loads(said["verdict"]))
    except (ValueError, TypeError):
        # A damaged sentence is none; the file itself is whole.
        verdict = None
    return HandIn(**{**said, "verdict": verdict})
