"""The messages from the thread of a match to its screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from enraya.board import Board
from enraya.errors import EnrayaError
from enraya.lab.values.valuation import Valuation
from enraya.match import (
    Event,
    Match,
)
from enraya.position import Position
from enraya.terminal.wording import points
from enraya.tui.board.pointing import Choices, choices_of


@dataclass(frozen=True)
class Shown:
    """A match after an event, with everything that a screen needs to ask the game for."""

    match: Match
    board: Board | None
    text: str
    choices: Choices
    last: frozenset[int]
    winning: frozenset[int]
    points: tuple[int, int] | None


@dataclass(frozen=True)
class Refused:
    """A refusal, with its reason."""

    error: EnrayaError


@dataclass(frozen=True)
class Announced:
    """An event told by the message *key*; `{name}` in it is who sits in *seat*."""

    key: str
    seat: int


@dataclass(frozen=True)
class Hinted:
    """A hint for *position*, None where none was found in time, with the sentence that says why."""

    position: Position
    move: str | None
    key: str = ""
    values: Any = None


@dataclass(frozen=True)
class Valued:
    """The values of the moves of *position*, as far as they are known."""

    position: Position
    valuation: Valuation | None
    is_last: bool


@dataclass(frozen=True)
class Broken:
    """The match cannot go on: a game from a file failed, or a player did not load."""

    error: EnrayaError


MatchMessage = Shown | Refused | Announced | Hinted | Valued | Broken
Send = Callable[[MatchMessage], None]
Request = Callable[[Match, float], Event]
"""Makes an event of the match as it is and the time, both known only when it is its turn."""


def view_of(match: Match) -> Shown:
    """The view of *match*."""
    position = match.position
    game, board = position.game, position.board
    before = game.board(position.states[-2]) if board is not None and len(position.states) > 1 else None
    changed = (
        [cell for cell in range(len(board.cells)) if board.cells[cell] and board.cells[cell] != before.cells[cell]]
        if board is not None and before is not None
        else []
    )
    is_won = bool(position.outcome)
    return Shown(
        match,
        board,
        game.render(position.state) if board is None else "",
        choices_of(position) if match.phase == "playing" else {},
        frozenset(changed),
        frozenset(game.winning_cells(position.state)) if is_won else frozenset(),
        points(match),
    )
