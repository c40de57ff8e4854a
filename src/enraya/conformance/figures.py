"""The statistics of random games of a custom game: the numbers that make a wrong sign or a wrong turn visible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from enraya.conformance.findings import Remark
from enraya.custom import CustomGame
from enraya.errors import LocalizedError
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.solve.solver import Solver

LEAST_FOR_REMARK = 50
"""Games from which it is said that one side won them all."""

SOLVING = Limit(seconds=1.5)
SLOW = 0.01
"""Seconds a call from which a function is called slow: a search calls it many thousand times."""

LEAST_CALLS = 5


@dataclass
class GameFigures:
    """Results, lengths and branching of finished random games."""

    first: int = 0
    second: int = 0
    drawn: int = 0
    unended: int = 0
    _branching: list[int] = field(default_factory=list)

    def add(self, outcome: float | None, branching: Sequence[int]) -> None:
        """One more game: its outcome, None if play went on and on, and the number of legal moves at each ply."""
        self._branching += branching
        if outcome is None:
            self.unended += 1
        elif outcome == 0:
            self.drawn += 1
        elif outcome > 0:
            self.first += 1
        else:
            self.second += 1

    @property
    def _games(self) -> int:
        return self.first + self.second + self.drawn + self.unended

    def as_data(self) -> dict[str, Any]:
        """The figures for JSON."""
        games, plies = self._games, len(self._branching)
        return {
            "first_won": self.first,
            "second_won": self.second,
            "drawn": self.drawn,
            "unended": self.unended,
            "mean_plies": round(plies / games, 2) if games else None,
            "mean_branching": round(sum(self._branching) / plies, 2) if plies else None,
        }

    def remarks(self) -> list[Remark]:
        """The remark that one side won every game, if it did."""
        games = self._games
        if games < LEAST_FOR_REMARK or games not in (self.first, self.second, self.drawn):
            return []
        side = "first" if self.first else "second" if self.second else "nobody"
        return [Remark(f"check.note.always_{side}", {"count": games})]


def solved_figures(game: CustomGame) -> dict[str, Any]:
    """The value of the start by search, for the first player, and in how many plies; empty if it is not small."""
    try:
        solution = Solver(game).solve(Position.start(game), SOLVING, one_is_enough=True)
    except (LocalizedError, RecursionError, MemoryError):
        return {}
    if solution is None:
        return {}
    start = Position.start(game)
    outcome = solution.worth.outcome if start.to_move == 0 else -solution.worth.outcome
    return {"value": outcome, "value_plies": solution.worth.plies}


class CallClock:
    """The clock of the functions of a file; its `note` is called before each call, as `CustomGame.watch` does."""

    def __init__(self) -> None:
        self.calls: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    def add(self, function: str, seconds: float) -> None:
        """*function* was called and took *seconds*."""
        self.calls[function] = self.calls.get(function, 0) + 1
        self.seconds[function] = self.seconds.get(function, 0.0) + seconds

    def remarks(self) -> list[Remark]:
        """Each function that is slow, the slowest first."""
        means = {name: self.seconds[name] / count for name, count in self.calls.items() if count >= LEAST_CALLS}
        slow = sorted((name for name, mean in means.items() if mean >= SLOW), key=lambda name: -means[name])
        return [Remark("check.note.slow", {"function": name, "ms": f"{means[name] * 1000:.0f}"}) for name in slow]
