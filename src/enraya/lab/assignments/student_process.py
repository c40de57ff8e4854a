"""A student's file in the jail, as the grader asks it: an answer, or a sentence that says why there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from enraya.custom.child import LOAD, Child, ChildFailed
from enraya.errors import CustomGameError, LocalizedError

PROCESS = "enraya.lab.assignments.grade_process"
START_SECONDS = 20.0
LOAD_SECONDS = 6.0


class StudentProcess:
    """The process of one file; another one is started after it had to be ended."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._child: Child | None = None

    def load(self) -> None:
        """Run the file, or say why that cannot be done."""
        self._started()

    def ask(self, task: str, seconds: float, **values: Any) -> Any:
        """The answer to *task*, or the refusal with the line of the file in it."""
        function = values.get("functions", [task])[0] or task
        try:
            return self._started().ask({"task": task, "file": self.file, **values}, seconds)
        except ChildFailed as failed:
            raise failed.to_error(self.file, function) from None

    def _started(self) -> Child:
        if self._child is None or not self._child.is_alive:
            self.close()
            child = self._child = Child(PROCESS, self.file)
            child.ask({"task": "start"}, START_SECONDS)
            try:
                child.ask({"task": LOAD, "file": self.file}, LOAD_SECONDS)
            except ChildFailed as failed:
                raise failed.to_error(self.file, LOAD) from None
            except LocalizedError:
                self.close()
                raise
        return self._child

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.end()
            self._child = None


def said_of(error: LocalizedError, file: str) -> LocalizedError:
    """*error* with the name of *file* alone: where it lies is no matter of the report."""
    if not error.values:
        # It has its words with it, as what a worker process refuses.
        return error
    error = error.cause if isinstance(error, CustomGameError) else error
    named = {
        key: value.replace(file, Path(file).name)
        for key, value in error.values.items()
        if key in ("name", "path") and isinstance(value, str)
    }
    return LocalizedError(error.code, **{**error.values, **named})
