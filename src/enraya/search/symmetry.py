"""Canonical forms of states while searching: one stands for all the symmetric images of a position.

They differ from run to run; those of tables and proofs, which do not, are in `enraya.solve.canonical`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from enraya.game import Game
from enraya.search.root_result import Order

MOST_WORTH_TRYING = 8
"""With more symmetries than this, finding the canonical form costs more than it saves."""


def images(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """The symmetric images of *state*, itself first."""
    yield state
    for symmetry in game.symmetries():
        yield symmetry.state(state)


def canonical_form(game: Game[Any, Any]) -> Callable[[Any], Any]:
    """A function that gives the same state for all symmetric images of a state.

    The image with the smallest hash is taken: states need not have an order. Two images with one hash would only
    cost a table hit.
    """
    carriers = [symmetry.state for symmetry in game.symmetries()]
    if not carriers or len(carriers) > MOST_WORTH_TRYING:
        return lambda state: state
    return lambda state: min([state, *(carry(state) for carry in carriers)], key=hash)


def without_symmetric_moves(game: Game[Any, Any]) -> Order:
    """An order that leaves out moves to a symmetric image of a position already in it: symmetry, without a table."""
    form = canonical_form(game)

    def order(state: Any, moves: Sequence[Any], ply: int) -> Sequence[Any]:
        chosen: dict[Any, Any] = {}
        for move in moves:
            chosen.setdefault(form(game.play(state, move)), move)
        return list(chosen.values())

    return order
