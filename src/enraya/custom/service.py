"""The inside of a process that `enraya.custom.child` starts: answers requests, one line of JSON each.

What a file prints goes to standard error, its standard input is empty, and the process ends with its parent.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any, NoReturn

from enraya.custom.calling import failure_in_file, reason_of
from enraya.custom.stack_dump import STACK, dump_stacks_to
from enraya.errors import LocalizedError, NotationError, to_plain

NICENESS = 5
MEMORY = 4 << 30
CPU_SECONDS = 900
"""Far more than any question takes: what still runs when its parent is long gone ends by this."""

OnProgress = Callable[[Any], None]
"""Called with how far a task is."""

Task = Callable[[dict[str, Any], OnProgress], Any]
"""The function that a request names: it takes the request, may report progress, and returns data for JSON."""


def serve(tasks: Mapping[str, Task]) -> None:
    """Answer requests with *tasks* until the input ends."""
    requests, answers = _take_pipes()
    _limit_resources()
    dump_stacks_to(answers.fileno())
    signal.signal(signal.SIGINT, _raise_interrupt)
    leave = os._exit

    def leave_with_trace(code: int) -> NoReturn:
        faulthandler.dump_traceback(answers.fileno())
        leave(code)

    # Where a file calls os._exit, its place is still reported.
    os._exit = leave_with_trace  # type: ignore[assignment]
    queue: SimpleQueue[dict[str, Any]] = SimpleQueue()

    def read() -> None:
        try:
            for line in requests:
                if (request := json.loads(line)) == STACK:
                    faulthandler.dump_traceback(answers.fileno())
                else:
                    queue.put(request)
        except BaseException:
            # A file has changed what reading needs: nothing more can be asked.
            leave(1)
        leave(0)

    def say(request: dict[str, Any], line: dict[str, Any]) -> None:
        # The number shows that it is the answer to this request: what was said before cannot have it.
        answers.write(json.dumps({**line, "id": request["id"]}) + "\n")
        answers.flush()

    def answer(request: dict[str, Any]) -> None:
        say(request, _answered(tasks, request, lambda progress: say(request, {"progress": progress})))

    Thread(target=read, daemon=True).start()
    while True:
        answer(queue.get())


def _answered(tasks: Mapping[str, Task], request: dict[str, Any], on_progress: OnProgress) -> dict[str, Any]:
    try:
        return {"answer": tasks[request["task"]](request, on_progress)}
    except LocalizedError as error:
        return to_plain(error)
    except BaseException as error:
        failure = failure_in_file(error)
        # A failure of ours, by something in the file that nobody has thought of.
        unknown = NotationError("error.own_unexpected", path=request.get("file", ""), reason=reason_of(error))
        return to_plain(failure or unknown)


def _raise_interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Nobody presses Ctrl-C here: a file has sent itself the signal, and that is told with its line."""
    raise KeyboardInterrupt


def _take_pipes() -> tuple[Any, Any]:
    """The pipes to the parent, out of the reach of `input` and `print`."""
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    # Line by line: what a file wrote before it was ended is shown.
    sys.stdin, sys.stdout = os.fdopen(0, "r", closefd=False), os.fdopen(1, "w", 1, closefd=False)
    return requests, answers


def _limit_resources() -> None:
    import resource

    with suppress(OSError):
        os.nice(NICENESS)
    for which, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, CPU_SECONDS)):
        # Not every system has every limit.
        with suppress(OSError, ValueError):
            resource.setrlimit(which, (most, most))
