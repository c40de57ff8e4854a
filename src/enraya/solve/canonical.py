"""Canonical forms: one state stands for all the symmetric images of a position. Tables and proofs are keyed by it.

Keys are texts, equal on every machine and in every run, so what one program writes another can read.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from enraya.game import Game


class CanonicalForms:
    """The canonical forms of one game: of all symmetric images of a state, the least."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._carriers = [symmetry.state for symmetry in game.symmetries()]

    def of(self, state: Any) -> tuple[str, Any]:
        """The text of the canonical form of *state*, and the form itself, a state of the same value."""
        form = self.form(state)
        return self.text(form), form

    def form(self, state: Any) -> Any:
        """The canonical form without its text, which may take longer to write than everything else."""
        if not self._carriers:
            return state
        images = [state, *[carry(state) for carry in self._carriers]]
        try:
            return min(images)
        except TypeError:
            # The states of a student's game need not have an order; their texts have.
            return min(images, key=self.text)

    def text(self, state: Any) -> str:
        """The text of *state*, as the game writes it or, failing that, as Python does."""
        written = self._game.format_state(state)
        return repr(state) if written is None else written


def short_name(text: str, salt: int = 0) -> int:
    """A 64-bit hash of the text of a canonical form; another *salt* gives another hash."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8, salt=salt.to_bytes(8, "little")).digest(), "little")
