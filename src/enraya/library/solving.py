"""`solve`: the exact value of a position."""

from __future__ import annotations

from threading import Event

from enraya.errors import EnrayaError
from enraya.library.arguments import PositionLike, position_of
from enraya.search.limit import Limit
from enraya.solve.solution import OnProgress, Solution
from enraya.solve.solver import Solver


def solve(
    position: PositionLike,
    *,
    every_move: bool = False,
    seconds: float | None = None,
    threads: int | None = 1,
    stop: Event | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """The exact value of *position* under best play, for the side to move, with the best moves as texts.

    With *every_move*, `moves` holds the value of each move too. If *seconds* are over before it is solved, or *stop* is
    set, that is an `EnrayaError`; to keep what was learned between positions, use a `Solver`.

    >>> from enraya import Position, solve
    >>> solution = solve("mnk(4,3,3)")
    >>> solution.value, solution.plies, solution.best
    ('win', 7, ('b1', 'c1', 'b2', 'c2', 'b3', 'c3'))
    >>> solution = solve(Position.start("mnk(3,3,3)").play_all("b2 b1"), every_move=True)
    >>> solution.value, solution.plies
    ('win', 5)
    >>> {move: worth.value for move, worth in solution.moves}["a2"]
    'win'

    Connect 4 has the score that its literature uses: the stones that the winner has left, counted in pairs.

    >>> solve(Position.start("connect").play_all("4453")).score
    -2
    """
    asked = position_of(position)
    solver = Solver(asked.game, threads=threads)
    found = solver.solve(asked, Limit(seconds=seconds), every_move=every_move, stop=stop, on_progress=on_progress)
    if found is None:
        raise EnrayaError("error.not_solved", game=asked.game.name)
    return found.as_text(asked.game, asked.state)
