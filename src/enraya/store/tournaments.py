"""Tournaments of the server on disk: the plan of each and its finished games, as plain data.

The plan and the games mean what `enraya.arena.tournament` says they mean; here they are only kept.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from sqlalchemy import RowMapping, bindparam, delete, select

from enraya.errors import NotationError
from enraya.store.changes import Changes, Write
from enraya.store.checked_rows import check_row
from enraya.store.schema import tournament_games, tournaments
from enraya.store.store import Store
from enraya.store.stored_match import Damaged

logger = logging.getLogger(__name__)

TournamentState = Literal["running", "stopped", "finished"]

DROP_GAMES = delete(tournament_games).where(tournament_games.c.tournament == bindparam("of"))
DROP = delete(tournaments).where(tournaments.c.id == bindparam("of"))


@dataclass(frozen=True)
class StoredTournament:
    """A tournament of an arena. `fault` is why it was stopped, in every language, unless somebody stopped it."""

    id: str
    arena: str
    created: float
    title: str
    plan: Mapping[str, Any]
    state: TournamentState
    fault: Mapping[str, str] | None = None
    games: list[dict[str, Any]] = field(default_factory=list)
    played: int = 0


class Tournaments:
    """The tournaments of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def create(self, tournament: StoredTournament) -> Future[None]:
        """Keep a new tournament, which has no games yet."""
        row = {
            "id": tournament.id,
            "room": tournament.arena,
            "created": tournament.created,
            "title": tournament.title,
            "plan": json.dumps(dict(tournament.plan), ensure_ascii=False),
            "state": tournament.state,
            "fault": None,
            "game_count": 0,
        }
        return self._store.change(lambda changes: changes.insert_row(tournaments, row))

    def add(self, tournament: str, games: Iterable[Mapping[str, Any]]) -> Future[None]:
        """Keep finished *games*; done when they are on disk."""
        rows = [{"tournament": tournament, "number": game["number"], "body": _text(game)} for game in games]

        def plan(changes: Changes) -> None:
            count = changes.checked_row(tournaments, (tournament,))["game_count"] + len(rows)
            for row in rows:
                changes.insert_row(tournament_games, row)
            changes.update_row(tournaments, (tournament,), game_count=count)

        return self._store.change(plan)

    def set_state(
        self, tournament: str, state: TournamentState, fault: Mapping[str, str] | None = None
    ) -> Future[None]:
        """Keep that *tournament* is in *state* now, and why."""
        reason = None if fault is None else _text(fault)
        return self._store.change(
            lambda changes: changes.update_row(tournaments, (tournament,), state=state, fault=reason)
        )

    def delete(self, tournament: str) -> Future[None]:
        """Keep nothing of *tournament* any more."""
        return self._store.write([Write(drop, {"of": tournament}) for drop in (DROP_GAMES, DROP)])

    def all(self, arena: str | None = None) -> list[StoredTournament]:
        """Every tournament of *arena*, or of all of them, the newest first, without its games but with their number."""
        query = select(tournaments).order_by(tournaments.c.created.desc())
        if arena is not None:
            query = query.where(tournaments.c.room == arena)
        with self._store.reading() as connection:
            found = connection.execute(query).mappings().all()
        read = []
        for row in found:
            try:
                read.append(_read(row, None))
            except Damaged as damaged:
                # One that cannot be read is not listed; the others are.
                logger.warning("%s", damaged)
        return read

    def load(self, id: str) -> StoredTournament | None:
        """The tournament *id* with all its games; `Damaged` where they are none."""
        ordered = select(tournament_games).where(tournament_games.c.tournament == id)
        with self._store.reading() as connection:
            row = connection.execute(select(tournaments).where(tournaments.c.id == id)).mappings().first()
            if row is None:
                return None
            games = connection.execute(ordered.order_by(tournament_games.c.number)).mappings().all()
        return _read(row, games)


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(dict(data), ensure_ascii=False)


def _read(row: RowMapping, games: Sequence[RowMapping] | None) -> StoredTournament:
    """The tournament of a row with its *games*; None is one read without them."""
    try:
        check_row(tournaments, row)
        for game in games or ():
            check_row(tournament_games, game)
        if games is not None and len(games) != row["game_count"]:
            raise NotationError("store.damaged_games", count=row["game_count"], found=len(games))
        if row["state"] not in get_args(TournamentState):
            raise ValueError(row["state"])
        return StoredTournament(
            str(row["id"]),
            row["room"],
            float(row["created"]),
            row["title"],
            dict(json.loads(row["plan"])),
            row["state"],
            None if row["fault"] is None else dict(json.loads(row["fault"])),
            [dict(json.loads(game["body"])) for game in games or ()],
            row["game_count"],
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise Damaged(str(row["id"]), error, code="store.damaged_tournament") from None
