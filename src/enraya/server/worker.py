"""A process that works for the server.

Python code holds the interpreter, so long work must not run where requests are answered. The process gives way to the
server, as its argument says (`nice`, or `idle`).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from enraya.server import lab_tree, lab_values
from enraya.workers import choice
from enraya.workers.service import serve
from enraya.workers.task import Task

WORKER = "enraya.server.worker"
"""The module that a process of the server runs."""

IDLE = "idle"
NICEST = 19

TASKS: dict[str, Task] = {**choice.TASKS, **lab_tree.TASKS, **lab_values.TASKS}
"""By name, everything that a job can ask for."""


def give_way(priority: str) -> None:
    """Let every other process of higher priority go first: by so much (`nice`), or whenever it wants to (`idle`)."""
    if priority == IDLE:
        with suppress(AttributeError, OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
        priority = str(NICEST)
    with suppress(AttributeError, OSError):
        os.nice(int(priority))


if __name__ == "__main__":
    give_way(sys.argv[1])
    serve(TASKS)
