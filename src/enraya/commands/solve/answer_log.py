"""A file of answers, a row of JSON each, written as they come, so that a long list of positions can be resumed.

Each row ends with a hash of itself and the row before it, so that a changed or a missing one is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enraya.errors import EnrayaError
from enraya.solve.checked_file import lost_its_end

if TYPE_CHECKING:
    from enraya.position import Position


HASH = "hash"
HASH_BYTES = 16


class AnswerLog:
    """The answers in a file, which is made if there is none. A last row that was cut short does not count."""

    def __init__(self, path: Path, game: str) -> None:
        self._path = path
        self._known: dict[str, dict[str, Any]] = {}
        self._last_hash = ""
        try:
            written = path.read_bytes() if path.exists() else b""
            whole = written[: written.rfind(b"\n") + 1]
            for row in whole.decode("utf-8").splitlines():
                answer = json.loads(row)
                if answer.pop(HASH) != self._next_hash(answer):
                    raise ValueError
                if answer["game"] != game:
                    raise EnrayaError("error.checkpoint_other", path=path, game=game)
                self._known[answer["moves"]] = answer
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            if isinstance(error, EnrayaError):
                raise
            raise EnrayaError("error.checkpoint_damaged", path=path) from None
        except OSError:
            raise EnrayaError("error.checkpoint_unwritable", path=path) from None
        if (written and not whole) or lost_its_end(written[len(whole) :]):
            raise EnrayaError("error.checkpoint_damaged", path=path)
        self._write(b"")
        if whole != written:
            os.truncate(path, len(whole))

    def answer(self, position: Position) -> dict[str, Any] | None:
        """The answer logged for *position*; None if there is none."""
        return self._known.get(" ".join(position.move_texts))

    def add(self, answer: dict[str, Any]) -> None:
        """Write an answer down."""
        row = {**answer, HASH: self._next_hash(answer)}
        self._write(json.dumps(row, ensure_ascii=False).encode() + b"\n")

    def _next_hash(self, answer: dict[str, Any]) -> str:
        """The hash of the row of *answer*, which follows the last one."""
        text = self._last_hash + json.dumps(answer, ensure_ascii=True)
        self._last_hash = hashlib.blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()
        return self._last_hash

    def _write(self, data: bytes) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(data)
        except OSError:
            raise EnrayaError("error.checkpoint_unwritable", path=self._path) from None
