"""A position split by its first moves: each job asks of one of them whether it is worth more than the best so far.

For games whose method answers Question.FIRST_MOVE. What one job proves changes what the next is asked; of symmetric
moves one is asked. A job that takes long is suspended after a while and resumed later, by then perhaps with another
question; what its worker had proven is in the worker's table.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

from enraya.catalogue import find_game
from enraya.errors import EnrayaError
from enraya.position import Position
from enraya.search.limit import OutOfBudget
from enraya.solve.canonical import CanonicalForms
from enraya.solve.checked_file import FileKind, header_of
from enraya.solve.method import MEGABYTES, Method, MoveBounds, Question, Resources
from enraya.solve.methods.choice import method_for
from enraya.solve.parallel.cache import cached_by_thread
from enraya.solve.parallel.executor import ExecutorFactory, run_growing
from enraya.solve.solution import OnProgress, Solution, solved_points
from enraya.solve.tables.directory import find_table

FIRST_TURN = 60.0
"""Seconds of a job until it is first suspended; each time it is resumed it gets twice as long."""

KIND = FileKind(
    "enraya-bounds", 1, "error.checkpoint_damaged", "error.checkpoint_damaged", "error.checkpoint_unwritable"
)
OLD_FORMAT = "enraya.oso-bounds"
FAR = 10_000
"""More points than any board has."""


class MoveJob(NamedTuple):
    """Is this move worth at least so much to the player who makes it?"""

    game: str
    cells: tuple[int, int]
    """The position, as the kernel has it."""
    move: int
    asked: int
    seconds: float
    megabytes: int


def bound_move(job: MoveJob) -> MoveBounds:
    """Do the job with a method of this thread's own."""

    def make() -> Method:
        game = find_game(job.game)
        method = method_for(game, Question.FIRST_MOVE)
        assert method is not None, "the same game splits on every machine"
        return method(game, Resources(job.megabytes))

    method = cached_by_thread((job.game, job.megabytes, Question.FIRST_MOVE), make)
    return method.bound_move(job.cells, job.move, job.asked, job.seconds)


@dataclass
class FirstMove:
    """A move with all its symmetric images, what is known of it, and whether a worker is asked of it."""

    moves: list[int]
    lower: int = -FAR
    upper: int = FAR
    turn: float = FIRST_TURN
    is_asked: bool = False

    def is_open(self, asked: int) -> bool:
        """True if its bounds leave open whether it is worth at least *asked*."""
        return self.lower < asked <= self.upper


