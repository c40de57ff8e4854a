"""The value of a game ply by ply, and the moves that threw something away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Literal

from enraya.game import Player
from enraya.lab.values.valuation import MoveWorth, Name, Valuation, Valuer
from enraya.position import Position
from enraya.search.limit import Limit

Mistake = Literal["win_draw", "win_loss", "draw_loss", "points", "estimate"]
POINTS = 1
"""Points that a move must throw away to be marked."""

GUESSED = 20
"""The same for a guess, in levels of a plot where a win is 100: guesses waver by less than this."""


@dataclass(frozen=True)
class Loss:
    """The value that playing *move* gives away: none, if it is no mistake and *lost* is 0."""

    move: str
    mistake: Mistake | None
    lost: float


@dataclass(frozen=True)
class Point:
    """The position after *ply* moves. `value`, `plies` and `score` are for the side to move; `level` is how high it
    stands in a plot, for the first player: points, or from −100, lost, to 100, won. `move` is what was played there,
    `mistake` what it threw away, `best` what to play instead; `losses` says the same of every move that was looked at,
    so that a move made later can be judged without a search.
    """

    ply: int
    to_move: Player
    value: Name | None
    plies: int | None
    score: float
    level: float
    exact: bool
    depth: int
    best: tuple[str, ...]
    move: str | None
    mistake: Mistake | None
    lost: float
    losses: tuple[Loss, ...]


def history(
    game: Position, valuer: Valuer, limit: Limit, stop: Event | None = None, *, first: int = 0
) -> Iterator[Point]:
    """Each position of *game* from the one after *first* moves, in order, every one within *limit*; where nothing was
    found in time, none."""
    for ply in range(first, len(game.states)):
        position = Position(game.game, game.states[: ply + 1], game.moves[:ply])
        played = game.move_texts[ply] if ply < len(game.moves) else None
        if stop is not None and stop.is_set():
            return
        if (outcome := position.outcome) is not None:
            yield end_point(ply, position, outcome)
        elif (found := valuer.last(position, limit, stop)) is not None:
            if played is not None:
                found = valuer.including(found, position, played, limit)
            yield point_of(ply, position, found, played)


def mistake_of(best: MoveWorth, played: MoveWorth, is_scored: bool) -> Mistake | None:
    """The value that playing *played* in place of *best* gave away."""
    if is_scored:
        return "points" if best.score - played.score >= POINTS else None
    if best.value is not None and played.value is not None:
        names = (best.value, played.value)
        return None if best.value == played.value else _NAMED[names]
    return "estimate" if best.level - played.level >= GUESSED else None


_NAMED: dict[tuple[Name, Name], Mistake] = {
    ("win", "draw"): "win_draw",
    ("win", "loss"): "win_loss",
    ("draw", "loss"): "draw_loss",
}


def point_of(ply: int, position: Position, found: Valuation, played: str | None) -> Point:
    """The point of an unfinished *position* whose moves are worth what was *found*."""
    worths = {worth.move: worth for worth in found.moves}
    best = worths[found.best[0]]
    losses = {move: _loss(best, worth, position.game.scored) for move, worth in worths.items()}
    sign = 1 if position.to_move == Player.FIRST else -1
    return Point(
        ply,
        position.to_move,
        best.value,
        best.plies,
        best.score,
        best.level * sign,
        best.exact,
        found.depth,
        tuple(found.best),
        played,
        losses[played].mistake if played is not None else None,
        losses[played].lost if played is not None else 0,
        tuple(losses.values()),
    )


def _loss(best: MoveWorth, worth: MoveWorth, is_scored: bool) -> Loss:
    return Loss(worth.move, mistake_of(best, worth, is_scored), round(best.level - worth.level, 2))


def end_point(ply: int, position: Position, outcome: int) -> Point:
    """The point of a *position* that ended the game."""
    level = float(outcome) if position.game.scored else 100.0 * ((outcome > 0) - (outcome < 0))
    sign = 1 if position.to_move == Player.FIRST else -1
    value: Name = "draw" if not level else "win" if level * sign > 0 else "loss"
    return Point(ply, position.to_move, value, 0, level * sign, level, True, 0, (), None, None, 0, ())
