"""Which share of the lines of a target's modules its inputs reach."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any


class LineCoverage:
    """Counts, while it is entered, the lines inside functions of *files* that run."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._lines = {str(file): set(_lines_of(file)) for file in files}
        self._reached: dict[str, set[int]] = {name: set() for name in self._lines}

    def __enter__(self) -> LineCoverage:
        sys.settrace(self._on_call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        reached = self._reached.get(frame.f_code.co_filename)
        if reached is None:
            return None

        def on_line(frame: FrameType, event: str, argument: Any) -> Any:
            reached.add(frame.f_lineno)
            return on_line

        return on_line

    @property
    def share(self) -> float:
        """From 0 to 1."""
        lines = sum(map(len, self._lines.values()))
        return sum(len(self._reached[name] & known) for name, known in self._lines.items()) / max(lines, 1)


def _lines_of(file: Path) -> Iterator[int]:
    """The lines of the bodies of functions: the rest of a module runs when it is imported."""
    waiting = [compile(file.read_text(encoding="utf-8"), str(file), "exec")]
    while waiting:
        code = waiting.pop()
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        if code.co_flags & 0x2:  # CO_NEWLOCALS: a function, neither a module nor a class body
            yield from {line for _, _, line in code.co_lines() if line and line != code.co_firstlineno}
