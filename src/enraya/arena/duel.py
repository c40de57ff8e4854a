"""Two machine players, a game after another, the starter alternating."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Event

from enraya.arena.clock import TimeControl
from enraya.arena.hosted_rules import host_rules
from enraya.arena.playing import PlayedGame, play_game
from enraya.match.settings import MatchSettings
from enraya.players.catalogue import is_foreign
from enraya.workers.contestant import find_contestant
from enraya.workers.failure import Interrupted


@dataclass(frozen=True)
class Duel:
    """The settings of a duel: game, two players, number of games, seconds per move, and seed."""

    game: str
    first: str
    second: str
    games: int
    seed: int
    seconds: float | None = None


def play_duel(duel: Duel, stop: Event) -> Iterator[PlayedGame]:
    """The games one after another, the starter alternating, until *stop* is set."""
    host_rules(duel.game)
    # Code from outside is loaded where it plays, and refused there: here nothing of it may run.
    first, second = ("random" if is_foreign(player) else player for player in (duel.first, duel.second))
    replace(_settings(duel, 0), first=first, second=second, seconds=duel.seconds).check()
    contestants = [find_contestant(player, duel.game) for player in (duel.first, duel.second)]
    control = TimeControl(duel.seconds)
    try:
        for number in range(duel.games):
            try:
                played = play_game(_settings(duel, number), contestants, control, stop, is_tried=number > 0)
            except Interrupted:
                return
            if stop.is_set():
                return
            yield replace(played, result=replace(played.result, number=number + 1))
    finally:
        for contestant in contestants:
            contestant.close()


def _settings(duel: Duel, number: int) -> MatchSettings:
    """The match that game *number*, from 0, is; `play_game` has the clock."""
    return MatchSettings(
        game=duel.game,
        first=duel.first,
        second=duel.second,
        starter="first" if number % 2 == 0 else "second",
        seconds=None,
        games=1,
        seed=duel.seed + number,
    )
