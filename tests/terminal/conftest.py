"""The ways in which the tests start the terminal: through a pipe, and through a real pseudo-terminal."""

import signal
import subprocess
from functools import partial
from typing import NamedTuple

import pexpect
import pytest
from tests.nursery import ENRAYA, run_enraya

PATIENCE = 900
"""Seconds until a test is given up as hanging; nothing is measured by it."""

USUAL = {
    "game": "mnk(3,3,3)",
    "first": "human",
    "second": "human",
    "starter": "first",
    "seconds": "none",
    "games": "1",
    "lang": "en",
    "seed": "5",
}


class Said(NamedTuple):
    """The output of a program, and its exit code."""

    text: str
    code: int
    errors: str


def command(options: dict) -> list[str]:
    chosen = USUAL | {name: str(value) for name, value in options.items() if name != "exam"}
    flags = ["--exam"] if options.get("exam") else []
    return ["play", *(part for name, value in chosen.items() for part in (f"--{name}", value)), *flags]


def _pipe(arguments: list[str], written: str | bytes) -> Said:
    data = written if isinstance(written, bytes) else written.encode()
    return _said(run_enraya(arguments, written=data, patience=PATIENCE))


def _said(done: subprocess.CompletedProcess) -> Said:
    said = Said(done.stdout.decode("utf-8"), done.returncode, done.stderr.decode("utf-8"))
    assert "Traceback" not in said.text + said.errors
    return said


@pytest.fixture
def play_in_pipe():
    """Plays with the lines given, and then the input ends."""
    return lambda written, **options: _pipe(command(options), written)


@pytest.fixture
def run_in_pipe():
    """Runs a command with what is typed, and then the input ends."""
    return lambda *arguments, typed="": _pipe([*arguments, "--lang", "en"], typed)


@pytest.fixture
def play_without_input():
    """Plays with the standard input closed."""

    def play(**options):
        closed = ["sh", "-c", '"$@" <&-', "sh", ENRAYA, *command(options)]
        return _said(subprocess.run(closed, capture_output=True, timeout=PATIENCE, check=False))

    return play


@pytest.fixture
def menu_in_pipe():
    return lambda written, language="en": _pipe(["menu", "--lang", language], written)


@pytest.fixture
def play_at_terminal():
    """Starts a match at a pseudo-terminal; it is ended with the test if it has not ended by then."""
    children = []

    def start(**settings):
        # Ctrl-C counts, also where the tests were started by a shell that ignores it for what runs in the background.
        heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        options = {"encoding": "utf-8", "timeout": PATIENCE, "echo": False, "preexec_fn": heeding}
        children.append(pexpect.spawn(ENRAYA, command(settings), **options))
        return children[-1]

    yield start
    for child in children:
        child.close(force=True)
