"""Codes of classes and personal words: short enough to be typed from a projector, drawn so that no guess is likely."""

from __future__ import annotations

import re
import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without the letters and digits that are taken for each other: I, L, O, 0 and 1."""

CODE_LENGTH = 6
"""About 900 million codes: 10,000 guesses among a hundred classes find one once in nine hundred times."""

CONSONANTS, VOWELS = "bcdfghjkmnprstvz", "aeiou"
SYLLABLES = 4
"""About 40 million words; whoever guesses has to know the name too."""


def draw_code() -> str:
    """A new code, in two halves that are easy to copy: `KTR-4XM`."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    return f"{letters[:3]}-{letters[3:]}"


def read_code(text: str) -> str | None:
    """The code that somebody typed, whatever its blanks, its dash and its case; None if it cannot be one."""
    letters = re.sub(r"[\s\-–—_.]+", "", text).upper()
    if len(letters) != CODE_LENGTH or any(letter not in LETTERS for letter in letters):
        return None
    return f"{letters[:3]}-{letters[3:]}"


def draw_word() -> str:
    """A personal word that can be said aloud: `tavumeko`."""
    return "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(SYLLABLES))


def read_word(text: str) -> str:
    """A personal word as it was typed, blanks and case aside."""
    return "".join(text.split()).lower()
