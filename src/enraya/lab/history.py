"""The value of a game ply by ply, and the moves that threw something away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Literal

from enraya.game import Player
from enraya.lab.valuation import MoveWorth, Name, Valuation, Valuer
from enraya.position import Position
from enraya.search.limit import Limit

Mistake = Literal["win_draw", "win_loss", "draw_loss", "points", "estimate"]
POINTS = 1
"""Points that a move must throw away to be marked."""

GUESSED = 20
"""The same for a guess, on a scale where a win is 100: guesses waver by less than this."""


@dataclass(frozen=True)
class Point:
    """The position after *ply* moves. `value`, `plies` and `score` are for the side to move; `level` is the score for
    the first player. `move` is what was played there, `mistake` what it threw away, `best` what to play instead."""

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


def history(game: Position, valuer: Valuer, limit: Limit, stop: Event | None = None) -> Iterator[Point]:
    """Each position of *game* in order, every one within *limit*; where nothing was found in time, none."""
    for ply in range(len(game.states)):
        position = Position(game.game, game.states[: ply + 1], game.moves[:ply])
        played = game.move_texts[ply] if ply < len(game.moves) else None
        if stop is not None and stop.is_set():
            return
        if (outcome := position.outcome) is not None:
            yield _end(ply, position, outcome, valuer)
        elif (found := valuer.last(position, limit, stop)) is not None:
            if played is not None:
                found = valuer.including(found, position, played, limit)
            yield _point(ply, position, found, played)


def mistake_of(best: MoveWorth, played: MoveWorth, is_scored: bool) -> Mistake | None:
    """What playing *played* in place of *best* threw away."""
    if is_scored:
        return "points" if best.score - played.score >= POINTS else None
    if best.value is not None and played.value is not None:
        names = (best.value, played.value)
        return None if best.value == played.value else _NAMED[names]
    return "estimate" if best.score - played.score >= GUESSED else None


_NAMED: dict[tuple[Name, Name], Mistake] = {
    ("win", "draw"): "win_draw",
    ("win", "loss"): "win_loss",
    ("draw", "loss"): "draw_loss",
}


def _point(ply: int, position: Position, found: Valuation, played: str | None) -> Point:
    worths = {worth.move: worth for worth in found.moves}
    best = worths[found.best[0]]
    worth = worths[played] if played is not None else best
    sign = 1 if position.to_move == Player.FIRST else -1
    return Point(
        ply,
        position.to_move,
        best.value,
        best.plies,
        best.score,
        best.score * sign,
        best.exact,
        found.depth,
        tuple(found.best),
        played,
        mistake_of(best, worth, position.game.scored),
        round(best.score - worth.score, 2),
    )


def _end(ply: int, position: Position, outcome: int, valuer: Valuer) -> Point:
    level = float(outcome) if position.game.scored else 100.0 * ((outcome > 0) - (outcome < 0))
    sign = 1 if position.to_move == Player.FIRST else -1
    value: Name = "draw" if not level else "win" if level * sign > 0 else "loss"
    return Point(ply, position.to_move, value, 0, level * sign, level, True, 0, (), None, None, 0)
