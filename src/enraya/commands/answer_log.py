"""A file of answers, a row of JSON each, written as they come, so that a long list of positions can be resumed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enraya.errors import EnrayaError

if TYPE_CHECKING:
    from enraya.position import Position


class AnswerLog:
    """The answers in a file, which is made if there is none. A last row that was cut short does not count."""

    def __init__(self, path: Path, game: str) -> None:
        self._path = path
        self._known: dict[str, dict[str, Any]] = {}
        try:
            written = path.read_bytes() if path.exists() else b""
            whole = written[: written.rfind(b"\n") + 1]
            for row in whole.decode("utf-8").splitlines():
                answer = json.loads(row)
                if answer["game"] != game:
                    raise EnrayaError("error.checkpoint_other", path=path, game=game)
                self._known[answer["moves"]] = answer
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, EnrayaError):
                raise
            raise EnrayaError("error.checkpoint_damaged", path=path) from None
        except OSError:
            raise EnrayaError("error.checkpoint_unwritable", path=path) from None
        if written and not whole:
            raise EnrayaError("error.checkpoint_damaged", path=path)
        self._write(b"")
        if whole != written:
            os.truncate(path, len(whole))

    def answer(self, position: Position) -> dict[str, Any] | None:
        """What is written of *position*."""
        return self._known.get(" ".join(position.move_texts))

    def add(self, answer: dict[str, Any]) -> None:
        """Write an answer down."""
        self._write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")

    def _write(self, data: bytes) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(data)
        except OSError:
            raise EnrayaError("error.checkpoint_unwritable", path=self._path) from None
