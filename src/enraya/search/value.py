"""What outcomes and unfinished positions are worth to a search, always for the first player.

Where only winning counts, a win after p plies is worth 100 − p and a loss −(100 − p), so a faster win is worth
more and a slower loss hurts less; an unfinished position is worth less than any win. Where points count (OSO, a
tree), a value is a number of points.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enraya.game import Game, Player

Evaluate = Callable[[Any, Player], float]
HALF_WAY = 64
"""The evaluation that counts for half of all an unfinished position can be worth."""


class Scale:
    """The values of one game. Without *distance* a win is 1 however far away, as in the plainest textbook."""

    def __init__(self, game: Game[Any, Any], *, distance: bool = True, evaluate: Evaluate | None = None) -> None:
        self.scored = game.scored
        self.distance = distance and not game.scored
        self._evaluate = evaluate or game.evaluate
        longest = game.longest
        self._longest = longest or 0
        if not self.distance:
            self.win = 1
        else:
            self.win = 100 if longest is None or longest < 90 else 1000
        # The last win a game can have is still worth more than any guess.
        self.most_unfinished: float = self.win - longest - 1 if self.distance and longest else self.win / 2

    def of_outcome(self, outcome: int, ply: int) -> float:
        """The worth of a game that ended with *outcome*, *ply* plies from where the search began."""
        if self.scored or outcome == 0:
            return outcome
        worth = max(self.win - ply, self.most_unfinished + 1) if self.distance else 1
        return worth if outcome > 0 else -worth

    def of_worth(self, outcome: float, plies: int | None) -> float:
        """The worth of an exact *outcome* that comes after *plies*, for whoever the outcome is for."""
        if self.scored:
            return outcome
        # A win that may be any number of plies away is worth the least that a win can be.
        return self.of_outcome(int(outcome), self._longest if plies is None else plies)

    def of_unfinished(self, state: Any) -> float:
        """The worth of a position that is not searched further."""
        guess = self._evaluate(state, Player.FIRST)
        return guess if self.scored else self.squeeze(guess)

    def squeeze(self, guess: float) -> float:
        """Any evaluation, brought between the worst and the best an unfinished position can be worth."""
        return self.most_unfinished * guess / (abs(guess) + HALF_WAY)

    def from_itself(self, value: float, ply: int) -> float:
        """A value counted from the root, counted from a position *ply* plies below it: its wins are nearer."""
        if not self.distance or not self.is_decided(value):
            return value
        return value + ply if value > 0 else value - ply

    def from_root(self, value: float, ply: int) -> float:
        """A value counted from a position *ply* plies below the root, counted from the root."""
        if not self.distance or not self.is_decided(value):
            return value
        return value - ply if value > 0 else value + ply

    def is_decided(self, value: float) -> bool:
        """Whether *value* is a forced win or loss, however much is left unsearched."""
        return not self.scored and abs(value) > self.most_unfinished

    def plies(self, value: float) -> int | None:
        """How far away the end is that *value* tells of, where it tells."""
        return int(self.win - abs(value)) if self.distance and self.is_decided(value) else None
