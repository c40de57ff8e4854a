"""Exploring a game on many workers: pieces of the frontier are sent out, and come back with what the rules say."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

from enraya.catalogue import find_game
from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.search.endless import EndlessWatch
from enraya.search.limit import Budget
from enraya.solve.parallel.cache import cached_by_thread
from enraya.solve.parallel.executor import ExecutorFactory, run_growing
from enraya.solve.tables.graph import Expansion, Graph, canonical_rules, refuse_more_than

PIECE = 500
"""States to expand in one job."""


class Piece(NamedTuple):
    """Part of the frontier, to be expanded by a worker. What a state is made of may be in the game's own file,
    which must have been read before."""

    game: str
    states: bytes


def expand_piece(piece: Piece) -> list[Expansion]:
    """Expand each state of the piece, in canonical form."""
    expand = cached_by_thread((piece.game, "canonical rules"), lambda: canonical_rules(find_game(piece.game)))
    same: dict[Any, Any] = {}
    expansions = []
    for state in pickle.loads(piece.states):
        outcome, mover, children = expand(state)
        # One object for equal states: what is sent back is then written once.
        expansions.append(Expansion(outcome, int(mover), [same.setdefault(child, child) for child in children]))
    return expansions


def explore_together(
    game: Game[Any, Any], start: Any, open_executor: ExecutorFactory, budget: Budget, most: int
) -> Graph:
    """Every canonical form that can be reached from *start*, itself one; the rules are asked by many workers."""
    graph, sent, watch = Graph(start), 0, EndlessWatch(game, start, budget)

    def next_piece() -> tuple[range, Piece] | None:
        nonlocal sent
        numbers = range(sent, min(len(graph), sent + PIECE))
        if not numbers:
            return None
        try:
            states = pickle.dumps(graph.states[numbers.start : numbers.stop])
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise EnrayaError("cluster.unsendable", game=game.name, reason=str(error)) from None
        sent = numbers.stop
        return numbers, Piece(game.name, states)

    for numbers, expansions in run_growing(expand_piece, next_piece, open_executor, budget.stop, budget.seconds_left):
        for number, expansion in zip(numbers, expansions, strict=True):
            budget.spend()
            graph.add(number, expansion)
        refuse_more_than(most, graph, game)
        watch.look(len(graph))
    return graph
