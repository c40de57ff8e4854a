"""A position to solve, as something that can be sent to another process or another machine."""

from __future__ import annotations

from typing import NamedTuple

from enraya.catalogue import find_game
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.solve.parallel.cache import cached_by_thread
from enraya.solve.solution import Solution
from enraya.solve.solver import Solver


class PositionJob(NamedTuple):
    """A position by what leads to it, and the seconds and megabytes that it may take."""

    game: str
    start: str | None
    moves: tuple[str, ...]
    seconds: float | None
    megabytes: int | None = None

    @classmethod
    def of(cls, position: Position, seconds: float | None, megabytes: int | None = None) -> PositionJob:
        """The job of solving *position*."""
        game, start = position.game, position.states[0]
        text = None if start == game.initial() else game.format_state(start)
        return cls(game.name, text, tuple(position.move_texts), seconds, megabytes)


def solve_job(job: PositionJob) -> Solution | None:
    """The solution, or None if the time came first."""
    solver = cached_by_thread((job.game, job.megabytes), lambda: Solver(find_game(job.game), megabytes=job.megabytes))
    position = Position.start(solver.game, job.start).play_all(job.moves)
    return solver.solve(position, Limit(seconds=job.seconds))
