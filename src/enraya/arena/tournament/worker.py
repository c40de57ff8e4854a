"""A process that plays whole games of a tournament, one after another; players from outside have their own."""

from __future__ import annotations

from collections import OrderedDict
from threading import Event

from enraya.arena.clock import TimeControl
from enraya.arena.hosted_rules import host_rules
from enraya.arena.playing import OnPosition, PlayedGame, play_game
from enraya.custom import is_file_name
from enraya.locale import LANGUAGES
from enraya.match.settings import MatchSettings
from enraya.workers.contestant import Contestant, find_contestant
from enraya.workers.failure import Interrupted
from enraya.workers.service import serve
from enraya.workers.task import Json, OnProgress, Task

MOST_KEPT = 40
"""Players kept ready, a class of them: each from outside has a process, which sleeps between its games. The one that
played longest ago is let go."""

Key = tuple[str, int, bool]
"""A player, 1 if it is the second of its kind in a game, and whether the rules are a file's."""

_kept: OrderedDict[Key, Contestant] = OrderedDict()


def play(job: Json, stop: Event, on_progress: OnProgress) -> Json | None:
    """The game of *job* and how it ended, as `GameRecord` has it; None if it was stopped."""
    return play_fixture(job, stop)


def play_fixture(job: Json, stop: Event, on_position: OnPosition | None = None) -> Json | None:
    """The same; *on_position* is called with each position before somebody moves in it."""
    host_rules(job["game"])
    first, second = job["players"]
    contestants = [_contestant(first, 0, job["game"]), _contestant(second, int(first == second), job["game"])]
    settings = MatchSettings(
        game=job["game"], first=first, second=second, starter="first", seconds=None, games=1, seed=job["seed"]
    )
    try:
        played = play_game(
            settings, contestants, TimeControl(**job["control"]), stop, opening=job["opening"], on_position=on_position
        )
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


def _contestant(player: str, number: int, game: str) -> Contestant:
    key = player, number, is_file_name(game)
    if key not in _kept:
        _kept[key] = find_contestant(player, game)
    _kept.move_to_end(key)
    while len(_kept) > MOST_KEPT:
        _, forgotten = _kept.popitem(last=False)
        forgotten.close()
    return _kept[key]


TASKS: dict[str, Task] = {"play": play}
WORKER = "enraya.arena.tournament.worker"

if __name__ == "__main__":
    serve(TASKS)
