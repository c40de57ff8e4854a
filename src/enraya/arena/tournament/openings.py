"""The openings of the games: from a file, or random legal ones that are not decided.

An opening is judged exactly where the solver answers within some nodes, else by a short search; nodes and plies are
counted and no seconds, so that a seed gives the same openings on every machine.
"""

from __future__ import annotations

from random import Random
from typing import Any

from enraya.errors import LocalizedError
from enraya.game import Game
from enraya.players.catalogue import find_strategy
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.native import is_available
from enraya.solve.solver import Solver

TRIES = 60
"""Openings drawn until one is taken that has been played already, or that is decided."""

NODES = {True: 60_000, False: 2_000}
"""The node limit for an exact answer, with the C++ search and without."""

SHORT_SEARCH = "alphabeta+:depth=4"
SMALL, LARGE = 16, 30
"""Cells up to which two plies are an opening, and from which four are."""


class OpeningBook:
    """The openings of a tournament by number, each drawn once; a list of them is gone through again and again."""

    def __init__(
        self, game: Game[Any, Any], seed: int, plies: int | None = None, moves: tuple[tuple[str, ...], ...] = ()
    ) -> None:
        self._start, self._seed, self._moves = Position.start(game), seed, moves
        self._plies = usual_plies(game) if plies is None else plies
        self._drawn: list[tuple[str, ...]] = []
        self._seen: set[Any] = set()
        self._decided: dict[Any, bool] = {}
        self._solver = Solver(game)

    def __getitem__(self, number: int) -> tuple[str, ...]:
        """The moves of opening *number*; those before it are drawn first, since no two should be alike."""
        if self._moves:
            return self._moves[number % len(self._moves)]
        if self._plies == 0:
            return ()
        while len(self._drawn) <= number:
            opening = self._draw(len(self._drawn))
            self._seen.add(opening.state)
            self._drawn.append(tuple(opening.move_texts))
        return self._drawn[number]

    def _draw(self, number: int) -> Position:
        dice = Random(f"opening {self._seed} {number}")
        undecided = None
        for _ in range(TRIES):
            drawn = self._random(dice)
            if drawn.state in self._seen and undecided is not None:
                continue
            if self.is_decided(drawn):
                continue
            if drawn.state not in self._seen:
                return drawn
            undecided = drawn
        # There are no more of them, or the whole game is decided: both colours are played anyway.
        return undecided or self._random(dice)

    def _random(self, dice: Random) -> Position:
        """A position after the plies of an opening, or fewer where the game would be over."""
        position = self._start
        for _ in range(self._plies):
            # In the order of their texts: a game may list its moves in another order the next time it is loaded.
            moves = sorted(position.playable(), key=position.game.format_move)
            then = position.play(dice.choice(moves))
            if then.is_over:
                break
            position = then
        return position

    def is_decided(self, position: Position) -> bool:
        """True if one side is known to win from *position*."""
        key = position.state
        if key not in self._decided:
            self._decided[key] = self._judge(position)
        return self._decided[key]

    def _judge(self, position: Position) -> bool:
        game = position.game
        try:
            has_native = is_available() and game.kernel_state(position.state) is not None
            solution = self._solver.solve(position, Limit(nodes=NODES[has_native]), one_is_enough=True)
            if solution is not None:
                return solution.worth.outcome != 0
            report = find_strategy(SHORT_SEARCH, game, self._seed).choose(position, Limit(nodes=NODES[has_native]))
        except LocalizedError:
            # Nothing can judge it: somebody's own rules, say.
            return False
        return report.complete and bool(report.value)


def usual_plies(game: Game[Any, Any]) -> int:
    """The plies of an opening if none are asked for; a game tree, which is an exercise, begins at its root."""
    start = game.initial()
    if game.par(start) is not None:
        return 0
    board = game.board(start)
    cells = SMALL if board is None else len(board.cells)
    return 2 if cells <= SMALL else 3 if cells < LARGE else 4
