"""Counts a game step by step: its games, then its positions and its ends, plain and up to symmetry."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from enraya.game import Game
from enraya.position import Position
from enraya.search.count import Count, count
from enraya.search.limit import Budget
from enraya.search.symmetry import images

MOST_GAMES = 2_000_000
"""The largest number of games walked through one by one; more are only counted by merging equal positions."""

MOST_SHOWN = 12


@dataclass
class Census:
    """The counts so far: `ends` counts ends up to symmetry by who won, `drawn` holds some of the drawn ones."""

    count: Count
    ends: dict[str, int] = field(default_factory=lambda: {"first": 0, "second": 0, "drawn": 0})
    drawn: list[Any] = field(default_factory=list)

    @property
    def can_walk(self) -> bool:
        """True if there are few enough games to walk through."""
        return self.count.games is not None and self.count.games <= MOST_GAMES


def take_census(position: Position, budget: Budget) -> Census:
    """Count everything reachable from *position*, layer by layer."""
    census = Census(Count())

    def note_end(state: Any) -> None:
        outcome = position.game.outcome(state) or 0
        census.ends["first" if outcome > 0 else "second" if outcome < 0 else "drawn"] += 1
        if not outcome and len(census.drawn) < MOST_SHOWN:
            census.drawn.append(state)

    census.count = count(position.game, position.state, budget, on_end=note_end)
    return census


def largest_symmetry_class(game: Game[Any, Any], start: Any, plies: int = 3) -> list[Any]:
    """The largest class of positions that are one up to symmetry, met after at most *plies* moves."""
    largest: list[Any] = [start]
    layer = [start]
    for _ in range(plies):
        layer = [game.play(state, move) for state in layer[:MOST_SHOWN] for move in game.legal_moves(state)]
        for state in layer:
            different = list(dict.fromkeys(images(game, state)))
            if len(different) > len(largest):
                largest = different
    return largest[:MOST_SHOWN]
