"""Games in the shape of the textbook's `Game` (Russell and Norvig, package aima3), and its games in ours.

>>> from aima3.games import alphabeta_search
>>> from enraya.adapters.aima import AimaGame
>>> game = AimaGame("mnk(3,3,3)")
>>> state = game.result(game.result(game.initial, "a1"), "a3")
>>> game.utility(game.result(state, "c1"), game.to_move(game.initial))
0
>>> position = game.initial
>>> for move in "a1 a2 b1 b2".split():
...     position = game.result(position, move)
>>> alphabeta_search(position, game)
'c1'
"""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from aima3.games import Game as AimaBase

from enraya import Game, find_game
from enraya.adapters.alternating import Alternating, AlternatingState
from enraya.adapters.frozen import Frozen
from enraya.custom import CustomGame
from enraya.game import Player


class AimaGame(AimaBase):
    """A game of ours, by its name or as an object, for the functions of aima3. Actions are texts of moves.

    Where a player moves twice, the other one passes in between, because those searches let sides alternate. A game in
    which play can go round, such as terni lapilli, needs a search that ends at a depth.
    """

    def __init__(self, game: str | Game[Any, Any] | object) -> None:
        super().__init__()
        self.game = find_game(game)
        self._rules = Alternating(self.game)
        self.initial = self._rules.initial()

    def actions(self, state: AlternatingState) -> list[str]:
        """The legal actions."""
        return self._rules.moves(state)

    def result(self, state: AlternatingState, move: str) -> AlternatingState:
        """The state after *move*."""
        return self._rules.play(state, move)

    def utility(self, state: AlternatingState, player: Player) -> int:
        """The outcome of a finished game for *player*; 0 while it goes on."""
        outcome = self._rules.outcome(state) or 0
        return outcome if player == Player.FIRST else -outcome

    def terminal_test(self, state: AlternatingState) -> bool:
        """True if the game is over."""
        return self._rules.outcome(state) is not None

    def to_move(self, state: AlternatingState) -> Player:
        """The player to move, as `utility` takes it."""
        return state.player

    def display(self, state: AlternatingState) -> None:
        """Print the board."""
        print(self.game.render(state.state))

    def __repr__(self) -> str:
        return f"<AimaGame {self.game.name}>"


def from_aima(game: Any, name: str | None = None, *, scored: bool = False) -> Game[Any, Any]:
    """A game of aima3's as ours, for every search, the solver and matches.

    *scored* says that its utilities are points, and not only who won.

    >>> from aima3.games import Fig52Game
    >>> from enraya import search
    >>> from enraya.adapters.aima import from_aima
    >>> report = search(from_aima(Fig52Game(), scored=True), "minimax")
    >>> report.move, report.value
    ('a1', 3)
    """
    return CustomGame(_AimaRules(game, scored), name or type(game).__name__)


class _AimaRules:
    """The four functions over a game of aima3's. Its states may hold dictionaries, so they are frozen."""

    def __init__(self, game: Any, scored: bool) -> None:
        self._game, self.scored = game, scored
        self._first = game.to_move(game.initial)

    def initial(self) -> Frozen:
        return self._frozen(self._game.initial)

    def legal_moves(self, state: Frozen) -> list[Any]:
        return [] if self._game.terminal_test(state.held) else list(self._game.actions(state.held))

    def play(self, state: Frozen, move: Any) -> Frozen:
        return self._frozen(self._game.result(state.held, move))

    def outcome(self, state: Frozen) -> Any:
        if not self._game.terminal_test(state.held):
            return None
        worth = self._game.utility(state.held, self._first)
        return int(worth) if worth == int(worth) else worth

    def to_move(self, state: Frozen) -> int:
        return 0 if self._game.to_move(state.held) == self._first else 1

    def render(self, state: Frozen) -> str:
        printed = StringIO()
        with redirect_stdout(printed):
            self._game.display(state.held)
        return printed.getvalue().rstrip("\n")

    @staticmethod
    def _frozen(state: Any) -> Frozen:
        return Frozen(state, state)
