"""A process that plays whole games of a tournament, one after another; players from outside have their own."""

from __future__ import annotations

from collections import OrderedDict
from threading import Event

from enraya.arena.clock import TimeControl
from enraya.arena.playing import PlayedGame, play_game
from enraya.locale import LANGUAGES
from enraya.match.settings import MatchSettings
from enraya.workers.contestant import Contestant, find_contestant
from enraya.workers.failure import Interrupted
from enraya.workers.service import serve
from enraya.workers.task import Json, OnProgress, Task

MOST_KEPT = 4
"""Players kept ready: each from outside has a process. The one that played longest ago is let go."""

Key = tuple[str, int]
"""A player, and 1 if it is the second of its kind in a game."""

_kept: OrderedDict[Key, Contestant] = OrderedDict()


def play(job: Json, stop: Event, on_progress: OnProgress) -> Json | None:
    """The game of *job* and how it ended, as `GameRecord` has it; None if it was stopped."""
    first, second = job["players"]
    contestants = [_contestant(first, 0), _contestant(second, int(first == second))]
    settings = MatchSettings(
        game=job["game"], first=first, second=second, starter="first", seconds=None, games=1, seed=job["seed"]
    )
    try:
        played = play_game(settings, contestants, TimeControl(**job["control"]), stop, opening=job["opening"])
    except Interrupted:
        return None
    return None if stop.is_set() else _as_data(played)


def _as_data(played: PlayedGame) -> Json:
    result, failure = played.result, played.failure
    return {
        "winner": None if result.winner is None else result.winner ^ result.first,
        "outcome": result.outcome,
        "par": result.par,
        "reason": played.reason,
        "failed": None if played.failed is None else played.failed ^ result.first,
        "failure": failure and {language: failure.error.in_language(language) for language in LANGUAGES},
        "moves": [made.move for made in result.history],
        "seconds": [round(made.seconds, 6) for made in result.history],
    }


def _contestant(player: str, number: int) -> Contestant:
    key = player, number
    if key not in _kept:
        _kept[key] = find_contestant(player)
    _kept.move_to_end(key)
    while len(_kept) > MOST_KEPT:
        _, forgotten = _kept.popitem(last=False)
        forgotten.close()
    return _kept[key]


TASKS: dict[str, Task] = {"play": play}
WORKER = "enraya.arena.tournament.worker"

if __name__ == "__main__":
    serve(TASKS)
