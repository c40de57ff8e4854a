"""The choice of a move as a job; run as a module, a worker process that knows no other."""

from __future__ import annotations

from threading import Event

from enraya.catalogue import find_game
from enraya.players.adviser import Adviser
from enraya.players.catalogue import find_strategy
from enraya.players.strategy import Strategy
from enraya.players.turn import Choice
from enraya.search.limit import Limit
from enraya.workers.service import serve
from enraya.workers.task import Json, Task, Tell, position_of

_loaded: dict[tuple[str, str, int], Strategy] = {}


def load(job: Json, stop: Event, tell: Tell) -> Json:
    """Make the strategy of *job* and keep it until the next is loaded: a student's file may remember its game."""
    _loaded.clear()
    _loaded[_key(job)] = find_strategy(job["player"], find_game(job["game"]), job["seed"])
    return {}


def choose(job: Json, stop: Event, tell: Tell) -> Json:
    """The move that the strategy of *job* chooses, and what it says of it."""
    position = position_of(job)
    strategy = _loaded.get(_key(job)) or find_strategy(job["player"], position.game, job["seed"])
    report = strategy.choose(position, Limit(seconds=job["seconds"]), stop=stop)
    return Choice.of(position, report)._asdict()


def hint(job: Json, stop: Event, tell: Tell) -> Json:
    """A good move for whose turn it is in the position of *job*, and why."""
    position = position_of(job)
    report = Adviser(position.game, job["seed"]).choose(position, Limit(seconds=job["seconds"]), stop=stop)
    return Choice.of(position, report)._asdict()


def _key(job: Json) -> tuple[str, str, int]:
    return job["player"], job["game"], job["seed"]


TASKS: dict[str, Task] = {"load": load, "choose": choose, "hint": hint}
WORKER = "enraya.workers.choice"

if __name__ == "__main__":
    serve(TASKS)
