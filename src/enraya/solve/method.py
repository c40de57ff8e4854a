"""The protocol of an exact method: what it can answer, how it is run, and which resources it can use.

The methods are in `methods`, and `methods.choice.method_for` picks one: nobody else knows which game has a method of
its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from threading import Event
from typing import Any, ClassVar, NamedTuple, Protocol

from enraya.game import Game
from enraya.search.limit import Budget, Limit
from enraya.solve.solution import OnProgress, SolvedValue

MEGABYTES = 64
"""The size of a table where nothing was said."""


class Question(Enum):
    """The kinds of question to a method."""

    POSITION = "position"
    """The value of a position and of its moves: see `Run`."""
    CERTIFICATE = "certificate"
    """A proof by pairings, relevance zones and threats: see `proofs.lines`."""
    TRANSCRIPT = "transcript"
    """The same on boards too large for that: streamed, without names of positions."""
    FIRST_MOVE = "first move"
    """The bounds of one move, which work split over processes asks for: see `Method.bound_move`."""


@dataclass(frozen=True)
class Resources:
    """The resources that a method may use.

    Tables take at most about *megabytes*. Where a method has threads, so many *threads* search on one table, or with
    None as many as help a question that takes long. Without *books* every position is searched.
    """

    megabytes: int | None = None
    threads: int | None = 1
    books: bool = True


class MoveBounds(NamedTuple):
    """The proven bounds of a move for the player who makes it, and the nodes it took."""

    lower: int
    upper: int
    nodes: int


class Answer(NamedTuple):
    """The exact value of a position, every move that keeps it, and the nodes that took."""

    value: SolvedValue
    best: tuple[Any, ...]
    nodes: int


class SavedCore(Protocol):
    """A C++ core whose transposition table can be written to a file and put back."""

    def save(self, path: str, text: str = ...) -> None: ...
    def load(self, path: str) -> None: ...


class CoreTable(NamedTuple):
    """The core whose table is worth a checkpoint, and how large that table may be."""

    core: SavedCore
    megabytes: int


class Run(Protocol):
    """One solve within one limit. Every answer raises OutOfBudget if the limit came first."""

    def outcome(self, state: Any) -> int:
        """The outcome of the unfinished *state* for the side to move: a win (1), a draw (0) or a loss (−1), and nothing
        more.
        """
        value = self.value(state).outcome
        return (value > 0) - (value < 0)

    def value(self, state: Any) -> SolvedValue:
        """The exact value of the unfinished *state*."""
        return self.best_moves(state, one_is_enough=True)[0]

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        """The exact value of the unfinished *state*, and every move that keeps it, or one."""
        ...

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        """The exact value of every legal move of the unfinished *state*."""
        ...


class Method(Protocol):
    """An exact method for one game. What it learns of one position stays for the next."""

    has_threads: ClassVar[bool] = False
    """True if several threads can search at once."""
    has_checkpoints: ClassVar[bool] = False
    """True if an unfinished solve can be kept: whether `table` is one."""

    def __init__(self, game: Game[Any, Any], resources: Resources) -> None: ...

    @classmethod
    def answers(cls, game: Game[Any, Any], question: Question) -> bool:
        """True if the method answers this question for the positions of *game*."""
        ...

    @property
    def table(self) -> CoreTable | None:
        """The transposition table that a checkpoint keeps and a later solve goes on from."""
        return None

    def run(
        self, limit: Limit, budget: Budget, stop: Event | None = None, on_progress: OnProgress | None = None
    ) -> Run:
        """One solve: it keeps to *limit*, counts into *budget*, ends once *stop* is set and tells how far it is."""
        ...

    def clear(self) -> None:
        """Forget every position."""
        ...

    def solve_each(self, states: Sequence[Any], limit: Limit, stop: Event | None = None) -> list[Answer]:
        """The answers for the first of the unfinished *states*, in one call, up to one that takes more than *limit*.

        None of them where the method has no such call.
        """
        return []

    def bound_move(self, cells: tuple[int, int], move: int, asked: int, seconds: float) -> MoveBounds:
        """Bound a move, by its number in the kernel: is it worth at least *asked*, in points still to come?

        The bounds may be as open as before if the seconds came first. For methods that answer Question.FIRST_MOVE.
        """
        raise LookupError(move)


def best_of(game: Game[Any, Any], moves: list[tuple[Any, SolvedValue]]) -> tuple[SolvedValue, tuple[Any, ...]]:
    """The value of the best of *moves*, and every move as good: the fastest win, the slowest loss, any draw."""

    def preference(value: SolvedValue) -> float:
        if game.scored or value.outcome == 0 or value.plies is None:
            return value.outcome
        away = 1 / (value.plies + 2)
        return 1 + away if value.outcome > 0 else -1 - away

    best = max((value for _, value in moves), key=preference)
    return best, tuple(move for move, value in moves if preference(value) == preference(best))
