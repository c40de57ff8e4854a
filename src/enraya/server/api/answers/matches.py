"""Matches as answers: how one stands, what happened in it, what an action came to, and lists of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from enraya.match.events import EventName
from enraya.server.api.answers.games import SettingsShown
from enraya.server.api.answers.refusals import SentenceShown
from enraya.server.views.board import (
    NOT_VALIDATED,
    OMITTED,
    Both,
    Choice,
    Kind,
    Player,
    PositionShown,
    Seat,
    Turn,
    WireModel,
)
from enraya.store.stored_match import StoredPhase

Reason = Literal["line", "full", "repetition", "blocked", "points", "payoff", "resigned", "rules"]


class GameShown(WireModel):
    """The game that a match is of."""

    name: str
    family: str
    kind: Kind
    title: Both
    rules: Both
    forms: str
    scored: bool


class SeatShown(WireModel):
    """One of the two competitors."""

    kind: Literal["human", "machine"]
    player: str
    name: str | None
    plays: Player
    points: int | None
    hints: int
    seconds: float
    moves: int
    connected: bool


class ClockShown(WireModel):
    """The time for this move."""

    limit: float
    remaining: float
    running: bool


class ScoreShown(WireModel):
    """Games won and drawn."""

    wins: tuple[int, int]
    draws: int
    leader: Seat | None
    margin: int


class May(WireModel):
    """The actions that the match would accept now: by seat, or from anybody who plays."""

    undo: tuple[bool, bool]
    redo: tuple[bool, bool]
    hint: tuple[bool, bool]
    resign: tuple[bool, bool]
    pause: bool
    resume: bool
    continue_: bool
    stop: bool

    model_config = ConfigDict(alias_generator=lambda name: name.rstrip("_"), validate_by_name=True)


class Misstep(WireModel):
    """The mistake on a tree: the move by which the loser first gave value away, and a best one there."""

    played: str
    better: str


class ResultShown(WireModel):
    """The result of a game."""

    number: int
    starter: Seat
    first: Seat
    winner: Seat | None
    reason: Reason
    outcome: int
    par: int | None
    misstep: Misstep | None
    resigned: Seat | None
    plies: int


class MoveShown(WireModel):
    """A move that was made."""

    seat: Seat
    move: str
    seconds: float
    timed_out: bool
    nodes: int | None
    value: float | None
    reason: str | None
    depth: int | None
    exact: bool | None
    plies: int | None
    line: str | None


class RequestShown(WireModel):
    """A request of one person that the other has not answered yet."""

    seat: Seat
    what: Literal["undo", "pause"]


class State(WireModel):
    """A match as it stands."""

    number: int
    time: float
    settings: SettingsShown
    game: GameShown
    phase: StoredPhase
    paused: bool
    away: bool
    apart: bool
    request: RequestShown | None
    exam: bool
    game_number: int
    games: int
    seats: tuple[SeatShown, SeatShown]
    turn: Turn | None
    clock: ClockShown | None
    score: ScoreShown
    position: PositionShown
    choices: Annotated[dict[str, Choice], NOT_VALIDATED]
    may: May
    results: Annotated[list[ResultShown], NOT_VALIDATED]
    history: Annotated[list[MoveShown], NOT_VALIDATED]
    rematch: str | None
    fault: Both | None = Field(description="why the custom game failed just now, if it did")


class You(WireModel):
    """The rights of the caller's token."""

    seats: list[Seat]
    owner: bool


class MatchAnswer(WireModel):
    """A match, and who is asking."""

    match: str
    you: You
    state: State
    token: Annotated[str | None, OMITTED] = None
    invitation: Annotated[str | None, OMITTED] = None


class MatchListed(WireModel):
    """A match in a list."""

    match: str
    game: str
    title: Both
    players: tuple[str, str]
    names: tuple[str | None, str | None]
    phase: StoredPhase
    updated: float


class MatchList(WireModel):
    """A page of matches, the last changed first."""

    matches: list[MatchListed]


class HistoryChange(WireModel):
    """Keep so many moves of the history, and add these."""

    keep: int
    add: list[MoveShown]


class EventMessage(WireModel):
    """One numbered event: what happened, and a merge patch to the state."""

    type: Literal["event"]
    number: int
    event: EventName
    seat: Seat | None
    time: float
    changes: dict[str, Any]
    history: HistoryChange | None


class EventList(WireModel):
    """The events since a given one; or, if those are too many, the whole state."""

    number: int
    events: list[EventMessage]
    state: State | None


class Done(WireModel):
    """The action was done, and it is on disk."""

    number: int


class Played(Done):
    """The move stands; `repeated` if it already did."""

    move: str
    ply: int
    repeated: bool


class Hint(Done):
    """A good move, if one was found in time, and why it is good."""

    move: str | None
    value: float | None
    reason: SentenceShown | None
