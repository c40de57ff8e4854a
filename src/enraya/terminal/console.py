"""Plain output and input, without colours or cursor moves, so that a pipe and a screen reader get all of it."""

from __future__ import annotations

import io
import sys
import unicodedata
from typing import TextIO

from enraya.errors import EnrayaError
from enraya.locale import Words
from enraya.terminal.input_reader import InputReader

COMMANDS = {
    "salir": "leave",
    "exit": "leave",
    "quit": "leave",
    "ayuda": "help",
    "help": "help",
    "?": "help",
    "reglas": "rules",
    "rules": "rules",
    "jugadas": "moves",
    "moves": "moves",
    "deshacer": "undo",
    "undo": "undo",
    "rehacer": "redo",
    "redo": "redo",
    "pista": "hint",
    "hint": "hint",
    "rendirse": "resign",
    "resign": "resign",
    "valores": "values",
    "values": "values",
    "pausa": "pause",
    "pause": "pause",
}
"""Each command by its words, which hold in both languages whichever is spoken."""

SAVING = ("guardar", "save")
"""The words of the command that takes the name of a file."""

YES = ("si", "s", "yes", "y")
NO = ("no", "n")


class UserLeft(Exception):
    """The user asked to leave."""


class InputEnded(Exception):
    """The input has ended."""


def fold(text: str) -> str:
    """*text* as words are compared: small letters, no accents, no spaces around."""
    parted = unicodedata.normalize("NFD", text.strip().lower())
    return "".join(character for character in parted if not unicodedata.combining(character))


def open_console(language: str, input: TextIO | None, output: TextIO | None) -> Console:
    """A console at *input* and *output*, or at those of the program; where it has no input, that has ended."""
    return Console(language, InputReader(input or sys.stdin or io.StringIO()), output or sys.stdout)


class Console:
    """The terminal of a user, in one language: reads lines and writes text."""

    def __init__(self, language: str, reader: InputReader, output: TextIO) -> None:
        self.words = Words(language)
        self.reader = reader
        self._output = output
        self._early: list[str] = []

    def write(self, text: str, end: str = "\n") -> None:
        """Print *text*; what the output's encoding lacks becomes a question mark."""
        encoding = getattr(self._output, "encoding", None) or "utf-8"
        self._output.write((text + end).encode(encoding, errors="replace").decode(encoding))
        self._output.flush()

    def say(self, key: str, **values: object) -> None:
        """Print a message."""
        self.write(self.words(key, **values))

    def refuse(self, error: EnrayaError) -> None:
        """Print a refusal as one row."""
        self.write(" ".join(error.in_language(self.words.language).split()))

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """The text written at *prompt*.

        Raises UserLeft where it is the command to leave, InputEnded where there is none, TimeoutError after *seconds*.
        """
        self.write(prompt, end=" ")
        try:
            text = self._early.pop() if self._early else self.reader.next(seconds)
        except TimeoutError:
            # Half a move must not become the beginning of the next one.
            self.reader.forget()
            self.write("")
            raise
        if text is None or not self.reader.is_typed:
            # Nobody pressed Enter here, so the row is still open.
            self.write("")
        if text is None:
            raise InputEnded
        self._leave_if_asked(text)
        return text

    def look_for_leaving(self) -> None:
        """Raise UserLeft if a person has just typed the command to leave; anything else waits for the next question."""
        if not self.reader.is_typed or self._early:
            # In a pipe, too, what comes next was written for the next question.
            return
        try:
            text = self.reader.next(0)
        except TimeoutError:
            return
        if text is None:
            raise InputEnded
        self._leave_if_asked(text)
        self._early.append(text)

    def _leave_if_asked(self, text: str) -> None:
        if COMMANDS.get(fold(text)) == "leave":
            raise UserLeft

    def is_yes(self, text: str, *, default: bool) -> bool | None:
        """True if *text* says yes, False if it says no, None if neither; an empty one is *default*."""
        word = fold(text)
        if not word:
            return default
        return True if word in YES else False if word in NO else None
