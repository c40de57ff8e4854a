"""Values of every state, worked out backwards from the ends: right also where play can go round in circles.

Where only winning counts, a state is won for whoever can reach a state won for them, lost when every move leads to one
won for the other side, and drawn when nobody can force an end. Where points count, no state may come back to itself,
and a state is worth its best move.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from threading import Event
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.search.limit import Budget, Limit
from enraya.solve.method import Method, Question, Resources, Run
from enraya.solve.methods.deepening import PythonDeepening
from enraya.solve.methods.lookup import LookupRun
from enraya.solve.solution import OnProgress, SolvedValue, Worth
from enraya.solve.tables.graph import MOST_STATES, Graph, TooManyStates, explore, most_states, plain_rules

BETWEEN_LOOKS = 4096
UNDECIDED = -1


class Retrograde(Method):
    """Retrograde analysis of all that can be reached from a position, or else iterative deepening if that is too much.

    Where a game can go round for ever there is nothing else, and what is too much is refused.
    """

    def __init__(self, game: Game[Any, Any], resources: Resources) -> None:
        self.game, self._resources = game, resources
        self._worths: dict[Any, Worth] = {}
        self._deepening: Method | None = None

    @classmethod
    def answers(cls, game: Game[Any, Any], question: Question) -> bool:
        return question is Question.POSITION and not game.scored

    def run(
        self, limit: Limit, budget: Budget, stop: Event | None = None, on_progress: OnProgress | None = None
    ) -> Run:
        return RetrogradeRun(self, limit, budget, stop, on_progress)

    def clear(self) -> None:
        self._worths, self._deepening = {}, None

    def lookup(self, state: Any, budget: Budget) -> Run:
        """Answers for *state* by the worths of what can be reached from it; TooManyStates if that is too much."""
        if state not in self._worths:
            self._worths |= retrograde(self.game, state, budget, most_states(self._resources.megabytes))
        return LookupRun(self.game, self._worths.__getitem__, budget)

    def deepening(self) -> Method:
        """The method for what is too much."""
        if self._deepening is None:
            self._deepening = PythonDeepening(self.game, self._resources)
        return self._deepening


class RetrogradeRun(Run):
    """One solve by retrograde analysis."""

    def __init__(
        self, method: Retrograde, limit: Limit, budget: Budget, stop: Event | None, on_progress: OnProgress | None
    ) -> None:
        self._method, self._budget = method, budget
        self._rest = limit, budget, stop, on_progress

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        return self._run(state).every_move(state)

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        return self._run(state).best_moves(state)

    def _run(self, state: Any) -> Run:
        try:
            return self._method.lookup(state, self._budget)
        except TooManyStates:
            if self._method.game.repeats:
                raise
        return self._method.deepening().run(*self._rest)


def retrograde(game: Game[Any, Any], start: Any, budget: Budget, most: int = MOST_STATES) -> dict[Any, Worth]:
    """The worth of every state that can be reached from *start*; each state spends one node of *budget*."""
    graph = explore(game, start, plain_rules(game), budget, most)
    return dict(zip(graph.states, work_backwards(graph, budget), strict=True))


def work_backwards(graph: Graph, budget: Budget) -> list[Worth]:
    """The worth of each state of *graph*, by number, where only winning counts."""
    back = _RetrogradePass(graph, budget)
    outcomes, plies, undecided, movers = back.outcomes, back.plies, back.undecided, graph.movers
    has_drawn_move = bytearray(len(graph))
    for number, outcome in graph.outcomes.items():
        outcomes[number] = (outcome > 0) - (outcome < 0)
    # Nearest ends first, so the first win found is the fastest and the last loss the slowest.
    for number, parents in back.steps():
        outcome = outcomes[number]
        for parent in parents:
            if plies[parent] != UNDECIDED:
                continue
            undecided[parent] -= 1
            if outcome == 0:
                has_drawn_move[parent] = 1
            elif outcome == (1 if movers[parent] == Player.FIRST else -1) or not (
                undecided[parent] or has_drawn_move[parent]
            ):
                back.decide(parent, outcome, plies[number] + 1)
    # What is left, nobody can win.
    return back.worths()


def count_points(graph: Graph, game: Game[Any, Any], budget: Budget) -> list[Worth]:
    """The worth of each state of *graph*, by number, where points count."""
    back = _RetrogradePass(graph, budget)
    outcomes, undecided = back.outcomes, back.undecided
    for _, parents in back.steps():
        for parent in parents:
            undecided[parent] -= 1
            if not undecided[parent]:
                best = max if graph.movers[parent] == Player.FIRST else min
                child = best(graph.children(parent), key=outcomes.__getitem__)
                back.decide(parent, outcomes[child], back.plies[child] + 1)
    if len(back.decided) < len(graph):
        raise EnrayaError("error.points_in_circles", game=game.name)
    return back.worths()


class _RetrogradePass:
    """A graph on its way from the ends to the start: what is decided, and what has still moves to hear of."""

    def __init__(self, graph: Graph, budget: Budget) -> None:
        self._graph, self._budget = graph, budget
        self.undecided = array("I", map(graph.moves, range(len(graph))))
        self.outcomes = [0] * len(graph)
        self.plies = array("i", [UNDECIDED]) * len(graph)
        self.decided: list[int] = []
        for number, outcome in graph.outcomes.items():
            self.decide(number, outcome, 0)

    def decide(self, number: int, outcome: int, plies: int) -> None:
        self.outcomes[number], self.plies[number] = outcome, plies
        self.decided.append(number)

    def steps(self) -> Iterator[tuple[int, array[int]]]:
        """Each state that is decided, in the order they are, with the states that have a move to it."""
        begin, sources = self._graph.parents()
        for place, number in enumerate(self.decided):
            if place % BETWEEN_LOOKS == 0:
                self._budget.look()
            yield number, sources[begin[number] : begin[number + 1]]

    def worths(self) -> list[Worth]:
        same: dict[tuple[int, int], Worth] = {}
        worths = []
        for pair in zip(self.outcomes, self.plies, strict=True):
            if (worth := same.get(pair)) is None:
                outcome, plies = pair
                worth = same[pair] = Worth(outcome, None if plies == UNDECIDED else plies)
            worths.append(worth)
        return worths
