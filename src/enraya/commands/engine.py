"""`enraya engine`: a program for Piskvork and other hosts of five in a row."""

from __future__ import annotations

import sys


def engine() -> None:
    """Speak the Gomocup protocol on standard input and output."""
    from importlib.metadata import version

    from enraya.piskvork.brain import Brain
    from enraya.piskvork.standard_io import converse

    # A host may say anything: what is not text must not end the conversation. It is not closed: somebody reads it.
    lines = open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    converse(lines, sys.stdout, Brain(version("enraya")))
