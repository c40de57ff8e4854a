"""The moves of a custom game as text: numbers, words with blanks in them, tuples such as `(0, 1)`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from enraya.notation import split_moves

ATOM = re.compile(r"[^\s,;()\[\]]+")
"""A token of a move's text: whatever stands between blanks, commas and brackets."""


def format_custom_move(move: Any) -> str:
    """A move as it is shown where its author does not say how: `(0, 1)` is `0,1`."""
    if not isinstance(move, tuple):
        return str(move)
    return ",".join(
        f"({format_custom_move(part)})" if isinstance(part, tuple) else format_custom_move(part) for part in move
    )


def is_same_text(text: str, written: str) -> bool:
    """True if two texts differ only in blanks, commas and brackets: `0,1`, `(0, 1)`, `0 1`."""
    return ATOM.findall(text) == ATOM.findall(written)


def split_first_move(text: str, moves: Iterable[str]) -> tuple[str, str]:
    """The first of the moves written in *text*, and what follows it: the longest of *moves* that stands there.

    Where none of them does, it is the first word, which is then no legal move.
    """
    atoms = list(ATOM.finditer(text))
    said = [atom.group() for atom in atoms]
    fitting = [(len(parts), move) for move in moves if (parts := ATOM.findall(move)) and said[: len(parts)] == parts]
    if not fitting:
        return _first_word(text)
    count, move = max(fitting)
    return move, text[atoms[count - 1].end() :].lstrip(" \t\r\n,;)]")


def _first_word(text: str) -> tuple[str, str]:
    """A bracket with all that stands in it, or what stands before the next blank, comma or semicolon."""
    stripped = text.lstrip(" \t\r\n,;)]")
    bracket = re.match(r"[(\[][^)\]]*[)\]]", stripped)
    words = split_moves(stripped)
    if bracket is None and not words:
        return "", ""
    end = bracket.end() if bracket else stripped.index(words[0]) + len(words[0])
    return stripped[:end], stripped[end:]
