"""A process that works for the server.

Python code holds the interpreter, so long work must not run where requests are answered. The process gives way to the
server, by the niceness that is its first argument; the others are the engines of the server's list, `NAME=COMMAND`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from threading import Event
from typing import Any

from enraya.piskvork.player import offer_engines, parse_engines
from enraya.process_output import ErrorOutputForwarder
from enraya.server.workers import lab_tree, lab_values
from enraya.workers import move_choice
from enraya.workers.service import serve
from enraya.workers.task import Json, OnProgress, Task

WORKER = "enraya.server.workers.worker"
"""The module that a process of the server runs."""


def _lazily(module: str, *names: str) -> dict[str, Task]:
    """Functions of a module of the server as tasks, by the module's own name and theirs; loaded for its first job."""

    def task(name: str) -> Task:
        def do(job: Json, stop: Event, on_progress: OnProgress) -> Any:
            return getattr(import_module(f"enraya.server.{module}"), name)(job, stop, on_progress)

        return do

    return {f"{module.rpartition('.')[2]}.{name}": task(name) for name in names}


TASKS: dict[str, Task] = {
    **move_choice.TASKS,
    **lab_tree.TASKS,
    **lab_values.TASKS,
    **_lazily("views.catalogue", "describe"),
    **_lazily("workers.exports", "export_played", "export_moves", "print_sheet"),
    **_lazily("workers.views", "show", "draw", "replay_played", "replay_moves", "replay_file", "judge_setup"),
    **_lazily("workers.views", "show_boards", "read_tree", "check_subject", "name_algorithms"),
    **_lazily("workers.puzzles", "list_puzzles", "judge_try", "solve_puzzle"),
    **_lazily("workers.tournaments", "play", "stand", "draw_openings", "check_players", "try_player", "write_file"),
    **_lazily("workers.lessons", "list_lessons", "show_lesson", "play_lesson_duel"),
    **_lazily("workers.views", "put_exercises", "mark_answers", "give_hint"),
    **_lazily("workers.classes", "read_class_set", "put_questions", "mark_questions", "mark_step", "read_answers_file"),
    **_lazily("workers.classes", "check_game_file", "read_played_game"),
}
"""The tasks that a job can name."""


def give_way(niceness: str) -> None:
    """Lower the priority of this process by *niceness*."""
    with suppress(AttributeError, OSError):
        os.nice(int(niceness))


def main() -> None:
    """Lower the priority as the argument says, and serve."""
    give_way(sys.argv[1])
    # The log of the server holds nothing that players handed in by anybody print.
    ErrorOutputForwarder.is_dropping = True
    offer_engines(parse_engines(sys.argv[2:]))
    serve(TASKS, is_watched=True)


if __name__ == "__main__":
    main()
