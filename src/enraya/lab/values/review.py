"""A finished game looked back on: its value ply by ply, each mistake with the better move and why, and accuracies.

Positions are looked at from the last to the first. The later ones are easy, and what a solver learns of them helps with
the earlier ones; so a game is known exactly far sooner than position by position. What the solver does not answer is
valued by a search, and each point says how deep.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from enraya.game import Player
from enraya.lab.values.explanation import Sentence, sentence_about
from enraya.lab.values.history import Point, end_point, point_of
from enraya.lab.values.valuation import MoveWorth, Valuation, Valuer
from enraya.position import Position
from enraya.search.limit import Limit

SOLVERS_SHARE = 0.25
"""The share of the time left that the solver may take for one position. It needs little for most, and most for the
first that is asked: its tables and its book are made ready then.
"""

LONGEST_SOLVED = 64
"""Plies that may be left for the solver to be asked at all: nobody solves an open Go board."""

MOST_UNANSWERED = 2
"""Positions in a row that the solver leaves unanswered before it is not asked any more."""

LONGEST_LINE = 7
SHARE_OF_REASONS = 0.2
LEAST_SHARE = 0.02

KEPT = {"win_draw": 0.5, "draw_loss": 0.5, "win_loss": 0.0}
"""The share of the attainable value that is left after a mistake of each kind."""

POINTS_TO_NOTHING = 5
"""Giving away so many points at once counts as nothing kept."""

LEVELS = 200
"""The levels of a plot, from lost to won."""


@dataclass(frozen=True)
class MistakeExplained:
    """The explanation of a mistake: the lines of the better move and of the move played, and a sentence on both."""

    ply: int
    better: tuple[str, ...]
    played: tuple[str, ...]
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Accuracy:
    """The accuracy of one side: the share kept, in percent, over *decisions*, moves where another would have been
    worse.
    """

    decisions: int
    percent: int | None


class Review:
    """One game looked back on, within about so many seconds."""

    def __init__(self, game: Position, valuer: Valuer, seconds: float, stop: Event | None = None) -> None:
        self._game, self._valuer, self._stop = game, valuer, stop
        self._until = time.monotonic() + seconds * (1 - SHARE_OF_REASONS)
        self._reasons = seconds * SHARE_OF_REASONS
        self._found: dict[int, Valuation] = {}
        self._unanswered = 0

    def points(self) -> Iterator[Point]:
        """The position after each ply, from the last to the first; none where nothing was found."""
        known: dict[int, Point] = {}
        for ply in range(len(self._game.moves), -1, -1):
            if self._stop is not None and self._stop.is_set():
                return
            position = self._position(ply)
            if (outcome := position.outcome) is not None:
                point = end_point(ply, position, outcome)
            else:
                found = self._value(position, ply, known.get(ply + 1))
                if found is None:
                    continue
                self._found[ply] = found
                point = point_of(ply, position, found, self._played(ply))
            known[ply] = point
            yield point

    def mistakes(self, points: Sequence[Point]) -> Iterator[MistakeExplained]:
        """The explanations of the mistakes among *points*, in the order of the game."""
        until = time.monotonic() + self._reasons
        wrong = [point for point in sorted(points, key=lambda point: point.ply) if point.mistake is not None]
        for number, point in enumerate(wrong):
            found, position = self._found[point.ply], self._position(point.ply)
            share = max(LEAST_SHARE, (until - time.monotonic()) / (len(wrong) - number))
            lines, sentences = [], []
            for move in (found.best[0], point.move or ""):
                worth = found.of(move)
                assert worth is not None
                line = self._line(position, worth, share / 2)
                lines.append(line)
                sentences.append(sentence_about(worth, line, found, position))
            yield MistakeExplained(point.ply, lines[0], lines[1], tuple(sentences))

    def _line(self, position: Position, worth: MoveWorth, seconds: float) -> tuple[str, ...]:
        limit, until = Limit(seconds=seconds / LONGEST_LINE), time.monotonic() + seconds
        most = min(LONGEST_LINE, worth.plies or LONGEST_LINE) - 1
        if time.monotonic() >= until or most < 1:
            return (worth.move,)
        rest = self._valuer.principal_variation(
            position.play(worth.move), most, limit, is_proven=worth.exact, stop=self._stop
        )
        return (worth.move, *rest)

    def _value(self, position: Position, ply: int, after: Point | None) -> Valuation | None:
        """The values of the moves of *position*: exact if the solver answers in time, else by a search."""
        share = max(LEAST_SHARE, (self._until - time.monotonic()) / (ply + 1))
        left = position.game.plies_left(position.state)
        if self._unanswered < MOST_UNANSWERED and (left is None or left <= LONGEST_SOLVED):
            if (found := self._solved(position, ply, after)) is not None:
                self._unanswered = 0
                return found
            self._unanswered += 1
        limit = Limit(seconds=share)
        found = self._valuer.last(position, limit, self._stop)
        played = self._played(ply)
        return found if found is None or played is None else self._valuer.including(found, position, played, limit)

    def _solved(self, position: Position, ply: int, after: Point | None) -> Valuation | None:
        """The best moves as the solver knows them, and the move played by what the position after it is worth.

        Every other move is left out: to know the best is much faster than to know all.
        """
        began, played = time.monotonic(), self._played(ply)
        if played is not None and (after is None or not after.exact):
            return None
        seconds = max(LEAST_SHARE, (self._until - began) * SOLVERS_SHARE)
        solution = self._valuer.solver.solve(position, Limit(seconds=seconds), stop=self._stop)
        if solution is None:
            return None
        text, proven = position.game.format_move, self._valuer.proven
        worth = solution.worth
        worths = {text(move): proven(text(move), worth.outcome, worth.plies) for move in solution.best}
        if played is not None and played not in worths:
            assert after is not None
            worths[played] = self._by_what_follows(position, played, after)
        return Valuation(tuple(worths.values()), worth.plies or 0, solution.nodes, time.monotonic() - began, True)

    def _by_what_follows(self, position: Position, move: str, after: Point) -> MoveWorth:
        """The value of *move*, from the position *after* it."""
        sign = 1 if after.to_move == position.to_move else -1
        outcome = after.score if position.game.scored else {"win": 1, "draw": 0, "loss": -1}[after.value or "draw"]
        plies = None if after.plies is None else after.plies + 1
        return self._valuer.proven(move, sign * outcome, plies)

    def _position(self, ply: int) -> Position:
        return Position(self._game.game, self._game.states[: ply + 1], self._game.moves[:ply])

    def _played(self, ply: int) -> str | None:
        return self._game.move_texts[ply] if ply < len(self._game.moves) else None


def accuracy_of(points: Sequence[Point], side: Player, game: Position) -> Accuracy:
    """The share of the attainable value that *side* kept, over the moves where it could err."""
    kept = [_kept(point) for point in points if point.to_move == side and _is_decision(point, game)]
    return Accuracy(len(kept), round(100 * sum(kept) / len(kept)) if kept else None)


def _is_decision(point: Point, game: Position) -> bool:
    if point.move is None or (point.value == "loss" and not game.game.scored):
        # What is lost cannot be lost again.
        return False
    return point.mistake is not None or len(point.best) < len(game.game.legal_moves(game.states[point.ply]))


def _kept(point: Point) -> float:
    if point.mistake is None:
        return 1.0
    if point.mistake == "points":
        return max(0.0, 1 - point.lost / POINTS_TO_NOTHING)
    return KEPT.get(point.mistake, max(0.0, 1 - point.lost / LEVELS))
