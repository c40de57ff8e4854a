"""The exact value of a position, by whichever method fits its game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.deepening import Deepening
from enraya.search.limit import UNLIMITED, Budget, Limit, OutOfBudget
from enraya.search.native import NativeSearch, is_available
from enraya.search.node import in_given_order
from enraya.search.value import Scale
from enraya.solve.retrograde import TooManyStates, Worth, retrograde

DEEPEST = 1000


@dataclass(frozen=True)
class Worked:
    """What one move, or the whole position, is worth to the side to move: an outcome, and in how many plies."""

    outcome: float
    plies: int | None


@dataclass(frozen=True)
class Solution:
    """The exact worth of a position, of each of its moves, and which are best: the fastest win, the slowest loss."""

    worth: Worked
    moves: tuple[tuple[Any, Worked], ...]
    best: tuple[Any, ...]
    nodes: int
    seconds: float


class Solver:
    """Solves positions of one game; what it learns stays for the next position."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.scale = Scale(game)
        self._native: NativeSearch | None = None
        self._python: Deepening | None = None
        self._worths: dict[Any, Worth] = {}

    def solve(
        self,
        position: Position,
        limit: Limit = UNLIMITED,
        *,
        stop: Event | None = None,
        tell: Callable[[int, int], None] | None = None,
    ) -> Solution | None:
        """The solution of *position*, or None if the limit or *stop* came first. *tell* hears of depth and nodes."""
        budget = Budget(limit, stop)
        outcome = position.outcome
        if outcome is not None:
            for_mover = outcome if position.to_move == Player.FIRST else -outcome
            return Solution(Worked(for_mover, 0), (), (), 0, budget.seconds)
        try:
            moves = self._moves(position, limit, budget, stop, tell)
        except OutOfBudget:
            return None
        best = max((worth for _, worth in moves), key=self._preference)
        return Solution(
            best,
            tuple(moves),
            tuple(move for move, worth in moves if self._preference(worth) == self._preference(best)),
            budget.nodes,
            budget.seconds,
        )

    def _preference(self, worth: Worked) -> float:
        """Orders worths: more points, faster wins, slower losses; all draws alike."""
        if self.game.scored or worth.outcome == 0 or worth.plies is None:
            return worth.outcome
        away = 1 / (worth.plies + 2)
        return 1 + away if worth.outcome > 0 else -1 - away

    def _moves(
        self,
        position: Position,
        limit: Limit,
        budget: Budget,
        stop: Event | None,
        tell: Callable[[int, int], None] | None,
    ) -> list[tuple[Any, Worked]]:
        state = position.state
        if is_available() and self.game.kernel_state(state) is not None:
            return self._by_native(state, limit, budget, stop, tell)
        if not self.game.scored:
            try:
                return self._by_retrograde(position, budget)
            except TooManyStates:
                if self.game.repeats:
                    raise
        return self._by_deepening(state, budget)

    def _by_native(
        self,
        state: Any,
        limit: Limit,
        budget: Budget,
        stop: Event | None,
        tell: Callable[[int, int], None] | None,
    ) -> list[tuple[Any, Worked]]:
        if self._native is None:
            self._native = NativeSearch(self.game)
        progress = None if tell is None else lambda depth, nodes, value, move: tell(depth, nodes)
        report = self._native.search(state, limit, scale=self.scale, every_root_move=True, stop=stop, progress=progress)
        budget.nodes += report.nodes
        if not report.complete or any(root.bound != "exact" for root in report.roots):
            raise OutOfBudget
        worths = {root.move: self._worked(root.value, state) for root in report.roots}
        return [(move, worths[move]) for move in self.game.legal_moves(state)]

    def _by_deepening(self, state: Any, budget: Budget) -> list[tuple[Any, Worked]]:
        if self._python is None:
            self._python = Deepening(self.game, self.scale)
        moves = []
        player = self.game.to_move(state)
        for move in self.game.legal_moves(state):
            child = self.game.play(state, move)
            found, _ = self._python.search(child, budget=budget, depth=DEEPEST, root_order=in_given_order)
            if found.value is None or (found.guessed and not self.scale.is_decided(found.value)):
                raise OutOfBudget
            value = found.value if self.game.to_move(child) == player else -found.value
            worked = self._worked(value, child)
            moves.append((move, replace(worked, plies=None if worked.plies is None else worked.plies + 1)))
        return moves

    def _worked(self, value: float, state: Any) -> Worked:
        """A search's value as an outcome and a distance."""
        if self.game.scored:
            return Worked(value, self.game.plies_left(state))
        sign = (value > 0) - (value < 0)
        return Worked(sign, self.scale.plies(value) if sign else self.game.plies_left(state))

    def _by_retrograde(self, position: Position, budget: Budget) -> list[tuple[Any, Worked]]:
        state, sign = position.state, 1 if position.to_move == Player.FIRST else -1
        if state not in self._worths:
            self._worths |= retrograde(self.game, state, budget)
        moves = []
        for move in position.playable():
            worth = self._worths[self.game.play(state, move)]
            plies = self.game.plies_left(state) if worth.plies is None or not worth.outcome else worth.plies + 1
            moves.append((move, Worked(worth.outcome * sign, plies)))
        return moves
