"""A program of ours that speaks the Gomocup protocol, started outside of the jail: how fast it is by itself counts."""

from __future__ import annotations

import shlex
import subprocess


def start_brain(command: str) -> subprocess.Popen[bytes]:
    """The process of *command*, with pipes as a conversation wants them."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        shlex.split(command), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, start_new_session=True, bufsize=0
    )
