"""One position, several algorithms, side by side: what each goes through and what it takes.

Every algorithm is the one that plays, here on the plainest values, a win being 1 however far away. Nodes are counted
by its own budget while nobody observes it; leaves and cuts, where they are asked for, by an observer in a second run
that does not count for the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event
from typing import Any, NamedTuple

from enraya.errors import NotationError
from enraya.lab.trace.counter import Counter, effective_branching
from enraya.lab.values.ranking import Ranking
from enraya.position import Position
from enraya.search.alphabeta import alphabeta
from enraya.search.deepening import Deepening
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.minimax import minimax
from enraya.search.native import NativeSearch, is_available
from enraya.search.root_result import Order, RootResult, in_given_order
from enraya.search.symmetry import canonical_form, without_symmetric_moves
from enraya.search.trace import Observer
from enraya.search.transposition_table import TranspositionTable, itself
from enraya.search.value import Evaluate, Scale

DEEPEST = 1000
ALGORITHMS = (
    "minimax", "alphabeta", "alphabeta>", "best", "worst", "symmetry", "table", "table+symmetry", "alphabeta+",
    "native",
)  # fmt: skip
"""Minimax; alpha-beta cutting on ≥ and on >; with the best and the worst order; with symmetry, a table, both;
alpha-beta+ in Python and in C++."""

RANKED = ("best", "worst")
SHARE_OF_RANKING = 3.0
"""The time that an algorithm in equal time may wait for the best or the worst order, as a multiple of its own."""

EXPERIMENT = ("minimax", "alphabeta", "best")
OnProgress = Callable[[int, int], None]
"""Called with the depth being searched and the nodes so far."""


class Answer(NamedTuple):
    """The result of an algorithm: the value as it is shown, the principal variation, and whether it is proven."""

    value: float
    principal_variation: tuple[Any, ...]
    exact: bool


@dataclass(frozen=True)
class Row:
    """The cost of one run of an algorithm. A run that its limit ended has no value; `value` is for the side to move.

    It is 1, 0 or −1, or points, where `exact`; else the evaluation's own number.
    """

    algorithm: str
    nodes: int
    leaves: int | None
    cuts: int | None
    seconds: float
    value: float | None
    move: str | None
    depth: int
    branching: float | None
    rate: float | None
    exact: bool
    ended: str | None
    """The cause that ended a run before it was finished: `nodes`, `time`, or `stopped` by whoever asked."""

    @property
    def finished(self) -> bool:
        """True if it was searched to the depth asked for."""
        return self.ended is None


def algorithms_for(position: Position, evaluate: Evaluate | None = None) -> list[str]:
    """The algorithms that can be compared on *position*; the C++ search knows no evaluation but its own."""
    has_native = evaluate is None and is_available() and position.game.kernel_state(position.state) is not None
    return [name for name in ALGORITHMS if name != "native" or has_native]


def check_algorithms(names: list[str], position: Position, evaluate: Evaluate | None = None) -> list[str]:
    """*names*, or a refusal of the first that cannot be compared here."""
    known = algorithms_for(position, evaluate)
    for name in names:
        if name not in known:
            raise NotationError("error.algorithm", text=name, known=known)
    return names


class Comparison:
    """Runs algorithms on one position, each within the same limits."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        *,
        evaluate: Evaluate | None = None,
        stop: Event | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """*evaluate* judges unfinished positions in place of the game's own evaluation."""
        if position.is_over:
            raise NotationError("error.over_already")
        self._game, self._state = position.onward, position.state
        self._limit, self._stop, self._on_progress = limit, stop, on_progress
        self._scale = Scale(position.game, distance=False, evaluate=evaluate)
        left = position.game.plies_left(position.state)
        self._longest = DEEPEST if left is None else left

    def at_depth(self, algorithm: str, depth: int, *, count: bool = True) -> Row:
        """The cost of searching *depth* plies with *algorithm*; with *count*, its leaves and cuts too."""
        run = self._run(algorithm, depth)
        if not count or algorithm == "native" or not run.finished:
            return run
        counter = Counter()
        self._run(algorithm, depth, counter)
        if counter.nodes != run.nodes:
            raise AssertionError(f"{algorithm}: {counter.nodes} nodes told, {run.nodes} counted")
        return replace(run, leaves=counter.leaves, cuts=counter.cuts)

    def growth(self, algorithm: str, deepest: int) -> Iterator[Row]:
        """The cost of *algorithm* at depth 1, 2, 3 … as long as there is more to search; the limit may have ended the
        last run.
        """
        before: Row | None = None
        for depth in range(1, min(deepest, self._longest) + 1):
            row = self.at_depth(algorithm, depth, count=False)
            if before is not None and row.finished and _is_no_more(row, before):
                return
            yield row
            if not row.finished:
                return
            before = row

    def in_time(self, algorithm: str, seconds: float) -> Row:
        """The depth that *algorithm* reaches in *seconds* by iterative deepening, with all the nodes that took."""
        if algorithm in ("alphabeta+", "native"):
            return self._run(algorithm, self._longest, limit=replace(self._limit, seconds=seconds), may_end=True)
        best, nodes, used = None, 0, 0.0
        ranking = Budget(Limit(seconds=SHARE_OF_RANKING * seconds), self._stop)
        for depth in range(1, self._longest + 1):
            left = replace(self._limit, seconds=max(0.001, seconds - used))
            row = self._run(algorithm, depth, limit=left, ranking=ranking)
            nodes, used = nodes + row.nodes, used + row.seconds
            if not row.finished:
                break
            best = row
            if row.exact or used >= seconds:
                break
        row = best or self._row(algorithm, nodes, used, None, 0, self._limit)
        # The branching stays that of the last pass that was finished.
        return replace(row, nodes=nodes, seconds=round(used, 6), rate=_rate(nodes, used))

    def _run(
        self,
        algorithm: str,
        depth: int,
        observer: Observer | None = None,
        *,
        limit: Limit | None = None,
        may_end: bool = False,
        ranking: Budget | None = None,
    ) -> Row:
        """One run; one that ends early counts as finished only if it *may_end* at any time.

        *ranking* is for the best and the worst order, which count for nothing else; by default the same limit.
        """
        limit = limit or self._limit
        on_progress = self._on_progress
        found, deepest = RootResult(self._game.to_move(self._state)), min(depth, self._longest)
        budget = Budget(limit, self._stop, None if on_progress is None else lambda nodes: on_progress(deepest, nodes))
        reached = deepest
        if algorithm == "native":
            return self._by_native(limit, depth, budget, may_end)
        try:
            if algorithm == "alphabeta+":
                search = Deepening(self._game, self._scale)
                found, reached = search.search(
                    self._state, budget=budget, depth=depth, root_order=in_given_order, observer=observer
                )
                if reached < deepest and not may_end and found.guessed:
                    raise OutOfBudget
            else:
                # Ranking may take longer than what it is for, and must end all the same.
                ranking = ranking or Budget(Limit(seconds=self._limit.seconds), self._stop)
                self._textbook(algorithm, found, budget, depth, observer, ranking)
        except OutOfBudget:
            return self._row(algorithm, budget.nodes, budget.seconds, None, reached, limit)
        answer = (
            None
            if found.value is None
            else Answer(self._scale.shown(found.value), found.principal_variation, not found.guessed)
        )
        return self._row(algorithm, budget.nodes, budget.seconds, answer, reached, limit)

    def _textbook(
        self, algorithm: str, found: RootResult, budget: Budget, depth: int, observer: Observer | None, ranking: Budget
    ) -> None:
        game, state, scale = self._game, self._state, self._scale
        if algorithm == "minimax":
            minimax(game, state, found, scale=scale, budget=budget, depth=depth, observer=observer)
            return
        order: Order = in_given_order
        table = None
        if algorithm in RANKED:
            order = Ranking(game, scale, depth, best_first=algorithm == "best", own=ranking, searching=budget)
        if algorithm in ("symmetry", "table+symmetry"):
            order = without_symmetric_moves(game)
        if algorithm in ("table", "table+symmetry"):
            table = TranspositionTable(scale, canonical_form(game) if algorithm == "table+symmetry" else itself)
        alphabeta(
            game,
            state,
            found,
            scale=scale,
            budget=budget,
            depth=depth,
            cut=">" if algorithm == "alphabeta>" else ">=",
            order=order,
            table=table,
            observer=observer,
        )

    def _by_native(self, limit: Limit, depth: int, budget: Budget, may_end: bool) -> Row:
        core = NativeSearch(self._game)
        report = core.search(self._state, replace(limit, depth=depth), scale=self._scale, stop=self._stop)
        is_whole = report.complete or may_end or report.depth >= min(depth, self._longest)
        answer = None
        if is_whole and report.value is not None:
            answer = Answer(report.value, report.principal_variation, report.complete)
        return self._row("native", report.nodes, budget.seconds, answer, report.depth, limit)

    def _row(self, algorithm: str, nodes: int, seconds: float, answer: Answer | None, depth: int, limit: Limit) -> Row:
        return Row(
            algorithm=algorithm,
            nodes=nodes,
            leaves=None,
            cuts=None,
            seconds=round(seconds, 6),
            value=None if answer is None else round(answer.value, 3),
            move=self._game.format_move(answer.principal_variation[0])
            if answer and answer.principal_variation
            else None,
            depth=depth,
            branching=effective_branching(nodes, depth),
            rate=_rate(nodes, seconds),
            exact=answer is not None and answer.exact,
            ended=None if answer is not None else self._what_ended(nodes, limit),
        )

    def _what_ended(self, nodes: int, limit: Limit) -> str:
        if self._stop is not None and self._stop.is_set():
            return "stopped"
        return "nodes" if limit.nodes is not None and nodes >= limit.nodes else "time"


def _is_no_more(row: Row, before: Row) -> bool:
    """True if a search one ply deeper found nothing new: the game had ended before."""
    return row.depth <= before.depth or (row.exact and row.nodes == before.nodes)


def _rate(nodes: int, seconds: float) -> float | None:
    return round(nodes / seconds) if seconds > 0 else None
