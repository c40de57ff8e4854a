"""Which commands load custom files in their own process, and are therefore supervised."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from enraya.custom import is_file_name
from enraya.errors import LocalizedError

if TYPE_CHECKING:
    from enraya.custom.supervision import Lifeline

HOLDING = ("check", "match", "tournament", "serve", "bot", "grade")
"""Commands that never load a file themselves: the jail holds it."""

ASKING = ("menu", "tui")
"""Commands in which a file can be named later on."""

TALKING = ("play", *ASKING)
"""Commands that talk with a person, whose standard output is no answer to be read by a program."""


def supervise_command(arguments: Sequence[str], tell: Callable[[LocalizedError], int]) -> Lifeline | None:
    """Come back in a supervised process if the command in *arguments* may load a file; None where it needs no such."""
    command = next((word for word in arguments if not word.startswith("-")), "")
    is_loading = command in ASKING or (command not in HOLDING and any(map(_names_file, arguments)))
    # Somebody who steps through the program wants to stay in one process; not every system can fork.
    if not is_loading or not hasattr(os, "fork") or sys.gettrace() is not None:
        return None
    from enraya.custom.supervision import supervise

    return supervise(tell, apart=command not in TALKING)


def _names_file(word: str) -> bool:
    return is_file_name(word.rpartition("=")[2]) or is_file_name(word)