class FirstMoveSplit:
    """One position solved by its first moves; what is proven of them is kept in the file *checkpoint*."""

    def __init__(self, position: Position, *, megabytes: int | None = None, checkpoint: Path | None = None) -> None:
        self.position = position
        self.nodes = self.nodes_before = 0
        self._megabytes, self._checkpoint = megabytes or MEGABYTES, checkpoint
        self._asked = 1
        self.firsts = self._first_moves()
        if checkpoint is not None:
            if checkpoint.exists():
                self._load(checkpoint)
            # A place that cannot be written to is refused before the work, not after.
            self._keep()

    @property
    def bounds(self) -> tuple[int, int]:
        """At least, and at most, what is still to come is worth to the player to move."""
        return max(first.lower for first in self.firsts), max(first.upper for first in self.firsts)

    def solve(
        self,
        open_executor: ExecutorFactory,
        *,
        seconds: float | None = None,
        stop: Event | None = None,
        on_progress: OnProgress | None = None,
    ) -> Solution | None:
        """The solution with every best move, or None if the time or *stop* came first."""
        started = time.monotonic()
        try:
            for place, found in run_growing(bound_move, self._next, open_executor, stop, seconds):
                self._record_bounds(self.firsts[place], found)
                self._keep()
                if on_progress is not None:
                    answered = sum(not first.is_open(self._asked) for first in self.firsts)
                    on_progress(0, self.nodes - self.nodes_before, self.bounds, (answered, len(self.firsts)))
        except OutOfBudget:
            return None
        return self._solution(time.monotonic() - started)

    def _next(self) -> tuple[int, MoveJob] | None:
        """A question that may bring the bounds together or, once they have met, tell which moves are best."""
        lower, upper = self.bounds
        if lower == upper or upper < self._asked:
            self._asked = upper
        elif lower >= self._asked:
            self._asked = lower + 1
        for place, first in enumerate(self.firsts):
            if first.is_open(self._asked) and not first.is_asked:
                first.is_asked = True
                taken = self.position.game.kernel_state(self.position.state)
                assert taken is not None
                name, cells = self.position.game.name, (taken[0], taken[1])
                return place, MoveJob(name, cells, first.moves[0], self._asked, first.turn, self._megabytes)
        return None

    def _record_bounds(self, first: FirstMove, found: MoveBounds) -> None:
        before = first.lower, first.upper
        first.lower, first.upper = max(first.lower, found.lower), min(first.upper, found.upper)
        first.is_asked = False
        if (first.lower, first.upper) == before:
            first.turn *= 2
        self.nodes += found.nodes

    def _first_moves(self) -> list[FirstMove]:
        """The legal moves, those that make points first."""
        game, state = self.position.game, self.position.state
        kernel, player, forms = game.kernel(), game.to_move(state), CanonicalForms(game)
        assert kernel is not None
        numbers = {game.kernel_move(number): number for number in range(kernel.move_count)}
        moves = sorted(
            game.legal_moves(state), key=lambda move: game.evaluate(game.play(state, move), player), reverse=True
        )
        found: dict[str, FirstMove] = {}
        for move in moves:
            text, _ = forms.of(game.play(state, move))
            found.setdefault(text, FirstMove([])).moves.append(numbers[move])
        return list(found.values())

    def _solution(self, seconds: float) -> Solution:
        game, state = self.position.game, self.position.state
        value, _ = self.bounds
        best = sorted(move for first in self.firsts if first.lower == value for move in first.moves)
        moves, nodes = tuple(game.kernel_move(move) for move in best), self.nodes - self.nodes_before
        return Solution(solved_points(game, state, value), moves, nodes, seconds, nodes_before=self.nodes_before)

    def _keep(self) -> None:
        if self._checkpoint is not None:
            self.keep_in(self._checkpoint)

    def keep_in(self, path: Path) -> None:
        """Write what is proven so far to *path*."""
        game, state = self.position.game, self.position.state
        bounds = [[first.moves[0], first.lower, first.upper] for first in self.firsts]
        KIND.write(path, header_of(game, position=game.format_state(state), nodes=self.nodes, bounds=bounds))

    def _load(self, path: Path) -> None:
        game, state = self.position.game, self.position.state
        kept = KIND.read(path).header if KIND.is_kind_of(path) else _old_header(path)
        try:
            bounds = {move: (lower, upper) for move, lower, upper in kept["bounds"]}
            belongs = (kept["game"], kept["position"]) == (game.name, game.format_state(state))
            self.nodes = self.nodes_before = int(kept["nodes"])
            if not all(-FAR <= lower <= upper <= FAR for lower, upper in bounds.values()):
                raise ValueError("no bounds")
            if not all(type(number) is int for pair in bounds.items() for number in (pair[0], *pair[1])):
                raise TypeError("no numbers")
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise KIND.refusal(path) from error
        if not belongs or bounds.keys() != {first.moves[0] for first in self.firsts}:
            raise EnrayaError("error.checkpoint_other", path=path, game=game.name)
        for first in self.firsts:
            first.lower, first.upper = bounds[first.moves[0]]


def split_for(
    position: Position, *, megabytes: int | None = None, checkpoint: Path | None = None
) -> FirstMoveSplit | None:
    """The split of *position* if its method answers for single moves and no table has the answer; else None."""
    game = position.game
    if (
        position.is_over
        or method_for(game, Question.FIRST_MOVE, position.state) is None
        or find_table(game) is not None
    ):
        return None
    return FirstMoveSplit(position, megabytes=megabytes, checkpoint=checkpoint)


def _old_header(path: Path) -> dict[str, Any]:
    """The header of a file of the version before bounds were kept as other files are."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        checksum = kept.pop("sum")
        if checksum != sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest() or kept["format"] != OLD_FORMAT:
            raise ValueError(path)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise KIND.refusal(path) from error
    assert isinstance(kept, dict)
    return kept
