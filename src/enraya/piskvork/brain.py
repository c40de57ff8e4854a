"""Answers a host that speaks the Gomocup protocol: one line in, the lines to say back.

Coordinates are `x,y`, column and row counted from 0. A line that is no command is answered UNKNOWN, and one that
cannot be obeyed ERROR with a sentence; neither changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TextIO

from enraya.piskvork.clock import TURN_IF_UNSAID, Clock
from enraya.piskvork.table import Refused, Seats, Table
from enraya.piskvork.thinker import Thinker

ABOUT = 'name="Enraya", version="{version}", author="the Enraya project", country="ES"'
LEAST_SIDE, MOST_SIDE = 5, 22
MOST_LINE = 1000
EXACTLY_FIVE, CONTINUOUS = 1, 2
USUAL_MEGABYTES, LEAST_MEGABYTES = 64, 1
SHARE_OF_MEMORY = 4
"""The table takes at most one part in so many of the memory that the host allows."""


class Brain:
    """A program as the host sees it. `answer` gives the lines to say; `is_over` that the host has said END."""

    def __init__(self, version: str = "1") -> None:
        self.is_over = False
        self._version = version
        self._clock = Clock()
        self._rule, self._megabytes = 0, USUAL_MEGABYTES
        self._table: Table | None = None
        self._thinker: Thinker | None = None
        # While a board is being told line by line: its stones so far and what to do when it is done.
        self._told: list[str] | None = None
        self._then: Callable[[list[str]], str] | None = None

    def answer(self, line: str) -> list[str]:
        """What to say to one *line* of the host."""
        text = line.strip()
        if len(text) > MOST_LINE:
            return ["ERROR the line is too long"]
        if self._told is not None:
            return self._hear_stone(text)
        if not text:
            return []
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.upper())
        if command is None:
            return [f"UNKNOWN {word[:40]}"]
        try:
            said = command(self, rest.strip())
        except Refused as refused:
            return [f"ERROR {refused}"]
        return [said] if said else []

    # The game

    def start(self, rest: str) -> str:
        size = _whole(rest)
        return self._start(size, size)

    def rectstart(self, rest: str) -> str:
        columns, comma, rows = rest.partition(",")
        if not comma:
            raise Refused("RECTSTART takes width,height")
        return self._start(_whole(columns), _whole(rows))

    def restart(self, rest: str) -> str:
        table = self._begun()
        return self._start(table.columns, table.rows)

    def _start(self, columns: int, rows: int) -> str:
        if min(columns, rows) < LEAST_SIDE or max(columns, rows) > MOST_SIDE:
            raise Refused(f"a board has {LEAST_SIDE} to {MOST_SIDE} columns and rows")
        self._table, self._thinker = Table(columns, rows), None
        return "OK"

    def begin(self, rest: str) -> str:
        if self._begun().stones:
            raise Refused("the board is not empty")
        return self._move()

    def turn(self, rest: str) -> str:
        self._thinking()
        self._begun().put(rest, Seats.OTHER)
        return self._move()

    def takeback(self, rest: str) -> str:
        self._begun().take(rest)
        return "OK"

    def board(self, rest: str) -> str:
        self._begun()
        return self._listen(self._set_up)

    def swap2board(self, rest: str) -> str:
        self._begun()
        return self._listen(self._swap2)

    def _listen(self, then: Callable[[list[str]], str]) -> str:
        self._told, self._then = [], then
        return ""

    def _hear_stone(self, text: str) -> list[str]:
        assert self._told is not None and self._then is not None
        if text.upper() != "DONE":
            if len(self._told) <= MOST_SIDE * MOST_SIDE:
                self._told.append(text)
            return []
        told, then = self._told, self._then
        self._told = self._then = None
        try:
            return [then(told)]
        except Refused as refused:
            return [f"ERROR {refused}"]

    def _set_up(self, told: list[str]) -> str:
        before = self._begun()
        table = Table(before.columns, before.rows)
        for line in told:
            cell, _, field = line.rpartition(",")
            # 3 marks a stone of either side in a row that has been won already, in a game that goes on.
            if field.strip() not in ("1", "2", "3"):
                raise Refused("a stone is x,y,field with a field of 1, 2 or 3")
            table.put(cell, Seats.OWN if field.strip() == "1" else Seats.OTHER)
        self._thinking()
        self._table = table
        return self._move()

    def _swap2(self, told: list[str]) -> str:
        before = self._begun()
        table = Table(before.columns, before.rows)
        for number, line in enumerate(told):
            # Black and white in turn; black is the host's until somebody swaps.
            table.put(line, Seats.OTHER if number % 2 == 0 else Seats.OWN)
        answer = self._thinking().swap2(table, self._clock.seconds)
        self._table = table
        if answer == "SWAP":
            table.swap()
        else:
            for number, text in enumerate(answer.split()):
                table.put(text, Seats.OWN if (len(told) + number) % 2 else Seats.OTHER)
        return answer

    def _move(self) -> str:
        table = self._begun()
        cell = self._thinking().choose(table, self._clock.seconds)
        text = table.text(cell)
        table.put(text, Seats.OWN)
        return text

    def _begun(self) -> Table:
        if self._table is None:
            raise Refused("START comes first")
        return self._table

    def _thinking(self) -> Thinker:
        """The search for the board and the rule as they stand now."""
        table = self._begun()
        if self._rule & ~(EXACTLY_FIVE | CONTINUOUS):
            raise Refused("of the rules only freestyle and exactly five are played here")
        is_exact = bool(self._rule & EXACTLY_FIVE)
        if self._thinker is None or self._thinker.is_exact != is_exact:
            self._thinker = Thinker(table.columns, table.rows, is_exact, self._megabytes)
        return self._thinker

    # What the host tells

    def info(self, rest: str) -> str:
        key, _, value = rest.partition(" ")
        match key.lower():
            case "timeout_turn":
                # 0 asks for an answer as fast as possible.
                self._clock = replace(self._clock, turn=_milliseconds(value, TURN_IF_UNSAID))
            case "timeout_match":
                self._clock = replace(self._clock, match=_milliseconds(value, 0.0) or None)
            case "time_left":
                self._clock = replace(self._clock, left=max(0.0, _milliseconds(value, 0.0)))
            case "max_memory":
                allowed = _number(value, 0) // (1 << 20) // SHARE_OF_MEMORY
                self._megabytes = min(USUAL_MEGABYTES, max(LEAST_MEGABYTES, allowed)) if allowed else USUAL_MEGABYTES
                self._thinker = None
            case "rule":
                self._rule = _number(value, 0)
            case "evaluate":
                # The host asks what a cell looks worth, for its author to read.
                return self._looks(value)
        # game_type and folder change nothing here, and an unknown key is to be passed over.
        return ""

    def _looks(self, text: str) -> str:
        try:
            table = self._begun()
            cell = table.cell(text)
            return f"MESSAGE {table.text(cell)} {'is taken' if cell in table.stones else 'is free'}"
        except Refused:
            return ""

    def about(self, rest: str) -> str:
        return ABOUT.format(version=self._version)

    def end(self, rest: str) -> str:
        self.is_over = True
        return ""


COMMANDS: dict[str, Callable[[Brain, str], str]] = {
    "START": Brain.start,
    "RECTSTART": Brain.rectstart,
    "RESTART": Brain.restart,
    "BEGIN": Brain.begin,
    "TURN": Brain.turn,
    "BOARD": Brain.board,
    "SWAP2BOARD": Brain.swap2board,
    "TAKEBACK": Brain.takeback,
    "INFO": Brain.info,
    "ABOUT": Brain.about,
    "END": Brain.end,
}


def _whole(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Refused("a size is a whole number")
    return int(text)


def _number(text: str, usual: int) -> int:
    text = text.strip()
    is_number = text.lstrip("-").isdigit() and text.isascii() and len(text) < 20 and text.count("-") <= 1
    return int(text) if is_number and not text.endswith("-") else usual


def _milliseconds(text: str, usual: float) -> float:
    number = _number(text, -1)
    return usual if number < 0 else number / 1000


def serve(lines: TextIO, out: TextIO, version: str) -> None:
    """Answer every line of *lines* on *out* until END or the end of the input."""
    brain = Brain(version)
    for line in _lines(lines):
        for said in brain.answer(line):
            out.write(said + "\n")
            out.flush()
        if brain.is_over:
            return


def _lines(lines: TextIO) -> Iterator[str]:
    """The lines one by one; what is not text is heard with marks in its place."""
    while line := lines.readline(1 << 16):
        yield line
