"""The game under the rule of repetition, from a position on: the third occurrence of a state is a draw.

The rule belongs to the past, which states do not hold. For whoever searches from a position on, the past comes down to
the states that have come up twice: to reach one of them again is a draw. No more need be remembered: who can force a
win can do so without coming back to any state, and who cannot force one loses nothing by going round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from enraya.game import Game, Player

REPETITIONS_TO_DRAW = 3


class Repeated(NamedTuple):
    """A state that is reached for the last time; the same state may be where a search begins, and there it is none."""

    state: Any


def game_after(game: Game[Any, Any], states: Sequence[Any]) -> Game[Any, Any]:
    """*game* as it goes on after *states*, the last of which is where it stands: itself, unless the past matters."""
    if not game.repeats or len(states) < REPETITIONS_TO_DRAW:
        return game
    exhausted = frozenset(state for state, times in Counter(states).items() if times >= REPETITIONS_TO_DRAW - 1)
    return GameWithPast(game, exhausted) if exhausted else game


def plain_state(state: Any) -> Any:
    """*state* as the game itself knows it."""
    return state.state if isinstance(state, Repeated) else state


class GameWithPast(Game[Any, Any]):
    """A game in which to reach one of the *exhausted* states is a draw. It has no symmetries: its past has none."""

    def __init__(self, game: Game[Any, Any], exhausted: frozenset[Any]) -> None:
        self._game, self._exhausted = game, exhausted
        self.name, self.edition, self.longest = game.name, game.edition, game.longest
        self.scored, self.repeats = game.scored, game.repeats  # type: ignore[misc]

    def initial(self) -> Any:
        return self._game.initial()

    def legal_moves(self, state: Any) -> Sequence[Any]:
        return () if isinstance(state, Repeated) else self._game.legal_moves(state)

    def play(self, state: Any, move: Any) -> Any:
        then = self._game.play(state, move)
        return Repeated(then) if then in self._exhausted and self._game.outcome(then) is None else then

    def outcome(self, state: Any) -> int | None:
        return 0 if isinstance(state, Repeated) else self._game.outcome(state)

    def to_move(self, state: Any) -> Player:
        return self._game.to_move(plain_state(state))

    def evaluate(self, state: Any, player: Player) -> float:
        return self._game.evaluate(plain_state(state), player)

    def score(self, state: Any, outcome: float, plies: int | None) -> float:
        return self._game.score(plain_state(state), outcome, plies)

    def plies_left(self, state: Any) -> int | None:
        return self._game.plies_left(plain_state(state))

    def format_move(self, move: Any) -> str:
        return self._game.format_move(move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameWithPast):
            return NotImplemented
        return (self._game, self._exhausted) == (other._game, other._exhausted)

    def __hash__(self) -> int:
        return hash((self._game, self._exhausted))
