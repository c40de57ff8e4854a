"""The child process of `enraya.conformance.supervisor`: loads a file and checks what is in it."""

from __future__ import annotations

import time
from typing import Any

from enraya.catalogue import find_game
from enraya.conformance.contract import check_game
from enraya.conformance.evaluation import check_evaluation
from enraya.conformance.figures import CallClock, solved_figures
from enraya.conformance.findings import Breach, Findings
from enraya.conformance.kinds import kinds_in
from enraya.conformance.player import check_player
from enraya.custom import load_custom_game
from enraya.custom.service import OnProgress, serve

BETWEEN = 0.25
"""Seconds between two reports of which function is being called."""


class CheckTasks:
    """The tasks of this process: say what is in a file, then check it."""

    def __init__(self) -> None:
        self._last = 0.0

    def start(self, request: dict[str, Any], on_progress: OnProgress) -> None:
        """Answer nothing: the answer itself shows that Python runs."""

    def load(self, request: dict[str, Any], on_progress: OnProgress) -> list[str]:
        """The kinds of what the file holds, unless the request says its kind; a game among them must load too."""
        kinds = [request["kind"]] if request["kind"] else list(kinds_in(request["file"]))
        if "game" in kinds:
            load_custom_game(request["file"])
        return kinds

    def check(self, request: dict[str, Any], on_progress: OnProgress) -> dict[str, Any]:
        """Check one kind; each breach is told when it is found, and the answer is how it went."""
        checked = Findings(request["kind"])

        noted: set[str] = set()

        def note(function: str) -> None:
            now = time.monotonic()
            # The first call of a function is always told: there it most often fails.
            if now - self._last >= BETWEEN or function not in noted:
                self._last = now
                noted.add(function)
                on_progress({"function": function, "games": checked.games})

        def report_breach(breach: Breach) -> None:
            on_progress({"breach": {"code": breach.code, "values": breach.values, "moves": breach.moves or ()}})

        wanted = {name: request[name] for name in ("games", "seed", "seconds")}
        if checked.kind == "game":
            self._check_game(request["file"], checked, note, on_breach=report_breach, **wanted)
        else:
            check = check_player if checked.kind == "player" else check_evaluation
            game = find_game(request["game"])
            check(request["file"], game, checked=checked, note=note, on_breach=report_breach, **wanted)
        remarks = [{"code": remark.code, "values": remark.values} for remark in checked.remarks]
        return {"games": checked.games, "figures": checked.figures, "remarks": remarks}

    def _check_game(self, file: str, checked: Findings, note: Any, **wanted: Any) -> None:
        game, clock = load_custom_game(file), CallClock()
        game.watch(note, clock.add)
        check_game(game, checked=checked, **wanted)
        checked.remarks += clock.remarks()
        if not checked.breaches and checked.games == wanted["games"]:
            checked.figures |= solved_figures(game)


def main() -> None:
    """Serve."""
    tasks = CheckTasks()
    serve({"start": tasks.start, "load": tasks.load, "check": tasks.check})


if __name__ == "__main__":
    main()
