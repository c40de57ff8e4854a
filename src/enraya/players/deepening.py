"""Alpha-beta+ as a player: the C++ search where it knows the game, else the Python one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event
from typing import Any

from enraya.game import Game
from enraya.games.lines import LineGame, Stones
from enraya.games.swap2 import Swap2
from enraya.players.dice import dice_for, shuffled_at_root
from enraya.players.swap2 import Swap2Chooser, is_opening
from enraya.players.tie_breaking import COMPARING, TieBreaker
from enraya.position import Position
from enraya.search.deepening import Deepening
from enraya.search.limit import DEEPEST, Budget, Limit
from enraya.search.native import NativeSearch, is_available, playing_search
from enraya.search.report import Report
from enraya.search.trace import Observer
from enraya.search.value import Evaluate, Scale

TABLE_MEGABYTES = 32
DECIDED = 1e6
USUAL = Limit(seconds=0.8)
"""The default thinking time: a person should not have to wait."""


SEARCHING = 0.75
"""The part of the time for the search; the rest is for choosing among the moves that it proves to be alike."""


class DeepeningPlayer:
    """Iterative deepening under a clock; among moves proven to be worth the same it presses."""

    def __init__(
        self,
        *,
        own_limit: Limit = USUAL,
        evaluate: Evaluate | None = None,
        native: bool = True,
        seed: int | None = None,
        name: str = "alphabeta+",
        table_megabytes: int = TABLE_MEGABYTES,
        threads: int = 1,
    ) -> None:
        """*threads* are for the engine of five in a row; every other search has one."""
        self.name = name
        self._table_megabytes, self._threads = table_megabytes, threads
        self._own_limit, self._evaluate, self._native, self._seed = own_limit, evaluate, native, seed
        self._cores: dict[Game[Any, Any], NativeSearch] = {}
        self._tie_breakers: dict[Game[Any, Any], TieBreaker] = {}

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        limit = self._own_limit.within(limit)
        if self._evaluate is None and observer is None and is_opening(position) and is_available():
            return self._by_swap2(position, limit, stop)
        scale = Scale(position.game, evaluate=self._evaluate)
        # The core tells no events and knows no evaluation but its own.
        if self._native and is_available() and observer is None and self._evaluate is None:
            kernel_state = position.game.kernel_state(position.state)
            if kernel_state is not None:
                return self._by_native(position, limit, scale, stop)
        return self._by_python(position, limit, scale, stop, observer)

    def judge(self, game: LineGame, state: Stones, limit: Limit, stop: Event | None = None) -> float:
        """The value of *state* for its mover; a proven win is worth more than any estimate."""
        report = self.choose(Position(game, (state,)), limit, stop=stop)
        value = report.value or 0.0
        return value if not report.complete else DECIDED if value > 0 else -DECIDED

    def _by_swap2(self, position: Position, limit: Limit, stop: Event | None) -> Report:
        """A choice of the opening, judged by searches that share the limit."""
        budget, game = Budget(), position.game
        assert isinstance(game, Swap2)
        chooser = Swap2Chooser(
            game.base,
            lambda state, part: self.judge(game.base, state, limit.part(part), stop),
            dice_for(self._seed, position),
        )
        move = chooser.next_move(position.state)
        return Report(move=move, seconds=budget.seconds, principal_variation=(move,))

    def _by_python(
        self, position: Position, limit: Limit, scale: Scale, stop: Event | None, observer: Observer | None
    ) -> Report:
        budget, search = Budget(limit, stop), Deepening(position.onward, scale)
        order = shuffled_at_root(self._seed, position)
        found, reached = search.search(
            position.state, budget=budget, depth=limit.depth or DEEPEST, root_order=order, observer=observer
        )
        move = (
            found.principal_variation[0]
            if found.principal_variation
            else order(position.state, position.playable(), 0)[0]
        )
        variation = found.principal_variation or (move,)
        report = Report(
            move=move,
            value=None if found.value is None else scale.shown(found.value),
            nodes=budget.nodes,
            depth=reached,
            principal_variation=variation,
            roots=found.shown_roots(scale),
            complete=found.value is not None and not found.guessed,
            plies=None if found.value is None else scale.plies(found.value),
        )
        if report.complete:
            alike = search.moves_alike(position.state, found, reached, budget)
            report = self._pressed(position, report, alike, limit.left_after(budget), stop)
        return replace(report, seconds=budget.seconds)

    def _by_native(self, position: Position, limit: Limit, scale: Scale, stop: Event | None) -> Report:
        game, state = position.game, position.state
        budget = Budget()
        core = self._core_of(game)
        # The engine of five in a row proves no draws and plays its nearest win: it leaves nothing to compare.
        is_compared = game.five_kernel() is None
        report = core.search(state, _part(limit, SEARCHING) if is_compared else limit, scale=scale, stop=stop)
        budget.nodes = report.nodes
        if is_compared and report.complete and len(report.roots) > 1:
            # All is known: choose among the moves that are just as good, which the full table makes quick to find.
            left = _part(limit.left_after(budget), COMPARING)
            every = core.search(state, replace(left, depth=limit.depth), scale=scale, every_root_move=True, stop=stop)
            budget.nodes += every.nodes
            if every.complete:
                worth = (report.value, report.plies)
                alike = [root.move for root in every.roots if (root.value, root.plies) == worth]
                report = replace(report, roots=every.roots)
                report = self._pressed(position, report, alike, limit.left_after(budget), stop)
        return replace(report, seconds=budget.seconds)

    def prepare(self, game: Game[Any, Any]) -> None:
        """Prepare for *game*, so that no move has to wait for that."""
        if self._native and is_available():
            self._core_of(game)

    def _core_of(self, game: Game[Any, Any]) -> NativeSearch:
        if game not in self._cores:
            self._cores[game] = playing_search(game, self._table_megabytes, self._threads)
        return self._cores[game]

    def _pressed(
        self, position: Position, report: Report, alike: Sequence[Any], left: Limit, stop: Event | None
    ) -> Report:
        """The *report* with the move to press with, of those *alike*; its nodes stay those of the search."""
        if len(alike) < 2:
            return report
        game = position.game
        if game not in self._tie_breakers:
            self._tie_breakers[game] = TieBreaker(game, evaluate=self._evaluate, native=self._native)
        dice = None if self._seed is None else dice_for(self._seed, position)
        depth = self._own_limit.depth
        chosen = self._tie_breakers[game].choose(position, alike, replace(left, depth=depth), dice=dice, stop=stop)
        variation = report.principal_variation if chosen.move == report.move else (chosen.move,)
        return replace(report, move=chosen.move, principal_variation=variation)


def _part(limit: Limit, part: float) -> Limit:
    """The same *limit* with a *part* of the time."""
    return limit if limit.seconds is None else replace(limit, seconds=limit.seconds * part)
