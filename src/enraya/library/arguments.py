"""The conversion of an argument of the library into a position."""

from __future__ import annotations

from typing import Any

from enraya.game import Game
from enraya.locale import Words, language_of_user
from enraya.position import Position

PositionLike = Position | Game[Any, Any] | str | object
"""A position; or a game, by its name or as an object with the four functions, which stands for its start."""


def position_of(asked: PositionLike) -> Position:
    """The position that *asked* is, or the start of the game that it is."""
    return asked if isinstance(asked, Position) else Position.start(asked)


def own_words() -> Words:
    """The words of the language that the environment asks for."""
    return Words(language_of_user())
