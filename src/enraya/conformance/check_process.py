"""The child process of `enraya.conformance.supervisor`: loads a file and checks the game in it."""

from __future__ import annotations

import time
from typing import Any

from enraya.conformance.contract import Breach, Checked, check_game
from enraya.custom import CustomGame, load_custom_game
from enraya.custom.hosting import OnProgress, serve

BETWEEN = 0.25
"""Seconds between two reports of which function is being called."""


class CheckTasks:
    """The tasks of this process: load a game, then check it."""

    def __init__(self) -> None:
        self._game: CustomGame | None = None
        self._last = 0.0

    def start(self, request: dict[str, Any], on_progress: OnProgress) -> None:
        """Answer nothing: the answer itself shows that Python runs."""

    def load(self, request: dict[str, Any], on_progress: OnProgress) -> None:
        """Load the game in the file."""
        self._game = load_custom_game(request["file"])

    def check(self, request: dict[str, Any], on_progress: OnProgress) -> int:
        """Check it; each breach is told when it is found, and the answer is how many games were played."""
        assert self._game is not None
        checked = Checked()

        def note(function: str) -> None:
            now = time.monotonic()
            if now - self._last >= BETWEEN:
                self._last = now
                on_progress({"function": function, "games": checked.games})

        def report_breach(breach: Breach) -> None:
            on_progress({"breach": {"code": breach.code, "values": breach.values, "moves": breach.moves or ()}})

        self._game.watch(note)
        wanted = {name: request[name] for name in ("games", "seed", "seconds")}
        return check_game(self._game, on_breach=report_breach, checked=checked, **wanted).games


def main() -> None:
    """Serve."""
    tasks = CheckTasks()
    serve({"start": tasks.start, "load": tasks.load, "check": tasks.check})


if __name__ == "__main__":
    main()
