"""Solving OSO by the C++ core made for it, which asks of one move after another whether it is worth so much."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

from enraya.game import Game
from enraya.kernel import OsoKernel
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.native import CoreWatch, is_available
from enraya.solve.solution import SolvedValue, Tell, solved_value

if TYPE_CHECKING or is_available():
    from enraya._native import OsoGoal, OsoSolution, OsoSolver

MEGABYTES = 64


class OsoCore:
    """The C++ solver of one OSO board; its table stays for the next position."""

    def __init__(self, game: Game[Any, Any], *, megabytes: int = MEGABYTES, threads: int = 1) -> None:
        kernel = game.kernel()
        if not isinstance(kernel, OsoKernel):
            raise LookupError(game.name)
        self.game = game
        self.solver = OsoSolver(kernel.columns, kernel.rows, megabytes, threads)

    @staticmethod
    def fits(game: Game[Any, Any]) -> bool:
        """Whether the core was built and takes boards of this size."""
        kernel = game.kernel()
        return is_available() and isinstance(kernel, OsoKernel) and OsoSolver.fits(kernel.columns, kernel.rows)


class OsoRun:
    """One solve by the core, within a limit."""

    def __init__(self, core: OsoCore, limit: Limit, budget: Budget, stop: Event | None, tell: Tell | None) -> None:
        self._core, self._game = core, core.game
        self._limit, self._budget, self._stop, self._tell = limit, budget, stop, tell

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        """The worth of every legal move."""
        found = self._solve(state, OsoGoal.EVERY_MOVE)
        return [(self._game.kernel_move(move), self._worth(state, lower)) for move, lower, _ in found.roots]

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        """The worth of *state*, and every move that keeps it, or one."""
        found = self._solve(state, OsoGoal.VALUE if one_is_enough else OsoGoal.BEST_MOVES)
        best = tuple(self._game.kernel_move(move) for move, lower, _ in found.roots if lower == found.lower)
        return self._worth(state, found.lower), best[:1] if one_is_enough else best

    def _worth(self, state: Any, value: int) -> SolvedValue:
        # The core counts points still to come; an outcome counts those already made too.
        made = self._game.evaluate(state, self._game.to_move(state))
        return solved_value(self._game, state, made + value, None)

    def _solve(self, state: Any, goal: OsoGoal) -> OsoSolution:
        self._budget.spend()
        s_cells, o_cells, _ = self._game.kernel_state(state) or (0, 0, 0)
        solver = self._core.solver

        def hear(asked: int, move: int, unanswered: int, moves: int, lower: int, upper: int, nodes: int) -> None:
            if self._tell is not None:
                self._tell(0, nodes, (lower, upper), (moves - unanswered, moves))

        with CoreWatch(solver, self._stop):
            found = solver.solve(
                s_cells,
                o_cells,
                goal=goal,
                nodes=self._limit.nodes or 0,
                seconds=self._limit.seconds or 0.0,
                progress=hear,
            )
        self._budget.nodes += found.nodes
        if found.stopped:
            raise OutOfBudget
        return found
