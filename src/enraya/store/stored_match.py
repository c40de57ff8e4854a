"""A match as it lies on disk: read from its rows, which may hold anything, or refused by its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import RowMapping

from enraya.custom import reason_of
from enraya.errors import EnrayaError, LocalizedError, NotationError
from enraya.locale import Words
from enraya.match import Event, Match, MatchSettings, event_from_json
from enraya.match.clock import is_number
from enraya.store.hash_chain import NO_EVENT, event_hash, row_checksum
from enraya.store.schema import matches

StoredPhase = Literal["waiting", "playing", "between", "finished"]
PHASES = get_args(StoredPhase)
LONGEST_SHOWN = 40
Row = Mapping[str, Any] | RowMapping


class Damaged(EnrayaError):
    """A match of which what lies on disk cannot be read or played; nothing else is affected by it.

    *cause* says why: a refusal, or whatever a custom game raised. With *number* it is about that event. Another *code*
    names something else than a match: a tournament, a player that was handed in.
    """

    def __init__(
        self, match: str, cause: BaseException, number: int | None = None, *, code: str = "store.damaged"
    ) -> None:
        super().__init__(code, match=match)
        self.cause, self.number = cause, number

    def in_language(self, language: str) -> str:
        """The sentence in *language*, and behind it the cause."""
        words = Words(language)
        said = [super().in_language(language)]
        if self.number is not None:
            said.append(words("store.damaged_event", number=self.number))
        if isinstance(self.cause, LocalizedError):
            said.append(self.cause.in_language(language))
        else:
            said.append(words("store.damaged_game", reason=reason_of(self.cause)))
        return " ".join(said)


@dataclass(frozen=True)
class StoredMatch:
    """A match as it lies on disk: `seats` by the hashes of their tokens, `written` the wall time of the last event."""

    id: str
    settings: MatchSettings
    names: tuple[str | None, str | None]
    owner: str
    seats: Mapping[int, str]
    invited_seat: int | None
    invitation: str | None
    phase: StoredPhase
    rematch: str | None
    created: float
    events: tuple[Event, ...] = ()
    written: float | None = None

    @property
    def updated(self) -> float:
        """The wall time of the last change."""
        return self.created if self.written is None else self.written

    def replay(self, on_event: Callable[[Match | None, Event], None] = lambda before, event: None) -> Match | None:
        """The match that the events lead to, None where it has not begun; `Damaged` where they lead to none.

        *on_event* is called with each event and the match before it.
        """
        if not self.events:
            if self.phase != "waiting":
                raise Damaged(self.id, NotationError("store.damaged_gap", number=1))
            return None
        try:
            self.settings.opening()
        except Exception as error:
            # A game that can no longer be loaded, or a custom game that raises anything.
            raise Damaged(self.id, error) from error
        match: Match | None = None
        for number, event in enumerate(self.events, start=1):
            before = match
            try:
                match = Match.replay(self.settings, [event]) if before is None else before.apply(event)
            except Exception as error:
                raise Damaged(self.id, error, number) from error
            on_event(before, event)
        assert match is not None
        if match.phase != self.phase:
            cause = NotationError("store.damaged_phase", phase=self.phase, reached=match.phase)
            raise Damaged(self.id, cause)
        return match


def check_row(row: Row) -> None:
    """Refuse a row of `matches` that holds what no row can, or does not fit its checksum."""
    for column in ("id", "owner"):
        _check(row, column, _is_text)
    _check(row, "created", is_number)
    _check(row, "changed", lambda value: value is None or is_number(value))
    _check(row, "invited_seat", lambda value: value is None or _is_seat(value))
    _check(row, "phase", lambda value: value in PHASES)
    for column in ("first_name", "second_name", "first_token", "second_token", "invitation", "rematch"):
        _check(row, column, lambda value: value is None or _is_text(value))
    if row["checksum"] != row_checksum({column.name: row[column.name] for column in matches.c}):
        raise NotationError("store.damaged_checksum")


def read_match(row: Row, events: Sequence[Row] | None = None) -> StoredMatch:
    """The match of a row of `matches` with its rows of `events`; None is a match read without its events.

    Raises `Damaged`: a file's columns hold whatever was written into them, and a disk may change what they held.
    """
    id = str(row["id"])
    happened: list[Event] = []
    try:
        settings = MatchSettings.from_json(_parsed(row["settings"], "store.damaged_settings"))
        check_row(row)
    except EnrayaError as error:
        raise Damaged(id, error) from None
    previous = NO_EVENT
    for number, event in enumerate(events or (), start=1):
        try:
            if event["number"] != number:
                raise NotationError("store.damaged_gap", number=number)
            _check(event, "written", is_number)
            happened.append(event_from_json(_parsed(event["body"], "store.damaged_json")))
            previous = event_hash(previous, id, number, event["written"], event["body"])
            if previous != event["hash"]:
                raise NotationError("store.damaged_checksum")
        except EnrayaError as error:
            raise Damaged(id, error, None if error.code == "store.damaged_gap" else number) from None
    if events is not None and len(events) != row["event_count"]:
        raise Damaged(id, NotationError("store.damaged_count", count=row["event_count"], found=len(events)))
    if events is not None and previous != row["last_hash"]:
        raise Damaged(id, NotationError("store.damaged_checksum"))
    tokens = (row["first_token"], row["second_token"])
    return StoredMatch(
        id=row["id"],
        settings=settings,
        names=(row["first_name"], row["second_name"]),
        owner=row["owner"],
        seats={seat: token for seat, token in enumerate(tokens) if token is not None},
        invited_seat=row["invited_seat"],
        invitation=row["invitation"],
        phase=row["phase"],
        rematch=row["rematch"],
        created=row["created"],
        events=tuple(happened),
        written=row["changed"],
    )


def _parsed(text: object, refusal: str) -> object:
    """The data that *text* holds as JSON, or the refusal of that name."""
    try:
        if not isinstance(text, str):
            raise TypeError
        data = json.loads(text)
        # Half of a pair of surrogates can be written in JSON, and nowhere else.
        json.dumps(data, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise NotationError(refusal) from None
    return data


def _check(row: Row, column: str, fits: Callable[[Any], bool]) -> None:
    if not fits(row[column]):
        raise NotationError("store.damaged_column", column=column, value=repr(row[column])[:LONGEST_SHOWN])


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def _is_seat(value: object) -> bool:
    return type(value) is int and value in (0, 1)
