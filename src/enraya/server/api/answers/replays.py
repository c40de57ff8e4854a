"""Replays as answers: a game, move by move."""

from __future__ import annotations

from enraya.server.api.answers.matches import GameShown, ResultShown
from enraya.server.views.board import PositionShown, Seat, StrikeShown, WireModel


class Frame(WireModel):
    """A move and what it changes on the board."""

    move: str
    seat: Seat
    seconds: float | None
    timed_out: bool
    nodes: int | None
    value: float | None
    reason: str | None
    depth: int | None
    exact: bool | None
    plies: int | None
    line: str | None
    cells: list[tuple[int, str, int | None]]
    strikes: list[StrikeShown] | None
    node: str | None
    shown: str | None


class Replay(WireModel):
    """A game, move by move."""

    game: GameShown
    number: int
    players: tuple[str, str]
    starter: Seat
    result: ResultShown | None
    opening: PositionShown
    frames: list[Frame]
    exports: list[str]
