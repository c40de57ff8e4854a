"""The failures of a machine player: it is silent, it ends, it floods, or its answer is no move."""

from __future__ import annotations

from typing import Literal

from enraya.errors import EnrayaError
from enraya.players.turn import Allowance

FailureReason = Literal["timeout", "silence", "flood", "illegal", "unasked", "crash"]
REASONS: dict[str, FailureReason] = {
    "arena.silent": "timeout",
    "arena.mute": "silence",
    "arena.flood": "flood",
    "arena.unasked": "unasked",
    "error.player_illegal": "illegal",
}
"""The reason of a loss, by the code of the failure; every other failure is a crash."""


class Failure(Exception):
    """A player gave no legal move within its time, and loses the game; *error* says it in words."""

    def __init__(self, error: EnrayaError) -> None:
        super().__init__(str(error))
        self.error = error

    @property
    def reason(self) -> FailureReason:
        """The kind of the failure."""
        return REASONS.get(self.error.code, "crash")


class Silent(EnrayaError):
    """A player that did not answer within its allowance."""

    def __init__(self, player: str, allowed: Allowance) -> None:
        super().__init__("arena.silent", name=player, seconds=f"{allowed.answering:g}")


class ProcessEnded(EnrayaError):
    """A player whose process ended instead of answering."""

    def __init__(self, player: str) -> None:
        super().__init__("arena.ended", name=player)


class Flooding(EnrayaError):
    """A player that said more than anybody would read."""

    def __init__(self, player: str) -> None:
        super().__init__("arena.flood", name=player)


class Unasked(EnrayaError):
    """A player that wrote what only Enraya writes, or answered before it was asked."""

    def __init__(self, player: str) -> None:
        super().__init__("arena.unasked", name=player)


class Interrupted(Exception):
    """The match was stopped while a player was thinking."""
