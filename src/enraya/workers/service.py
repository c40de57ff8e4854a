"""The side of a worker process that does the jobs.

For each job come any number of lines `{"progress": …}` and then one `{"answer": …}` or
`{"refused": code, "words": {language: …}}`. The process ends when its input does: nothing is left behind if its owner
is killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, NoReturn

from enraya.custom import failure_in_file, loaded_files, reason_of
from enraya.custom.watchdog import watch_custom_files
from enraya.errors import LocalizedError, NotationError
from enraya.locale import LANGUAGES
from enraya.workers.task import Json, OnProgress, Task

STOP = {"stop": True}
PROGRESS, REFUSED, ANSWER = '{"progress":', '{"refused":', '{"answer": '


def work(tasks: Mapping[str, Task], job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """Run *job* and return its answer in the form of the protocol; a refusal is data too."""
    try:
        return {"answer": tasks[job["task"]](job, stop, on_progress)}
    except LocalizedError as error:
        return refused(error)
    except BaseException as error:
        # A student's file may fail in any way, and raise whatever it likes.
        if (failure := failure_in_file(error)) is not None:
            return refused(failure)
        if files := loaded_files():
            # Rules that do not keep the contract make the program fail where nobody calls them.
            return refused(NotationError("error.own_unexpected", path=files[-1], reason=reason_of(error)))
        traceback.print_exc()
        name = job.get("player") or job.get("game") or job["task"]
        return refused(NotationError("play.strategy_fails", name=name, reason=f"{type(error).__name__}: {error}"))


def refused(error: LocalizedError) -> Json:
    """A refusal as data: its code, and its words in every language."""
    return {"refused": error.code, "words": {language: error.in_language(language) for language in LANGUAGES}}


def encode(model: Any) -> Json:
    """The JSON of a pydantic model: a task answers in the shape that a route promises."""
    held: Json = model.model_dump(mode="json", by_alias=True)
    return held


def serve(tasks: Mapping[str, Task], *, is_watched: bool = False) -> None:
    """Answer jobs until the input ends.

    *is_watched*: a call of a custom file that does not come back is told as the refusal of its job, and the process
    ends. Not where players' files are asked for moves, which may think for as long as they are given.
    """
    # Ctrl-C reaches every process of a terminal; what becomes of this one is for its owner to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs: SimpleQueue[Json] = SimpleQueue()
    stop = Event()
    # What a student's file prints must not be taken for an answer, nor may it read the jobs.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    asked = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8")
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())

    def read() -> None:
        try:
            for line in asked:
                job = json.loads(line)
                if job == STOP:
                    stop.set()
                else:
                    stop.clear()
                    jobs.put(job)
        except BaseException:
            # A file has changed what reading needs: nothing more can be asked.
            os._exit(1)
        os._exit(0)

    def say(line: Json) -> None:
        # Not by print, which a file may have replaced.
        answers.write(json.dumps(line, default=encode) + "\n")
        answers.flush()

    def on_progress(progress: Json) -> None:
        say({"progress": progress})

    # The number shows that it is the answer to this job: what was said before the job came cannot have it.
    numbered: Json = {}

    def end_with(error: LocalizedError) -> NoReturn:
        say({**refused(error), **numbered})
        os._exit(1)

    if is_watched:
        watch_custom_files(end_with)
    Thread(target=read, daemon=True).start()
    while True:
        job = jobs.get()
        numbered = {"id": job["id"]} if "id" in job else {}
        say({**work(tasks, job, stop, on_progress), **numbered})
