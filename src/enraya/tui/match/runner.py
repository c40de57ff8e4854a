"""Drives one match from a thread of its own: events in, what there is to see out. The screen never waits for it.

Rules, too, run here and not where the screen is drawn, because a custom game may take its time, or all of it. Machines
think in threads of their own, each turn with a signal that ends it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Event as Signal
from threading import Thread
from typing import Any

from enraya.custom import cause_of
from enraya.errors import EnrayaError, NotationError, Refusal
from enraya.lab.values.valuation import Valuer
from enraya.match import (
    AWAY,
    Continued,
    Event,
    HintTaken,
    Match,
    MatchSettings,
    Paused,
    Played,
    Resigned,
    Resumed,
    Undone,
)
from enraya.match.turn import answer, hint_allowance, seed_of
from enraya.players.adviser import Adviser
from enraya.players.turn import allowance, is_of_the_rules, think
from enraya.search.limit import Limit
from enraya.tui.match.messages import Announced, Broken, Hinted, Refused, Request, Send, Valued, view_of
from enraya.workers.contestant import Contestant, find_contestant
from enraya.workers.failure import Failure, Interrupted

BEAT = 0.4
"""Seconds that a machine's move is held back at least, for the eye to follow."""

VALUES_SECONDS = 4.0


class MatchRunner:
    """One match and its machines. Whatever comes of it is told to *tell*, from another thread."""

    def __init__(
        self,
        settings: MatchSettings,
        tell: Send,
        *,
        moves: Sequence[str] = (),
        kept: tuple[Match, float] | None = None,
        keep: Callable[[Match], None] = lambda match: None,
        beat: float = BEAT,
    ) -> None:
        """The first game begins with *moves*; or the match goes on that was *kept*, so many seconds ago."""
        self._settings, self._tell, self._moves, self._kept, self._keep = settings, tell, moves, kept, keep
        self._beat = beat
        self._machines: dict[int, Contestant] = {}
        self._requests: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._offset = 0.0
        self._stop, self._helping = Signal(), Signal()
        self._is_closed = False
        self._match: Match | None = None
        self._valuer: Valuer | None = None
        self._thread = Thread(target=self._run, name="enraya-match", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def now(self) -> float:
        """The time of this match: of a clock that has gone on since the match was kept, or stood still."""
        return time.monotonic() + self._offset

    def request(self, make: Request) -> None:
        """Apply the event that *make* makes; a refusal is reported."""
        self._requests.put(lambda: self._apply(make))

    def hint(self) -> None:
        """Look for a hint for whoever is to move."""
        self._requests.put(self._look_for_hint)

    def value(self) -> None:
        """Value the moves of the position there is, until all is known or the time for that is over."""
        self._requests.put(self._look_for_values)

    def forget_values(self) -> None:
        """Stop valuing moves: the values are no longer wanted."""
        self._helping.set()

    def leave(self) -> None:
        """End everything; the match is kept as it is, its clock standing still where it may."""
        self._is_closed = True
        self._stop.set()
        self._helping.set()
        self._requests.put(None)

    def wait(self, seconds: float) -> None:
        """Wait until all has ended, at most *seconds*."""
        self._thread.join(seconds)

    # The thread

    def _run(self) -> None:
        try:
            self._begin()
            while not self._is_closed:
                self._take_next()
        except EnrayaError as error:
            self._tell(Broken(error))
        except Exception as error:
            # A custom game may raise anything.
            game = self._settings.game
            self._tell(Broken(NotationError("match.game_fails", game=game, reason=cause_of(error))))
        finally:
            self._stop.set()
            self._put_away()
            for machine in self._machines.values():
                machine.close()

    def _begin(self) -> None:
        number = 1
        if self._kept is not None:
            match, away = self._kept
            self._settings, number = match.settings, match.game_number or 1
            # Where the clock waits for nobody, the time away counts.
            self._offset = match.at - time.monotonic() + (away if match.settings.exam else 0.0)
        for seat, player in enumerate(self._settings.players):
            if not self._settings.is_human(seat):
                self._machines[seat] = find_contestant(player)
                self._ready(number, seat)
        if self._kept is not None:
            self._match = self._kept[0]
        else:
            self._match = Match.start(self._settings, at=self.now())
            for move in self._moves:
                self._match = self._match.apply(Played(move, self.now()))
        self._show()

    def _take_next(self) -> None:
        match = self._match
        assert match is not None
        remaining = None if match.is_paused else match.remaining(self.now())
        is_person = match.seat_to_move is not None and match.settings.is_human(match.seat_to_move)
        try:
            action = self._requests.get(timeout=max(0.0, remaining) if remaining is not None and is_person else None)
        except Empty:
            seat = match.seat_to_move
            if seat is not None and match.remaining(self.now()) == 0:
                self._tell(Announced("play.time_up", seat))
                self._apply(lambda match, at: answer(match, seat, None, at))
            return
        if action is not None:
            action()

    def _apply(self, make: Request) -> None:
        assert self._match is not None
        try:
            after = self._match.apply(make(self._match, self.now()))
        except EnrayaError as error:
            if is_of_the_rules(error):
                raise
            if not (isinstance(error, Refusal) and error.code == "match.time_over"):
                self._tell(Refused(error))
            return
        if after.game_number != self._match.game_number and after.phase == "playing":
            for seat in self._machines:
                self._ready(after.game_number, seat)
        self._match = after
        self._show()

    def _show(self) -> None:
        """Send the view of the match, save it, and let a machine think if it is its turn."""
        assert self._match is not None
        self._stop.set()
        self._helping.set()
        match = self._match
        self._keep(match)
        self._tell(view_of(match))
        seat = match.seat_to_move
        if seat in self._machines and not match.is_paused:
            self._stop = Signal()
            turn = Thread(target=self._think, args=(match, seat, self._stop), name="enraya-turn", daemon=True)
            turn.start()

    def _put_away(self) -> None:
        """Keep the match, its clock stopped where the rules of the match let it wait for the person."""
        match = self._match
        if match is None:
            return
        if match.phase == "playing" and not match.is_paused and match.settings.seconds is not None:
            reason = AWAY if match.settings.waits else None
            if not match.settings.exam:
                match = match.apply(Paused(self.now(), reason))
        self._keep(match)

    # Machines

    def _ready(self, game_number: int, seat: int) -> None:
        settings = self._settings
        self._machines[seat].begin(settings.game, settings.position, seed_of(settings, game_number, seat), Signal())

    def _think(self, match: Match, seat: int, stop: Signal) -> None:
        """One turn of the machine in *seat*; what comes of it is taken in order, unless the match has moved on."""
        begun = time.monotonic()
        allowed = allowance(match.remaining(self.now()))
        result: Any
        try:
            result = self._machines[seat].choose(match.position, allowed, stop)
        except Interrupted:
            return
        except EnrayaError as error:
            result = error
        except Exception as error:
            result = NotationError("match.game_fails", game=match.settings.game, reason=cause_of(error))
        left = match.remaining(self.now())
        beat = self._beat if left is None else min(self._beat, left / 2)
        stop.wait(max(0.0, begun + beat - time.monotonic()))
        if not stop.is_set():
            self._requests.put(lambda: self._take_answer(match, seat, result))

    def _take_answer(self, match: Match, seat: int, result: Any) -> None:
        if match is not self._match:
            return
        if isinstance(result, Failure) and result.reason == "timeout":
            self._run_out(match, seat)
        elif isinstance(result, EnrayaError):
            if is_of_the_rules(result):
                raise result
            self._give_up(seat, result.error if isinstance(result, Failure) else result)
        else:
            try:
                self._match = match.apply(answer(match, seat, result, self.now()))
            except Refusal as refusal:
                if refusal.code != "match.time_over":
                    raise
                self._run_out(match, seat)
                return
            except EnrayaError as error:
                if is_of_the_rules(error):
                    raise
                self._give_up(seat, error)
                return
            self._show()

    def _run_out(self, match: Match, seat: int) -> None:
        """A machine was silent: when its time is over, chance plays for it."""
        while remaining := match.remaining(self.now()):
            time.sleep(remaining)
        self._tell(Announced("play.time_up", seat))
        self._apply(lambda match, at: answer(match, seat, None, at))

    def _give_up(self, seat: int, error: EnrayaError) -> None:
        """A player that crashes or answers with no legal move loses this game, by name."""
        self._tell(Refused(error))
        self._tell(Announced("play.loses", seat))
        self._apply(lambda match, at: Resigned(seat, at))

    # Help for a person

    def _take_hint(self) -> Match | None:
        """Record that help was taken, where that may be, and return the match."""
        match = self._match
        assert match is not None
        seat = match.seat_to_move
        try:
            after = match.apply(HintTaken(0 if seat is None else seat, self.now()))
        except EnrayaError as error:
            self._tell(Refused(error))
            return None
        self._match = after
        self._keep(after)
        self._helping.set()
        self._helping = Signal()
        return after

    def _look_for_hint(self) -> None:
        if (match := self._take_hint()) is None:
            return
        position, allowed, stop = match.position, hint_allowance(match.remaining(self.now())), self._helping

        def look() -> None:
            if stop.is_set():
                raise Interrupted

        def find() -> None:
            try:
                report = think(Adviser(position.game, match.settings.seed), position, allowed, look)
            except Interrupted:
                return
            except EnrayaError as error:
                self._tell(Refused(error))
                return
            if report is None or report.reason is None:
                self._tell(Hinted(position, None))
            else:
                move = position.game.format_move(report.move)
                self._tell(Hinted(position, move, report.reason, dict(report.reason_values)))

        Thread(target=find, name="enraya-hint", daemon=True).start()

    def _look_for_values(self) -> None:
        if (match := self._take_hint()) is None:
            return
        position, remaining, stop = match.position, match.remaining(self.now()), self._helping
        seconds = VALUES_SECONDS if remaining is None else min(VALUES_SECONDS, remaining / 2)

        def find() -> None:
            found = None
            try:
                if self._valuer is None or self._valuer.game != position.game:
                    self._valuer = Valuer(position.game)
                for found in self._valuer.valuations(position, Limit(seconds=seconds), stop):
                    self._tell(Valued(position, found, False))
            except EnrayaError as error:
                self._tell(Refused(error))
            if not stop.is_set():
                self._tell(Valued(position, found, True))

        Thread(target=find, name="enraya-values", daemon=True).start()


def undo_request(match: Match, at: float) -> Event:
    """The undo event: with two people at one screen, of the move made last; else of the person's own."""
    settings = match.settings
    if settings.is_human(0) and settings.is_human(1):
        return Undone(match.history[-1].seat if match.history else 0, at)
    return Undone(0 if settings.is_human(0) else 1, at)


def pause_request(match: Match, at: float) -> Event:
    """Stop the clock, or let it go on."""
    return Resumed(at) if match.is_paused else Paused(at)


def go_on_request(match: Match, at: float) -> Event:
    """The event that begins the next game."""
    return Continued(at)
