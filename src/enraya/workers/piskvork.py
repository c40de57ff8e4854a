"""An external program as a player of five in a row: `piskvork:COMMAND`, over the Gomocup protocol."""

from __future__ import annotations

import math
from threading import Event

from enraya.catalogue import find_game
from enraya.errors import EnrayaError, NotationError
from enraya.game import Game
from enraya.games.lines import LineGame
from enraya.piskvork.host import BrainFailure, Complaint, Conversation, Ended, Flood, Silence
from enraya.players.file import PlayerFailure
from enraya.players.turn import Allowance, Choice, Look, ignore
from enraya.position import Position
from enraya.workers.failure import Failure, Flooding, Interrupted, ProcessEnded, Silent

PREFIX = "piskvork:"
STARTING = 20.0
"""Seconds that a program may take until it is ready to play."""

MEGABYTES = 1024
"""How much memory a program may use; it is told so."""

THINKING_WITHOUT_CLOCK = 5.0
EXACTLY_FIVE = 1


class PiskvorkContestant:
    """A program that is told the whole board before each of its moves."""

    def __init__(self, player: str) -> None:
        self._player, self._command = player, player.partition(":")[2].strip()
        self._brain: Conversation | None = None
        self._game: LineGame | None = None

    def begin(self, game: str, start: str | None, seed: int, stop: Event) -> None:
        self._game = _five_in_a_row(find_game(game), self._player)
        self._start(self._game)

    def _start(self, game: LineGame) -> Conversation:
        self.close()
        try:
            self._brain = Conversation(self._command, MEGABYTES)
        except (OSError, ValueError) as error:
            raise NotationError("arena.no_program", name=self._player, reason=_reason(error)) from None
        is_square = game.columns == game.rows
        sizes = f"START {game.columns}" if is_square else f"RECTSTART {game.columns},{game.rows}"
        try:
            self._brain.say(sizes)
            if self._brain.read_line(STARTING).upper() != "OK":
                raise Complaint(sizes)
            rule = EXACTLY_FIVE if any(game.ends) else 0
            self._brain.say(f"INFO max_memory {MEGABYTES << 20}", "INFO timeout_match 0", f"INFO rule {rule}")
        except BrainFailure as failure:
            raise self._named(failure, Allowance(None, STARTING)) from None
        return self._brain

    def choose(self, position: Position, allowed: Allowance, stop: Event, look: Look = ignore) -> Choice:
        assert self._game is not None
        brain = self._brain if self._brain is not None and self._brain.is_alive else self._start(self._game)

        def look_at_both() -> None:
            if stop.is_set():
                raise Interrupted
            look()

        thinking = THINKING_WITHOUT_CLOCK if allowed.thinking is None else allowed.thinking
        try:
            brain.say(f"INFO timeout_turn {round(thinking * 1000)}", *self._board(position, self._game))
            answer = brain.read_line(math.inf if allowed.answering is None else allowed.answering, look_at_both)
        except BrainFailure as failure:
            raise Failure(self._named(failure, allowed)) from None
        return Choice(self._move(position, self._game, answer))

    def _board(self, position: Position, game: LineGame) -> list[str]:
        state, columns = position.state, game.columns
        own, other = (state.second, state.first) if state.turn else (state.first, state.second)
        if not own | other:
            return ["BEGIN"]
        stones = [
            f"{cell % columns},{cell // columns},{1 if own >> cell & 1 else 2}"
            for cell in range(game.cells)
            if (own | other) >> cell & 1
        ]
        return ["BOARD", *stones, "DONE"]

    def _move(self, position: Position, game: LineGame, answer: str) -> str:
        column, _, row = (part.strip() for part in answer.partition(","))
        if all(part.isascii() and part.isdigit() and len(part) < 4 for part in (column, row)):
            cell = int(row) * game.columns + int(column)
            if int(column) < game.columns and cell in position.playable():
                return game.format_move(cell)
        self.close()
        raise Failure(PlayerFailure("error.player_illegal", name=self._player, answer=answer[:60]))

    def _named(self, failure: BrainFailure, allowed: Allowance) -> EnrayaError:
        match failure:
            case Silence():
                return Silent(self._player, allowed)
            case Ended():
                return ProcessEnded(self._player)
            case Flood():
                return Flooding(self._player)
        return PlayerFailure("arena.complains", name=self._player, said=str(failure)[:100])

    def close(self) -> None:
        if self._brain is not None:
            self._brain.end()
            self._brain = None


def _five_in_a_row(game: Game[object, object], player: str) -> LineGame:
    """*game*, if it is one that the protocol knows."""
    is_flat = isinstance(game, LineGame) and game.levels == 1 and not game.kernel().columns
    if not (isinstance(game, LineGame) and is_flat and game.k == 5 and not game.misere and min(game.shape) >= 5):
        raise NotationError("arena.only_five", name=player, game=game.name)
    return game


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
