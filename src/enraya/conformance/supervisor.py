"""Checks a file in a child process, so that an endless loop or a crash is one more breach of the contract."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from enraya.conformance.findings import GAMES, SECONDS, Breach, Findings, Remark, breach_of
from enraya.conformance.kinds import KINDS, Kind
from enraya.custom import is_file_name, split_file_name
from enraya.custom.child import LOAD, Child, ChildFailed
from enraya.errors import CustomGameError, LocalizedError
from enraya.locale import LANGUAGES, Words

CALL_SECONDS = 3.0
"""How long one function of the file may run, and the file itself while it is loaded."""

START_SECONDS = 20.0
"""The time limit for Python itself to start on a busy machine."""

TIC_TAC_TOE = "mnk(3,3,3)"
OnGames = Callable[[int], None]
"""Called with the number of games so far."""


@dataclass(frozen=True)
class FileFindings:
    """The findings in a file: a check for each kind of thing in it, and the game that players were checked on."""

    game: str
    checks: tuple[Findings, ...]

    @property
    def is_fine(self) -> bool:
        """True if nothing breaks the contract."""
        return not any(checked.breaches for checked in self.checks)


def check_file(
    file: str,
    *,
    game: str | None = None,
    kind: Kind | None = None,
    games: int = GAMES,
    seed: int = 0,
    seconds: float = SECONDS,
    on_games: OnGames = lambda games: None,
) -> FileFindings:
    """Check everything in *file*, whatever it does; a file that cannot be loaded is refused.

    Players and evaluations are checked on *game*: unless it is said, the one in the same file, else tic-tac-toe.
    Each check plays so many *games*, for so many *seconds*.
    """
    supervisor = _Supervisor(file, game)
    try:
        kinds = supervisor.load(kind)
        own = file if "game" in kinds else TIC_TAC_TOE
        request = {"game": game or own, "games": games, "seed": seed, "seconds": seconds}
        checks = [supervisor.check(each, request, on_games) for each in kinds]
    finally:
        supervisor.close()
    return FileFindings(game or own, tuple(checks))


class _Supervisor:
    """The process for *file*; another one when it had to be ended."""

    def __init__(self, file: str, game: str | None) -> None:
        self._file, self._path = file, split_file_name(file)[0]
        self._others = [game] if game is not None and is_file_name(game) else []
        self._child: Child | None = None

    def _started(self) -> Child:
        if self._child is None or not self._child.is_alive:
            self.close()
            self._child = Child("enraya.conformance.check_process", self._file, *self._others)
            self._child.ask({"task": "start"}, START_SECONDS)
        return self._child

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.end()

    def load(self, kind: Kind | None) -> list[Kind]:
        """The kinds of what the file holds; a file that cannot be loaded is refused."""
        try:
            said = self._started().ask({"task": LOAD, "file": self._file, "kind": kind}, CALL_SECONDS)
        except ChildFailed as failed:
            raise failed.to_error(self._path, LOAD) from None
        # The file runs in that process, and may have written the answer itself.
        return [each for each in KINDS if isinstance(said, list) and each in said] or ["game"]

    def check(self, kind: Kind, request: dict[str, Any], on_games: OnGames) -> Findings:
        """Run the check of this *kind* in a process; its death is one of the breaches."""
        checked, asked = Findings(kind), LOAD

        def note_progress(progress: Any) -> None:
            nonlocal asked
            if "breach" in progress:
                checked.breaches.append(_breach(progress["breach"]))
            else:
                asked, checked.games = str(progress["function"]), int(progress["games"])
                on_games(checked.games)

        asked_for = {"task": "check", "file": self._file, "kind": kind, **request}
        try:
            self._note_answer(checked, self._started().ask(asked_for, CALL_SECONDS, note_progress))
        except ChildFailed as failed:
            error = failed.to_error(self._path, asked)
            if not isinstance(error, CustomGameError):
                raise error from None
            checked.breaches.append(breach_of(error))
        except LocalizedError:
            raise
        except (KeyError, TypeError, ValueError):
            self.close()
            checked.breaches.append(Breach("check.unasked", {"function": asked}))
        return checked

    def _note_answer(self, checked: Findings, said: Any) -> None:
        checked.games, checked.figures = int(said["games"]), dict(said["figures"])
        checked.remarks = [Remark(*_sentence(each)) for each in said["remarks"]]


def _breach(said: Any) -> Breach:
    return Breach(*_sentence(said), tuple(map(str, said["moves"])))


def _sentence(said: Any) -> tuple[str, dict[str, object]]:
    """The key of a message and its values; KeyError, TypeError or ValueError if nobody could be told it."""
    code, values = str(said["code"]), dict(said["values"])
    for language in LANGUAGES:
        Words(language)(code, **values)
    return code, values
