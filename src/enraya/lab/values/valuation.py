"""The value of every move of a position: by the solver where it can, else by iterative deepening."""

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
from enraya.search.native import is_available, playing_search
from enraya.search.report import RootValue
from enraya.search.root_result import RootResult
from enraya.search.value import WIN, Scale, squeeze
from enraya.solve.solver import Solver

STRATEGIES = ("alphabeta+", "alphabeta", "minimax", "mcts")
DEEPEST = 1000
GLANCES = 2
"""Plies to look ahead before the solver is asked: it may take its time, and something should be seen at once."""

SHARE_OF_SOLVER = 0.5
LONGEST_STEP = 1.0
"""Seconds to find the next moves of a variation."""

FIRST_ROUNDS = 0.15
"""Seconds of the first Monte-Carlo search; each one after takes twice as long."""

MOST_GUESSED = 80
"""The level of the best estimate, where a win on the spot has 100."""

Name = Literal["win", "draw", "loss"]
Look = Callable[[Any, RootResult, int, Budget], None]


@dataclass(frozen=True)
class MoveWorth:
    """The value of a move for the player who makes it; `exact` says that this is proven and not how a search estimates
    it.

    `value` is None for an estimate, and `score` the evaluation's own number or, of Monte-Carlo rounds, the mean result
    from −1 to 1. Proven, `score` is 0 for a draw and for a win 100 (or 1000) less the plies to it. Where points count
    it is points either way (docs/values.md). `level` is how high it stands in a plot: points, or from −100, lost on the
    spot, to 100, won.
    """

    move: str
    value: Name | None
    plies: int | None
    score: float
    exact: bool
    level: float

    @property
    def preference(self) -> float:
        """More is better: more points, faster wins, slower losses; all draws are alike."""
        # Points are their own level.
        if self.value in (None, "draw") or (self.plies is None and self.level == self.score):
            return self.score
        # However large the number of an estimate is; an end at an unknown distance counts as a far one.
        worth = WIN - self.plies if self.plies is not None else WIN // 2
        return worth if self.value == "win" else -worth


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
        """The value of *move*, if the search looked at it."""
        return next((worth for worth in self.moves if worth.move == move), None)


