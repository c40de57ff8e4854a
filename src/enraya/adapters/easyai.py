"""Games in the shape of easyAI's `TwoPlayerGame`, its games in ours, and our players at its table.

>>> from easyAI import AI_Player, Negamax
>>> from enraya.adapters.easyai import EasyAIGame, EnrayaPlayer
>>> game = EasyAIGame("mnk(3,3,3)", [AI_Player(Negamax(4)), EnrayaPlayer("perfect", seed=1)])
>>> history = game.play(verbose=False)
>>> game.is_over(), game.position.outcome
(True, 0)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import copy, deepcopy
from io import StringIO
from typing import Any

from easyAI import TwoPlayerGame

from enraya import Game, Limit, Position, find_strategy
from enraya.adapters.alternating import PASS
from enraya.adapters.frozen import Frozen
from enraya.custom import CustomGame

WIN = 100
"""The score of a win in easyAI's own games."""


class EasyAIGame(TwoPlayerGame):
    """A game of ours for easyAI's searches and players. Moves are texts; `position` is where it stands.

    Where a player moves twice, the other one passes in between, because those searches let players alternate.
    """

    def __init__(self, game: str | Game[Any, Any] | Position | object, players: Sequence[Any] | None = None) -> None:
        self.position = game if isinstance(game, Position) else Position.start(game)
        self.players = players
        self.current_player = 1 + self.position.to_move

    def possible_moves(self) -> list[str]:
        """The legal moves."""
        if self.is_over():
            return []
        return self.position.legal_moves if self._is_to_move() else [PASS]

    def make_move(self, move: str) -> None:
        """Play *move*."""
        if move != PASS:
            self.position = self.position.play(move)

    def unmake_move(self, move: str) -> None:
        """Take back the last *move*."""
        if move != PASS:
            self.position = self.position.undo()

    def is_over(self) -> bool:
        """True if the game is over."""
        return bool(self.position.is_over)

    def scoring(self) -> float:
        """The score for the current player: ±100 for a win or a loss, points, or the evaluation."""
        outcome, player = self.position.outcome, self.current_player - 1
        game, state = self.position.game, self.position.state
        if outcome is None:
            return max(-WIN + 1, min(WIN - 1, game.evaluate(state, type(self.position.to_move)(player))))
        worth = outcome if game.scored else WIN * ((outcome > 0) - (outcome < 0))
        return worth if player == 0 else -worth

    def ttentry(self) -> tuple[Any, int]:
        """The key of the position in easyAI's transposition table."""
        return self.position.state, self.current_player

    def show(self) -> None:
        """Print the board."""
        print(f"\n{self.position}")

    def copy(self) -> EasyAIGame:
        """A new game object at the same position; positions are immutable."""
        return copy(self)

    def _is_to_move(self) -> bool:
        return bool(self.position.to_move == self.current_player - 1)


class EnrayaPlayer:
    """One of our players at easyAI's table: it plays an `EasyAIGame`."""

    def __init__(self, player: str = "alphabeta+", *, seconds: float | None = None, seed: int | None = None) -> None:
        self.name, self._limit, self._seed = player, Limit(seconds), seed

    def ask_move(self, game: EasyAIGame) -> str:
        """The move that it chooses."""
        position = game.position
        if game.possible_moves() == [PASS]:
            return PASS
        strategy = find_strategy(self.name, position.game, self._seed)
        return position.game.format_move(strategy.choose(position, self._limit).move)


def from_easyai(make: Callable[[list[Any]], Any], name: str | None = None) -> Game[Any, Any]:
    """A game of easyAI's as ours; *make* is its class, or anything that gives a new game for two players.

    The one whose turn it is at the end has won or lost as its `scoring` says.

    >>> from easyAI.games import Nim
    >>> from enraya import solve
    >>> from enraya.adapters.easyai import from_easyai
    >>> solve(from_easyai(lambda players: Nim(players, piles=(1, 2)), "nim")).best
    ('2,2',)
    """
    return CustomGame(_EasyAIRules(make), name or str(getattr(make, "__name__", "easyAI")))


class _EasyAIRules:
    """The four functions over a game of easyAI's, of which each state is a copy."""

    def __init__(self, make: Callable[[list[Any]], Any]) -> None:
        self._make = make

    def initial(self) -> Frozen:
        return self._frozen(self._make([None, None]))

    def legal_moves(self, state: Frozen) -> list[Any]:
        return [] if state.held.is_over() else list(state.held.possible_moves())

    def play(self, state: Frozen, move: Any) -> Frozen:
        then = deepcopy(state.held)
        then.make_move(move)
        then.switch_player()
        return self._frozen(then)

    def outcome(self, state: Frozen) -> int | None:
        if not state.held.is_over():
            return None
        score = state.held.scoring() if hasattr(state.held, "scoring") else -int(state.held.lose())
        sign = (score > 0) - (score < 0)
        return sign if self.to_move(state) == 0 else -sign

    def to_move(self, state: Frozen) -> int:
        return int(state.held.current_player) - 1

    def render(self, state: Frozen) -> str:
        printed = StringIO()
        with redirect_stdout(printed):
            state.held.show()
        return printed.getvalue().strip("\n")

    @staticmethod
    def _frozen(game: Any) -> Frozen:
        # What easyAI's own searches note on a game is no part of the position.
        seen = {name: value for name, value in vars(game).items() if name not in ("players", "ai_move", "nmove")}
        return Frozen(game, seen)
