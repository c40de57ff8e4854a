"""Checks a file in a child process, so that an endless loop or a crash is one more breach of the contract."""

from __future__ import annotations

from typing import Any

from enraya.conformance.contract import GAMES, SECONDS, Breach, Checked
from enraya.custom import split_file_name
from enraya.custom.child import LOAD, Child, ChildFailed
from enraya.errors import CustomGameError

CALL_SECONDS = 5.0
"""How long one function of the file may run, and the file itself while it is loaded."""

START_SECONDS = 4.0
"""What Python itself may need to start, on top of that."""


def check_file(file: str, *, games: int = GAMES, seed: int = 0, seconds: float = SECONDS) -> Checked:
    """What `check_game` finds in *file*, whatever the file does; a file that cannot be loaded is refused."""
    checked, asked = Checked(), LOAD
    child = Child("enraya.conformance.check_process", file)

    def note_progress(progress: dict[str, Any]) -> None:
        nonlocal asked
        if "breach" in progress:
            checked.breaches.append(_breach(progress["breach"]))
        else:
            asked, checked.games = progress["function"], progress["games"]

    try:
        child.ask({"task": "start"}, START_SECONDS + CALL_SECONDS)
        child.ask({"task": LOAD, "file": file}, CALL_SECONDS)
        request = {"task": "check", "file": file, "games": games, "seed": seed, "seconds": seconds}
        checked.games = child.ask(request, CALL_SECONDS, note_progress)
    except ChildFailed as failed:
        error = failed.to_error(split_file_name(file)[0], asked)
        if not isinstance(error, CustomGameError):
            raise error from None
        values = {name: value for name, value in error.values.items() if name != "name"}
        checked.breaches.append(Breach(error.code, values))
    finally:
        child.end()
    return checked


def _breach(said: dict[str, Any]) -> Breach:
    return Breach(said["code"], said["values"], tuple(said["moves"]))
