"""Alpha-beta+ as a player: the C++ search where it knows the game, else the Python one."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

from enraya.game import Game
from enraya.players.dice import dice_for, shuffled_at_root
from enraya.position import Position
from enraya.search.deepening import Deepening
from enraya.search.limit import DEEPEST, Budget, Limit
from enraya.search.native import NativeSearch, is_available
from enraya.search.report import Report
from enraya.search.trace import Observer
from enraya.search.value import Evaluate, Scale

TABLE_MEGABYTES = 32
USUAL = Limit(seconds=0.8)
"""How long it thinks if nothing else is said: a person should not have to wait."""


class DeepeningPlayer:
    """Iterative deepening under a clock. Of equally good moves the seed decides."""

    def __init__(
        self,
        *,
        own_limit: Limit = USUAL,
        evaluate: Evaluate | None = None,
        native: bool = True,
        seed: int | None = None,
        name: str = "alphabeta+",
    ) -> None:
        self.name = name
        self._own_limit, self._evaluate, self._native, self._seed = own_limit, evaluate, native, seed
        self._cores: dict[Game[Any, Any], NativeSearch] = {}

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        limit = self._own_limit.within(limit)
        scale = Scale(position.game, evaluate=self._evaluate)
        # The core tells no events and knows no evaluation but its own.
        if self._native and is_available() and observer is None and self._evaluate is None:
            kernel_state = position.game.kernel_state(position.state)
            if kernel_state is not None:
                return self._by_native(position, limit, scale, stop)
        return self._by_python(position, limit, scale, stop, observer)

    def _by_python(
        self, position: Position, limit: Limit, scale: Scale, stop: Event | None, observer: Observer | None
    ) -> Report:
        budget, search = Budget(limit, stop), Deepening(position.onward, scale)
        order = shuffled_at_root(self._seed, position)
        found, reached = search.search(
            position.state, budget=budget, depth=limit.depth or DEEPEST, root_order=order, observer=observer
        )
        move = found.line[0] if found.line else order(position.state, position.playable(), 0)[0]
        return Report(
            move=move,
            value=None if found.value is None else scale.shown(found.value),
            nodes=budget.nodes,
            depth=reached,
            seconds=budget.seconds,
            line=found.line or (move,),
            roots=found.shown_roots(scale),
            complete=found.value is not None and not found.guessed,
            plies=None if found.value is None else scale.plies(found.value),
        )

    def _by_native(self, position: Position, limit: Limit, scale: Scale, stop: Event | None) -> Report:
        game, state = position.game, position.state
        budget = Budget()
        if game not in self._cores:
            self._cores[game] = NativeSearch(game, TABLE_MEGABYTES)
        core = self._cores[game]
        dice = dice_for(self._seed, position)
        report = core.search(state, limit, scale=scale, stop=stop)
        if self._seed is not None and report.complete:
            # All is known: choose among the moves that are just as good, which the full table makes quick to find.
            left = None if limit.seconds is None else max(0.01, limit.seconds - budget.seconds)
            every = core.search(state, replace(limit, seconds=left), scale=scale, every_root_move=True, stop=stop)
            report = _one_of_the_best(report, every, dice)
        return replace(report, seconds=budget.seconds)


def _one_of_the_best(report: Report, every: Report, dice: Any) -> Report:
    worth = (report.value, report.plies)
    best = [root.move for root in every.roots if root.certainty == "exact" and (root.value, root.plies) == worth]
    if not every.complete or len(best) < 2:
        return report
    move = dice.choice(best)
    line = report.line if move == report.move else (move,)
    return replace(report, move=move, line=line, nodes=report.nodes + every.nodes, roots=every.roots)
