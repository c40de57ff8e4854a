"""A process that works for the server: a job on each line of its input, lines of JSON on its output.

Python code holds the interpreter, so long work must not run where requests are answered. For each job come any number
of lines `{"progress": …}` and then one `{"answer": …}` or `{"refused": code, "words": {language: …}}`. The process
gives way to the server, as its argument says (`nice`, or `idle`), and ends when its input does: nothing is left behind
if the server is killed.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread

from enraya.errors import EnrayaError, NotationError
from enraya.locale import LANGUAGES
from enraya.players.catalogue import find_strategy
from enraya.search.limit import Limit
from enraya.server import lab_tree, lab_values
from enraya.server.task import Json, Task, Tell, position_of

STOP = {"stop": True}
PROGRESS, REFUSED = '{"progress":', '{"refused":'
IDLE = "idle"
NICEST = 19


def choose(job: Json, stop: Event, tell: Tell) -> Json:
    """The move that the strategy of *job* chooses, and what it says of it."""
    position = position_of(job)
    strategy = find_strategy(job["player"], position.game, job["seed"])
    report = strategy.choose(position, Limit(seconds=job["seconds"]), stop=stop)
    move = position.game.format_move(report.move)
    return {"move": move, "value": report.value, "nodes": report.nodes, "reason": report.reason}


TASKS: dict[str, Task] = {"choose": choose, **lab_tree.TASKS, **lab_values.TASKS}
"""By name, everything that a job can ask for."""


def work(job: Json, stop: Event, tell: Tell) -> Json:
    """What *job* comes to, as the line says it; a refusal is data too."""
    try:
        return {"answer": TASKS[job["task"]](job, stop, tell)}
    except EnrayaError as error:
        return _refused(error)
    except Exception as error:
        # A student's file may fail in any way.
        traceback.print_exc()
        name = job.get("player") or job.get("game") or job["task"]
        return _refused(NotationError("play.strategy_fails", name=name, reason=f"{type(error).__name__}: {error}"))


def _refused(error: EnrayaError) -> Json:
    return {"refused": error.code, "words": {language: error.in_language(language) for language in LANGUAGES}}


def give_way(priority: str) -> None:
    """Let every other process of higher priority go first: by so much (`nice`), or whenever it wants to (`idle`)."""
    if priority == IDLE:
        with suppress(AttributeError, OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
        priority = str(NICEST)
    with suppress(AttributeError, OSError):
        os.nice(int(priority))


def main() -> None:
    """Answer jobs until the input ends."""
    jobs: SimpleQueue[Json] = SimpleQueue()
    stop = Event()
    # What a student's file prints must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def read() -> None:
        for line in sys.stdin:
            job = json.loads(line)
            if job == STOP:
                stop.set()
            else:
                stop.clear()
                jobs.put(job)
        os._exit(0)

    def say(line: Json) -> None:
        print(json.dumps(line), file=answers, flush=True)

    def tell(progress: Json) -> None:
        say({"progress": progress})

    give_way(sys.argv[1])
    Thread(target=read, daemon=True).start()
    while True:
        say(work(jobs.get(), stop, tell))


if __name__ == "__main__":
    main()
