"""An external program as a player of five in a row: `piskvork:COMMAND`, over the Gomocup protocol."""

from __future__ import annotations

from threading import Event

from enraya.catalogue import find_game
from enraya.errors import EnrayaError
from enraya.piskvork.program import Program
from enraya.players.turn import THINKING_WITHOUT_CLOCK, Allowance, Choice, Look, ignore
from enraya.position import Position
from enraya.workers.failure import Failure, Interrupted

PREFIX = "piskvork:"


class PiskvorkContestant:
    """A program in one match after another, started anew for each game."""

    def __init__(self, player: str) -> None:
        self._program = Program(player, player.partition(":")[2].strip())

    def begin(self, game: str, start: str | None, seed: int, stop: Event) -> None:
        self._program.begin(find_game(game))

    def choose(self, position: Position, allowed: Allowance, stop: Event, look: Look = ignore) -> Choice:
        def look_at_both() -> None:
            if stop.is_set():
                raise Interrupted
            look()

        thinking = THINKING_WITHOUT_CLOCK if allowed.thinking is None else allowed.thinking
        try:
            move = self._program.move(position, thinking, allowed.answering, look_at_both)
        except EnrayaError as error:
            raise Failure(error) from None
        return Choice(position.game.format_move(move))

    def close(self) -> None:
        self._program.close()
