"""Values of every state, worked out backwards from the ends: right also where play can go round in circles.

A state is won for whoever can reach a state won for them, lost when every move leads to one won for the other
side, and drawn when nobody can force an end.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.search.limit import Budget

MOST_STATES = 1_000_000


class Worth(NamedTuple):
    """What a state is worth to the first player (1, 0, −1) and in how many plies; None: nobody can force an end."""

    outcome: int
    plies: int | None


class TooManyStates(EnrayaError):
    """The game does not fit."""


def retrograde(game: Game[Any, Any], start: Any, budget: Budget, most: int = MOST_STATES) -> dict[Any, Worth]:
    """The worth of every state that can be reached from *start*; each state spends one node of *budget*."""
    parents = _explore(game, start, budget, most)
    worth: dict[Any, Worth] = {}
    undecided: dict[Any, int] = {}
    drawn_child: set[Any] = set()

    # Step 1. The ends.
    ends: deque[Any] = deque()
    for state in parents:
        outcome = game.outcome(state)
        if outcome is None:
            undecided[state] = len(game.legal_moves(state))
        else:
            worth[state] = Worth((outcome > 0) - (outcome < 0), 0)
            ends.append(state)

    # Step 2. Backwards, nearest ends first, so the first win found is the fastest and the last loss the slowest.
    while ends:
        state = ends.popleft()
        outcome, plies = worth[state]
        for parent in parents[state]:
            if parent in worth:
                continue
            undecided[parent] -= 1
            mover_wins = 1 if game.to_move(parent) == Player.FIRST else -1
            if outcome == 0:
                drawn_child.add(parent)
            if outcome == mover_wins or (undecided[parent] == 0 and parent not in drawn_child):
                worth[parent] = Worth(outcome, (plies or 0) + 1)
                ends.append(parent)

    # Step 3. What is left, nobody can win.
    for state in parents:
        worth.setdefault(state, Worth(0, None))
    return worth


def _explore(game: Game[Any, Any], start: Any, budget: Budget, most: int) -> dict[Any, list[Any]]:
    """Every state that can be reached, with the states it is reached from (once for each move)."""
    parents: dict[Any, list[Any]] = {start: []}
    waiting = deque([start])
    while waiting:
        budget.spend()
        state = waiting.popleft()
        for move in game.legal_moves(state):
            child = game.play(state, move)
            if child not in parents:
                if len(parents) >= most:
                    raise TooManyStates("error.too_many_states", game=game.name, most=most)
                parents[child] = []
                waiting.append(child)
            parents[child].append(state)
    return parents
