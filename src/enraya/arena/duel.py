"""Two machine players, a game at a time: each game is a match that the clock and the players drive."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event

from enraya.errors import EnrayaError
from enraya.match.events import Played, Resigned, TimeUp
from enraya.match.match import Match
from enraya.match.record import GameResult
from enraya.match.settings import MatchSettings
from enraya.players.catalogue import find_strategy
from enraya.players.strategy import Strategy
from enraya.players.thinking import think
from enraya.position import Position
from enraya.search.limit import UNLIMITED
from enraya.search.report import Report

LONGEST_GAME = 10_000


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
    """One game of a duel; a player that failed lost it, for the reason given."""

    result: GameResult
    failure: EnrayaError | None = None


def play_duel(duel: Duel, stop: Event) -> Iterator[DuelGame]:
    """The games one after another, the starter alternating, until *stop* is set."""
    for number in range(duel.games):
        settings = MatchSettings(
            game=duel.game,
            first=duel.first,
            second=duel.second,
            starter="first" if number % 2 == 0 else "second",
            seconds=duel.seconds,
            games=1,
            seed=duel.seed + number,
        )
        if number == 0:
            settings.check()
        played = _play(settings, stop)
        if stop.is_set():
            return
        yield played


def _play(settings: MatchSettings, stop: Event) -> DuelGame:
    now = time.monotonic
    match = Match.start(settings, at=now())
    strategies = [find_strategy(player, match.position.game, settings.seed) for player in settings.players]
    while (seat := match.seat_to_move) is not None:
        try:
            report = _chosen(strategies[seat], match.position, settings.seconds, stop)
        except EnrayaError as error:
            # A player of somebody's own failed: the game is lost by whoever brought it.
            return DuelGame(match.apply(Resigned(seat, now())).results[0], error)
        if len(match.history) >= LONGEST_GAME:
            raise EnrayaError("error.endless", game=settings.game, plies=LONGEST_GAME)
        at = now()
        if report is None or match.remaining(at) == 0:
            match = match.apply(TimeUp(_time_up(match, at)))
        else:
            move = match.position.game.format_move(report.move)
            match = match.apply(Played(move, at, seat, report.nodes, report.value, report.reason))
    return DuelGame(match.results[0])


def _chosen(strategy: Strategy, position: Position, seconds: float | None, stop: Event) -> Report | None:
    """What *strategy* answers; under a clock, None if it does not answer in time."""
    if seconds is None:
        return strategy.choose(position, UNLIMITED, stop=stop)

    def look() -> None:
        if stop.is_set():
            raise KeyboardInterrupt

    return think(strategy, position, seconds, look)


def _time_up(match: Match, at: float) -> float:
    """When the time of this move is over, if that is not yet: a player that was given up will not answer."""
    return at + (match.remaining(at) or 0)
