"""Bubblewrap makes the namespaces and the root where the system lets it and not us: by AppArmor, or as setuid program.

It is a program of its own, so what it starts is a new Python (`enraya.jail.bubblewrap_init`), which goes on with the
same steps as everywhere. There is no scratch folder: bubblewrap does not bound the number of files in one nor, where it
is setuid, their size.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from enraya.jail.folders import DEVICES, outermost
from enraya.jail.process_spec import ProcessSpec

INIT = "enraya.jail.bubblewrap_init"

OPTIONS = (
    "--unshare-all",
    # Not only where it can: limits by user are to count this process alone.
    "--unshare-user",
    # The first of its namespace is ours, so that the end of the namespace can be asked for and told by us.
    "--as-pid-1",
    "--die-with-parent",
    "--cap-drop",
    "ALL",
)


def find() -> str:
    """The path of the program. OSError: it is not installed."""
    if (program := shutil.which("bwrap")) is None:
        raise FileNotFoundError("no bubblewrap")
    return program


def execute(
    program: str, spec: ProcessSpec, readable: Iterable[str], streams: Sequence[int], control: socket.socket
) -> NoReturn:
    """Become bubblewrap, whose first process in the jail goes on with *spec*; the parent's end is its end."""
    shown = outermost(readable)
    given = {"spec": spec.to_json(), "readable": shown, "streams": list(streams), "control": control.fileno()}
    for number in (*streams, control.fileno()):
        os.set_inheritable(number, True)
    # It keeps its own three streams for as long as it waits: they must not be those of the player.
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    python = [sys.executable, "-P", "-m", INIT, json.dumps(given)]
    os.execv(program, [program, *OPTIONS, *_root(shown, spec.directory), "--", *python])


def _root(shown: Iterable[str], directory: str) -> list[str]:
    """The options for a root with *shown* in it, each under its own path, and nothing else."""
    options = []
    for path in shown:
        link = Path(path)
        options += ["--symlink", str(link.readlink()), path] if link.is_symlink() else ["--ro-bind-try", path, path]
    for path in DEVICES:
        options += ["--dev-bind-try", path, path]
    return [*options, "--proc", "/proc", "--dir", directory, "--remount-ro", "/", "--chdir", "/"]
