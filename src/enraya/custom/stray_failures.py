"""Failures of a custom file in code that nobody waits for: its own threads, `__del__`, functions that run at exit.

Nothing is refused for them. One sentence with the line is printed in place of a traceback.
"""

from __future__ import annotations

import sys
import threading
from functools import cache
from typing import Any

from enraya.custom.calling import failure_in_file


@cache
def tell_stray_failures() -> None:
    """From now on such a failure of a custom file is one sentence on standard error."""
    threading.excepthook = _in_place_of(threading.excepthook)
    sys.unraisablehook = _in_place_of(sys.unraisablehook)


def _in_place_of(hook: Any) -> Any:
    def tell(failed: Any) -> None:
        failure = failure_in_file(failed.exc_value) if failed.exc_value is not None else None
        if failure is None:
            hook(failed)
        else:
            print(f"enraya: {failure}", file=sys.stderr, flush=True)

    return tell
