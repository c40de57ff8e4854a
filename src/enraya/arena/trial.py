"""A trial of a player: whether it plays at all, before it meets others."""

from __future__ import annotations

from threading import Event

from enraya.arena.clock import TimeControl
from enraya.arena.hosted_rules import host_rules
from enraya.arena.playing import play_game
from enraya.errors import EnrayaError
from enraya.match.settings import MatchSettings, Starter
from enraya.workers.contestant import find_contestant

OPPONENT = "random"
SECONDS = 5.0
"""The seconds for each move of a trial."""


def try_player(player: str, game: str, stop: Event) -> EnrayaError | None:
    """Try *player* in two games of *game* against a random player, one of each colour, and return its fault; None if
    nothing.

    Its file runs in the jail. `Interrupted` is raised once *stop* is set.
    """
    host_rules(game)
    contestants = [find_contestant(player, game), find_contestant(OPPONENT, game)]
    try:
        starters: tuple[Starter, Starter] = ("first", "second")
        for number, starter in enumerate(starters):
            settings = MatchSettings(
                game=game, first=player, second=OPPONENT, starter=starter, seconds=None, games=1, seed=number
            )
            played = play_game(settings, contestants, TimeControl(SECONDS), stop)
            if played.failure is not None and played.failed == 0:
                return played.failure.error
    finally:
        for contestant in contestants:
            contestant.close()
    return None
