"""One match: it takes events with times and gives the next match, or a named refusal and nothing changes.

It reads no clock, waits for nothing and draws all chance from the seed of its settings, so the same events always
lead to the same match. Turns need not alternate: the game says whose turn it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from random import Random
from typing import Literal

from enraya.errors import Refusal
from enraya.game import Player
from enraya.match.clock import Clock, is_number
from enraya.match.events import (
    AWAY,
    REQUESTS,
    Asked,
    Continued,
    Declined,
    Event,
    Granted,
    HintTaken,
    Paused,
    Played,
    Redone,
    Resigned,
    Resumed,
    Started,
    Stopped,
    TimeUp,
    Undone,
)
from enraya.match.record import GameResult, MoveMade, Reason, Score, TimeUsed, reason_of_end
from enraya.match.settings import MatchSettings
from enraya.position import Position

Phase = Literal["playing", "between", "finished"]


@dataclass(frozen=True)
class Branch:
    """The moves that an undo took back, with the time that the last, unfinished turn had used."""

    position: Position
    history: tuple[MoveMade, ...]
    used: float


@dataclass(frozen=True)
class Request:
    """A request of *seat* that the other person has not answered yet."""

    seat: int
    what: str


@dataclass(frozen=True)
class Match:
    """A match after some events. Immutable: `apply` gives another match.

    `starter` is the seat that makes the first move of this game; it alternates from game to game. `history` is this
    game's moves; `hints` counts each seat's over the whole match. Once a game has ended it has been scored, so nothing
    of it can be undone.
    """

    settings: MatchSettings
    events: tuple[Event, ...]
    starter: int
    position: Position
    clock: Clock
    history: tuple[MoveMade, ...] = ()
    undone: tuple[Branch, ...] = ()
    results: tuple[GameResult, ...] = ()
    phase: Phase = "playing"
    hints: tuple[int, int] = (0, 0)
    request: Request | None = None

    @classmethod
    def start(cls, settings: MatchSettings, *, at: float) -> Match:
        """The match as it begins. The players' names are not looked at: `MatchSettings.check` does."""
        settings.check_values()
        _check_time(at)
        starter = {"first": 0, "second": 1}.get(settings.starter)
        if starter is None:
            starter = Random(f"{settings.seed} starter").randrange(2)
        return cls(settings, (Started(at),), starter, settings.opening(), Clock.running(at))

    @classmethod
    def replay(cls, settings: MatchSettings, events: Iterable[Event]) -> Match:
        """The match that *events*, all of them from the start, lead to."""
        rest = iter(events)
        first = next(rest, None)
        if not isinstance(first, Started):
            raise Refusal("match.not_started")
        return reduce(cls.apply, rest, cls.start(settings, at=first.at))

    # What there is to see

    @property
    def at(self) -> float:
        """The time of the last event."""
        return self.events[-1].at

    @property
    def game_number(self) -> int:
        """The number of the current game, from 1; between games, of the one that has just ended."""
        return len(self.results) + (self.phase == "playing")

    @property
    def first_seat(self) -> int:
        """The seat that plays FIRST in this game: the starter, unless the starting position has SECOND to move."""
        return self.starter ^ self.position.game.to_move(self.position.states[0])

    def seat_of(self, player: Player) -> int:
        """The seat that is *player* in this game."""
        return self.first_seat ^ player

    def player_of(self, seat: int) -> Player:
        """The player that *seat* is in this game."""
        return Player(self.first_seat ^ seat)

    @property
    def seat_to_move(self) -> int | None:
        """The seat to move, while a game goes on."""
        return self.seat_of(self.position.to_move) if self.phase == "playing" else None

    @property
    def is_paused(self) -> bool:
        """True if the clock is stopped."""
        return self.phase == "playing" and self.clock.since is None

    @property
    def is_away(self) -> bool:
        """True if the clock is stopped because the only person is away."""
        last = self.events[-1]
        return self.is_paused and isinstance(last, Paused) and last.reason == AWAY

    @property
    def score(self) -> Score:
        """Games won and drawn so far."""
        return Score.of(self.results)

    def elapsed(self, at: float) -> float:
        """The seconds this turn has taken until *at*, pauses left out."""
        return self.clock.elapsed(at)

    def remaining(self, at: float) -> float | None:
        """The seconds left for this move at *at*; None where there is no clock or no turn."""
        if self.settings.seconds is None or self.phase != "playing":
            return None
        return max(0.0, self.settings.seconds - self.elapsed(at))

    def time_used(self, seat: int) -> TimeUsed:
        """The time used by *seat* for its moves over the whole match; moves taken back do not count."""
        parts = [result.time_used[seat] for result in self.results]
        if self.phase == "playing":
            parts.append(TimeUsed.of(self.history, seat))
        return TimeUsed(math.fsum(part.seconds for part in parts), sum(part.moves for part in parts))

    # What can happen

    def apply(self, event: Event) -> Match:
        """The match after *event*, or a refusal: of the match (`Refusal`), or of the move by the game."""
        _check_time(event.at)
        if event.at < self.at:
            raise Refusal("match.time_backwards")
        match event:
            case Started():
                raise Refusal("match.already_started")
            case Played():
                then = self._play(event)
            case TimeUp():
                then = self._run_out(event.at)
            case Undone():
                then = self._undo(event.seat, event.at)
            case Redone():
                then = self._redo(event.seat, event.at)
            case Resigned():
                then = self._resign(event.seat, event.at)
            case Paused():
                self._check_playing()
                if event.reason == AWAY and not self.settings.waits:
                    raise Refusal("match.runs_on")
                then = replace(self, clock=self.clock.stopped(event.at))
            case Resumed():
                if not self.is_paused:
                    raise Refusal("match.not_paused")
                then = replace(self, clock=self.clock.resumed(event.at))
            case HintTaken():
                then = self._take_hint(event.seat)
            case Asked():
                then = self._ask(event.seat, event.what, event.at)
            case Granted():
                then = self._grant(event.seat, event.at)
            case Declined():
                _check_seat(event.seat)
                if self.request is None:
                    raise Refusal("match.nothing_asked")
                then = replace(self, request=None)
            case Continued():
                self._check_between()
                then = replace(
                    self,
                    starter=1 - self.starter,
                    position=self.settings.opening(),
                    clock=Clock.running(event.at),
                    history=(),
                    phase="playing",
                )
            case Stopped():
                self._check_between()
                then = replace(self, phase="finished")
        return replace(then, events=(*self.events, event))

    def _play(self, event: Played) -> Match:
        self._check_playing()
        seat = self._seat()
        if event.seat is not None:
            self._check_turn(event.seat)
        if self.remaining(event.at) == 0:
            raise Refusal("match.time_over")
        position = self.position.play(event.move)
        made = MoveMade(
            seat,
            position.last_move_text,
            self.elapsed(event.at),
            nodes=event.nodes,
            value=event.value,
            reason=event.reason,
            depth=event.depth,
            exact=event.exact,
            plies=event.plies,
            line=event.line,
        )
        return self._after(position, made, event.at)

    def _run_out(self, at: float) -> Match:
        self._check_playing()
        remaining = self.remaining(at)
        if remaining is None:
            raise Refusal("match.no_clock")
        if remaining > 0:
            raise Refusal("match.time_left", seconds=f"{remaining:.1f}")
        # In the order of their texts: a game may list its moves in another order the next time it is loaded.
        moves = sorted(self.position.playable(), key=self.position.game.format_move)
        move = Random(f"{self.settings.seed} {len(self.events)}").choice(moves)
        position = self.position.play(move)
        made = MoveMade(self._seat(), position.last_move_text, self.elapsed(at), timed_out=True)
        return self._after(position, made, at)

    def _after(self, position: Position, made: MoveMade, at: float) -> Match:
        played = replace(
            self,
            position=position,
            history=(*self.history, made),
            undone=(),
            clock=Clock.running(at),
            request=None,
        )
        outcome, winner = position.outcome, position.winner
        if outcome is None:
            return played
        seat = None if winner is None else played.seat_of(winner)
        ended = played._ended(seat, reason_of_end(position), outcome, at)
        if position.par is None:
            return ended
        judged = replace(ended.results[-1], par=position.par, misstep=position.misstep)
        return replace(ended, results=(*ended.results[:-1], judged))

    def _resign(self, seat: int, at: float) -> Match:
        self._check_playing()
        _check_seat(seat)
        return self._ended(1 - seat, "resigned", -1 if self.player_of(seat) is Player.FIRST else 1, at, seat)

    def _ended(
        self,
        winner: int | None,
        reason: Reason,
        outcome: int,
        at: float,
        resigned: int | None = None,
    ) -> Match:
        result = GameResult(
            self.game_number, self.starter, self.first_seat, winner, reason, outcome, self.history, resigned
        )
        results = (*self.results, result)
        phase: Phase = "between" if len(results) < self.settings.games else "finished"
        return replace(self, results=results, phase=phase, undone=(), clock=self.clock.stopped(at), request=None)

    def _undo(self, seat: int, at: float) -> Match:
        self._check_playing()
        _check_seat(seat)
        self._check_no_exam()
        own = [index for index, made in enumerate(self.history) if made.seat == seat]
        if not own:
            raise Refusal("match.nothing_to_undo")
        kept, moves = own[-1], self.position.moves
        position = Position(self.position.game, self.position.states[: kept + 1], moves[:kept])
        # The turn begins anew with its full time; the turn it interrupts keeps its own, for a redo.
        branch = Branch(self.position, self.history, self.elapsed(at))
        return replace(
            self,
            position=position,
            history=self.history[:kept],
            undone=(*self.undone, branch),
            clock=Clock.running(at),
        )

    def _redo(self, seat: int, at: float) -> Match:
        self._check_playing()
        _check_seat(seat)
        self._check_no_exam()
        if not self.undone:
            raise Refusal("match.nothing_to_redo")
        # The move taken back was made by the seat whose turn it now is.
        self._check_turn(seat)
        *undone, branch = self.undone
        return replace(
            self,
            position=branch.position,
            history=branch.history,
            undone=tuple(undone),
            clock=Clock.running(at, branch.used),
        )

    def _take_hint(self, seat: int) -> Match:
        self._check_playing()
        _check_seat(seat)
        self._check_no_exam()
        self._check_turn(seat)
        return replace(self, hints=(self.hints[0] + (seat == 0), self.hints[1] + (seat == 1)))

    def _ask(self, seat: int, what: str, at: float) -> Match:
        self._check_playing()
        _check_seat(seat)
        if what not in REQUESTS:
            raise Refusal("match.asked_for", what=what, known=REQUESTS)
        if self.request is not None:
            raise Refusal("match.asked_already")
        if what == "undo":
            # Whatever would refuse the undo refuses the question.
            self._undo(seat, at)
        return replace(self, request=Request(seat, what))

    def _grant(self, seat: int, at: float) -> Match:
        self._check_playing()
        _check_seat(seat)
        if self.request is None or self.request.seat == seat:
            raise Refusal("match.nothing_asked")
        asked, answered = self.request, replace(self, request=None)
        if asked.what == "undo":
            return answered._undo(asked.seat, at)
        return replace(answered, clock=self.clock.stopped(at))

    # What must hold for it

    def _seat(self) -> int:
        return self.seat_of(self.position.to_move)

    def _check_playing(self) -> None:
        if self.phase == "finished":
            raise Refusal("match.finished")
        if self.phase == "between":
            raise Refusal("match.between")
        if self.is_paused:
            raise Refusal("match.paused")

    def _check_between(self) -> None:
        if self.phase == "finished":
            raise Refusal("match.finished")
        if self.phase != "between":
            raise Refusal("match.not_between")

    def _check_no_exam(self) -> None:
        if self.settings.exam:
            raise Refusal("match.exam")

    def _check_turn(self, seat: int) -> None:
        _check_seat(seat)
        if seat != self._seat():
            raise Refusal("match.not_your_turn")


def _check_time(at: float) -> None:
    if not is_number(at):
        raise Refusal("match.time_number")


def _check_seat(seat: int) -> None:
    if type(seat) is not int or seat not in (0, 1):
        raise Refusal("match.no_such_seat", seat=str(seat))
