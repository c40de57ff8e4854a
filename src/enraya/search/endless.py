"""Refuses games that have no end, for searches that would otherwise follow them for ever."""

from __future__ import annotations

from random import Random
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.search.limit import Budget

LONGEST_GAME = 2000
"""Plies after which a random game is taken to have no end."""

LONGEST_LINE = 10_000
"""Plies that a line of play may have where every position is explored, as in a game that only counts down."""

POSITIONS = 200_000
"""Positions met after which it is asked whether the game ends at all; most games have been explored by then."""

GAMES = 20
SEED = 1
PLIES_BETWEEN_LOOKS = 16


class EndlessGame(EnrayaError):
    """The refusal of a game in which play does not come to an end."""


def refuse_endless(game: Game[Any, Any], start: Any, budget: Budget, games: int = GAMES) -> None:
    """Refuse *game* if one of so many random *games* from *start* does not end in `LONGEST_GAME` plies.

    Where play may repeat, a position that comes back is as good as an end. No node of *budget* is spent.
    """
    dice = Random(SEED)
    for _ in range(games):
        if not _comes_to_an_end(game, start, dice, budget):
            code = "error.no_end_repeats" if game.repeats else "error.no_end"
            raise EndlessGame(code, game=game.name, plies=f"{LONGEST_GAME:,}")


class EndlessWatch:
    """Asks once, after `POSITIONS` positions, whether the game that is explored from *start* ends at all."""

    def __init__(self, game: Game[Any, Any], start: Any, budget: Budget) -> None:
        self._game, self._start, self._budget = game, start, budget
        self._is_asked = False

    def look(self, positions: int, plies: int = 0) -> None:
        """So many *positions* have been met, the last of them so many *plies* from the start by the shortest way."""
        if positions <= POSITIONS:
            return
        if not self._is_asked:
            self._is_asked = True
            refuse_endless(self._game, self._start, self._budget)
        if plies > LONGEST_LINE:
            raise EndlessGame("error.no_end_line", game=self._game.name, plies=f"{LONGEST_LINE:,}")


def _comes_to_an_end(game: Game[Any, Any], state: Any, dice: Random, budget: Budget) -> bool:
    met = {state}
    for ply in range(LONGEST_GAME):
        if ply % PLIES_BETWEEN_LOOKS == 0:
            budget.look()
        if game.outcome(state) is not None:
            return True
        state = game.play(state, dice.choice(game.legal_moves(state)))
        if game.repeats and state in met:
            return True
        met.add(state)
    return game.outcome(state) is not None
