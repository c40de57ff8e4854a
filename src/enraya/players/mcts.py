"""Monte-Carlo tree search as a player."""

from __future__ import annotations

from threading import Event

from enraya.players.dice import dice_for
from enraya.position import Position
from enraya.search.limit import Budget, Limit
from enraya.search.mcts import mcts
from enraya.search.report import Report
from enraya.search.trace import Observer

USUAL = Limit(seconds=0.8)


class MctsPlayer:
    """UCT; the number of nodes is the number of random games."""

    def __init__(self, *, own_limit: Limit = USUAL, seed: int | None = None, name: str = "mcts") -> None:
        self.name = name
        self._own_limit, self._seed = own_limit, seed

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        budget = Budget(self._own_limit.within(limit), stop)
        return mcts(
            position.onward, position.state, budget=budget, dice=dice_for(self._seed, position), observer=observer
        )
