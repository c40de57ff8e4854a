"""Writes proofs of any game: follows a solver's moves against everything that the other side can do."""

from __future__ import annotations

from threading import Event
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Player
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Budget, Limit, OutOfBudget
from enraya.solve.canonical import CanonicalForms, short_name
from enraya.solve.proofs.strategy import MOST_REPLIES, Claim, Proof, ReplyStrategy
from enraya.solve.solution import OnProgress
from enraya.solve.solver import Solver


def prove_by_strategy(
    position: Position,
    solver: Solver,
    limit: Limit = UNLIMITED,
    *,
    stop: Event | None = None,
    on_progress: OnProgress | None = None,
) -> Proof | None:
    """A proof of the exact value of *position*, or None if the limit or *stop* came first."""
    budget = Budget(limit, stop)
    solution = solver.solve(position, limit, stop=stop, on_progress=on_progress)
    if solution is None:
        return None
    value = int(solution.worth.outcome)
    for_first = value if position.to_move == Player.FIRST else -value
    claims = [Claim(Player.FIRST, for_first), Claim(Player.SECOND, -for_first)]
    if not position.game.scored:
        # Nobody can do better than win, so a win needs no proof that it is not more.
        claims = [claim for claim in claims if claim.bound >= 0]
    try:
        strategies = [_Prover(position, solver, claim, budget, limit, stop, on_progress).walk() for claim in claims]
    except OutOfBudget:
        return None
    start = position.states[0]
    text = None if start == position.game.initial() else position.game.format_state(start)
    return Proof(position.game.name, text, position.move_texts, strategies)


class _Prover:
    """One claim's strategy, found position by position."""

    def __init__(
        self,
        position: Position,
        solver: Solver,
        claim: Claim,
        budget: Budget,
        limit: Limit,
        stop: Event | None,
        on_progress: OnProgress | None,
    ) -> None:
        self._position, self._game = position, position.game
        self._solver, self._budget, self._limit = solver, budget, limit
        self._stop, self._on_progress = stop, on_progress
        self._strategy = ReplyStrategy(claim)
        self._forms = CanonicalForms(position.game)

    def walk(self) -> ReplyStrategy:
        """The strategy, complete."""
        game, player = self._game, self._strategy.claim.player
        seen: set[int] = set()
        waiting = [self._position.state]
        while waiting:
            text, state = self._forms.of(waiting.pop())
            name = short_name(text)
            if name in seen:
                continue
            seen.add(name)
            self._spend()
            if game.outcome(state) is not None:
                continue
            moves = game.legal_moves(state)
            if game.to_move(state) == player:
                place = moves.index(self._reply(state))
                self._strategy.replies[name] = place
                moves = [moves[place]]
            waiting += [game.play(state, move) for move in moves]
        return self._strategy

    def _reply(self, state: Any) -> Any:
        solution = self._solver.solve(Position(self._game, (state,)), self._limit, one_is_enough=True, stop=self._stop)
        if solution is None:
            raise OutOfBudget
        return solution.best[0]

    def _spend(self) -> None:
        self._budget.spend()
        if len(self._strategy.replies) > MOST_REPLIES:
            raise EnrayaError("proof.too_large", most=MOST_REPLIES)
        if self._on_progress:
            self._on_progress(0, self._budget.nodes)
