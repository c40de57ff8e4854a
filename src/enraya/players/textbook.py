"""Minimax (in one function or in two) and alpha-beta as players.

The whole tree where that ends, else a fixed depth and an evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from threading import Event
from typing import Any

from enraya.game import Game
from enraya.players.dice import shuffled_at_root
from enraya.position import Position
from enraya.search.alphabeta import CutConvention, alphabeta
from enraya.search.limit import DEEPEST, Budget, Limit, OutOfBudget
from enraya.search.minimax import minimax
from enraya.search.minimax_pair import minimax_pair
from enraya.search.native_textbook import NativeTextbook
from enraya.search.report import Report
from enraya.search.root_result import Order, RootResult
from enraya.search.trace import Observer
from enraya.search.value import Evaluate, Scale

MakeOrder = Callable[[Game[Any, Any], Scale, int, Budget], Order]
"""Makes the order of moves for a search: of a game, on a scale, so many plies deep, within a budget."""

NODES_OF_WHOLE_TREE = 1_000_000
LEAST_GROWTH = 1.5
"""The growth from ply to ply of a tree of which so far only one line is known, where it is found to be less."""

NODES_OF_PART = {"minimax": 50_000, "minimax-pair": 50_000, "alphabeta": 2_000_000}


class Textbook:
    """One of the textbook searches, with what a user may choose of it."""

    def __init__(
        self,
        algorithm: str,
        *,
        own_limit: Limit,
        cut: CutConvention = ">=",
        evaluate: Evaluate | None = None,
        distance: bool = True,
        order: MakeOrder | None = None,
        native: bool = True,
        seed: int | None = None,
        name: str | None = None,
    ) -> None:
        """Without an *order* of its own, moves are searched as the game gives them, at the root as the seed says."""
        self.name = name or algorithm
        self._algorithm, self._own_limit, self._cut = algorithm, own_limit, cut
        self._evaluate, self._distance, self._make_order, self._seed = evaluate, distance, order, seed
        # The core searches moves as the game gives them. The pair is there to be read and timed as it is written.
        self._native = native and order is None and algorithm != "minimax-pair"
        self._cores: dict[Game[Any, Any], NativeTextbook | None] = {}

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        game, state = position.onward, position.state
        limit = self._own_limit.within(limit)
        depth = limit.depth or affordable_depth(game, state, NODES_OF_PART[self._algorithm])
        scale = Scale(game, distance=self._distance, evaluate=self._evaluate)
        budget, found = Budget(limit, stop), RootResult(position.to_move)
        as_given = shuffled_at_root(self._seed, position)
        order = self._make_order(game, scale, depth, budget) if self._make_order else as_given
        # The core tells no events and knows no evaluation.
        core = self._core_for(game) if self._native and observer is None else None
        cut = self._cut if self._algorithm == "alphabeta" else None
        full_width = minimax_pair if self._algorithm == "minimax-pair" else minimax
        try:
            if core is not None and core.sees_only_ends(state, depth):
                core.search(
                    state,
                    found,
                    cut=cut,
                    scale=scale,
                    budget=budget,
                    root_moves=order(state, position.playable(), 0),
                    limit=limit,
                    stop=stop,
                )
            elif cut is None:
                full_width(game, state, found, scale=scale, budget=budget, depth=depth, order=order, observer=observer)
            else:
                alphabeta(
                    game,
                    state,
                    found,
                    scale=scale,
                    budget=budget,
                    depth=depth,
                    order=order,
                    observer=observer,
                    cut=cut,
                )
            complete = not found.guessed
        except OutOfBudget:
            # The best of the root moves that were finished; with none, the first.
            complete = False
        move = found.principal_variation[0] if found.principal_variation else as_given(state, position.playable(), 0)[0]
        return Report(
            move=move,
            value=None if found.value is None else scale.shown(found.value),
            nodes=budget.nodes,
            depth=min(depth, game.plies_left(state) or depth),
            seconds=budget.seconds,
            principal_variation=found.principal_variation or (move,),
            roots=found.shown_roots(scale),
            complete=complete,
            plies=None if found.value is None else scale.plies(found.value),
        )

    def _core_for(self, game: Game[Any, Any]) -> NativeTextbook | None:
        if game not in self._cores:
            try:
                self._cores[game] = NativeTextbook(game)
            except LookupError:
                self._cores[game] = None
        return self._cores[game]


def affordable_depth(game: Game[Any, Any], state: Any, nodes: int) -> int:
    """The depth that a search affords with about *nodes* nodes, or to the end if the whole tree is small.

    The size of the tree is guessed from one line of play: the product of the numbers of moves along it. Where play may
    go round, a line that ends does not say that the others do.
    """
    leaves, depth, fitting = 1, 0, 1
    while depth < DEEPEST and leaves <= NODES_OF_WHOLE_TREE:
        moves = game.legal_moves(state)
        if not moves:
            return _depth_by_growth(leaves, depth, nodes) if game.repeats else DEEPEST
        leaves *= len(moves)
        depth += 1
        if leaves <= nodes:
            fitting = depth
        state = game.play(state, moves[0])
    return fitting


def _depth_by_growth(leaves: int, depth: int, nodes: int) -> int:
    """The depth at which a tree has *nodes* leaves, if it goes on to grow as it did to *leaves* at *depth*."""
    growth = max(LEAST_GROWTH, leaves ** (1 / max(depth, 1)))
    return min(DEEPEST, max(1, int(math.log(nodes, growth))))
