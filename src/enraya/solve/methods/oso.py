"""Solving OSO by the C++ core made for it, which asks of one move after another whether it is worth so much."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

from enraya.game import Game
from enraya.kernel import OsoKernel
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.native import CoreWatch, is_available
from enraya.solve.method import MEGABYTES, CoreTable, Method, MoveBounds, Question, Resources, Run
from enraya.solve.solution import OnProgress, SolvedValue, solved_points

if TYPE_CHECKING or is_available():
    from enraya._native import OsoGoal, OsoSolution, OsoSolver


class OsoSolving(Method):
    """The C++ solver of one OSO board; its table stays for the next position."""

    has_threads = True
    has_checkpoints = True

    def __init__(self, game: Game[Any, Any], resources: Resources) -> None:
        kernel = game.kernel()
        if not isinstance(kernel, OsoKernel):
            raise LookupError(game.name)
        self.game, self._megabytes = game, resources.megabytes or MEGABYTES
        self.solver = OsoSolver(kernel.columns, kernel.rows, self._megabytes, resources.threads or 1)

    @classmethod
    def answers(cls, game: Game[Any, Any], question: Question) -> bool:
        kernel = game.kernel()
        return (
            question not in (Question.CERTIFICATE, Question.TRANSCRIPT)
            and isinstance(kernel, OsoKernel)
            and OsoSolver.fits(kernel.columns, kernel.rows)
        )

    @property
    def table(self) -> CoreTable:
        return CoreTable(self.solver, self._megabytes)

    def run(
        self, limit: Limit, budget: Budget, stop: Event | None = None, on_progress: OnProgress | None = None
    ) -> OsoRun:
        return OsoRun(self, limit, budget, stop, on_progress)

    def clear(self) -> None:
        self.solver.clear()

    def bound_move(self, cells: tuple[int, int], move: int, asked: int, seconds: float) -> MoveBounds:
        found = self.solver.ask(*cells, move, asked, seconds=seconds)
        return MoveBounds(found.lower, found.upper, found.nodes)


class OsoRun(Run):
    """One solve by the core."""

    def __init__(
        self, method: OsoSolving, limit: Limit, budget: Budget, stop: Event | None, on_progress: OnProgress | None
    ) -> None:
        self._solver, self._game = method.solver, method.game
        self._limit, self._budget, self._stop, self._on_progress = limit, budget, stop, on_progress

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        found = self._solve(state, OsoGoal.EVERY_MOVE)
        return [
            (self._game.kernel_move(move), solved_points(self._game, state, lower)) for move, lower, _ in found.roots
        ]

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        found = self._solve(state, OsoGoal.VALUE if one_is_enough else OsoGoal.BEST_MOVES)
        best = tuple(self._game.kernel_move(move) for move, lower, _ in found.roots if lower == found.lower)
        return solved_points(self._game, state, found.lower), best[:1] if one_is_enough else best

    def _solve(self, state: Any, goal: OsoGoal) -> OsoSolution:
        self._budget.spend()
        s_cells, o_cells, _ = self._game.kernel_state(state) or (0, 0, 0)

        def report(asked: int, move: int, unanswered: int, moves: int, lower: int, upper: int, nodes: int) -> None:
            if self._on_progress is not None:
                self._on_progress(0, nodes, (lower, upper), (moves - unanswered, moves))

        with CoreWatch(self._solver, self._stop):
            found = self._solver.solve(
                s_cells,
                o_cells,
                goal=goal,
                nodes=self._limit.nodes or 0,
                seconds=self._limit.seconds or 0.0,
                progress=report,
            )
        self._budget.nodes += found.nodes
        if found.stopped:
            raise OutOfBudget
        return found
