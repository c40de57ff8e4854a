"""A process that thinks for the server: a job on each line of its input, an answer on each line of its output.

A Python search holds the interpreter, so it must not run where requests are answered. The process ends when its input
does: nothing is left behind if the server is killed.
"""

from __future__ import annotations

import json
import os
import sys
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from enraya.errors import EnrayaError
from enraya.players.catalogue import find_strategy
from enraya.position import Position
from enraya.search.limit import Limit

STOP = {"stop": True}


def choose(job: dict[str, Any], stop: Event) -> dict[str, Any]:
    """What the strategy of *job* answers, as data; a refusal is data too."""
    try:
        position = Position.start(job["game"], job["start"]).play_all(job["moves"])
        strategy = find_strategy(job["player"], position.game, job["seed"])
        report = strategy.choose(position, Limit(seconds=job["seconds"]), stop=stop)
        move = position.game.format_move(report.move)
    except EnrayaError as error:
        return {"refused": error.code, "values": {name: _plain(value) for name, value in error.values.items()}}
    except Exception as error:
        # A student's file may fail in any way.
        reason = f"{type(error).__name__}: {error}"
        return {"refused": "play.strategy_fails", "values": {"name": job["player"], "reason": reason}}
    return {"move": move, "value": report.value, "nodes": report.nodes, "reason": report.reason}


def _plain(value: object) -> object:
    return [str(item) for item in value] if isinstance(value, list | tuple) else str(value)


def main() -> None:
    """Answer jobs until the input ends."""
    jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
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

    Thread(target=read, daemon=True).start()
    while True:
        print(json.dumps(choose(jobs.get(), stop)), file=answers, flush=True)


if __name__ == "__main__":
    main()
