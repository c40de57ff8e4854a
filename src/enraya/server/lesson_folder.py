"""A teacher's folder of lessons, and which edition of it there is: a file that was changed is read again."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path


class LessonFolder:
    """The folder, or none."""

    def __init__(self, folder: str | None) -> None:
        self.folder = None if folder is None else str(Path(folder).resolve())

    def edition(self) -> Hashable:
        """A value that changes whenever a file there is added, removed or changed."""
        if self.folder is None:
            return None
        try:
            entries = sorted(Path(self.folder).iterdir())
            return tuple((entry.name, entry.stat().st_mtime_ns, entry.stat().st_size) for entry in entries)
        except OSError:
            return None
