"""The specification of one process in the jail: its command, the folders it may read, its limits."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

MEGABYTE = 1 << 20

Mode = Literal["namespaces", "bubblewrap", "landlock"]
MODES: tuple[Mode, ...] = ("namespaces", "bubblewrap", "landlock")
"""The modes of confinement, the best first."""

IN_NAMESPACES: tuple[Mode, ...] = ("namespaces", "bubblewrap")
"""The modes in which a process has namespaces of its own: other processes, files and the network do not exist there."""

STARTED, FAILED, ENDED = b"s", b"f", b"e"
"""First byte of a message on a process: started (with its pidfd), failed (with the reason), ended (with its code)."""


@dataclass(frozen=True)
class Limits:
    """Resource limits of one process in the jail, all its threads together."""

    memory: int = 1024 * MEGABYTE
    """Bytes of memory of its own."""

    addresses: int | None = 4096 * MEGABYTE
    """Bytes of address space; None where a runtime reserves far more than it ever uses, as Node does."""

    processor_seconds: int = 900
    """Far more than any question takes: what is forgotten ends by this."""

    threads: int = 64
    open_files: int = 128
    scratch: int = 16 * MEGABYTE
    """Bytes of the folder that it may write to, and of the largest file there."""

    niceness: int = 0


@dataclass(frozen=True)
class ProcessSpec:
    """One process to be started: a module of Enraya's with its arguments, or a command.

    `own` are the files and folders of its author's that it can read (`enraya.jail.folders`), besides the runtime.
    `directory` is what relative paths are relative to.
    """

    module: str | None = None
    arguments: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    limits: Limits = Limits()
    directory: str = field(default_factory=os.getcwd)

    def to_json(self) -> str:
        """The specification as one line for the process that starts it."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> ProcessSpec:
        """Read what `to_json` wrote."""
        said: dict[str, Any] = json.loads(text)
        return cls(
            said["module"],
            tuple(said["arguments"]),
            tuple(said["command"]),
            tuple(said["own"]),
            Limits(**said["limits"]),
            said["directory"],
        )
