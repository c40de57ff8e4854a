"""One dial for people who do not know the words: 0 is random, 10 the best there is.

A level is how far it looks ahead and how often it moves without thinking. Every step up does both a little better,
so each level beats the one below in games that a perfect player could only draw.
"""

from __future__ import annotations

from threading import Event
from typing import NamedTuple

from enraya.players.deepening import USUAL, DeepeningPlayer
from enraya.players.dice import dice_for
from enraya.players.random import RandomPlayer
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report
from enraya.search.trace import Observer


class Level(NamedTuple):
    """How many plies it looks ahead, and the part of its moves that are random."""

    depth: int | None
    thoughtless: float


LEVELS = (
    Level(1, 1.00),
    Level(1, 0.70),
    Level(1, 0.45),
    Level(2, 0.39),
    Level(2, 0.28),
    Level(3, 0.21),
    Level(4, 0.15),
    Level(5, 0.10),
    Level(6, 0.06),
    Level(8, 0.03),
    Level(None, 0.00),
)


class LevelPlayer:
    """Alpha-beta+ held back."""

    def __init__(self, level: int, *, native: bool = True, seed: int | None = None) -> None:
        self.name = f"level:{level}"
        self._level, self._seed = LEVELS[level], seed
        self._random = RandomPlayer(seed)
        self._thinker = DeepeningPlayer(
            own_limit=USUAL.within(Limit(depth=self._level.depth)), native=native, seed=seed, name=self.name
        )

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        # Dice of its own, lest whether it thinks and what it plays hang together.
        dice = dice_for(None if self._seed is None else ~self._seed, position)
        if dice.random() < self._level.thoughtless:
            return self._random.choose(position, limit, stop=stop, observer=observer)
        return self._thinker.choose(position, limit, stop=stop, observer=observer)
