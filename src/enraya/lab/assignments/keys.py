"""Reads the keys of a mapping in a document written by hand; what does not fit is refused by the name of its key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enraya.errors import NotationError


class Keys:
    """A mapping of which only *known* keys may stand there; a key without a value is left out."""

    def __init__(self, data: Any, known: Sequence[str]) -> None:
        if not isinstance(data, dict):
            raise NotationError("error.assignment_shape", known=list(known))
        for key in data:
            if key not in known:
                raise NotationError("error.question_key", key=str(key), known=list(known))
        self._said = {key: value for key, value in data.items() if value is not None}

    def text(self, key: str, usual: str) -> str:
        """A text; a number will do, since `4453` is a list of moves."""
        value = self._said.get(key, usual)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise NotationError("error.question_type", key=key, wanted="text")
        return str(value)

    def one_of(self, key: str, words: Sequence[str], usual: str | None = None) -> str:
        """One of some *words*; without a *usual* one it must be said."""
        value = self._said.get(key, usual)
        if value not in words:
            raise NotationError(
                "error.question_word", key=key, text="" if value is None else str(value), known=list(words)
            )
        return str(value)

    def whole(self, key: str, least: int, most: int, usual: int) -> int:
        """A whole number between limits."""
        value = self._said.get(key, usual)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or not (least <= value <= most or key not in self._said)
        ):
            raise NotationError("error.question_number", key=key, least=str(least), most=str(most))
        return value

    def number(self, key: str, least: float, most: float, usual: float) -> float:
        """A number between limits."""
        value = self._said.get(key, usual)
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            raise NotationError("error.question_number", key=key, least=f"{least:g}", most=f"{most:g}")
        return value

    def numbers(self, key: str) -> tuple[float, ...]:
        """A list of numbers."""
        values = self._said.get(key, [])
        if not isinstance(values, list) or any(
            isinstance(each, bool) or not isinstance(each, int | float) for each in values
        ):
            raise NotationError("error.question_type", key=key, wanted="list")
        return tuple(values)

    def texts(self, key: str, usual: Sequence[str]) -> list[str]:
        """A list of texts; one text stands for a list of one."""
        values = self._said.get(key, list(usual))
        values = values if isinstance(values, list) else [values]
        if not values or any(isinstance(each, bool) or not isinstance(each, str | int | None) for each in values):
            if not usual and not values:
                return []
            raise NotationError("error.question_type", key=key, wanted="list")
        return ["" if each is None else str(each) for each in values]

    def listed(self, key: str, most: int) -> list[Any]:
        """A list of at most so many."""
        values = self._said.get(key, [])
        if not isinstance(values, list) or len(values) > most:
            raise NotationError("error.assignment_many", key=key, most=most)
        return values
