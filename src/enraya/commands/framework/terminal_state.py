"""The terminal as it was before a command took it over, for commands that are ended in the middle."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

LEAVING = ("?1000l", "?1003l", "?1006l", "?1015l", "?1004l", "?2004l", "<u", "?25h", "?1049l", "0m")
"""No reports of mouse, focus, pasting and keys; the cursor seen; the usual screen and colours."""

CLEAR_ROW = "\r\x1b[K"
"""A row that tells of progress may stand there."""


class TerminalState:
    """How the terminal was set when this object was made; nothing where there is no terminal."""

    def __init__(self, *, is_full_screen: bool) -> None:
        self._is_full_screen = is_full_screen
        self._settings: list[object] | None = None
        if sys.stdin is None or not sys.stdin.isatty():
            return
        with suppress(ImportError):
            import termios

            with suppress(termios.error):
                self._settings = list(termios.tcgetattr(sys.stdin.fileno()))

    def restore(self) -> None:
        """Set it so again, with the cursor at the beginning of an empty row."""
        with suppress(OSError):
            if self._settings is not None:
                import termios

                termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._settings)  # type: ignore[arg-type]
            leaving = "".join(f"\x1b[{code}" for code in LEAVING) if self._is_full_screen else ""
            if sys.stderr.isatty():
                os.write(sys.stderr.fileno(), (leaving + CLEAR_ROW).encode())
