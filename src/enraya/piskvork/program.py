"""The play of a foreign program in a game of ours: five in a row on a flat board, with or without swap2."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from enraya.conversation import ConversationFailure, Ended, Silence, TooMuch
from enraya.errors import EnrayaError, NotationError, system_reason
from enraya.game import Game
from enraya.games.lines import LineGame, Stones
from enraya.games.swap2 import Swap2, SwapMove, SwapState
from enraya.jail import Limits
from enraya.jail.process_spec import MEGABYTE
from enraya.piskvork.host import BrainConversation, Complaint
from enraya.players.file import PlayerFailure
from enraya.position import Position

STARTING = 20.0
"""Seconds that a program may take until it is ready to play."""

MEGABYTES = 350
"""How much memory a program is told that it may use, as in Gomocup."""

LIMITS = Limits(addresses=2048 * MEGABYTE)
"""What it really has: libraries, stacks and what a program reserves without using it count among its addresses."""

EXACTLY_FIVE = 1
NO_CLOCK = 2147483647
"""The time left, in milliseconds, that is sent where a match has no clock."""

SWAP = "SWAP"
Look = Callable[[], None]


def is_playable(game: Game[Any, Any]) -> bool:
    """True if the protocol can express *game*."""
    stones = game.base if isinstance(game, Swap2) else game
    if not isinstance(stones, LineGame) or stones.levels != 1 or stones.kernel().columns:
        return False
    return stones.k == 5 and not stones.misere and min(stones.shape) >= 5


class Program:
    """A program that is told the whole board before each of its moves. Whatever it does wrong is an `EnrayaError`."""

    def __init__(self, name: str, command: str) -> None:
        """*name* is what people call it."""
        self._name, self._command = name, command
        self._brain: BrainConversation | None = None
        self._stones: LineGame | None = None
        # Moves that it has said already: the protocol asks for several stones of an opening at once.
        self._ahead: list[SwapMove] = []
        # Some programs read the stones of an opening as those of a board, each with its side, and complain otherwise.
        self._wants_sides = False

    def begin(self, game: Game[Any, Any]) -> None:
        """Start it anew, for *game*."""
        if not is_playable(game):
            raise NotationError("arena.only_five", name=self._name, game=game.name)
        stones = game.base if isinstance(game, Swap2) else game
        assert isinstance(stones, LineGame)
        self.close()
        try:
            brain = self._brain = BrainConversation.in_jail(self._command, LIMITS)
        except (OSError, ValueError) as error:
            if isinstance(error, EnrayaError):
                raise
            raise NotationError("arena.no_program", name=self._name, reason=system_reason(error)) from None
        self._stones = stones
        is_square = stones.columns == stones.rows
        sizes = f"START {stones.columns}" if is_square else f"RECTSTART {stones.columns},{stones.rows}"
        try:
            brain.say(sizes)
            if not (said := brain.read_line(STARTING)).upper().startswith("OK"):
                raise Complaint(said)
            rule = EXACTLY_FIVE if any(stones.ends) else 0
            brain.say(
                f"INFO max_memory {MEGABYTES << 20}",
                "INFO timeout_match 0",
                f"INFO time_left {NO_CLOCK}",
                "INFO game_type 1",
                f"INFO rule {rule}",
            )
        except ConversationFailure as failure:
            raise self._named(failure, STARTING) from None

    def move(self, position: Position, thinking: float, answering: float | None, look: Look) -> Any:
        """Ask for its move in *position*, whose game it has begun: it is told to think for *thinking* seconds, and
        given up after *answering*.
        """
        if self._brain is None or not self._brain.is_alive:
            self.begin(position.game)
        assert self._brain is not None and self._stones is not None
        state = position.state
        is_opening = isinstance(state, SwapState) and state.black is None
        if is_opening and self._ahead and self._ahead[0] in position.playable():
            return self._ahead.pop(0)
        asked = _opening(state, self._stones, self._wants_sides) if is_opening else _board(position, self._stones)
        if not is_opening and self._ahead and self._ahead[0] in position.playable():
            # Its first stone after the choice, which it said together with it.
            return self._ahead.pop(0)
        self._ahead.clear()
        seconds = math.inf if answering is None else answering
        try:
            self._brain.say(f"INFO time_left {NO_CLOCK}", f"INFO timeout_turn {round(thinking * 1000)}", *asked)
            answer = self._brain.read_line(seconds, look)
            if answer.upper().startswith("SUGGEST "):
                self._brain.say(f"PLAY {answer.partition(' ')[2]}")
                answer = self._brain.read_line(seconds, look)
        except ConversationFailure as failure:
            if isinstance(failure, Complaint) and is_opening and len(asked) > 2 and not self._wants_sides:
                # Begun anew, since it may have said more than that it did not understand.
                self._wants_sides = True
                self.begin(position.game)
                return self.move(position, thinking, answering, look)
            raise self._named(failure, seconds) from None
        moves = self._read(answer, state if is_opening else None)
        if not moves or moves[0] not in position.playable() or len(set(moves)) < len(moves):
            self.close()
            raise PlayerFailure("error.player_illegal", name=self._name, answer=answer[:60])
        self._ahead = moves[1:]
        return moves[0]

    def _read(self, answer: str, opening: SwapState | None) -> list[SwapMove]:
        """The moves that *answer* says, in the order in which our game asks for them; none if it says none."""
        if opening is not None and answer.upper() == SWAP:
            return ["black"] if opening.stage in ("choose", "choose2") else []
        cells = [self._cell(text) for text in answer.split()]
        known = [cell for cell in cells if cell is not None]
        if len(known) < len(cells):
            return []
        match (opening and opening.stage, known):
            case (None, [cell]):
                return [cell]
            # Stones are said black and white in turn, and placed the black ones first.
            case ("place", [one, white, two]):
                return [one, two, white]
            case ("choose", [white, black]):
                return ["more", black, white]
            case ("choose" | "choose2", [cell]):
                return ["white", cell]
        return []

    def _cell(self, text: str) -> int | None:
        assert self._stones is not None
        column, _, row = (part.strip() for part in text.partition(","))
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (column, row)):
            return None
        is_inside = int(column) < self._stones.columns and int(row) < self._stones.rows
        return int(row) * self._stones.columns + int(column) if is_inside else None

    def _named(self, failure: ConversationFailure, seconds: float) -> EnrayaError:
        self.close()
        match failure:
            case Silence():
                return PlayerFailure("arena.silent", name=self._name, seconds=f"{seconds:g}")
            case Ended():
                return PlayerFailure("arena.ended", name=self._name)
            case TooMuch():
                return PlayerFailure("arena.flood", name=self._name)
        return PlayerFailure("arena.complains", name=self._name, said=str(failure)[:100])

    def close(self) -> None:
        """End it."""
        self._ahead.clear()
        if self._brain is not None:
            self._brain.leave()
            self._brain = None


def _own_and_other(position: Position) -> tuple[int, int]:
    """The stones of the side to move, and of the other."""
    state = position.state
    stones: Stones = state.stones if isinstance(state, SwapState) else state
    return (stones.second, stones.first) if stones.turn else (stones.first, stones.second)


def _board(position: Position, game: LineGame) -> list[str]:
    """Every stone, the sides in turn and each in the order it was played: some programs think of the last one first."""
    own, other = _own_and_other(position)
    if not own | other:
        return ["BEGIN"]
    played = {move: ply for ply, move in enumerate(position.moves)}
    sides = [
        [f"{_text(cell, game)},{field}" for cell in sorted(_cells(stones, game), key=lambda cell: played.get(cell, -1))]
        for field, stones in ((1, own), (2, other))
    ]
    # The other side has moved last.
    before, last = sides if len(sides[0]) >= len(sides[1]) else sides[::-1]
    in_turn = [stone for pair in zip_longest(before, last) for stone in pair if stone is not None]
    return ["BOARD", *in_turn, "DONE"]


def _opening(state: SwapState, game: LineGame, with_sides: bool) -> list[str]:
    """The stones of a swap2 opening, black and white in turn; *with_sides*, white's as those of who is asked."""
    black, white = _cells(state.stones.first, game), _cells(state.stones.second, game)
    in_turn = [cell for pair in zip(black, [*white, -1], strict=False) for cell in pair if cell >= 0]
    sides = [",2", ",1"] if with_sides else ["", ""]
    return ["SWAP2BOARD", *(_text(cell, game) + sides[number % 2] for number, cell in enumerate(in_turn)), "DONE"]


def _cells(stones: int, game: LineGame) -> list[int]:
    return [cell for cell in range(game.cells) if stones >> cell & 1]


def _text(cell: int, game: LineGame) -> str:
    return f"{cell % game.columns},{cell // game.columns}"
