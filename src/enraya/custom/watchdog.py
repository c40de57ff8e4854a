"""Ends the program with a sentence where a custom file that it has loaded itself does not come back.

The command line loads a game of the user's own in its own process. A thread looks at the stacks now and then: where
one and the same call of a file goes on for too long, that is told with the line, and the program ends. A call itself
costs nothing. Code in C that never lets go of the interpreter is noticed by the supervisor (`custom.supervision`).
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from enraya.custom.calling import MODULE, is_called_by_file, is_custom_code
from enraya.errors import CustomGameError, LocalizedError, NotationError

CALL_SECONDS = 5.0
"""How long one call of a file may take, and the file itself while it is loaded."""

BETWEEN = 0.5

Tell = Callable[[LocalizedError], NoReturn]
"""Called with the sentence, in the thread of the watchdog; it must end the program."""


def watch_custom_files(tell: Tell, on_look: Callable[[], None] = lambda: None) -> None:
    """From now on a file's call that takes more than `CALL_SECONDS` is told; *on_look* is called at every look."""
    threading.Thread(target=_watch, args=(tell, on_look), daemon=True, name="enraya-watchdog").start()


def _watch(tell: Tell, on_look: Callable[[], None], seconds: float = CALL_SECONDS) -> None:
    since: dict[int, tuple[FrameType, float]] = {}
    own = threading.get_ident()
    while True:
        time.sleep(BETWEEN)
        on_look()
        if sys.gettrace() is not None:
            # Somebody is stepping through it.
            continue
        now, seen = time.monotonic(), {}
        for thread, innermost in sys._current_frames().items():
            if thread == own or (called := _outermost_custom(innermost)) is None:
                continue
            frame, began = since.get(thread, (called, now))
            seen[thread] = (called, began if frame is called else now)
            if now - seen[thread][1] > seconds:
                tell(_late(called, innermost, seconds))
        since = seen


def _outermost_custom(frame: FrameType | None) -> FrameType | None:
    """The call of a file that everything above it on the stack belongs to."""
    found = None
    while frame is not None:
        if is_custom_code(frame.f_code.co_filename):
            found = frame
        frame = frame.f_back
    return found


def _late(called: FrameType, innermost: FrameType, seconds: float) -> LocalizedError:
    frame: FrameType | None = innermost
    while frame is not None and not is_custom_code(frame.f_code.co_filename):
        frame = frame.f_back
    file = called.f_code.co_filename
    values = {"seconds": f"{seconds:g}", "line": frame.f_lineno if frame is not None else called.f_lineno}
    if called.f_code.co_name == MODULE:
        return NotationError("error.own_late", path=file, **values)
    return CustomGameError("check.late", name=file, function=called.f_code.co_name, **values)


def refuse_exit() -> None:
    """From now on `os._exit` in a file is an exception: where nobody supervises, it would end all without a word."""
    leave = os._exit

    def leave_or_raise(code: int) -> NoReturn:
        if is_called_by_file(sys._getframe(1)):
            raise SystemExit(f"os._exit({code})")
        leave(code)

    os._exit = leave_or_raise  # type: ignore[assignment]
