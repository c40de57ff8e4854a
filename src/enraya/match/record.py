"""The record of a match: the moves with their times, the results of its games, the score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from enraya.position import Position

Reason = Literal["line", "full", "repetition", "blocked", "points", "payoff", "resigned", "rules"]


@dataclass(frozen=True)
class MoveMade:
    """A move with who made it and the seconds it took; `timed_out` where chance chose it because time ran out.

    The rest is what a machine said of it.
    """

    seat: int
    move: str
    seconds: float
    timed_out: bool = False
    nodes: int | None = None
    value: float | None = None
    reason: str | None = None
    depth: int | None = None
    exact: bool | None = None
    plies: int | None = None
    line: str | None = None


@dataclass(frozen=True)
class GameResult:
    """The result of one game. `starter` made its first move, `first` played FIRST; no winner is a draw.

    `outcome` is for FIRST, as the game counts it; one who resigns loses by 1. Where outcomes are payoffs, `par` is what
    best play would have given, and `misstep` the move by which the loser first gave value away with a best one there.
    """

    number: int
    starter: int
    first: int
    winner: int | None
    reason: Reason
    outcome: int
    history: tuple[MoveMade, ...]
    resigned: int | None = None
    par: int | None = None
    misstep: tuple[str, str] | None = None

    @cached_property
    def time_used(self) -> tuple[TimeUsed, TimeUsed]:
        """The time used by each seat."""
        return TimeUsed.of(self.history, 0), TimeUsed.of(self.history, 1)


class Score(NamedTuple):
    """Games won by each seat, and games drawn."""

    wins: tuple[int, int]
    draws: int

    @property
    def leader(self) -> int | None:
        """The seat that has won more games, if one has."""
        if self.wins[0] == self.wins[1]:
            return None
        return 0 if self.wins[0] > self.wins[1] else 1

    @property
    def margin(self) -> int:
        """The lead of the leader, in games won."""
        return abs(self.wins[0] - self.wins[1])

    @classmethod
    def of(cls, results: Sequence[GameResult]) -> Score:
        """The score that *results* add up to."""
        winners = [result.winner for result in results]
        return cls((winners.count(0), winners.count(1)), winners.count(None))


class TimeUsed(NamedTuple):
    """The time used by a seat for its moves."""

    seconds: float
    moves: int

    @classmethod
    def of(cls, history: Sequence[MoveMade], seat: int) -> TimeUsed:
        """The time that *seat* used for its moves of *history*."""
        own = [made.seconds for made in history if made.seat == seat]
        return cls(math.fsum(own), len(own))

    @property
    def mean(self) -> float | None:
        """Seconds per move, once there is a move."""
        return self.seconds / self.moves if self.moves else None


def reason_of_end(position: Position) -> Reason:
    """The reason why the game in *position*, which is over by its rules, has ended."""
    game, state = position.game, position.state
    if position.is_repeated and game.outcome(state) is None:
        return "repetition"
    if position.par is not None:
        return "payoff"
    if game.scored:
        return "points"
    if position.outcome and game.winning_cells(state):
        return "line"
    board = game.board(state)
    if board is None:
        return "rules"
    if position.outcome:
        return "blocked"
    return "full" if all(board.cells) else "rules"
