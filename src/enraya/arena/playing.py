"""One game between two machines: a match that the clock and the players drive. Every series is made of such games."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from enraya.arena.clock import GameClock, TimeControl
from enraya.errors import EnrayaError
from enraya.match.events import Played, Resigned
from enraya.match.match import Match
from enraya.match.record import GameResult, Reason
from enraya.match.settings import MatchSettings
from enraya.match.turn import answer
from enraya.players.file import PlayerFailure
from enraya.players.turn import Allowance, Choice
from enraya.position import Position
from enraya.search.endless import LONGEST_GAME
from enraya.workers.contestant import Contestant
from enraya.workers.failure import Failure, FailureReason, Interrupted, Silent

TALKING: tuple[FailureReason, ...] = ("flood", "unasked")
"""Failures of a player that can be loaded, and does not wait until it is asked."""

OnPosition = Callable[[Position], None]


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over; a player that failed lost it."""

    result: GameResult
    failure: Failure | None = None

    @property
    def reason(self) -> Reason | FailureReason:
        """The reason why the game ended: the rules, or a failure of the loser."""
        return self.result.reason if self.failure is None else self.failure.reason

    @property
    def failed(self) -> int | None:
        """The seat that failed, if one did."""
        return self.result.resigned if self.failure else None


def play_game(
    settings: MatchSettings,
    contestants: Sequence[Contestant],
    control: TimeControl,
    stop: Event,
    *,
    opening: Sequence[str] = (),
    is_tried: bool = True,
    on_position: OnPosition | None = None,
) -> PlayedGame:
    """The game of *settings*, which has no clock of its own, between *contestants*, one for each seat.

    It begins with the moves of *opening*, which nobody chooses. A contestant that cannot be loaded loses; unless it
    *is_tried*, that is refused instead, but for one that talks before it is asked. *on_position* is called with each
    position before somebody moves in it. Once *stop* is set it may raise `Interrupted`.
    """
    match = Match.start(settings, at=0.0)
    for move in opening:
        match = match.apply(Played(move, 0.0))
    for seat, contestant in enumerate(contestants):
        try:
            contestant.begin(settings.game, settings.position, settings.seed, stop)
        except EnrayaError as error:
            failure = Failure(error)
            if not is_tried and failure.reason not in TALKING:
                raise
            # It could be loaded before, or could not be tried: something that it does has failed.
            return _lost(match, seat, failure, at=0.0)
    clock, began = GameClock(control), time.monotonic()
    while (seat_to_move := match.seat_to_move) is not None:
        if len(match.history) >= LONGEST_GAME:
            raise EnrayaError("error.endless", game=settings.game, plies=LONGEST_GAME)
        if stop.is_set():
            raise Interrupted
        if on_position is not None:
            on_position(match.position)
        allowed, asked = clock.allowance(seat_to_move), match.at
        try:
            choice = contestants[seat_to_move].choose(match.position, allowed, stop)
            now = time.monotonic() - began
            if not clock.is_in_time(seat_to_move, now - asked):
                raise Failure(Silent(settings.players[seat_to_move], allowed))
            match = _apply(match, seat_to_move, choice, now)
        except Failure as failure:
            return _lost(match, seat_to_move, _named(failure, control, allowed), at=time.monotonic() - began)
    return PlayedGame(match.results[0])


def _apply(match: Match, seat: int, choice: Choice, at: float) -> Match:
    """*match* after *choice*, or a failure: a plug-in chose what is not legal."""
    try:
        return match.apply(answer(match, seat, choice, at))
    except EnrayaError:
        player = match.settings.players[seat]
        raise Failure(PlayerFailure("error.player_illegal", name=player, answer=choice.move)) from None


def _named(failure: Failure, control: TimeControl, allowed: Allowance) -> Failure:
    """*failure*, told apart: who is late under a clock lost on time, who never answers without one was silent."""
    if failure.reason == "timeout" and control.is_none:
        return Failure(EnrayaError("arena.mute", **failure.error.values))
    return failure


def _lost(match: Match, seat: int, failure: Failure, *, at: float) -> PlayedGame:
    """The game as *seat* loses it by *failure*."""
    return PlayedGame(match.apply(Resigned(seat, at)).results[0], failure)
