"""`enraya engine`: a program for Piskvork and other hosts of five in a row."""

from __future__ import annotations

import sys


def engine() -> None:
    """Speak the Gomocup protocol on standard input and output."""
    from importlib.metadata import version

    from enraya.piskvork.brain import serve

    # A host may say anything: what is not text must not end the conversation.
    lines = open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    with lines:
        serve(lines, sys.stdout, version("enraya"))
