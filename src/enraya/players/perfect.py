"""Plays the solved value and never errs; offered where a game can be solved."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from threading import Event
from typing import Any

from enraya.custom import CustomGame
from enraya.custom.hosted import HostedGame
from enraya.errors import EnrayaError, LocalizedError
from enraya.game import Game, Player
from enraya.players.dice import dice_for
from enraya.players.tie_breaking import COMPARING, TieBreaker
from enraya.position import Position
from enraya.search.limit import Budget, Limit
from enraya.search.native import is_available
from enraya.search.report import Report, RootValue
from enraya.search.trace import Observer, emit_choice
from enraya.solve.solver import Solver
from enraya.solve.tables.directory import find_table

SMALL_BOARD = 30
"""Cells up to which a game is tried at length: a node of a large board costs ten times as much, and solves less."""

NODES_WHILE_ONE_WAITS = {
    (True, True): 1_500_000,
    (True, False): 200_000,
    (False, True): 30_000,
    (False, False): 3_000,
}
"""The node limit for finding out, at most about two seconds: with the C++ search or without, on a small board or not.

A count of nodes and not of seconds, so that the same players are offered on every machine however busy it is.
"""

SECONDS_FOR_CUSTOM_GAMES = 2.0
"""The bound for custom games, which may take any time for a node."""


def is_offered(game: Game[Any, Any]) -> bool:
    """True if games of this kind are stored, or solved in interactive time."""
    table = find_table(game)
    return (table is not None and table.worth(game.initial()) is not None) or _is_quick(game)


@lru_cache(maxsize=64)
def _is_quick(game: Game[Any, Any]) -> bool:
    """True if it is solved in interactive time: it is tried once, from the start."""
    try:
        # A swap2 opening, say, is not for the C++ search, whose nodes are a hundred times cheaper.
        start = game.initial()
        has_native = is_available() and game.kernel_state(start) is not None
        board = game.board(start)
        is_small = board is None or len(board.cells) <= SMALL_BOARD
        seconds = SECONDS_FOR_CUSTOM_GAMES if isinstance(game, CustomGame | HostedGame) else None
        limit = Limit(seconds=seconds, nodes=NODES_WHILE_ONE_WAITS[has_native, is_small])
        return Solver(game).solve(Position.start(game), limit) is not None
    except LocalizedError:
        return False


class PerfectPlayer:
    """Presses with the best moves of the exact solution."""

    name = "perfect"

    def __init__(self, game: Game[Any, Any], seed: int | None = None) -> None:
        self._solver = Solver(game, threads=None)
        self._tie_breaker = TieBreaker(game)
        self._seed = seed

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        budget, limit = Budget(), replace(limit, depth=None)
        solution = self._solver.solve(position, limit, one_is_enough=True, stop=stop)
        if solution is None:
            raise EnrayaError("error.unsolved", game=position.game.name)
        # The other best moves are found in the time that is left, or not.
        left = limit.left_after(budget)
        comparing = left if left.seconds is None else replace(left, seconds=left.seconds * COMPARING)
        every = self._solver.solve(position, comparing, stop=stop)
        best = solution.best if every is None else every.best
        dice = None if self._seed is None else dice_for(self._seed, position)
        chosen = self._tie_breaker.choose(position, best, limit.left_after(budget), dice=dice, stop=stop)
        outcome, plies = solution.worth.outcome, solution.worth.plies
        value = self._solver.scale.shown_worth(outcome, plies)
        for_first = value if position.to_move == Player.FIRST else -value
        emit_choice(observer, position.game, position.state, chosen.move, for_first)
        return Report(
            move=chosen.move,
            value=value,
            nodes=solution.nodes + (every.nodes if every else 0) + chosen.nodes,
            depth=plies or 0,
            seconds=budget.seconds,
            principal_variation=(chosen.move,),
            roots=tuple(RootValue(move, value, "exact", True, plies) for move in best),
            complete=True,
            plies=plies,
        )
