"""Iterative deepening of the C++ core until the value is the game's own."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

from enraya.game import Game, Player
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.native import NativeSearch
from enraya.search.report import Report
from enraya.search.value import Scale
from enraya.solve.method import MEGABYTES, CoreTable, Method, Question, Resources, Run
from enraya.solve.solution import OnProgress, SolvedValue, solved_value


class NativeAlphaBeta(Method):
    """The C++ search of every game with a kernel; its table stays for the next position."""

    has_checkpoints = True

    def __init__(self, game: Game[Any, Any], resources: Resources) -> None:
        self._megabytes = resources.megabytes or MEGABYTES
        self._search, self._scale = NativeSearch(game, self._megabytes), Scale(game)

    @classmethod
    def answers(cls, game: Game[Any, Any], question: Question) -> bool:
        return question is Question.POSITION

    @property
    def table(self) -> CoreTable:
        return CoreTable(self._search.core, self._megabytes)

    def run(
        self, limit: Limit, budget: Budget, stop: Event | None = None, on_progress: OnProgress | None = None
    ) -> NativeRun:
        return NativeRun(self._search, self._scale, limit, budget, stop, on_progress)

    def clear(self) -> None:
        self._search.core.clear()


class NativeRun(Run):
    """One solve by the C++ search: several searches that share one limit."""

    def __init__(
        self,
        core: NativeSearch,
        scale: Scale,
        limit: Limit,
        budget: Budget,
        stop: Event | None,
        on_progress: OnProgress | None,
    ) -> None:
        self._core, self._game, self._scale = core, core.game, scale
        self._limit, self._budget, self._stop, self._on_progress = limit, budget, stop, on_progress

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        report = self._search(state, every_root_move=True)
        if not report.complete or any(root.bound != "exact" for root in report.roots):
            raise OutOfBudget
        worths = {root.move: solved_value(self._game, state, root.value, root.plies) for root in report.roots}
        return [(move, worths[move]) for move in self._game.legal_moves(state)]

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        report = self._search(state)
        if not report.complete or report.value is None:
            raise OutOfBudget
        worth = solved_value(self._game, state, report.value, report.plies)
        if one_is_enough:
            return worth, (report.move,)
        best = [
            move for move in self._game.legal_moves(state) if move == report.move or self._keeps(state, move, worth)
        ]
        return worth, tuple(best)

    def _keeps(self, state: Any, move: Any, worth: SolvedValue) -> bool:
        """True if *move* is as good as the best, searched no deeper than that takes."""
        game = self._game
        player, child = game.to_move(state), game.play(state, move)
        if (outcome := game.outcome(child)) is not None:
            reached = outcome if player == Player.FIRST else -outcome
            return reached == worth.outcome and (game.scored or not reached or worth.plies == 1)
        sign = 1 if game.to_move(child) == player else -1
        if game.scored or not worth.outcome or worth.plies is None:
            report = self._search(child)
            if not report.complete or report.value is None:
                raise OutOfBudget
            return report.value * sign == worth.outcome if game.scored else report.value == 0
        # A win as fast as the best lies within its distance; a loss as slow does not lie nearer.
        depth = worth.plies - 1 if worth.outcome > 0 else worth.plies - 2
        if depth < 1:
            return worth.outcome < 0
        report = self._search(child, depth=depth)
        if report.value is None or (report.depth < depth and not report.complete):
            raise OutOfBudget
        value = report.value * sign
        # The core may know of an end beyond the depth asked for, which does not count.
        is_near = report.plies is not None and report.plies <= depth
        return is_near and value > 0 if worth.outcome > 0 else not (is_near and value < 0)

    def _search(self, state: Any, *, depth: int | None = None, every_root_move: bool = False) -> Report:
        self._budget.spend()
        on_progress, before = self._on_progress, self._budget.nodes
        report = self._core.search(
            state,
            replace(self._limit.left_after(self._budget), depth=depth),
            scale=self._scale,
            every_root_move=every_root_move,
            stop=self._stop,
            progress=None
            if on_progress is None
            else lambda depth, nodes, value, move: on_progress(depth, before + nodes),
        )
        self._budget.nodes += report.nodes
        return report
