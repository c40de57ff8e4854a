"""`enraya serve` as a process of its own, as somebody starts it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager

GIVE_UP = 900.0
SCRIPT = "from enraya.cli import main; main()"


@contextmanager
def server_processes(folder):
    """A function that starts a server with more arguments; all are killed at the end of the block."""
    started = []

    def start(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, "serve", "--database", str(folder / "matches.db"), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "ENRAYA_LANG": "es", "BROWSER": "true"},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def address_of(process):
    """The address that it tells."""
    return re.search(r"http://\S+", process.stdout.readline())[0]
