"""Connect 4 by the C++ core made for it, on every board that fits."""

from __future__ import annotations

import os
from threading import Event
from typing import TYPE_CHECKING, Any, TypeGuard

from enraya.game import Game
from enraya.games.connect import Connect
from enraya.games.lines import Stones
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.native import CoreWatch, is_available
from enraya.solve.books.book import Book
from enraya.solve.solution import SolvedValue, Tell

if TYPE_CHECKING or is_available():
    from enraya._native import ConnectQuestion, ConnectReport, ConnectSearch

LENGTH = 4
NODES_ALONE = 500_000
"""About a tenth of a second."""

MOST_CORES = 4
"""One question is not to take a large machine from all others."""


class ConnectCore:
    """The exact solver of one board; its table stays for the next position until it is cleared.

    Without *threads* it uses up to four cores, but one alone until a question takes long.
    """

    def __init__(
        self, game: Connect, *, table_megabytes: int = 64, threads: int | None = 1, book: Book | None = None
    ) -> None:
        self.game, self.book = game, book
        self.search = ConnectSearch(
            game.columns,
            game.rows,
            table_megabytes,
            threads or min(os.cpu_count() or 1, MOST_CORES),
            nodes_alone=NODES_ALONE if threads is None else 0,
        )

    @staticmethod
    def knows(game: Game[Any, Any]) -> TypeGuard[Connect]:
        """Whether the core answers for *game*."""
        return (
            is_available()
            and isinstance(game, Connect)
            and game.k == LENGTH
            and ConnectSearch.fits(game.columns, game.rows)
        )

    def clear(self) -> None:
        """Forget every position."""
        self.search.clear()


class ConnectRun:
    """One question to the core, within one limit. Every answer raises OutOfBudget if the limit came first."""

    def __init__(
        self, core: ConnectCore, limit: Limit, budget: Budget, stop: Event | None = None, tell: Tell | None = None
    ) -> None:
        self._core, self._limit, self._budget, self._stop, self._tell = core, limit, budget, stop, tell

    def outcome(self, state: Stones) -> int:
        """1, 0 or −1: whether the side to move wins, draws or loses."""
        return self._ask(ConnectQuestion.OUTCOME, state).lower

    def score(self, state: Stones, known: tuple[int, int] | None = None) -> int:
        """The usual score, for the side to move; what is *known* of it need not be found out."""
        return self._ask(ConnectQuestion.SCORE, state, known).lower

    def best_moves(self, state: Stones, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[int, ...]]:
        """The worth of *state*, and every move that keeps it, or one."""
        if (known := self._known_moves(state)) is not None:
            best = max(score for _, score in known)
            return self._worth(state, best), tuple(column for column, score in known if score == best)
        report = self._ask(ConnectQuestion.BEST_MOVE if one_is_enough else ConnectQuestion.BEST_MOVES, state)
        return self._worth(state, report.lower), tuple(column for column, _ in report.moves)

    def every_move(self, state: Stones) -> list[tuple[int, SolvedValue]]:
        """The worth of every legal move."""
        known = self._known_moves(state)
        moves = self._ask(ConnectQuestion.EVERY_MOVE, state).moves if known is None else known
        return [(column, self._worth(state, score)) for column, score in moves]

    def _known_moves(self, state: Stones) -> list[tuple[int, int]] | None:
        return None if self._core.book is None else self._core.book.moves(state)

    def _ask(self, question: ConnectQuestion, state: Stones, known: tuple[int, int] | None = None) -> ConnectReport:
        tell, book, cells = self._tell, self._core.book, self._core.game.cells
        lower, upper = known or ((-cells, cells) if book is None else book.bounds(state))
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
                progress=None if tell is None else lambda _, nodes, lower, upper: tell(0, nodes, (lower, upper)),
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
