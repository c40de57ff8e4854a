"""The size of a game: its positions, its games and its ends, counted layer by layer.

A position is a state as the game sees it, whose turn it is included, and is counted once, however many ways and plies
lead to it. Equal positions of a layer carry the number of ways to reach them, so 255,168 games of tic-tac-toe are
counted from 5,478 positions.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any

from enraya.game import Game
from enraya.search.endless import EndlessWatch
from enraya.search.limit import Budget
from enraya.search.symmetry import images


@dataclass
class Count:
    """The counts, down to the depth asked for.

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
    on_end: Callable[[Any], None] | None = None,
) -> Count:
    """Count everything that can be reached from *start* in at most *depth* plies.

    A position is a node of *budget* in each layer where it is met. *on_end* is called with one
    end of each class of ends that are the same up to symmetry. Without a *depth* a game that has no end is refused.
    """
    budget.spend()
    total = Count()
    met = _Met(game, start)
    watch = EndlessWatch(game, start, budget)

    def look() -> None:
        if depth is None:
            watch.look(budget.nodes, ply)

    layer: dict[Any, int] = {start: 1}
    ply = games = 0
    perft: list[int] = []
    goes_round = game.repeats
    while layer:
        new = met.add(layer)
        ends = {state: ways for state, ways in layer.items() if game.outcome(state) is not None}
        total.positions += len(new)
        total.positions_up_to_symmetry += met.classes(new)
        new_ends = [state for state in new if state in ends]
        total.terminal += len(new_ends)
        total.terminal_up_to_symmetry += met.classes(new_ends, on_end, are_ends=True)
        perft.append(sum(layer.values()))
        games += sum(ends.values())
        # A sequence of more moves than there are positions has come back to one of them.
        goes_round = goes_round or (not met.is_layered and ply > total.positions)
        if ply == depth:
            break
        layer = _next_layer(game, layer, met.states if goes_round else (), budget, look)
        ply += 1
    if not goes_round:
        total.games, total.perft = games, perft
    return total


class _Met:
    """The positions met so far, and their images; nothing is kept where a position belongs to one ply only."""

    def __init__(self, game: Game[Any, Any], start: Any) -> None:
        self._game = game
        # Where the rules fix how many plies are left, no position is met in two layers.
        self.is_layered = game.plies_left(start) is not None
        self.states: set[Any] = set()
        self._images: tuple[set[Any], set[Any]] = (set(), set())

    def add(self, layer: Iterable[Any]) -> list[Any]:
        """The positions of *layer* that were not met in an earlier one."""
        if self.is_layered:
            return list(layer)
        new = [state for state in layer if state not in self.states]
        self.states.update(new)
        return new

    def classes(
        self, states: Iterable[Any], on_class: Callable[[Any], None] | None = None, *, are_ends: bool = False
    ) -> int:
        """The number of symmetry classes among *states* that were not met before."""
        seen: set[Any] = set() if self.is_layered else self._images[are_ends]
        classes = 0
        for state in states:
            if state not in seen:
                classes += 1
                if on_class:
                    on_class(state)
                seen.update(images(self._game, state))
        return classes


def _next_layer(
    game: Game[Any, Any],
    layer: dict[Any, int],
    without: Container[Any],
    budget: Budget,
    look: Callable[[], None],
) -> dict[Any, int]:
    """The states reached from *layer* in one ply, except those in *without*; `OutOfBudget` when the budget is spent."""
    following: dict[Any, int] = {}
    for state, ways in layer.items():
        look()
        for move in game.legal_moves(state):
            child = game.play(state, move)
            if child in following:
                following[child] += ways
            elif child not in without:
                budget.spend()
                following[child] = ways
    return following
