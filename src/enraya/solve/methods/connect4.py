"""Connect 4 by the C++ core made for it, on every board that fits: alpha-beta with null windows on the score."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING, Any, TypeGuard

from enraya.game import Game
from enraya.games.connect import Connect
from enraya.games.lines import Stones
from enraya.search.limit import UNLIMITED, Budget, Limit, OutOfBudget
from enraya.search.native import CoreWatch, is_available
from enraya.solve.books.book import find_book
from enraya.solve.method import MEGABYTES, Answer, CoreTable, Method, Question, Resources, Run
from enraya.solve.solution import OnProgress, SolvedValue

if TYPE_CHECKING or is_available():
    from enraya._native import ConnectQuestion, ConnectReport, ConnectSearch

LENGTH = 4
NODES_ALONE = 500_000
"""About a tenth of a second."""

MOST_CORES = 4
"""One question is not to take a large machine from all others."""

NO_BOOK = Resources(books=False)


class Connect4Solving(Method):
    """The exact solver of one board and its opening book; its table stays for the next position until it is cleared.

    Where no number of threads is said it uses up to four cores, but one alone until a question takes long.
    """

    has_threads = True
    has_checkpoints = True

    def __init__(self, game: Game[Any, Any], resources: Resources = NO_BOOK) -> None:
        if not is_solved(game):
            raise LookupError(game.name)
        self.game: Connect = game
        self.book = find_book(game) if resources.books else None
        self._megabytes, threads = resources.megabytes or MEGABYTES, resources.threads
        self.search = ConnectSearch(
            game.columns,
            game.rows,
            self._megabytes,
            threads or min(os.cpu_count() or 1, MOST_CORES),
            nodes_alone=NODES_ALONE if threads is None else 0,
        )

    @classmethod
    def answers(cls, game: Game[Any, Any], question: Question) -> bool:
        return question is Question.POSITION and is_solved(game)

    @property
    def table(self) -> CoreTable:
        return CoreTable(self.search, self._megabytes)

    def run(
        self, limit: Limit, budget: Budget, stop: Event | None = None, on_progress: OnProgress | None = None
    ) -> ConnectRun:
        return ConnectRun(self, limit, budget, stop, on_progress)

    def solve_each(self, states: Sequence[Stones], limit: Limit, stop: Event | None = None) -> list[Answer]:
        run = ConnectRun(self, limit, Budget(), stop, None)
        answers = [run.known_answer(state) for state in states]
        left = [number for number, answer in enumerate(answers) if answer is None]
        reports = self._ask_each([states[number] for number in left], ConnectQuestion.BEST_MOVES, limit, stop)
        for number, report in zip(left, reports, strict=False):
            answers[number] = run.answer(states[number], report)
        return [answer for answer in itertools.takewhile(lambda answer: answer is not None, answers) if answer]

    def score_each(self, states: Sequence[Stones], *, keeps: bool = True) -> list[tuple[int, int]]:
        """The score of each of *states* and the nodes that took; each with a cleared table unless it *keeps* it."""
        reports = self._ask_each(states, ConnectQuestion.SCORE, UNLIMITED, None, keeps=keeps)
        return [(report.lower, report.nodes) for report in reports]

    def _ask_each(
        self,
        states: Sequence[Stones],
        question: ConnectQuestion,
        limit: Limit,
        stop: Event | None,
        *,
        keeps: bool = True,
    ) -> list[ConnectReport]:
        """The reports that are complete: all of *states*, or those before a limit or *stop* came."""
        positions = [(state.first, state.second, int(state.turn), *self.bounds(state)) for state in states]
        with CoreWatch(self.search, stop):
            reports = self.search.solve_each(
                positions, question, keeps=keeps, nodes=limit.nodes or 0, seconds=limit.seconds or 0.0
            )
        return reports if not reports or reports[-1].complete else reports[:-1]

    def bounds(self, state: Stones) -> tuple[int, int]:
        """What the score of *state* lies between, by the book."""
        return (-self.game.cells, self.game.cells) if self.book is None else self.book.bounds(state)

    def clear(self) -> None:
        self.search.clear()


def is_solved(game: Game[Any, Any]) -> TypeGuard[Connect]:
    """True if there is a core for *game*."""
    return (
        is_available()
        and isinstance(game, Connect)
        and game.k == LENGTH
        and ConnectSearch.fits(game.columns, game.rows)
    )


class ConnectRun(Run):
    """One solve by the core."""

    def __init__(
        self, method: Connect4Solving, limit: Limit, budget: Budget, stop: Event | None, on_progress: OnProgress | None
    ) -> None:
        self._core, self._limit, self._budget, self._stop, self._on_progress = method, limit, budget, stop, on_progress

    def outcome(self, state: Stones) -> int:
        return self._ask(ConnectQuestion.OUTCOME, state).lower

    def score(self, state: Stones, known: tuple[int, int] | None = None) -> int:
        """The usual score, for the side to move; what is *known* of it need not be found out."""
        return self._ask(ConnectQuestion.SCORE, state, known).lower

    def value(self, state: Stones) -> SolvedValue:
        return self._worth(state, self.score(state))

    def best_moves(self, state: Stones, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[int, ...]]:
        found = self.known_answer(state)
        if found is None:
            question = ConnectQuestion.BEST_MOVE if one_is_enough else ConnectQuestion.BEST_MOVES
            found = self.answer(state, self._ask(question, state))
        return found.value, found.best

    def known_answer(self, state: Stones) -> Answer | None:
        """What the book knows of *state*, if it knows all its moves."""
        if (known := self._known_moves(state)) is None:
            return None
        best = max(score for _, score in known)
        return Answer(self._worth(state, best), tuple(column for column, score in known if score == best), 0)

    def answer(self, state: Stones, report: ConnectReport) -> Answer:
        """The complete *report* of *state*, whose best moves were asked for."""
        return Answer(self._worth(state, report.lower), tuple(column for column, _ in report.moves), report.nodes)

    def every_move(self, state: Stones) -> list[tuple[int, SolvedValue]]:
        known = self._known_moves(state)
        moves = self._ask(ConnectQuestion.EVERY_MOVE, state).moves if known is None else known
        return [(column, self._worth(state, score)) for column, score in moves]

    def _known_moves(self, state: Stones) -> list[tuple[int, int]] | None:
        return None if self._core.book is None else self._core.book.moves(state)

    def _ask(self, question: ConnectQuestion, state: Stones, known: tuple[int, int] | None = None) -> ConnectReport:
        on_progress = self._on_progress
        lower, upper = known or self._core.bounds(state)
        with CoreWatch(self._core.search, self._stop):
            report = self._core.search.solve(
                state.first,
                state.second,
                int(state.turn),
                question,
                lower=lower,
                upper=upper,
                nodes=self._limit.nodes or 0,
                seconds=self._limit.seconds or 0.0,
                progress=None
                if on_progress is None
                else lambda _, nodes, lower, upper: on_progress(0, nodes, (lower, upper)),
            )
        self._budget.nodes += report.nodes
        if not report.complete:
            raise OutOfBudget
        return report

    def _worth(self, state: Stones, score: int) -> SolvedValue:
        """A score as an outcome and its distance: of the two stones it may mean, one is the winner's."""
        stones, cells = (state.first | state.second).bit_count(), self._core.game.cells
        if not score:
            return SolvedValue(0, cells - stones)
        before_the_last = cells + 1 - 2 * abs(score)
        if ((before_the_last - stones) % 2 == 0) != (score > 0):
            before_the_last -= 1
        return SolvedValue(1 if score > 0 else -1, before_the_last + 1 - stones)
