"""The whole of a game: the worth of every position that can be reached, positions seen from another side counted once.

Where only winning counts the worths are worked out backwards from the ends (`retrograde`), which is right also where
play can go round in circles; where points count no position comes back, so each layer follows from the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enraya.game import Game, Player
from enraya.search.limit import Budget
from enraya.solve.face import Faces
from enraya.solve.retrograde import MOST_STATES, TooManyStates, Worth, retrograde

Worths = dict[str, Worth]
"""What each face is worth to the first player, by its text."""


def solve_whole(game: Game[Any, Any], start: Any, budget: Budget, most: int = MOST_STATES) -> Worths:
    """The worth of every position that can be reached from *start*; each spends a node of *budget*."""
    faced = _Faced(game)
    if game.scored:
        return _by_points(faced, faced.face(start), budget, most)
    return {faced.text(state): worth for state, worth in retrograde(faced, faced.face(start), budget, most).items()}


class _Faced(Game[Any, Any]):
    """A game played on faces only: after each move the board is turned so that equal positions look the same."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.name, self._game, self._faces = game.name, game, Faces(game)

    def face(self, state: Any) -> Any:
        """*state*, turned."""
        return self._faces.of(state)[1]

    def text(self, state: Any) -> str:
        """The text of a face."""
        return self._faces.text(state)

    def initial(self) -> Any:
        return self.face(self._game.initial())

    def play(self, state: Any, move: Any) -> Any:
        return self.face(self._game.play(state, move))

    def legal_moves(self, state: Any) -> Sequence[Any]:
        return self._game.legal_moves(state)

    def outcome(self, state: Any) -> int | None:
        return self._game.outcome(state)

    def to_move(self, state: Any) -> Player:
        return self._game.to_move(state)


def _by_points(game: _Faced, start: Any, budget: Budget, most: int) -> Worths:
    layers, layer, found = [], {start}, 0
    children: dict[Any, list[Any]] = {}
    while layer:
        layers.append(layer)
        following: set[Any] = set()
        for state in layer:
            budget.spend()
            found += 1
            if found > most:
                raise TooManyStates("error.too_many_states", game=game.name, most=most)
            children[state] = [game.play(state, move) for move in game.legal_moves(state)]
            following.update(children[state])
        layer = following
    worths: dict[Any, Worth] = {}
    for layer in reversed(layers):
        for state in layer:
            outcome = game.outcome(state)
            if outcome is not None:
                worths[state] = Worth(outcome, 0)
                continue
            best = max if game.to_move(state) == Player.FIRST else min
            reached = best((worths[child] for child in children[state]), key=lambda worth: worth.outcome)
            worths[state] = Worth(reached.outcome, (reached.plies or 0) + 1)
    return {game.text(state): worth for state, worth in worths.items()}