def strategies_for(game: Game[Any, Any]) -> list[str]:
    """The strategies that can value moves of *game*: Monte-Carlo rounds know who won, and not by how many points."""
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
        self._core = playing_search(game) if has_core else None

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
            worst = min(found.moves, key=lambda worth: worth.level)
            looked = MoveWorth(move, None, None, worst.score, False, worst.level)
        return replace(found, moves=(*found.moves, looked), exact=found.exact and looked.exact)

    def principal_variation(
        self, position: Position, most: int, limit: Limit, *, is_proven: bool, stop: Event | None = None
    ) -> list[str]:
        """The principal variation from *position*, at most *most* moves: proven, or as a search expects it."""
        share = Limit(seconds=min(limit.seconds or LONGEST_STEP, LONGEST_STEP))
        moves: list[str] = []
        while not position.is_over and len(moves) < most:
            solution = self.solver.solve(position, share, stop=stop) if is_proven else None
            if solution is None:
                return moves + self._expected(position, limit, stop)[: most - len(moves)]
            position = position.play(solution.best[0])
            moves.append(position.last_move_text)
        return moves

    def _expected(self, position: Position, limit: Limit, stop: Event | None) -> list[str]:
        game, state, text = position.onward, position.state, self.game.format_move
        limit = limit.within(Limit(seconds=LONGEST_STEP))
        if self._core is not None and self.game.kernel_state(state) is not None:
            moves = self._core.search(state, limit, scale=self.scale, stop=stop).principal_variation
        else:
            budget = Budget(limit, stop)
            found, _ = self._deepening(game).search(
                state, budget=budget, depth=limit.depth or DEEPEST, root_order=lambda state, moves, ply: moves
            )
            moves = found.principal_variation
        return [text(move) for move in moves]

    def _solved(self, position: Position, budget: Budget, limit: Limit, stop: Event | None) -> Valuation | None:
        left = limit.left_after(budget)
        share = replace(left, seconds=None if left.seconds is None else left.seconds * SHARE_OF_SOLVER)
        solution = self.solver.solve(position, share, every_move=True, stop=stop)
        if solution is None:
            return None
        budget.nodes += solution.nodes
        text = self.game.format_move
        worths = [self.proven(text(move), worth.outcome, worth.plies) for move, worth in solution.moves]
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
            replace(limit.left_after(budget), depth=depth),
            scale=self.scale,
            every_root_move=True,
            stop=stop,
        )
        budget.nodes += report.nodes
        if (report.depth < depth and not report.complete) or any(root.bound != "exact" for root in report.roots):
            raise OutOfBudget
        roots = {root.move: root for root in report.roots}
        # On large boards the core leaves out moves far from everything.
        return [self._of_root(roots[move]) for move in position.playable() if move in roots]

    def _by_look(self, position: Position, move: Any, depth: int, budget: Budget) -> MoveWorth:
        game, scale = position.onward, self.scale
        after = game.play(position.state, move)
        if (outcome := game.outcome(after)) is not None:
            value, guessed = scale.of_outcome(outcome, 1), False
        else:
            found = RootResult(Player.FIRST)
            self._look(game)(after, found, depth - 1, budget)
            value, guessed = scale.from_root(found.value or 0, 1), found.guessed
        for_mover = value if position.to_move == Player.FIRST else -value
        return self._of_root(RootValue(move, scale.shown(for_mover), "exact", not guessed, scale.plies(for_mover)))

    def _look(self, game: Game[Any, Any]) -> Look:
        scale = self.scale
        match self._strategy:
            case "minimax":
                return lambda state, found, depth, budget: minimax(
                    game, state, found, scale=scale, budget=budget, depth=depth
                )
            case "alphabeta":
                return lambda state, found, depth, budget: alphabeta(
                    game, state, found, scale=scale, budget=budget, depth=depth
                )
        return self._deepening(game).iterate

    def _deepening(self, game: Game[Any, Any]) -> Deepening:
        """The search of *game*, which the past of a position may have changed: then nothing was learned of it yet."""
        return self._search if game == self.game else Deepening(game, self.scale)

    def _by_rounds(self, position: Position, budget: Budget, limit: Limit, stop: Event | None) -> Iterator[Valuation]:
        seconds = FIRST_ROUNDS
        while True:
            left = limit.left_after(budget)
            allowed = min(seconds, left.seconds) if left.seconds is not None else seconds
            rounds = Budget(replace(left, seconds=allowed), stop)
            report = mcts(position.onward, position.state, budget=rounds, dice=Random(0))
            budget.nodes += report.nodes
            tried = {root.move: root for root in report.roots}
            worths = [self._of_root(tried.get(move, RootValue(move, 0))) for move in position.playable()]
            is_exact = all(worth.exact for worth in worths)
            yield Valuation(tuple(worths), report.depth, budget.nodes, budget.seconds, is_exact)
            try:
                budget.spend()
            except OutOfBudget:
                return
            if report.complete or (limit.seconds is not None and budget.seconds >= limit.seconds):
                return
            seconds *= 2

    def _of_root(self, root: RootValue) -> MoveWorth:
        """The value that a full-window search found for a move of the root."""
        move = self.game.format_move(root.move)
        if root.certainty == "exact":
            return self.proven(move, root.value, root.plies)
        if self.game.scored:
            level = root.value
        else:
            level = MOST_GUESSED * root.value if self._strategy == "mcts" else squeeze(root.value, MOST_GUESSED)
        return MoveWorth(move, None, None, round(root.value, 3), False, round(level, 1))

    def proven(self, move: str, outcome: float, plies: int | None) -> MoveWorth:
        """The worth of a *move* that was proven to lead to *outcome* after *plies*."""
        if self.game.scored or not outcome:
            return MoveWorth(move, _name(outcome), None, outcome, True, outcome)
        sign = 1 if outcome > 0 else -1
        level = sign * (MOST_GUESSED if plies is None else max(MOST_GUESSED, 100 - plies))
        return MoveWorth(move, _name(outcome), plies, self.scale.shown_worth(outcome, plies), True, level)


def _name(value: float) -> Name:
    return "win" if value > 0 else "loss" if value < 0 else "draw"
