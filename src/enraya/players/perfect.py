"""Plays the solved value and never errs; offered where a game can be solved."""

from __future__ import annotations

from threading import Event

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.players.dice import dice_for
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.native import is_available
from enraya.search.report import Report, RootValue
from enraya.search.trace import Observer
from enraya.solve.solver import Solver

PLIES_SOLVED = {True: 20, False: 12}
"""The longest games that are solved while one waits: with the C++ search, and without."""


def is_offered(game: Game[object, object]) -> bool:
    """Whether games of this kind are solved while one waits."""
    if game.repeats or (game.scored and game.longest is None):
        return True
    return game.longest is not None and game.longest <= PLIES_SOLVED[is_available()]


class PerfectPlayer:
    """Chooses among the best moves of the exact solution."""

    name = "perfect"

    def __init__(self, game: Game[object, object], seed: int | None = None) -> None:
        self._solver = Solver(game)
        self._seed = seed

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        solution = self._solver.solve(position, Limit(seconds=limit.seconds), stop=stop)
        if solution is None:
            raise EnrayaError("error.unsolved", game=position.game.name)
        scale = self._solver.scale
        roots = tuple(RootValue(move, scale.of_worth(worth.outcome, worth.plies)) for move, worth in solution.moves)
        return Report(
            move=dice_for(self._seed, position).choice(solution.best) if self._seed is not None else solution.best[0],
            value=scale.of_worth(solution.worth.outcome, solution.worth.plies),
            nodes=solution.nodes,
            depth=solution.worth.plies or 0,
            seconds=solution.seconds,
            roots=roots,
            complete=True,
        )
