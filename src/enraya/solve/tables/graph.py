"""A game laid out: every state that can be reached from one, numbered, with what each of its moves leads to.

States are the heavy part; all else is a few flat arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.search.endless import EndlessWatch
from enraya.search.limit import Budget
from enraya.solve.canonical import CanonicalForms
from enraya.solve.memory import MEGABYTE

BYTES_A_POSITION = 600
"""About what a position takes while a game is worked out, for states that are small tuples (docs/solving.md)."""


MOST_STATES = 1_000_000
"""The number of states held where no memory limit was given."""


class TooManyStates(EnrayaError):
    """The game does not fit."""


class Expansion(NamedTuple):
    """A state as the rules describe it: the outcome if it is an end, the player to move, and the successors."""

    outcome: int | None
    mover: int
    children: Sequence[Any]


Rules = Callable[[Any], Expansion]


def plain_rules(game: Game[Any, Any]) -> Rules:
    """The rules of *game*."""
    outcome, to_move, legal_moves, play = game.outcome, game.to_move, game.legal_moves, game.play

    def expand(state: Any) -> Expansion:
        if (result := outcome(state)) is not None:
            return Expansion(result, to_move(state), ())
        return Expansion(None, to_move(state), [play(state, move) for move in legal_moves(state)])

    return expand


def canonical_rules(game: Game[Any, Any]) -> Rules:
    """The same on canonical forms: what a move leads to is replaced by its canonical form."""
    expand_plainly, forms = plain_rules(game), CanonicalForms(game)

    def expand(state: Any) -> Expansion:
        outcome, mover, children = expand_plainly(state)
        return Expansion(outcome, mover, [forms.form(child) for child in children])

    return expand


class Graph:
    """Every state that can be reached, in the order they were found: the start is number 0."""

    def __init__(self, start: Any) -> None:
        self.states = [start]
        self._numbers = {start: 0}
        self.outcomes: dict[int, int] = {}
        self.movers = bytearray(1)
        self._edges = array("I")
        self._begin = array("Q", [0])
        self._end = array("Q", [0])

    def __len__(self) -> int:
        return len(self.states)

    def moves(self, number: int) -> int:
        """The number of moves of a state."""
        return self._end[number] - self._begin[number]

    def children(self, number: int) -> array[int]:
        """The numbers of the states that the moves of a state lead to, once for each move."""
        return self._edges[self._begin[number] : self._end[number]]

    def add(self, number: int, expansion: Expansion) -> None:
        """Record what the rules say of a state of the graph; the states that its moves lead to are added."""
        outcome, mover, children = expansion
        self.movers[number] = mover
        if outcome is not None:
            self.outcomes[number] = outcome
            return
        numbers, states, edges = self._numbers, self.states, self._edges
        self._begin[number] = len(edges)
        for child in children:
            known = numbers.setdefault(child, len(states))
            if known == len(states):
                states.append(child)
            edges.append(known)
        self._end[number] = len(edges)
        new = len(states) - len(self.movers)
        if new:
            self.movers.extend(bytes(new))
            self._begin.extend([0] * new)
            self._end.extend([0] * new)

    def parents(self) -> tuple[array[int], array[int]]:
        """All moves the other way round: where those into each state begin, and the states they come from."""
        begin = array("Q", bytes(8 * (len(self) + 1)))
        for child in self._edges:
            begin[child + 1] += 1
        for number in range(len(self)):
            begin[number + 1] += begin[number]
        free = begin[:]
        sources = array("I", bytes(4 * len(self._edges)))
        for number in range(len(self)):
            for child in self.children(number):
                sources[free[child]] = number
                free[child] += 1
        return begin, sources


def explore(game: Game[Any, Any], start: Any, expand: Rules, budget: Budget, most: int) -> Graph:
    """Explore everything reachable from *start*; each state spends a node of *budget*. What has no end is refused."""
    graph, number, watch = Graph(start), 0, EndlessWatch(game, start, budget)
    plies, next_ply = 0, 1
    while number < len(graph):
        if number == next_ply:
            plies, next_ply = plies + 1, len(graph)
        budget.spend()
        graph.add(number, expand(graph.states[number]))
        refuse_more_than(most, graph, game)
        watch.look(len(graph), plies)
        number += 1
        # Every state found will be looked at: on a large board the first dozen tell that this is too much.
        budget.foresee(len(graph) - number)
    return graph


def refuse_more_than(most: int, graph: Graph, game: Game[Any, Any]) -> None:
    """TooManyStates once there are more than *most*."""
    if len(graph) > most:
        needed = f"{megabytes_for(most):,}"
        raise TooManyStates("error.too_many_states", game=game.name, most=f"{most:,}", needed=needed)


def most_states(megabytes: int | None) -> int:
    """The number of states that fit into so much memory."""
    return MOST_STATES if megabytes is None else megabytes * MEGABYTE // BYTES_A_POSITION


def megabytes_for(positions: int) -> int:
    """About the memory that so many positions take while a game is worked out."""
    return -(-positions * BYTES_A_POSITION // MEGABYTE)
