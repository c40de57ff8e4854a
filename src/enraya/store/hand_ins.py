"""Players handed in as files: every version kept, in the same database as the matches.

Players of one name are the same player within an arena: `OPEN_ARENA`, the server's own, or that of a class, which goes
by the identifier of the class (the column `room`). Nothing of a file is looked at here; it is bytes of bounded size.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, fields
from typing import Literal, get_args

from sqlalchemy import RowMapping, bindparam, delete, func, select

from enraya.errors import NotationError
from enraya.store.changes import Changes, Write
from enraya.store.checked_rows import check_row
from enraya.store.schema import hand_ins
from enraya.store.store import Store
from enraya.store.stored_match import Damaged

logger = logging.getLogger(__name__)

OPEN_ARENA = ""
"""The arena of players that belong to no class."""

MOST_VERSIONS = 20
"""Versions of a player that are kept; the oldest is dropped."""

HandInKind = Literal["choose", "evaluate", "bot"]
"""The kind of a file: a function that chooses, one that evaluates for a search, or a program with the protocol."""

DROP_VERSIONS = delete(hand_ins).where(
    hand_ins.c.room == bindparam("of"), hand_ins.c.name == bindparam("called"), hand_ins.c.version <= bindparam("upto")
)
DROP_PLAYER = delete(hand_ins).where(hand_ins.c.room == bindparam("of"), hand_ins.c.name == bindparam("called"))
DROP_ARENA = delete(hand_ins).where(hand_ins.c.room == bindparam("of"))


@dataclass(frozen=True)
class HandIn:
    """One version, from 1, of the player *name* of an arena.

    `owner` is the hash of the token of who handed it in. `verdict` is what the trial found wrong, a sentence for each
    language; None if it passed. `body` is empty where it was not asked for.
    """

    arena: str
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
        row = {**vars(hand_in), "room": hand_in.arena, "verdict": verdict}
        upto = {"of": hand_in.arena, "called": hand_in.name, "upto": hand_in.version - MOST_VERSIONS}

        def plan(changes: Changes) -> None:
            changes.insert_row(hand_ins, row)
            changes.add([Write(DROP_VERSIONS, upto)])

        return self._store.change(plan)

    def delete(self, arena: str, name: str) -> Future[None]:
        """Keep no version of *name* any more."""
        return self._store.write([Write(DROP_PLAYER, {"of": arena, "called": name})])

    def last_version(self, arena: str, name: str) -> int:
        """The number of the newest version of *name*, also where it cannot be read; 0 if there is none."""
        query = select(func.max(hand_ins.c.version)).where(hand_ins.c.room == arena, hand_ins.c.name == name)
        with self._store.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def versions(self, arena: str, name: str | None = None) -> list[HandIn]:
        """Every version in *arena*, or of *name* there, the newest first, without the files' bodies.

        One that cannot be read is not listed; the others are.
        """
        columns = [column for column in hand_ins.c if column.name != "body"]
        query = select(*columns).where(hand_ins.c.room == arena)
        if name is not None:
            query = query.where(hand_ins.c.name == name)
        query = query.order_by(hand_ins.c.created.desc(), hand_ins.c.version.desc())
        with self._store.reading() as connection:
            rows = connection.execute(query).mappings().all()
        read = []
        for row in rows:
            try:
                read.append(_read(row))
            except Damaged as damaged:
                logger.warning("%s", damaged)
        return read

    def load(self, arena: str, name: str, version: int) -> HandIn | None:
        """One version with its body; `Damaged` where it is so."""
        which = (hand_ins.c.room == arena, hand_ins.c.name == name, hand_ins.c.version == version)
        with self._store.reading() as connection:
            row = connection.execute(select(hand_ins).where(*which)).mappings().first()
        return None if row is None else _read(row)


def playing(versions: list[HandIn]) -> HandIn:
    """The version that plays among the *versions* of one player, newest first: the newest that
    passed, else the newest.
    """
    return next((version for version in versions if version.verdict is None), versions[0])


def _read(row: RowMapping) -> HandIn:
    try:
        check_row(hand_ins, row)
        kept = {field.name: row.get(field.name, b"") for field in fields(HandIn)} | {"arena": row["room"]}
        if kept["kind"] not in get_args(HandInKind):
            raise ValueError(kept["kind"])
        verdict = None if kept["verdict"] is None else dict(json.loads(kept["verdict"]))
    except (NotationError, ValueError, TypeError, RecursionError) as error:
        raise Damaged(str(row["name"]), error, code="store.damaged_hand_in") from None
    return HandIn(**{**kept, "verdict": verdict})
