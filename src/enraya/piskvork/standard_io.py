"""A brain on standard input and output: one thread listens while the other thinks."""

from __future__ import annotations

import gc
from queue import SimpleQueue
from threading import Thread, Timer
from typing import TextIO

from enraya.piskvork.brain import Brain

LONGEST_LINE = 1 << 16
LINGER = 10.0
"""Seconds that a move may still take once the input has ended, so that nothing thinks on for a host that is gone."""


def converse(lines: TextIO, out: TextIO, brain: Brain) -> None:
    """Answer every line of *lines* on *out* until END or the end of the input; END is obeyed while it thinks, too."""
    heard: SimpleQueue[str | None] = SimpleQueue()
    Thread(target=_listen, args=(lines, heard, brain), daemon=True).start()
    # Garbage is collected between games, and not in the few milliseconds of a move.
    gc.disable()
    while (line := heard.get()) is not None:
        answers = brain.answer(line)
        if answers == ["OK"]:
            gc.collect()
        for said in answers:
            try:
                out.write(said + "\n")
                out.flush()
            except BrokenPipeError:
                return
        if brain.is_over:
            return


def _listen(lines: TextIO, heard: SimpleQueue[str | None], brain: Brain) -> None:
    while line := lines.readline(LONGEST_LINE):
        heard.put(line)
        if line.strip().upper() == "END":
            brain.stop.set()
            return
    lingering = Timer(LINGER, brain.stop.set)
    lingering.daemon = True
    lingering.start()
    heard.put(None)
