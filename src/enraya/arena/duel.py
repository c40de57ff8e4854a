"""Two machine players, a game at a time: each game is a match that the clock and the players drive."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Event

from enraya.errors import EnrayaError
from enraya.match.events import Resigned
from enraya.match.match import Match
from enraya.match.record import GameResult, Reason
from enraya.match.settings import MatchSettings
from enraya.match.turn import answer
from enraya.players.catalogue import is_foreign
from enraya.players.file import PlayerFailure
from enraya.players.turn import Allowance, Choice, allowance
from enraya.workers.contestant import Contestant, find_contestant
from enraya.workers.failure import Failure, FailureReason, Interrupted, Silent

LONGEST_GAME = 10_000

WITHOUT_CLOCK = Allowance(None, 60.0)
"""For a move where no clock was asked for: a player thinks as long as it likes; one from outside may never answer."""


@dataclass(frozen=True)
class Duel:
    """What is played: a game, two players, how many games, the seconds for each move, and all chance."""

    game: str
    first: str
    second: str
    games: int
    seed: int
    seconds: float | None = None


@dataclass(frozen=True)
class DuelGame:
    """One game of a duel; a player that failed lost it."""

    result: GameResult
    failure: Failure | None = None

    @property
    def reason(self) -> Reason | FailureReason:
        """Why the game ended: by the rules, or because the loser failed."""
        return self.result.reason if self.failure is None else self.failure.reason

    @property
    def failed(self) -> int | None:
        """The seat that failed, if one did."""
        return self.result.resigned if self.failure else None


def play_duel(duel: Duel, stop: Event) -> Iterator[DuelGame]:
    """The games one after another, the starter alternating, until *stop* is set."""
    # Code from outside is loaded where it plays, and refused there: here nothing of it may run.
    first, second = ("random" if is_foreign(player) else player for player in (duel.first, duel.second))
    replace(_settings(duel, 0), first=first, second=second).check()
    contestants = [find_contestant(player) for player in (duel.first, duel.second)]
    try:
        for number in range(duel.games):
            settings = _settings(duel, number)
            try:
                played = _play(settings, contestants, stop, is_first=number == 0)
            except Interrupted:
                return
            if stop.is_set():
                return
            yield replace(played, result=replace(played.result, number=number + 1))
    finally:
        for contestant in contestants:
            contestant.close()


def _settings(duel: Duel, number: int) -> MatchSettings:
    """The match that game *number*, from 0, is."""
    return MatchSettings(
        game=duel.game,
        first=duel.first,
        second=duel.second,
        starter="first" if number % 2 == 0 else "second",
        seconds=duel.seconds,
        games=1,
        seed=duel.seed + number,
    )


def _play(settings: MatchSettings, contestants: Sequence[Contestant], stop: Event, *, is_first: bool) -> DuelGame:
    for seat, contestant in enumerate(contestants):
        try:
            contestant.begin(settings.game, settings.position, settings.seed, stop)
        except EnrayaError as error:
            if is_first:
                raise
            # It could be loaded before: something that it does has failed.
            return _lost(Match.start(settings, at=0.0), seat, Failure(error), at=0.0)
    now, allowed = time.monotonic, allowance(settings.seconds, WITHOUT_CLOCK)
    match = Match.start(settings, at=now())
    while (seat_to_move := match.seat_to_move) is not None:
        if len(match.history) >= LONGEST_GAME:
            raise EnrayaError("error.endless", game=settings.game, plies=LONGEST_GAME)
        try:
            choice = contestants[seat_to_move].choose(match.position, allowed, stop)
            match = _apply(match, seat_to_move, choice, now())
        except Failure as failure:
            return _lost(match, seat_to_move, failure, at=now())
    return DuelGame(match.results[0])


def _apply(match: Match, seat: int, choice: Choice, at: float) -> Match:
    """*match* after *choice*, or a failure: it came too late, or a plug-in chose what is not legal."""
    try:
        return match.apply(answer(match, seat, choice, at))
    except EnrayaError as error:
        player = match.settings.players[seat]
        if error.code == "match.time_over":
            raise Failure(Silent(player, allowance(match.settings.seconds))) from None
        raise Failure(PlayerFailure("error.player_illegal", name=player, answer=choice.move)) from None


def _lost(match: Match, seat: int, failure: Failure, *, at: float) -> DuelGame:
    """The game as *seat* loses it by *failure*."""
    return DuelGame(match.apply(Resigned(seat, at)).results[0], failure)
