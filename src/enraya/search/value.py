"""The scale of values of outcomes and unfinished positions: inside a search, and as shown to people.

A search works with numbers that keep every forced end apart from every estimate: a win after p plies is `WIN` − p, a
loss −(`WIN` − p), and an unfinished position is worth just what its evaluation says. People are shown the scale that
docs/values.md describes (`Scale.shown`): a win is 100 − p (1000 − p on boards of 90 cells or more; plain 1 without
distance), an estimate is the evaluation's own number. Where points count (OSO, a tree), a value is a number of points.
Inside a search all values are for the first player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enraya.game import Game, Player

Evaluate = Callable[[Any, Player], float]

WIN = 10**12
"""A win on the spot, to a search: far beyond what an evaluation says."""

MOST_UNFINISHED = WIN // 10
"""An evaluation beyond this, infinity say, counts as this."""

HALF_WAY = 64
"""The estimate that `squeeze` brings to half of the most, unless told otherwise."""


class Scale:
    """The values of one game. Without *distance* a win is 1 however far away, as in the plainest textbook."""

    def __init__(self, game: Game[Any, Any], *, distance: bool = True, evaluate: Evaluate | None = None) -> None:
        self.scored = game.scored
        self.distance = distance and not game.scored
        self._evaluate = evaluate or game.evaluate
        self.win = 1 if not self.distance else 100 if game.longest is None or game.longest < 90 else 1000
        """The number shown for an immediate win."""

    def of_outcome(self, outcome: int, ply: int) -> float:
        """The worth of a game that ended with *outcome*, *ply* plies from where the search began."""
        if self.scored or outcome == 0:
            return outcome
        worth = WIN - ply if self.distance else WIN
        return worth if outcome > 0 else -worth

    def of_unfinished(self, state: Any) -> float:
        """The worth of a position that is not searched further."""
        return self.of_guess(self._evaluate(state, Player.FIRST))

    def of_guess(self, guess: float) -> float:
        """The worth of a position that an evaluation says is worth *guess*."""
        return guess if self.scored else max(-MOST_UNFINISHED, min(MOST_UNFINISHED, guess))

    def from_itself(self, value: float, ply: int) -> float:
        """A value counted from the root, counted from a position *ply* plies below it: its wins are nearer."""
        if not self.distance or not self.is_decided(value):
            return value
        return value + ply if value > 0 else value - ply

    def from_root(self, value: float, ply: int) -> float:
        """A value counted from a position *ply* plies below the root, counted from the root."""
        return self.from_itself(value, -ply)

    def is_decided(self, value: float) -> bool:
        """True if *value* is a forced win or loss, however much is left unsearched."""
        return not self.scored and abs(value) > MOST_UNFINISHED

    def is_decided_within(self, value: float, depth: float) -> bool:
        """True if *value* is a forced win or loss, and no nearer one can be found by searching beyond *depth* plies."""
        plies = self.plies(value)
        return self.is_decided(value) and (plies is None or plies <= depth)

    def plies(self, value: float) -> int | None:
        """The distance in plies to the end that *value* stands for, if it encodes one."""
        return int(WIN - abs(value)) if self.distance and self.is_decided(value) else None

    def shown(self, value: float) -> float:
        """A search's *value* as people are shown it; an infinite bound stays infinite."""
        if abs(value) > WIN or not self.is_decided(value):
            return value
        return self.shown_worth(value, self.plies(value))

    def shown_worth(self, outcome: float, plies: int | None) -> float:
        """An exact *outcome* that comes after *plies*, as people are shown it.

        A win that may be any number of plies away is 1.
        """
        if self.scored or not outcome:
            return outcome
        worth = 1 if plies is None or not self.distance else max(1, self.win - plies)
        return worth if outcome > 0 else -worth


def squeeze(guess: float, most: float, half_way: float = HALF_WAY) -> float:
    """Clamp an estimate smoothly between −*most* and *most*, for a picture or an exercise."""
    return most * guess / (abs(guess) + half_way) if abs(guess) <= MOST_UNFINISHED else most if guess > 0 else -most
