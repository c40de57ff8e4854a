"""Checkpoints: the transposition table of a C++ core on disk, written while it works, read by the solve that goes on.

The core writes its table (native/core/checkpoint.hpp) behind a text of ours: the game, the position that was asked for,
the nodes spent on it. The entries hold for every position of the game, so the same file serves another position; only
its nodes are counted anew.
"""

from __future__ import annotations

import json
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.search.limit import Budget, OutOfBudget
from enraya.solve.checked_file import header_of, refuse_newer, replacing
from enraya.solve.memory import MEGABYTE
from enraya.solve.method import SavedCore
from enraya.solve.solution import OnProgress

NAME, VERSION, OLD_NAME = b"EnrKept", 1, b"EnrOSO01"
LONGEST_TEXT = 1 << 16
UNWRITABLE = "error.checkpoint_unwritable"
BETWEEN = 50.0
"""Seconds between two writings in the middle of a solve, which a crash may cost; more where a writing takes long."""

WORK_FOR_WRITING = 4
"""So many times as long as a writing took, the core works before the next one."""

NODES_WORTH_KEEPING = 10_000


class Subject(NamedTuple):
    """The question to a core, and the largest size of its table."""

    core: SavedCore
    megabytes: int
    game: Game[Any, Any]
    state: Any

    @property
    def position(self) -> str:
        """A name of the state."""
        taken = self.game.kernel_state(self.state)
        assert taken is not None, "only what a core searches has a table"
        return f"{taken[0]:x} {taken[1]:x} {int(taken[2])}"

    def write(self, path: Path, nodes: int) -> None:
        """Write the core's table to *path*, after so many nodes."""
        said = header_of(self.game, position=self.position, nodes=nodes)
        try:
            with replacing(path, UNWRITABLE) as unfinished:
                self.core.save(str(unfinished), json.dumps(said))
        except RuntimeError as error:
            raise EnrayaError(UNWRITABLE, path=path) from error

    def read(self, path: Path) -> int:
        """Put the table in *path* back into the core; the nodes that were spent on this position."""
        said = read_header(path)
        other = EnrayaError("error.checkpoint_other", path=path, game=self.game.name)
        if said and (said["game"], said["edition"]) != (self.game.name, self.game.edition):
            raise other
        try:
            self.core.load(str(path))
        except OverflowError as error:
            holds = f"{path.stat().st_size / MEGABYTE:,.1f}"
            raise EnrayaError("error.checkpoint_too_large", path=path, holds=holds, takes=self.megabytes) from error
        except ValueError as error:
            raise other from error
        except RuntimeError as error:
            raise EnrayaError("error.checkpoint_damaged", path=path) from error
        return int(said["nodes"]) if said and said["position"] == self.position else 0


def read_header(path: Path) -> dict[str, Any]:
    """The header of a file; empty if it was written by a version without headers."""
    try:
        with path.open("rb") as file:
            name, version = file.read(len(NAME)), file.read(1)
            if name + version == OLD_NAME:
                return {}
            is_newer = name == NAME and version.isdigit() and int(version) > VERSION
            said = {} if is_newer else _text_of(file)
    except OSError as error:
        raise EnrayaError(UNWRITABLE, path=path) from error
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, struct.error) as error:
        raise EnrayaError("error.checkpoint_damaged", path=path) from error
    if is_newer:
        refuse_newer(path, int(version), VERSION)
    if name != NAME:
        raise EnrayaError("error.checkpoint_damaged", path=path)
    return said


def _text_of(file: BinaryIO) -> dict[str, Any]:
    """The text behind the name; ValueError, TypeError, KeyError or struct.error if it is none of ours."""
    _, length = struct.unpack("=QQ", file.read(16))
    said = json.loads(file.read(min(length, LONGEST_TEXT)))
    if not all(said[key] is not None for key in ("game", "edition", "position")):
        raise ValueError(said)
    return {**said, "nodes": int(said["nodes"])}


class Checkpoint:
    """The file of one solve. What it holds is put back into the core at once; after that it is written anew."""

    def __init__(self, path: Path, subject: Subject) -> None:
        self.path, self.subject = path, subject
        self.nodes_before = self._nodes = self._unkept = 0
        self._due = time.monotonic() + BETWEEN
        # A place that cannot be written to is refused before the work, not after.
        if not path.exists():
            self._write(0)
        elif os.access(path.parent, os.W_OK):
            self.nodes_before = subject.read(path)
        else:
            raise EnrayaError(UNWRITABLE, path=path)

    def save_if_due(self, nodes: int) -> None:
        """Write the checkpoint if it is due, *nodes* into a solve."""
        if time.monotonic() >= self._due:
            self._write_if_possible(nodes)

    def end_solve(self, nodes: int, *, was_stopped: bool) -> None:
        """End a solve: write the checkpoint if the solve is unfinished, or was worth keeping.

        A proof asks of thousands of positions that take next to no nodes: these wait for one another.
        """
        self._nodes += nodes
        self._unkept += nodes
        if was_stopped:
            self._write(0)
        elif self._unkept >= NODES_WORTH_KEEPING:
            self._write_if_possible(0)

    def _write_if_possible(self, nodes: int) -> None:
        """Write it. A full disk neither stops a solve nor withholds its answer; a solve that is stopped reports it."""
        try:
            self._write(nodes)
        except EnrayaError:
            self._due = time.monotonic() + BETWEEN

    def _write(self, nodes: int) -> None:
        """Write it, so many nodes into the solve that is going on."""
        began = time.monotonic()
        self.subject.write(self.path, self.nodes_before + self._nodes + nodes)
        took = time.monotonic() - began
        self._due = time.monotonic() + max(BETWEEN, WORK_FOR_WRITING * took)
        self._unkept = 0


@contextmanager
def keeping(
    checkpoint: Checkpoint | None, budget: Budget, on_progress: OnProgress | None
) -> Iterator[OnProgress | None]:
    """A progress callback for a solve that writes *checkpoint* when due, and once more when the solve ends."""
    if checkpoint is None:
        yield on_progress
        return

    def save_and_report(
        depth: int, nodes: int, bounds: tuple[int, int] | None = None, firsts: tuple[int, int] | None = None, /
    ) -> None:
        checkpoint.save_if_due(nodes)
        if on_progress is not None:
            on_progress(depth, nodes, bounds, firsts)

    from enraya._native import Contradiction

    try:
        yield save_and_report
    except OutOfBudget:
        checkpoint.end_solve(budget.nodes, was_stopped=True)
        raise
    except Contradiction as error:
        raise EnrayaError("error.checkpoint_damaged", path=checkpoint.path) from error
    checkpoint.end_solve(budget.nodes, was_stopped=False)


def keep_beside(path: Path, subject: Subject, nodes: int) -> Path:
    """Write to *path*, or to a name like it where a file is that took more nodes; where it was written."""
    place, number = path, 1
    while _nodes_in(place) > nodes:
        number += 1
        place = path.with_stem(f"{path.stem}-{number}")
    subject.write(place, nodes)
    return place


def _nodes_in(path: Path) -> int:
    """The nodes recorded in a checkpoint; None if there is no such file, or one that is of no use."""
    try:
        return int(read_header(path).get("nodes", 0))
    except EnrayaError:
        return 0
