"""The line protocol: what a program is told before its move, and how its answer is read."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from enraya.errors import NotationError
from enraya.notation import parse_decimal
from enraya.players.turn import LONGEST_MOVE, Choice
from enraya.position import Position

HELLO, READY = "enraya 1", "ready"
NEW, QUIT, GO = "new", "quit", "go"
MOVE, INFO = "move", "info"


class Breach(Enum):
    """A way in which a program breaks the protocol; the message `bot.NAME` explains it."""

    NOT_READY = "not_ready"
    UNKNOWN = "unknown"
    NO_MOVE = "no_move"
    ILLEGAL = "illegal"
    VALUE = "value"
    DEPTH = "depth"
    INFO = "info"


class ProtocolBreach(Exception):
    """A line that breaks the protocol."""

    def __init__(self, breach: Breach, line: str) -> None:
        super().__init__(line)
        self.breach, self.line = breach, line[:100]


def describe_game(game: str, start: str | None) -> list[str]:
    """The message to a program at the beginning of a game."""
    return [NEW, f"game {game}", *([] if start is None else [f"start {start}"])]


def describe_turn(position: Position, seconds: float | None) -> list[str]:
    """The message to a program that is to move, with so many seconds for the move."""
    moves, legal = position.move_texts, [position.game.format_move(move) for move in position.playable()]
    if any(" " in text for text in (*moves, *legal)):
        raise NotationError("bot.blanks", game=position.game.name)
    time = "none" if seconds is None else str(max(1, round(seconds * 1000)))
    return [" ".join(["moves", *moves]), " ".join(["legal", *legal]), f"time {time}", GO]


@dataclass
class Answer:
    """The answer of a program to a turn, as far as it has come."""

    value: float | None = None
    depth: int | None = None
    line: str | None = None

    def read(self, line: str, position: Position) -> Choice | None:
        """The choice, when *line* is the move; None when it only informs. `ProtocolBreach` if it is neither."""
        word, _, rest = line.partition(" ")
        if word == INFO:
            self._inform(rest, line)
            return None
        if word != MOVE:
            raise ProtocolBreach(Breach.UNKNOWN, line)
        move = rest.strip()
        if not move or len(move) > LONGEST_MOVE:
            raise ProtocolBreach(Breach.NO_MOVE, line)
        if move not in [position.game.format_move(each) for each in position.playable()]:
            raise ProtocolBreach(Breach.ILLEGAL, move)
        exact = None if self.value is None else False
        return Choice(move, value=self.value, depth=self.depth, exact=exact, line=self.line)

    def _inform(self, text: str, line: str) -> None:
        words = text.split()
        while words:
            name = words.pop(0)
            if name == "line":
                self.line = " ".join(words) or None
                return
            if name not in ("value", "depth") or not words:
                raise ProtocolBreach(Breach.INFO, line)
            said = words.pop(0)
            if name == "value":
                self.value = _number(said, line)
            elif said.isascii() and said.isdigit() and len(said) < 6:
                self.depth = int(said)
            else:
                raise ProtocolBreach(Breach.DEPTH, line)


def check_ready(line: str) -> str:
    """The name that a program gives itself in its first line, which may be empty."""
    word, _, name = line.partition(" ")
    if word != READY:
        raise ProtocolBreach(Breach.NOT_READY, line)
    return name.strip()


def _number(text: str, line: str) -> float:
    try:
        value = parse_decimal(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ProtocolBreach(Breach.VALUE, line)
    return value
