"""The reason why something is right or wrong: a message key and its values, for any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from enraya.locale import LANGUAGES, Words

INFINITY = float("inf")


class Reason(NamedTuple):
    """A message of `enraya.locale`; a value may be a number, a text, a list of these, or another reason."""

    key: str
    values: Mapping[str, Any] = {}

    def in_language(self, language: str) -> str:
        """The sentence."""
        words = Words(language)
        return words(self.key, **{name: _said(value, words) for name, value in self.values.items()})

    def in_both(self) -> dict[str, str]:
        """The sentence in every language."""
        return {language: self.in_language(language) for language in LANGUAGES}


def because(key: str, **values: object) -> Reason:
    """The reason *key* with *values* in its places."""
    return Reason(key, values)


def write_number(value: float) -> str:
    """A value as people write it: −3, ∞."""
    if abs(value) == INFINITY:
        return "∞" if value > 0 else "−∞"
    return f"{value:g}".replace("-", "−") if value % 1 else str(int(value)).replace("-", "−")


def _said(value: Any, words: Words) -> Any:
    if isinstance(value, Reason):
        return value.in_language(words.language)
    if isinstance(value, (list, tuple)):
        parts = [str(_said(part, words)) for part in value]
        if len(parts) < 2:
            return "".join(parts)
        return words("practise.and", rest=", ".join(parts[:-1]), last=parts[-1])
    return write_number(value) if isinstance(value, (int, float)) else value
