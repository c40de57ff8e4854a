"""Tries from the inside what must not be possible, and writes what holds as one line of JSON.

A way of holding a process is used only if all of this holds in fact: the jail is never weaker than it says.
"""

from __future__ import annotations

import ctypes
import json
import os
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

from enraya.jail import kernel
from enraya.jail.process_spec import Limits

PTRACE = {"x86_64": 101, "aarch64": 117}
GETTING_TRACED = 0
NO_SUCH_SIGNAL = 0
FILE_OF_THE_SYSTEM = "/etc/passwd"
FOLDERS = ("/", "/tmp", "/var/tmp", "/dev/shm")

PROTECTIONS = ("network", "reading", "writing", "processes", "signals", "tracing", "memory", "user")
"""The protections tested, in the order of the report. All but the last must hold: only root can give a low user."""


def main() -> None:
    """Try everything."""
    print(json.dumps(tried(Limits())), flush=True)


def tried(limits: Limits) -> dict[str, bool]:
    """Try each protection in this process and return whether it holds."""
    return {
        "network": _is_refused(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()),
        "reading": _is_refused(lambda: Path(FILE_OF_THE_SYSTEM).read_bytes()),
        "writing": all(_is_refused(partial(_write, folder)) for folder in (*FOLDERS, Path.cwd())),
        "processes": _is_refused(_fork),
        "signals": _sees_no_others(),
        "tracing": _is_refused(_trace),
        "memory": _is_refused(lambda: bytearray(limits.memory + 1)),
        "user": os.geteuid() != 0,
    }


def _is_refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError):
        return True
    return False


def _write(folder: str | Path) -> None:
    path = Path(folder, f".enraya-trial-{os.getpid()}")
    path.write_bytes(b"")
    path.unlink()


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def _trace() -> None:
    kernel.system_call(PTRACE[kernel.machine()], GETTING_TRACED, 0, ctypes.c_void_p(), ctypes.c_void_p())


def _sees_no_others() -> bool:
    """No process is to be seen but the first of its own namespace, or none can be seen nor sent a signal."""
    if os.getpid() < 10 and os.getppid() == 1:
        return len(_processes()) <= 2
    return _is_refused(lambda: os.kill(os.getppid(), NO_SUCH_SIGNAL)) and _is_refused(_processes)


def _processes() -> list[str]:
    return [each.name for each in Path("/proc").iterdir() if each.name.isdigit()]
