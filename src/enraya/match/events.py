"""The events of a match. `at` is a time in seconds of one monotonic clock, whatever its origin.

A seat is 0 or 1: one of the two competitors, whichever pieces they hold in this game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Literal

from enraya.errors import NotationError
from enraya.match.clock import is_number

VERSION = 1

REQUESTS = ("undo", "pause")
"""The requests that one person may make of another."""

AWAY = "match.away"
"""The reason of a pause while the only person is away."""


@dataclass(frozen=True)
class Started:
    """The match begins, and with it the clock of the first move."""

    at: float


@dataclass(frozen=True)
class Played:
    """The move that *move* names is made. With *seat*, only if it is that seat's turn.

    A machine may add what it did, as `players.turn.Choice` tells it: nodes, the value it found (for itself), the key of
    the message that says why, its depth, whether the value is exact and how far away its end is, the line it expects.
    """

    move: str
    at: float
    seat: int | None = None
    nodes: int | None = None
    value: float | None = None
    reason: str | None = None
    depth: int | None = None
    exact: bool | None = None
    plies: int | None = None
    line: str | None = None


@dataclass(frozen=True)
class TimeUp:
    """The time of the move has run out: a random legal move is made."""

    at: float


@dataclass(frozen=True)
class Undone:
    """*seat* takes its last move back, and with it all that was played after it."""

    seat: int
    at: float


@dataclass(frozen=True)
class Redone:
    """*seat* plays again what it last took back."""

    seat: int
    at: float


@dataclass(frozen=True)
class Resigned:
    """*seat* gives the game up."""

    seat: int
    at: float


@dataclass(frozen=True)
class Paused:
    """The clock stops. *reason* is the key of the message that says why, where nobody asked for it: `AWAY`."""

    at: float
    reason: str | None = None


@dataclass(frozen=True)
class Resumed:
    """The clock goes on."""

    at: float


@dataclass(frozen=True)
class HintTaken:
    """*seat*, whose turn it is, asks for a hint."""

    seat: int
    at: float


@dataclass(frozen=True)
class Asked:
    """*seat* asks the other person for what only both can do: to take its last move back, or to pause."""

    seat: int
    what: str
    at: float


@dataclass(frozen=True)
class Granted:
    """*seat* grants what the other one asked for, and it happens."""

    seat: int
    at: float


@dataclass(frozen=True)
class Declined:
    """*seat* declines what the other one asked for, or no longer asks for it."""

    seat: int
    at: float


@dataclass(frozen=True)
class Continued:
    """The next game began."""

    at: float


@dataclass(frozen=True)
class Stopped:
    """No more games: the match ends with the score it has."""

    at: float


Event = (
    Started
    | Played
    | TimeUp
    | Undone
    | Redone
    | Resigned
    | Paused
    | Resumed
    | HintTaken
    | Asked
    | Granted
    | Declined
    | Continued
    | Stopped
)

EventName = Literal[
    "started", "played", "time_up", "undone", "redone", "resigned", "paused", "resumed", "hint_taken", "asked",
    "granted", "declined", "continued", "stopped",
]  # fmt: skip
KINDS: Mapping[EventName, type[Event]] = {
    "started": Started,
    "played": Played,
    "time_up": TimeUp,
    "undone": Undone,
    "redone": Redone,
    "resigned": Resigned,
    "paused": Paused,
    "resumed": Resumed,
    "hint_taken": HintTaken,
    "asked": Asked,
    "granted": Granted,
    "declined": Declined,
    "continued": Continued,
    "stopped": Stopped,
}
NAMES = {kind: name for name, kind in KINDS.items()}


def event_to_json(event: Event) -> dict[str, Any]:
    """*event* as plain data that `event_from_json` reads; what was not said is left out."""
    said = {name: value for name, value in asdict(event).items() if value is not None}
    return {"version": VERSION, "event": NAMES[type(event)], **said}


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` wrote, or a refusal: data may come from anywhere."""
    if not isinstance(data, Mapping):
        raise NotationError("match.event_shape")
    if data.get("version") != VERSION:
        raise NotationError("match.save_version", version=str(data.get("version")), known=VERSION)
    name = data.get("event")
    kind = next((kind for known, kind in KINDS.items() if known == name), None)
    if kind is None:
        raise NotationError("match.event_unknown", name=str(name), known=list(KINDS))
    values = {key: value for key, value in data.items() if key not in ("version", "event")}
    accepted = {field.name: field.default is MISSING for field in fields(kind)}
    missing = [field for field, needed in accepted.items() if needed and field not in values]
    wrong = [str(key) for key, value in values.items() if key not in accepted or not _fits(key, value)]
    if missing or wrong:
        raise NotationError("match.event_fields", name=name, fields=[*missing, *wrong])
    return kind(**values)


def _fits(field: str, value: object) -> bool:
    """True if *value* is valid for *field*; a field means the same in every event."""
    if field in ("move", "reason", "line", "what"):
        return isinstance(value, str)
    if field in ("seat", "nodes", "depth", "plies"):
        return type(value) is int
    if field == "exact":
        return isinstance(value, bool)
    return is_number(value)
