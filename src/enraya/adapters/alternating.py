"""A game in which turns alternate, whoever else would move twice: for searches that flip sides at every ply.

Where a player moves again, as after scoring in OSO, the other one must pass in between.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from enraya.game import Game, Player

PASS = "pass"


class AlternatingState(NamedTuple):
    """A state, and who is to move or to pass in it."""

    state: Any
    player: Player


class Alternating:
    """The four functions over *game* with passes, and who is to move. Moves are texts."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def initial(self) -> AlternatingState:
        """The start."""
        state = self.game.initial()
        return AlternatingState(state, self.game.to_move(state))

    def moves(self, at: AlternatingState) -> list[str]:
        """The legal moves; none once the game is over."""
        game = self.game
        if game.outcome(at.state) is not None:
            return []
        if game.to_move(at.state) != at.player:
            return [PASS]
        return [game.format_move(move) for move in game.legal_moves(at.state)]

    def play(self, at: AlternatingState, move: str) -> AlternatingState:
        """The state after *move*."""
        then = at.state if move == PASS else self.game.play(at.state, self.game.parse_move(at.state, move))
        return AlternatingState(then, at.player.opponent)

    def outcome(self, at: AlternatingState) -> int | None:
        """The outcome of the game for the first player."""
        return self.game.outcome(at.state)
