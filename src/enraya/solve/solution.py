"""The result of solving."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol

from enraya.game import Game

ValueName = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class SolvedValue:
    """The value of one move, or of the whole position, for the side to move: an outcome, and in how many plies.

    `score` is how the game's literature writes it (`Game.score`), where that was asked for and is known.
    """

    outcome: float
    plies: int | None
    score: float | None = None

    @property
    def value(self) -> ValueName:
        """The value: won, drawn or lost; where points count, the points still to come."""
        number = self.outcome if self.score is None else self.score
        return "win" if number > 0 else "loss" if number < 0 else "draw"

    def scored_by(self, game: Game[Any, Any], state: Any) -> SolvedValue:
        """The same with its score, as *game* writes it of *state*; one that hangs on an unknown distance is None."""
        score = game.score(state, self.outcome, self.plies)
        return replace(self, score=score if score or not self.outcome or game.scored else None)


class Worth(NamedTuple):
    """The value of a state for the first player (1, 0, −1) and its distance in plies; None: nobody can force an end."""

    outcome: int
    plies: int | None


@dataclass(frozen=True)
class Solution:
    """The exact worth of a position and its best moves: the fastest win, the slowest loss, any draw.

    On a large board how far away a win is may cost too much to find out: `plies` is then None, and `best` one winning
    move, or every move of a lost position.

    `moves` holds the worth of every move, where that was asked for. `nodes_before` are those of the solves that this
    one went on from.
    """

    worth: SolvedValue
    best: tuple[Any, ...]
    nodes: int
    seconds: float
    moves: tuple[tuple[Any, SolvedValue], ...] = ()
    nodes_before: int = 0

    @property
    def value(self) -> ValueName:
        """The value for the side to move: a win, a draw or a loss."""
        return self.worth.value

    @property
    def plies(self) -> int | None:
        """Moves until the end under best play, where known."""
        return self.worth.plies

    @property
    def score(self) -> float | None:
        """The value as the game's literature writes it, where known."""
        return self.worth.score

    def as_text(self, game: Game[Any, Any], state: Any) -> Solution:
        """The same, of *state*, with every move as its text and every value with its score."""
        return replace(
            self,
            worth=self.worth.scored_by(game, state),
            best=tuple(game.format_move(move) for move in self.best),
            moves=tuple((game.format_move(move), worth.scored_by(game, state)) for move, worth in self.moves),
        )


class OnProgress(Protocol):
    """Called with the depth of a search, the nodes so far, the bounds of the score where there are any, and how many of
    how many first moves are decided."""

    def __call__(
        self, depth: int, nodes: int, bounds: tuple[int, int] | None = None, firsts: tuple[int, int] | None = None, /
    ) -> None: ...


def solved_value(game: Game[Any, Any], state: Any, value: float, plies: int | None) -> SolvedValue:
    """The exact *value* that was found of *state*, or of one of its moves, as an outcome and a distance."""
    if game.scored:
        return SolvedValue(value, game.plies_left(state))
    sign = (value > 0) - (value < 0)
    return SolvedValue(sign, plies if sign else game.plies_left(state))


def solved_points(game: Game[Any, Any], state: Any, to_come: int) -> SolvedValue:
    """The value of *state* by the difference of points still *to_come*: an outcome counts those already made too."""
    return solved_value(game, state, game.evaluate(state, game.to_move(state)) + to_come, None)
