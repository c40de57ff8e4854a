"""Stopping work early: Ctrl-C sets an event, and what was reached is reported; so does SIGTERM where work is kept."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import NoReturn

import typer

from enraya.commands.framework.options import words
from enraya.interrupt import UserInterrupt, note_interrupt

INTERRUPTED = 128 + signal.SIGINT
UNSOLVED = 1


class StopRequest(Event):
    """An event that a signal sets; the code to exit with is that of the signal."""

    code = INTERRUPTED


@contextmanager
def stop_on_interrupt(*, or_termination: bool = False) -> Iterator[StopRequest]:
    """An event that Ctrl-C sets while the block runs: the first one asks, the second one insists.

    *or_termination*: SIGTERM as well, for work that would be lost.
    """
    stop = StopRequest()
    if current_thread() is not main_thread():
        yield stop
        return

    def handle_signal(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT:
            note_interrupt()
        if stop.is_set():
            raise UserInterrupt
        stop.code = 128 + number
        stop.set()

    heard = (signal.SIGINT, signal.SIGTERM) if or_termination else (signal.SIGINT,)
    before = {number: signal.signal(number, handle_signal) for number in heard}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def give_up(
    game: str, stop: StopRequest, *, bounds: tuple[int, int] | None = None, kept: Path | None = None
) -> NoReturn:
    """Report that *game* was not solved, with the known bounds and the way to resume from *kept*; and exit."""
    typer.echo(words("cli.solve.unsolved", game=game), err=True)
    if bounds is not None:
        typer.echo(words("cli.solve.bounds", lower=bounds[0], upper=bounds[1]), err=True)
    if kept is not None:
        # The command stands alone: it is to be copied, however long it is.
        typer.echo(f"{words('cli.solve.resume')}\n{resuming_command(kept)}", err=True)
    elif stop.is_set():
        typer.echo(words("cli.solve.nothing_kept"), err=True)
    leave(stop)


def leave(stop: StopRequest) -> NoReturn:
    """Exit with the code of the signal if *stop* is set, else with that of unfinished work."""
    raise typer.Exit(stop.code if stop.is_set() else UNSOLVED)


def resuming_command(kept: Path) -> str:
    """The command line that resumes the work: the one typed, with the checkpoint file if it was not named."""
    said = sys.argv[1:]
    is_named = any(word.partition("=")[0] == "--checkpoint" for word in said)
    return "  " + shlex.join(["enraya", *said, *([] if is_named else ["--checkpoint", str(kept)])])
