"""One face for all the positions that are the same seen from another side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from enraya.game import Game

MOST_WORTH_TRYING = 8
"""With more symmetries than this, finding the face costs more than it saves."""


def images(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """*state* as seen from each side, itself first."""
    yield state
    for symmetry in game.symmetries():
        yield symmetry.state(state)


def face_finder(game: Game[Any, Any]) -> Callable[[Any], Any]:
    """A function that gives the same state for all images of a state.

    The image with the smallest hash is taken: states need not have an order. Two images with one hash would only
    cost a table hit.
    """
    carriers = [symmetry.state for symmetry in game.symmetries()]
    if not carriers or len(carriers) > MOST_WORTH_TRYING:
        return lambda state: state
    return lambda state: min([state, *(carry(state) for carry in carriers)], key=hash)
