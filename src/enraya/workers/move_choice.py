"""The choice of a move as a job; run as a module, a worker process that knows no other.

A job that names its `match` and `seat` is answered by a strategy that is kept for the next turn: its tables hold what
it learnt, and only the moves since then are played. `forget` drops what is kept for a match.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Event

from enraya.catalogue import find_game
from enraya.piskvork.player import ProgramPlayer
from enraya.players.adviser import Adviser
from enraya.players.catalogue import find_strategy
from enraya.players.strategy import Strategy
from enraya.players.turn import Choice
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.workers.service import serve
from enraya.workers.task import Json, OnProgress, Task, position_of

MOST_KEPT = 4
"""Strategies that a process keeps; a table takes some 32 MB. The one that was used longest ago is dropped."""

Key = tuple[str, int]
"""A match and a seat of it."""


@dataclass
class CachedStrategy:
    """A strategy between two turns, and the position of the last one."""

    made_of: tuple[str, str, int]
    strategy: Strategy
    position: Position | None = None


_cached: OrderedDict[Key, CachedStrategy] = OrderedDict()
LOADED: Key = ("", 0)
"""The place of a strategy that was loaded for whatever game comes next."""


def load(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """Make the strategy of *job* and keep it until the next is loaded: a student's file may remember its game."""
    _let_go(LOADED)
    _cached[LOADED] = CachedStrategy(_made_of(job), find_strategy(job["player"], find_game(job["game"]), job["seed"]))
    return {}


def choose(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """The move that the strategy of *job* chooses, and what it says of it."""
    for match in job.get("forgotten", ()):
        _drop(match)
    kept = _found(job)
    position = kept.position = _reached(job, kept.position)
    report = kept.strategy.choose(position, Limit(seconds=job["seconds"]), stop=stop)
    return Choice.of(position, report)._asdict()


def hint(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """A good move for whose turn it is in the position of *job*, and why."""
    position = position_of(job)
    report = Adviser(position.game, job["seed"]).choose(position, Limit(seconds=job["seconds"]), stop=stop)
    return Choice.of(position, report)._asdict()


def forget(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """Drop what is kept for the match of *job*."""
    _drop(job["match"])
    return {}


def _found(job: Json) -> CachedStrategy:
    """The strategy kept for the seat of *job*, or a new one, which is kept if the job names a match."""
    match = job.get("match")
    key: Key = LOADED if match is None else (match, job["seat"])
    kept = _cached.get(key)
    if kept is None or kept.made_of != _made_of(job):
        kept = CachedStrategy(_made_of(job), find_strategy(job["player"], find_game(job["game"]), job["seed"]))
        if match is None:
            return kept
        _let_go(key)
        _cached[key] = kept
    _cached.move_to_end(key)
    while len(_cached) > MOST_KEPT:
        _let_go(next(iter(_cached)))
    return kept


def _reached(job: Json, last: Position | None) -> Position:
    """The position of *job*: that of the *last* turn and the moves since, unless moves were taken back."""
    moves = job["moves"]
    if last is None or last.game is not find_game(job["game"]) or moves[: len(last.moves)] != last.move_texts:
        return position_of(job)
    return last.play_all(moves[len(last.moves) :])


def _drop(match: str) -> None:
    for key in [key for key in _cached if key[0] == match]:
        _let_go(key)


def _let_go(key: Key) -> None:
    """Drop what is kept there; a program of somebody else's is ended."""
    kept = _cached.pop(key, None)
    if kept is not None and isinstance(kept.strategy, ProgramPlayer):
        kept.strategy.close()


def _made_of(job: Json) -> tuple[str, str, int]:
    return job["player"], job["game"], job["seed"]


TASKS: dict[str, Task] = {"load": load, "choose": choose, "hint": hint, "forget": forget}
WORKER = "enraya.workers.move_choice"


def main() -> None:
    """Serve."""
    serve(TASKS)


if __name__ == "__main__":
    main()
