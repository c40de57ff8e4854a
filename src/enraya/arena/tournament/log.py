"""The file of a tournament: its plan and every finished game, a checked row each, on disk before the game counts.

    enraya-tournament 1
    5f3a09c1 {"version": 1, "game": "mnk(3,3,3)", …}
    0b77e2d4 {"number": 0, "round": 1, "first": 0, "second": 1, …}

Each row begins with the CRC-32 of the rest. A last row that was cut short, by a kill or a full disk, does not count and
is taken away when the file is opened; any other damage is refused, and nothing is changed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any
from zlib import crc32

from enraya.arena.tournament.plan import Plan, plan_from
from enraya.arena.tournament.record import GameRecord, record_from
from enraya.errors import EnrayaError, system_reason
from enraya.solve.checked_file import FileKind, lost_its_end, replacing

KIND = FileKind("enraya-tournament", 1, not_one="arena.log_other", damaged="arena.log_damaged")

SUM = len("5f3a09c1 ")
"""The bytes of a row before what it says."""


class GameLog:
    """A file that is open for one process alone: the plan in it, the games so far, and room for more."""

    def __init__(self, path: Path) -> None:
        """Open the file of an earlier start."""
        self.path = path
        try:
            self._file: IO[bytes] = path.open("r+b")
        except OSError as error:
            raise EnrayaError("error.own_unreadable", path=str(path), reason=system_reason(error)) from None
        try:
            _lock(self._file, path)
            KIND.check_title(path)
            self.plan, self.records = self._read()
        except BaseException:
            self._file.close()
            raise

    @classmethod
    def begin(cls, path: Path, plan: Plan) -> GameLog:
        """A new file, which must not be there yet."""
        if path.exists():
            raise EnrayaError("arena.log_exists", path=str(path))
        with replacing(path) as unfinished:
            unfinished.write_bytes(KIND.title + _row(plan.to_json()))
        _sync_folder(path.parent)
        return cls(path)

    def __enter__(self) -> GameLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, records: Iterable[GameRecord]) -> None:
        """Write finished games; they are on disk when this returns."""
        try:
            self._file.write(b"".join(_row(record.to_json()) for record in records))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise EnrayaError("error.unwritable", path=str(self.path), reason=system_reason(error)) from None

    def _read(self) -> tuple[Plan, list[GameRecord]]:
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        rows = whole.split(b"\n")[1:-1]
        if not rows:
            raise self._damaged(2)
        read: list[Any] = []
        for line, row in enumerate(rows, start=2):
            try:
                said = row[SUM:]
                if row[:SUM] != _sum(said):
                    raise ValueError("checksum")
                found = json.loads(said)
                read.append(found if line == 2 else record_from(found))
            except (ValueError, RecursionError):
                raise self._damaged(line) from None
        if lost_its_end(data[len(whole) + SUM :]):
            raise self._damaged(len(rows) + 2)
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        self._file.seek(len(whole))
        return plan_from(read[0]), read[1:]

    def _damaged(self, line: int) -> EnrayaError:
        return EnrayaError(KIND.damaged, path=str(self.path), line=line)


def _row(data: dict[str, Any]) -> bytes:
    said = json.dumps(data, ensure_ascii=False).encode()
    return _sum(said) + said + b"\n"


def _sum(said: bytes) -> bytes:
    return f"{crc32(said):08x} ".encode()


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep every other process from adding to the same file; the lock ends with the process, however it ends."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Not on Windows.
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        raise EnrayaError("arena.log_busy", path=str(path)) from None


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the name of a new file is on disk too."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
