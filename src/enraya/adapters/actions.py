"""Moves as numbers, for libraries that know a move only by its number."""

from __future__ import annotations

from random import Random
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.position import Position

SEED = 0
WITHOUT_NEWS = 30
"""Random games in a row that show no new move, after which all moves are taken to be known."""

MOST_PLIES = 500


class Actions:
    """The moves of a game, numbered from 0: those of the start in their order, then those that come up in play.

    On boards where any cell may be played at once, a number is a cell in rows from the top; in Connect 4 a column. The
    moves are found by playing at random from a fixed seed, so the numbers are always the same.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.moves = self._found()
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    def __len__(self) -> int:
        return len(self.moves)

    def number(self, move: Any) -> int:
        """The number of *move*."""
        if move not in self._numbers:
            raise EnrayaError("adapter.unnumbered", move=self.game.format_move(move), game=self.game.name)
        return self._numbers[move]

    def legal(self, position: Position) -> list[int]:
        """The numbers of what may be played in *position*, in order."""
        return sorted(map(self.number, position.playable()))

    def _found(self) -> list[Any]:
        start, chance, without_news = Position.start(self.game), Random(SEED), 0
        moves = dict.fromkeys(start.playable())
        while without_news < WITHOUT_NEWS:
            state, known = start.state, len(moves)
            for _ in range(MOST_PLIES):
                legal = self.game.legal_moves(state)
                if not legal:
                    break
                moves |= dict.fromkeys(legal)
                state = self.game.play(state, chance.choice(legal))
            without_news = 0 if len(moves) > known else without_news + 1
        return list(moves)
