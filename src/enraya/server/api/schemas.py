"""What the server answers, as data. `docs/api.md` tells what each field means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from enraya.match.events import EventName
from enraya.server.views.board import (
    OMITTED,
    Answer,
    BoardShown,
    Both,
    Choice,
    Kind,
    Player,
    PositionAnswer,
    PositionShown,
    Seat,
    StrikeShown,
    Turn,
)
from enraya.store.stored import StoredPhase

REFERENCE = "#/components/schemas/{model}"
"""How a description names a schema."""

Reason = Literal["line", "full", "repetition", "blocked", "points", "payoff", "resigned", "rules"]


class Refused(Answer):
    """Why one thing was refused."""

    code: str
    detail: str
    option: Annotated[str | None, OMITTED] = None
    """The option of a game or a player that is wrong, where it is one."""


class Problem(Answer):
    """A refusal, as application/problem+json."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    fields: Annotated[dict[str, Refused] | None, OMITTED] = None
    retry_after: Annotated[float | None, OMITTED] = None


class Health(Answer):
    """The server can play."""

    status: Literal["ok"]


class Languages(Answer):
    """The languages that the server speaks."""

    languages: dict[str, str] = Field(description="what each language calls itself, by its code")
    preferred: str = Field(description="the one that the request asks for")


# Games


class OptionShown(Answer):
    """Something to choose of a game or a player."""

    name: str
    kind: Literal["number", "word", "flag", "text"]
    default: int | float | str | bool | None
    least: float | None
    most: float | None
    words: list[str] | None
    required: bool
    title: Both


class Sample(Answer):
    """A position for the gallery."""

    board: BoardShown | None
    order: list[int]


class Preset(Answer):
    """A game that people know by a name."""

    game: str
    title: Both
    options: dict[str, int | float | str | bool | None]
    sample: Sample


class Family(Answer):
    """A family of games."""

    family: str
    kind: Kind
    title: Both
    rules: Both
    options: list[OptionShown]
    presets: list[Preset]
    fault: Both | None = Field(description="why a custom game cannot be played, if it cannot")


class SettingsShown(Answer):
    """The choices of a match."""

    game: str
    first: str
    second: str
    starter: Literal["random", "first", "second"]
    seconds: float | None
    games: int
    exam: bool
    position: str | None
    names: tuple[str | None, str | None]
    invite: Seat | None


class Catalogue(Answer):
    """All there is to play."""

    families: list[Family]
    defaults: SettingsShown


class StrategyShown(Answer):
    """A machine player."""

    player: str
    title: Both
    options: list[OptionShown]


class EditorFieldShown(Answer):
    """What is said beside a board."""

    name: str
    kind: Literal["word", "number"]
    words: list[str] | None
    default: str
    title: Both


class EditorShown(Answer):
    """What a board editor offers."""

    signs: list[str]
    fields: list[EditorFieldShown]


class GameAnswer(Answer):
    """One game."""

    game: str
    family: str
    kind: Kind
    title: Both
    rules: Both
    forms: str
    strategies: list[StrategyShown]
    editor: EditorShown | None
    start: PositionAnswer


class CheckAnswer(Answer):
    """What is wrong with a set-up, by field."""

    game: str | None
    refusals: dict[str, Refused]


# Matches


class GameShown(Answer):
    """The game that a match is of."""

    name: str
    family: str
    kind: Kind
    title: Both
    rules: Both
    forms: str
    scored: bool


class SeatShown(Answer):
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


class ClockShown(Answer):
    """The time for this move."""

    limit: float
    remaining: float
    running: bool


class ScoreShown(Answer):
    """Games won and drawn."""

    wins: tuple[int, int]
    draws: int
    leader: Seat | None
    margin: int


class May(Answer):
    """What the match would accept now: by seat, or from anybody who plays."""

    undo: tuple[bool, bool]
    redo: tuple[bool, bool]
    hint: tuple[bool, bool]
    resign: tuple[bool, bool]
    pause: bool
    resume: bool
    continue_: bool
    stop: bool

    model_config = ConfigDict(alias_generator=lambda name: name.rstrip("_"), validate_by_name=True)


class ResultShown(Answer):
    """How a game ended."""

    number: int
    starter: Seat
    first: Seat
    winner: Seat | None
    reason: Reason
    outcome: int
    par: int | None
    resigned: Seat | None
    plies: int


class MoveShown(Answer):
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


class RequestShown(Answer):
    """What one person has asked the other for."""

    seat: Seat
    what: Literal["undo", "pause"]


class State(Answer):
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
    choices: dict[str, Choice]
    may: May
    results: list[ResultShown]
    history: list[MoveShown]
    rematch: str | None
    fault: Both | None = Field(description="why the custom game failed just now, if it did")


class You(Answer):
    """What the caller's token may do."""

    seats: list[Seat]
    owner: bool


class MatchAnswer(Answer):
    """A match, and who is asking."""

    match: str
    you: You
    state: State
    token: Annotated[str | None, OMITTED] = None
    invitation: Annotated[str | None, OMITTED] = None


class MatchListed(Answer):
    """A match in a list."""

    match: str
    game: str
    title: Both
    players: tuple[str, str]
    names: tuple[str | None, str | None]
    phase: StoredPhase
    updated: float


class MatchList(Answer):
    """Some matches, the last changed first."""

    matches: list[MatchListed]


class HistoryChange(Answer):
    """Keep so many moves of the history, and add these."""

    keep: int
    add: list[MoveShown]


class EventMessage(Answer):
    """One numbered event: what happened, and a merge patch to the state."""

    type: Literal["event"]
    number: int
    event: EventName
    seat: Seat | None
    time: float
    changes: dict[str, Any]
    history: HistoryChange | None


class EventList(Answer):
    """What has happened since; or, if that is too much, how things stand."""

    number: int
    events: list[EventMessage]
    state: State | None


class Done(Answer):
    """It happened, and it is on disk."""

    number: int


class Played(Done):
    """The move stands; `repeated` if it already did."""

    move: str
    ply: int
    repeated: bool


class SentenceShown(Answer):
    """The key of a message of `GET /api/words/{language}` and the values that belong in it."""

    key: str
    values: Mapping[str, str | int | float]

    model_config = ConfigDict(from_attributes=True)


class Hint(Done):
    """A good move, if one was found in time, and why it is good."""

    move: str | None
    value: float | None
    reason: SentenceShown | None


# Replays


class Frame(Answer):
    """A move and what it changes on the board."""

    move: str
    seat: Seat
    seconds: float | None
    timed_out: bool
    nodes: int | None
    value: float | None
    reason: str | None
    cells: list[tuple[int, str, int | None]]
    strikes: list[StrikeShown] | None
    node: str | None
    shown: str | None


class Replay(Answer):
    """A game, move by move."""

    game: GameShown
    number: int
    players: tuple[str, str]
    starter: Seat
    result: ResultShown | None
    opening: PositionShown
    frames: list[Frame]
    exports: list[str]


# The lab


class AlgorithmsAnswer(Answer):
    """The algorithms that can be compared on a position, by name."""

    algorithms: list[str]
