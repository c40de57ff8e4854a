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
from enraya.search.limit import UNLIMITED, Limit
from enraya.search.report import Report
from enraya.search.trace import Observer


class Level(NamedTuple):
    """The limits of a level: its depth in plies or its nodes, and the share of its moves that are random."""

    limit: Limit
    thoughtless: float


LEVELS = (
    Level(Limit(depth=1), 1.00),
    Level(Limit(depth=1), 0.76),
    Level(Limit(depth=1), 0.56),
    Level(Limit(depth=2), 0.40),
    Level(Limit(depth=2), 0.28),
    Level(Limit(depth=3), 0.19),
    Level(Limit(nodes=5_000), 0.14),
    Level(Limit(nodes=15_000), 0.10),
    Level(Limit(nodes=50_000), 0.06),
    Level(Limit(nodes=300_000), 0.03),
    Level(UNLIMITED, 0.00),
)
"""The levels, by nodes from where a search may see to the end: it must be free to prove a draw, lest it take every
unfinished position for one that the other side can kill, and stop trying. Five thousand, since three plies on a board
of Gomoku, threats and all, take a thousand or two.
"""


class LevelPlayer:
    """Alpha-beta+ held back."""

    def __init__(self, level: int, *, native: bool = True, seed: int | None = None) -> None:
        self.name = f"level:{level}"
        self._level, self._seed = LEVELS[level], seed
        self._random = RandomPlayer(seed)
        self._thinker = DeepeningPlayer(
            own_limit=USUAL.within(self._level.limit), native=native, seed=seed, name=self.name
        )

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        # Dice of its own, lest whether it thinks and what it plays hang together.
        dice = dice_for(None if self._seed is None else ~self._seed, position)
        if dice.random() < self._level.thoughtless:
            return self._random.choose(position, limit, stop=stop, observer=observer)
        return self._thinker.choose(position, limit, stop=stop, observer=observer)
