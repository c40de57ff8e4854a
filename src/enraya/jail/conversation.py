"""A conversation with somebody's program in the jail."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from enraya.conversation import Conversation, OnLine
from enraya.jail.folders import find_program, own_folders, program_folders
from enraya.jail.process import start_in_jail
from enraya.jail.process_spec import Limits, ProcessSpec


def converse_in_jail(
    command: str, limits: Limits, *, shows_errors: bool = False, on_line: OnLine | None = None
) -> Conversation:
    """Start *command*, split as a shell would split it. OSError or ValueError: it cannot be started."""
    errors = subprocess.PIPE if shows_errors else subprocess.DEVNULL
    return Conversation(start_in_jail(spec_of_command(command, limits), stderr=errors), on_line)


def spec_of_command(command: str, limits: Limits) -> ProcessSpec:
    """The specification of *command*: it may read the files that it names, and where its program is installed."""
    words = shlex.split(command)
    directory = str(Path.cwd())
    program = find_program(words[0], directory) if words else None
    if program is None:
        raise FileNotFoundError(2, "No such program", command)
    files = [word for word in words[1:] if Path(directory, word).is_file()]
    own = own_folders(files, directory)
    # A program in a folder of somebody's is what is played itself; one on the path is a runtime.
    installed = own_folders([program], directory) if os.sep in words[0] else program_folders(program)
    return ProcessSpec(command=(program, *words[1:]), own=(*own, *_besides(installed, own)), limits=limits)


def _besides(paths: Sequence[str], others: Sequence[str]) -> list[str]:
    return [path for path in paths if not any(path == other or path.startswith(other + "/") for other in others)]
