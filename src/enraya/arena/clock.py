"""Time for machines: so much for each move, or for a whole game with an increment; and none at all."""

from __future__ import annotations

from dataclasses import dataclass

from enraya.players.turn import Allowance, allowance, thinking_time

WITHOUT_CLOCK = Allowance(None, 60.0)
"""The allowance of a move without a clock: a player thinks as long as it likes; one from outside may never answer."""

MOVES_TO_GO = 20
"""Over how many further moves a machine with a time for the whole game is told to spread what it has left."""

OF_INCREMENT = 0.8
"""The part of the increment that it is told to use at once."""


@dataclass(frozen=True)
class TimeControl:
    """*seconds* for each move; or *base* seconds for all moves of a game, and *increment* more after each."""

    seconds: float | None = None
    base: float | None = None
    increment: float = 0.0

    @property
    def is_none(self) -> bool:
        """True if there is no time limit."""
        return self.seconds is None and self.base is None


class GameClock:
    """The time that both seats have left in a game; it is told how long a move took and looks at no clock."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._seconds_left = [control.base or 0.0] * 2

    def allowance(self, seat: int) -> Allowance:
        """The time limit of the machine in *seat* for its next move."""
        if self._control.base is None:
            return allowance(self._control.seconds, WITHOUT_CLOCK)
        left = self._seconds_left[seat]
        share = left / MOVES_TO_GO + OF_INCREMENT * self._control.increment
        return Allowance(min(thinking_time(left), share), left)

    def is_in_time(self, seat: int, seconds: float) -> bool:
        """True if the move of *seat*, which took *seconds*, kept the time limit; updates its clock."""
        answering = self.allowance(seat).answering
        if self._control.base is not None:
            self._seconds_left[seat] += self._control.increment - seconds
        return self._control.is_none or answering is None or seconds < answering
