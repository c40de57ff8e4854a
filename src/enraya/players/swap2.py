"""The choices of a swap2 opening, judged by a search: balanced stones to offer, and which colour to take."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal

from enraya.game import Player
from enraya.games.lines import LineGame, Stones
from enraya.games.swap2 import Swap2, SwapMove, SwapState
from enraya.position import Position

Colour = Literal["black", "white", "more"]
Judge = Callable[[Stones, float], float]
"""The value of a position for its mover, in the units of the engine's evaluation, by a search with the given share of
the time for a move.
"""

OFFERS, FINALISTS = 16, 4
"""The number of cells compared for the stone that balances an opening, and how many of them more closely."""

EVEN = 30.0
"""The value for white, who moves next, at which both colours win about as often: black won 45 % of 160 games, and who
chose the colour 56 % (`bench/gomoku_swap2.py`)."""

BALANCED = 60.0
"""A value this near to even leaves the choice of colour to the other side, with two more stones."""

STEPS, BLACK_STEPS = 2, 5
"""The largest distance of white's stone from another one, and of black's: two black stones next to each other in the
middle are worth more than any white one makes up for.
"""

EDGE = 2
"""The smallest distance of the first stone from the edge."""


def is_opening(position: Position) -> bool:
    """True if *position* is in the middle of a swap2 opening."""
    return isinstance(position.game, Swap2) and position.state.black is None


class Swap2Chooser:
    """Chooses for either side of an opening on the board of *game*. Whenever a colour is chosen, white moves next."""

    def __init__(self, game: LineGame, judge: Judge, dice: Random) -> None:
        self._game, self._judge, self._dice = game, judge, dice

    def next_move(self, state: SwapState) -> SwapMove:
        """The stone or the word to play next in *state*, whose opening is not over."""
        black, white = state.stones.first, state.stones.second
        if state.stage in ("choose", "choose2"):
            return self.choice(black, white, may_add=state.stage == "choose")
        return self.black_stone(black, white) if state.stones.turn is Player.FIRST else self.white_stone(black, white)

    def choice(self, black: int, white: int, *, may_add: bool) -> Colour:
        """The colour to take, or more stones where the two are worth about the same."""
        value = self._lead_of_white(black, white, 1.0)
        if may_add and abs(value) < BALANCED:
            return "more"
        return "white" if value > 0 else "black"

    def black_stone(self, black: int, white: int) -> int:
        """A random cell not far from the other stones: the white stone that follows makes up for it."""
        return self._dice.choice(self._near(black | white, BLACK_STEPS))

    def white_stone(self, black: int, white: int) -> int:
        """The stone after which the colours are worth about the same."""
        near = self._near(black | white, STEPS)
        offers = self._dice.sample(near, min(OFFERS, len(near)))
        # Half of the time goes to all of them, and the other half to those that look most balanced.
        for most, part in ((FINALISTS, 0.5 / OFFERS), (1, 0.5 / FINALISTS)):
            values = {cell: abs(self._lead_of_white(black, white | 1 << cell, part)) for cell in offers}
            offers = sorted(offers, key=values.__getitem__)[:most]
        return offers[0]

    def _lead_of_white(self, black: int, white: int, part: float) -> float:
        """The value of the position for white, who moves next, relative to even."""
        return self._judge(Stones(black, white, Player.SECOND, None), part) - EVEN

    def _near(self, stones: int, steps: int) -> list[int]:
        """The free cells within so many steps of a stone; without stones, those that are not at the edge."""
        columns, rows = self._game.columns, self._game.rows
        around = [divmod(cell, columns) for cell in range(self._game.cells) if stones >> cell & 1]

        def is_near(cell: int) -> bool:
            row, column = divmod(cell, columns)
            if not around:
                return EDGE <= row < rows - EDGE and EDGE <= column < columns - EDGE
            return any(max(abs(row - one), abs(column - other)) <= steps for one, other in around)

        return [cell for cell in range(self._game.cells) if not stones >> cell & 1 and is_near(cell)]
