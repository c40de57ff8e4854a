"""One name for all the positions that are the same seen from another side: how tables and proofs know a position.

Names are texts, equal on every machine and in every run, so what one program writes another can read.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from enraya.game import Game


class Faces:
    """The faces of one game: of all images of a state, the least."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._carriers = [symmetry.state for symmetry in game.symmetries()]

    def of(self, state: Any) -> tuple[str, Any]:
        """The face of *state*: its text and itself, a state as good as the one given."""
        face = self.face(state)
        return self.text(face), face

    def face(self, state: Any) -> Any:
        """The face without its text, which may take longer to write than all else."""
        if not self._carriers:
            return state
        images = [state, *[carry(state) for carry in self._carriers]]
        try:
            return min(images)
        except TypeError:
            # Somebody's states need not have an order; their texts have.
            return min(images, key=self.text)

    def text(self, state: Any) -> str:
        """The text of *state*, as the game writes it or, failing that, as Python does."""
        written = self._game.format_state(state)
        return repr(state) if written is None else written


def short_name(text: str, salt: int = 0) -> int:
    """A number of 64 bits for a face's text; another *salt* gives another number."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8, salt=salt.to_bytes(8, "little")).digest(), "little")
