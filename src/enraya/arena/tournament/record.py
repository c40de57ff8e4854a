"""A finished game of a tournament, as it stands on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from enraya.arena.schedule.meeting import Fixture


@dataclass(frozen=True)
class GameRecord:
    """A game and how it ended.

    `first` and `second` are players by number; `winner` and `failed` say 0 for the first and 1 for the second. The
    first `book` moves were the opening's. `failure` is the sentence about who failed, by language.
    """

    number: int
    round: int
    first: int
    second: int
    opening: int
    book: int
    winner: int | None
    outcome: int
    par: int | None
    reason: str
    failed: int | None
    failure: Mapping[str, str] | None
    moves: tuple[str, ...]
    seconds: tuple[float, ...]

    @property
    def points(self) -> float:
        """The points of the first player."""
        return 0.5 if self.winner is None else 1.0 - self.winner

    @property
    def fixture(self) -> Fixture:
        """The game as the schedule has it."""
        return Fixture(self.number, self.round, self.first, self.second, self.opening)

    def to_json(self) -> dict[str, Any]:
        """The record as plain data that `record_from` reads."""
        return asdict(self)


NAMES = {field.name for field in fields(GameRecord)}


def record_from(data: object) -> GameRecord:
    """The record that `GameRecord.to_json` wrote; ValueError if it is none."""
    if not isinstance(data, Mapping) or set(data) != NAMES:
        raise ValueError("no record of a game")
    whole = [data[name] for name in ("number", "round", "first", "second", "opening", "book", "outcome")]
    sides = [data["winner"], data["failed"]]
    lists = [data["moves"], data["seconds"]]
    if not all(type(each) is int for each in whole) or not all(each in (0, 1, None) for each in sides):
        raise ValueError("no record of a game")
    if not all(isinstance(each, list) for each in lists) or not isinstance(data["reason"], str):
        raise ValueError("no record of a game")
    return GameRecord(**{**data, "moves": tuple(data["moves"]), "seconds": tuple(data["seconds"])})
