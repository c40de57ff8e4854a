"""Iterative deepening in Python until nothing is guessed any more: for games without a C++ core that end."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.search.deepening import Deepening
from enraya.search.endless import refuse_endless
from enraya.search.limit import DEEPEST, Budget, Limit
from enraya.search.root_result import in_given_order
from enraya.search.transposition_table import MOST_ENTRIES
from enraya.search.value import Scale
from enraya.solve.method import Method, Question, Resources, Run, best_of
from enraya.solve.solution import OnProgress, SolvedValue, solved_value
from enraya.solve.tables.graph import most_states


class PythonDeepening(Method):
    """Iterative deepening with a transposition table, move by move."""

    def __init__(self, game: Game[Any, Any], resources: Resources) -> None:
        self.game, self._most_entries = game, min(MOST_ENTRIES, most_states(resources.megabytes))
        self._ends = False
        self.clear()

    @classmethod
    def answers(cls, game: Game[Any, Any], question: Question) -> bool:
        return question is Question.POSITION

    def run(
        self, limit: Limit, budget: Budget, stop: Event | None = None, on_progress: OnProgress | None = None
    ) -> Run:
        return DeepeningRun(self, budget, on_progress)

    def require_ends(self, state: Any, budget: Budget) -> None:
        """Refuse the game if play from *state* does not end; asked once."""
        if not self._ends:
            refuse_endless(self.game, state, budget, games=1)
            self._ends = True

    def clear(self) -> None:
        self.search = Deepening(self.game, Scale(self.game), self._most_entries)


class DeepeningRun(Run):
    """One solve by iterative deepening; what is not decided at the greatest depth is refused."""

    def __init__(self, method: PythonDeepening, budget: Budget, on_progress: OnProgress | None) -> None:
        self._method = method
        self._game, self._search, self._budget, self._on_progress = method.game, method.search, budget, on_progress

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        game, scale, budget = self._game, self._search.scale, self._budget
        self._method.require_ends(state, budget)
        moves: list[tuple[Any, SolvedValue]] = []
        player, legal_moves = game.to_move(state), game.legal_moves(state)
        for move in legal_moves:
            if self._on_progress is not None:
                self._on_progress(0, budget.nodes, None, (len(moves), len(legal_moves)))
            child = game.play(state, move)
            found, _ = self._search.search(child, budget=budget, depth=DEEPEST, root_order=in_given_order)
            if found.value is None or found.guessed:
                budget.look()
                raise EnrayaError("error.undecided", game=game.name, plies=DEEPEST)
            value = found.value if game.to_move(child) == player else -found.value
            solved = solved_value(game, child, value, scale.plies(value))
            moves.append((move, replace(solved, plies=None if solved.plies is None else solved.plies + 1)))
        return moves

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        return best_of(self._game, self.every_move(state))
