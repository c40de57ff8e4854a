"""What every move of a position is worth, by a search that goes deeper and deeper until it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from threading import Event
from typing import Any, Literal

from enraya.errors import NotationError
from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.alphabeta import alphabeta
from enraya.search.deepening import Deepening
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.mcts import mcts
from enraya.search.minimax import minimax
from enraya.search.native import NativeSearch, is_available
from enraya.search.node import Found
from enraya.search.value import Scale
from enraya.solve.solver import Solver

STRATEGIES = ("alphabeta+", "alphabeta", "minimax", "mcts")
DEEPEST = 1000
GLANCES = 2
"""Plies to look ahead before the solver is asked: it may take its time, and something should be seen at once."""

SHARE_OF_SOLVER = 0.5
LONGEST_STEP = 1.0
"""Seconds to find the next moves of a line."""

FIRST_ROUNDS = 0.15
"""Seconds of the first Monte-Carlo search; each one after takes twice as long."""

Name = Literal["win", "draw", "loss"]
Look = Callable[[Any, Found, int, Budget], None]


@dataclass(frozen=True)
class MoveWorth:
    """What a move is worth to whoever makes it.

    `value` is None for a guess. `score` is in points where points count; elsewhere a win is 100 less the plies to it.
    """

    move: str
    value: Name | None
    plies: int | None
    score: float
    exact: bool

    @property
    def preference(self) -> float:
        """More is better: more points, faster wins, slower losses; all draws are alike."""
        if self.plies is None or self.value in (None, "draw"):
            return self.score
        return 10_000 - self.plies if self.value == "win" else -10_000 + self.plies


@dataclass(frozen=True)
class Valuation:
    """Every move of a position, after looking *depth* plies ahead; `exact` if nothing in it is a guess."""

    moves: tuple[MoveWorth, ...]
    depth: int
    nodes: int
    seconds: float
    exact: bool

    @property
    def best(self) -> list[str]:
        """The moves that nothing is better than."""
        most = max(worth.preference for worth in self.moves)
        return [worth.move for worth in self.moves if worth.preference == most]

    def of(self, move: str) -> MoveWorth | None:
        """What *move* is worth, if the search looked at it."""
        return next((worth for worth in self.moves if worth.move == move), None)


def strategies_for(game: Game[Any, Any]) -> list[str]:
    """Who can value moves of *game*: Monte-Carlo rounds know who won, and not by how many points."""
    return [name for name in STRATEGIES if not (game.scored and name == "mcts")]


def check_strategy(strategy: str, game: Game[Any, Any]) -> None:
    """Refuse a *strategy* that cannot value moves of *game*."""
    known = strategies_for(game)
    if strategy not in known:
        raise NotationError("error.valuer", text=strategy, known=known)


class Valuer:
    """Values positions of one game; what it learns stays for the next one."""

    def __init__(self, game: Game[Any, Any], strategy: str = "alphabeta+") -> None:
        check_strategy(strategy, game)
        self.game, self.scale, self._strategy = game, Scale(game), strategy
        self.solver = Solver(game)
        self._search = Deepening(game, self.scale)
        has_core = strategy == "alphabeta+" and is_available() and game.kernel() is not None
        self._core = NativeSearch(game) if has_core else None

    def valuations(self, position: Position, limit: Limit, stop: Event | None = None) -> Iterator[Valuation]:
        """One after another, each better founded, until all is known, the limit or *stop*; none if the game is over."""
        if position.is_over:
            return
        budget = Budget(Limit(seconds=limit.seconds, nodes=limit.nodes), stop)
        if self._strategy == "mcts":
            yield from self._by_rounds(position, budget, limit, stop)
            return
        left = self.game.plies_left(position.state)
        deepest = min(limit.depth or DEEPEST, DEEPEST if left is None else left)
        for depth in range(1, deepest + 1):
            try:
                found = self._at_depth(position, depth, budget, limit, stop)
            except OutOfBudget:
                return
            yield found
            if found.exact:
                return
            if depth == GLANCES and limit.depth is None and self._strategy == "alphabeta+":
                solved = self._solved(position, budget, limit, stop)
                if solved is not None:
                    yield solved
                    return

    def last(self, position: Position, limit: Limit, stop: Event | None = None) -> Valuation | None:
        """The best founded one."""
        return max(self.valuations(position, limit, stop), key=lambda found: (found.exact, found.depth), default=None)

    def including(self, found: Valuation, position: Position, move: str, limit: Limit) -> Valuation:
        """*found* with *move* in it, looked at a few plies ahead if the search had left it out."""
        if found.of(move) is not None:
            return found
        try:
            looked = self._by_look(position, position.move(move), max(1, min(found.depth, 4)), Budget(limit))
        except OutOfBudget:
            looked = MoveWorth(move, None, None, min(worth.score for worth in found.moves), False)
        return replace(found, moves=(*found.moves, looked))

    def line(
        self, position: Position, most: int, limit: Limit, *, is_proven: bool, stop: Event | None = None
    ) -> list[str]:
        """What both sides go on to play from *position*, at most *most* moves: as proven, or as a search expects."""
        share = Limit(seconds=min(limit.seconds or LONGEST_STEP, LONGEST_STEP))
        moves: list[str] = []
        while not position.is_over and len(moves) < most:
            solution = self.solver.solve(position, share, stop=stop) if is_proven else None
            if solution is None:
                return moves + self._expected(position, limit, stop)[: most - len(moves)]
            position = position.play(solution.best[0])
            moves.append(position.move_texts[-1])
        return moves

    def _expected(self, position: Position, limit: Limit, stop: Event | None) -> list[str]:
        state, text = position.state, self.game.format_move
        limit = limit.within(Limit(seconds=LONGEST_STEP))
        if self._core is not None and self.game.kernel_state(state) is not None:
            line = self._core.search(state, limit, scale=self.scale, stop=stop).line
        else:
            budget = Budget(limit, stop)
            found, _ = self._search.search(
                state, budget=budget, depth=limit.depth or DEEPEST, root_order=lambda state, moves, ply: moves
            )
            line = found.line
        return [text(move) for move in line]

    def _solved(self, position: Position, budget: Budget, limit: Limit, stop: Event | None) -> Valuation | None:
        left = _left(limit, budget)
        share = replace(left, seconds=None if left.seconds is None else left.seconds * SHARE_OF_SOLVER)
        solution = self.solver.solve(position, share, every_move=True, stop=stop)
        if solution is None:
            return None
        budget.nodes += solution.nodes
        worths = []
        for move, worth in solution.moves:
            value = self.scale.of_worth(worth.outcome, worth.plies)
            worths.append(self._worth(self.game.format_move(move), value, is_exact=True))
        return Valuation(tuple(worths), solution.worth.plies or 0, budget.nodes, budget.seconds, True)

    def _at_depth(self, position: Position, depth: int, budget: Budget, limit: Limit, stop: Event | None) -> Valuation:
        if self._core is not None and self.game.kernel_state(position.state) is not None:
            worths = self._by_core(position, depth, budget, limit, stop)
        else:
            worths = [self._by_look(position, move, depth, budget) for move in position.playable()]
        return Valuation(tuple(worths), depth, budget.nodes, budget.seconds, all(worth.exact for worth in worths))

    def _by_core(
        self, position: Position, depth: int, budget: Budget, limit: Limit, stop: Event | None
    ) -> list[MoveWorth]:
        assert self._core is not None
        budget.spend()
        report = self._core.search(
            position.state,
            replace(_left(limit, budget), depth=depth),
            scale=self.scale,
            every_root_move=True,
            stop=stop,
        )
        budget.nodes += report.nodes
        if (report.depth < depth and not report.complete) or any(root.bound != "exact" for root in report.roots):
            raise OutOfBudget
        left = self.game.plies_left(position.state)
        is_whole = left is not None and depth >= left
        values = {root.move: root.value for root in report.roots}
        text = self.game.format_move
        # On large boards the core leaves out moves far from everything.
        return [
            self._worth(text(move), values[move], is_exact=is_whole) for move in position.playable() if move in values
        ]

    def _by_look(self, position: Position, move: Any, depth: int, budget: Budget) -> MoveWorth:
        after = position.play(move)
        if (outcome := after.outcome) is not None:
            value, is_exact = self.scale.of_outcome(outcome, 1), True
        else:
            found = Found(Player.FIRST)
            self._look()(after.state, found, depth - 1, budget)
            value, is_exact = self.scale.from_root(found.value or 0, 1), not found.guessed
        for_mover = value if position.to_move == Player.FIRST else -value
        return self._worth(self.game.format_move(move), for_mover, is_exact)

    def _look(self) -> Look:
        game, scale = self.game, self.scale
        match self._strategy:
            case "minimax":
                return lambda state, found, depth, budget: minimax(
                    game, state, found, scale=scale, budget=budget, depth=depth
                )
            case "alphabeta":
                return lambda state, found, depth, budget: alphabeta(
                    game, state, found, scale=scale, budget=budget, depth=depth
                )
        return self._search.look

    def _by_rounds(self, position: Position, budget: Budget, limit: Limit, stop: Event | None) -> Iterator[Valuation]:
        seconds = FIRST_ROUNDS
        while True:
            left = _left(limit, budget)
            allowed = min(seconds, left.seconds) if left.seconds is not None else seconds
            rounds = Budget(replace(left, seconds=allowed), stop)
            report = mcts(self.game, position.state, budget=rounds, dice=Random(0))
            budget.nodes += report.nodes
            tried = {root.move: root.value for root in report.roots}
            worths = [
                MoveWorth(self.game.format_move(move), None, None, round(100 * tried.get(move, 0)), False)
                for move in position.playable()
            ]
            yield Valuation(tuple(worths), report.depth, budget.nodes, budget.seconds, False)
            try:
                budget.spend()
            except OutOfBudget:
                return
            if report.complete or (limit.seconds is not None and budget.seconds >= limit.seconds):
                return
            seconds *= 2

    def _worth(self, move: str, value: float, is_exact: bool) -> MoveWorth:
        """A search's *value* for the mover; a forced end is no guess, however little else was looked at."""
        scale = self.scale
        if scale.scored:
            name: Name | None = _name(value) if is_exact else None
            return MoveWorth(move, name, None, round(value, 2), is_exact)
        score = round(100 * value / scale.win, 1)
        if scale.is_decided(value):
            return MoveWorth(move, _name(value), scale.plies(value), score, True)
        return MoveWorth(move, "draw", None, 0, True) if is_exact else MoveWorth(move, None, None, score, False)


def _name(value: float) -> Name:
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def _left(limit: Limit, budget: Budget) -> Limit:
    """What is left of *limit* after *budget*."""
    return Limit(
        seconds=None if limit.seconds is None else max(0.01, limit.seconds - budget.seconds),
        nodes=None if limit.nodes is None else max(1, limit.nodes - budget.nodes),
    )
