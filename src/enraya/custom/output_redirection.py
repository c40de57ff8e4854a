"""Standard output for the program alone: what custom files write there in the same process goes elsewhere.

Whoever reads the answer of a command may be a program, and remarks of a file are not part of the answer.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Any, TextIO

from enraya.custom.calling import is_called_by_file

_aside: list[TextIO] = []
"""Where files print; standard error if it is empty."""


class RedirectingOutput(TextIOWrapper):
    """Standard output; what is written while a custom file is on the stack goes aside."""

    def write(self, text: str, /) -> int:
        if is_called_by_file(sys._getframe(1)):
            return redirected_output().write(text)
        return super().write(text)

    @property
    def buffer(self) -> Any:
        """The bytes below: those of the place aside, for a file."""
        if is_called_by_file(sys._getframe(1)):
            return redirected_output().buffer
        return super().buffer


def redirected_output() -> TextIO:
    """Where files print."""
    return _aside[-1] if _aside else sys.stderr


def redirected_print(*values: object, **options: Any) -> None:
    """`print` for custom files: it prints aside by default."""
    print(*values, **{"file": redirected_output(), **options})


def redirect_output(aside: int) -> None:
    """From now on what files write to standard output, also below Python, goes to the descriptor *aside*."""
    sys.stdout.flush()
    kept, encoding = os.dup(1), sys.stdout.encoding
    os.dup2(aside, 1)
    # Line by line as on a terminal: what a file said before it crashed is shown.
    _aside.append(os.fdopen(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False))
    binary = os.fdopen(kept, "wb")
    sys.stdout = RedirectingOutput(binary, encoding, errors="replace", line_buffering=os.isatty(kept))
