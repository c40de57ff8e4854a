"""Answers a host that speaks the Gomocup protocol: one line in, the lines to say back.

Coordinates are `x,y`, column and row counted from 0. A line that is no command is answered UNKNOWN, and one that
cannot be obeyed ERROR with a sentence; neither changes anything. INFO is never answered: what it asks for and cannot
be had is refused when the next move is asked for, as the protocol wants it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Event

from enraya.piskvork.host_board import HostBoard, Refused, Seats
from enraya.piskvork.host_info import HostInfo
from enraya.piskvork.thinker import Thinker

ABOUT = 'name="Enraya", version="{version}", author="the Enraya project", country="ES"'
LEAST_SIDE, MOST_SIDE = 5, 22
MOST_LINE = 1000
FIELDS = {"1": Seats.OWN, "2": Seats.OTHER, "3": None}
"""The owner of a stone by its field; 3 is a stone of a row that has won already, in a game that goes on."""


class Brain:
    """A program as the host sees it. `answer` gives the lines to say; `is_over` that the host has said END."""

    def __init__(self, version: str = "1", seed: int | None = None) -> None:
        """Openings are drawn by *seed*, or never twice alike."""
        self.is_over = False
        self.stop = Event()
        """Set it, from another thread, to have whatever is asked answered at once."""

        self._version, self._dice = version, Random(seed)
        self._knowledge = HostInfo()
        self._table: HostBoard | None = None
        self._thinker: Thinker | None = None
        # While a board is being told line by line: its stones so far and what to do when it is done.
        self._lines: list[str] | None = None
        self._then: Callable[[list[str]], str] | None = None

    def answer(self, line: str) -> list[str]:
        """The answer to one *line* of the host."""
        text = line.strip()
        if len(text) > MOST_LINE:
            return ["ERROR the line is too long"]
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.upper())
        if self._lines is not None and command is not Brain.info:
            if command is None:
                return self._read_stone(text)
            # The host has given the board up.
            self._lines = self._then = None
        if not text:
            return []
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
        self._table, self._thinker = HostBoard(columns, rows), None
        self._prepare()
        return "OK"

    def begin(self, rest: str) -> str:
        if self._begun().stones:
            raise Refused("the board is not empty")
        return self._move()

    def turn(self, rest: str) -> str:
        self._thinking()
        table = self._begun()
        table.put(rest, Seats.OTHER)
        try:
            return self._move()
        except Refused:
            table.take(rest)
            raise

    def play(self, rest: str) -> str:
        """A move that the host has chosen for this side."""
        table = self._begun()
        table.put(rest, Seats.OWN)
        return table.text(table.cell(rest))

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
        self._lines, self._then = [], then
        return ""

    def _read_stone(self, text: str) -> list[str]:
        assert self._lines is not None and self._then is not None
        if text.upper() != "DONE":
            if len(self._lines) <= MOST_SIDE * MOST_SIDE:
                self._lines.append(text)
            return []
        lines, then = self._lines, self._then
        self._lines = self._then = None
        try:
            return [then(lines)]
        except Refused as refused:
            return [f"ERROR {refused}"]

    def _set_up(self, lines: list[str]) -> str:
        before = self._begun()
        table = HostBoard(before.columns, before.rows)
        for line in lines:
            cell, _, field = line.rpartition(",")
            if field.strip() not in FIELDS:
                raise Refused("a stone is x,y,field with a field of 1, 2 or 3")
            seat = FIELDS[field.strip()]
            table.put(cell, table.nobody(cell) if seat is None else seat)
        self._thinking()
        self._table = table
        try:
            return self._move()
        except Refused:
            self._table = before
            raise

    def _swap2(self, lines: list[str]) -> str:
        before = self._begun()
        table = HostBoard(before.columns, before.rows)
        for number, line in enumerate(lines):
            # Black and white in turn; black is the host's until somebody swaps.
            table.put(line, Seats.OTHER if number % 2 == 0 else Seats.OWN)
        answer = self._thinking().swap2(table, self._knowledge.limit, self._dice, self.stop)
        self._table = table
        if answer == "SWAP":
            table.swap()
        else:
            for number, text in enumerate(answer.split()):
                table.put(text, Seats.OWN if (len(lines) + number) % 2 else Seats.OTHER)
        return answer

    def _move(self) -> str:
        table = self._begun()
        cell = self._thinking().choose(table, self._knowledge.limit, self.stop)
        text = table.text(cell)
        table.put(text, Seats.OWN)
        return text

    def _begun(self) -> HostBoard:
        if self._table is None:
            raise Refused("START comes first")
        return self._table

    def _thinking(self) -> Thinker:
        """The search for the board and the rule as they stand now."""
        self._begun()
        self._knowledge.check()
        self._prepare()
        assert self._thinker is not None
        return self._thinker

    def _prepare(self) -> None:
        """Prepare before a move is asked for, since its clock would run."""
        table, knowledge = self._table, self._knowledge
        if table is None or not knowledge.is_playable:
            return
        if self._thinker is None or self._thinker.made_for != knowledge.demands:
            self._thinker = None
            self._thinker = Thinker(table.columns, table.rows, knowledge.demands)

    # What the host tells

    def info(self, rest: str) -> str:
        key, _, value = rest.partition(" ")
        self._knowledge = self._knowledge.with_info(key.lower(), value.strip())
        self._prepare()
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
    "PLAY": Brain.play,
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
