"""The translation of the text after `bot:` into a command: a command as it stands, or a file run by its ending."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from enraya.errors import NotationError

PREFIX = "bot:"
INTERPRETERS = {".py": shlex.join([sys.executable, "-I"]), ".js": "node", ".mjs": "node"}
"""The interpreter of a file that is not executable, by its ending."""


def command_of(player: str) -> str:
    """The command of the player `bot:COMMAND` or `bot:FILE`."""
    text = player.strip().removeprefix(PREFIX).strip()
    file = Path(text)
    if not text:
        raise NotationError("bot.empty", name=player)
    if not file.is_file():
        return text
    if (interpreter := INTERPRETERS.get(file.suffix)) is not None:
        return f"{interpreter} {shlex.quote(str(file.absolute()))}"
    if not os.access(file, os.X_OK):
        raise NotationError("bot.not_a_program", name=text, known=sorted(INTERPRETERS))
    return shlex.quote(str(file.absolute()))


def is_bot(player: str) -> bool:
    """True if *player* names a program."""
    return player.strip().startswith(PREFIX)
