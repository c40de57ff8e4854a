"""Tournaments and handed-in players as answers."""

from __future__ import annotations

from typing import Literal

from enraya.arena.schedule.formats import Format
from enraya.server.views.board import Both, Player, PositionShown, WireModel
from enraya.store.hand_ins import HandInKind
from enraya.store.tournaments import TournamentState


class TournamentListed(WireModel):
    """A tournament in a list."""

    id: str
    title: str
    game: str
    game_title: Both
    format: Format
    state: TournamentState
    players: int
    played: int
    expected: int
    created: float


class TournamentList(WireModel):
    """The tournaments there are, the newest first."""

    tournaments: list[TournamentListed]


class EntryShown(WireModel):
    """A player of a tournament: a built-in one, or a version of one that was handed in."""

    name: str
    player: str | None
    version: int | None


class StandingShown(WireModel):
    """The result of one player, by number, in the standings."""

    player: int
    points: float
    wins: int
    draws: int
    losses: int
    byes: int
    rating: float
    low: float
    high: float
    failures: dict[str, int]


class CrossShown(WireModel):
    """The games of one player against another."""

    one: int
    other: int
    wins: int
    draws: int
    losses: int


class TableShown(WireModel):
    """The table, best first, and who beat whom."""

    rows: list[StandingShown]
    against: list[CrossShown]


class LiveGameShown(WireModel):
    """A game that is being played."""

    number: int
    round: int
    first: int
    second: int
    plies: int
    position: PositionShown | None


class GameListed(WireModel):
    """A finished game. The first `opening` moves were nobody's choice."""

    number: int
    round: int
    first: int
    second: int
    winner: Player | None
    outcome: int
    reason: str
    failed: Player | None
    failure: Both | None
    opening: int
    moves: list[str]


class GamesAnswer(WireModel):
    """A page of the finished games, the newest first, and the number of all."""

    total: int
    games: list[GameListed]


class MeetingShown(WireModel):
    """A meeting of a knockout; without an opponent it is a bye. Undecided places of later rounds have nobody."""

    one: int | None
    other: int | None
    points: tuple[float, float]
    winner: int | None


class SprtShown(WireModel):
    """How far a sequential test is: the log-likelihood ratio, where it decides, and the difference in Elo with its
    interval, once a pair of games is over.
    """

    elo0: float
    elo1: float
    ratio: float
    bounds: tuple[float, float]
    elo: tuple[float, float, float] | None
    decision: Literal["H0", "H1"] | None


class TournamentAnswer(WireModel):
    """A tournament as it stands. `number` grows with every change; the table is that of the first `counted` games."""

    id: str
    number: int
    title: str
    game: str
    game_title: Both
    format: Format
    state: TournamentState
    fault: Both | None
    created: float
    seconds: float | None
    games: int
    rounds: int | None
    seed: int
    players: list[EntryShown]
    played: int
    expected: int
    counted: int
    table: TableShown
    live: list[LiveGameShown]
    last: list[GameListed]
    bracket: list[list[MeetingShown]] | None
    sprt: SprtShown | None


class HandInShown(WireModel):
    """A version of a handed-in player."""

    version: int
    file: str
    kind: HandInKind
    game: str
    created: float
    verdict: Both | None


class PlayerShown(WireModel):
    """A handed-in player with its versions, the newest first, and which of them plays."""

    name: str
    is_yours: bool
    playing: int
    versions: list[HandInShown]


class PlayerList(WireModel):
    """The players that were handed in, by name."""

    players: list[PlayerShown]


class HandInAnswer(WireModel):
    """A player that was handed in, and what the trial found."""

    player: PlayerShown
    verdict: Both | None
    token: str | None


class TeacherAnswer(WireModel):
    """The key is right."""

    status: Literal["ok"]
