"""How large a game is: its positions, its games and its ends, counted layer by layer.

Equal positions of a layer are counted once and carry the number of ways to reach them, so 255,168 games of
tic-tac-toe are counted from 5,478 positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from enraya.game import Game
from enraya.search.limit import Budget
from enraya.search.symmetry import images


@dataclass
class Count:
    """What was counted, down to the depth asked for.

    `games` counts move sequences from the start to an end; it is None where play can go round for ever, as is
    then `perft`, the number of move sequences of each length.
    """

    games: int | None = None
    positions: int = 0
    positions_up_to_symmetry: int = 0
    terminal: int = 0
    terminal_up_to_symmetry: int = 0
    perft: list[int] | None = None


def count(
    game: Game[Any, Any],
    start: Any,
    budget: Budget,
    depth: int | None = None,
    hear_end: Callable[[Any], None] | None = None,
) -> Count:
    """Count everything that can be reached from *start* in at most *depth* plies; a position is a node when it is met.

    *hear_end* is told one of each class of ends that are the same up to symmetry.
    """
    budget.spend()
    total = Count()
    layer: dict[Any, int] = {start: 1}
    seen: set[Any] = set()
    ply = games = 0
    perft: list[int] = []
    while layer:
        if game.repeats:
            # A game that goes round comes back to positions met before: each is counted where it is first met.
            seen.update(layer)
        ends = {state: ways for state, ways in layer.items() if game.outcome(state) is not None}
        total.positions += len(layer)
        total.terminal += len(ends)
        total.positions_up_to_symmetry += _faces(game, layer)
        total.terminal_up_to_symmetry += _faces(game, ends, hear_end)
        perft.append(sum(layer.values()))
        games += sum(ends.values())
        layer = _next_layer(game, layer, seen, budget) if ply != depth else {}
        ply += 1
    if not game.repeats:
        total.games, total.perft = games, perft
    return total


def _next_layer(game: Game[Any, Any], layer: dict[Any, int], seen: set[Any], budget: Budget) -> dict[Any, int]:
    """What is reached from *layer* and was not *seen*; a budget too small for it is noticed while it is laid out."""
    following: dict[Any, int] = {}
    for state, ways in layer.items():
        for move in game.legal_moves(state):
            child = game.play(state, move)
            if child in following:
                following[child] += ways
            elif child not in seen:
                budget.spend()
                following[child] = ways
    return following


def _faces(game: Game[Any, Any], states: Iterable[Any], hear: Callable[[Any], None] | None = None) -> int:
    """How many of *states* are different when each may be looked at from any side."""
    faces = 0
    seen: set[Any] = set()
    for state in states:
        if state not in seen:
            faces += 1
            if hear:
                hear(state)
            seen.update(images(game, state))
    return faces
