"""The memory available to a solve, so that what cannot fit is refused before it starts."""

from __future__ import annotations

import os
from pathlib import Path

from enraya.errors import EnrayaError

MEGABYTE = 1 << 20
MOST_MEGABYTES = MEGABYTE
"""The largest table that the cores take: a terabyte."""

MEMORY = Path("/proc/meminfo")
OWN_GROUP = Path("/proc/self/cgroup")
OWN_SIZE = Path("/proc/self/statm")
OWN_STATUS = Path("/proc/self/status")
GROUPS = Path("/sys/fs/cgroup")


class NotEnoughMemory(EnrayaError):
    """The refusal of work that needs more memory than there is."""


def require_memory(needed: int, what: str) -> None:
    """Refuse *what*, which needs so many bytes, unless they are there; where that is unknown, it is tried."""
    there_are = available()
    if there_are is not None and needed > there_are:
        figures = {"needed": f"{-(-needed // MEGABYTE):,}", "available": f"{there_are // MEGABYTE:,}"}
        raise NotEnoughMemory("error.not_enough_memory", what=what, **figures)


def bound_own_memory() -> None:
    """From now on this process gets a MemoryError where it asks for more than is there now, instead of the machine
    coming to a halt, or the system ending whichever process it chooses.
    """
    there_are, own = available(), _own_data()
    if there_are is None or own is None:
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    bound = own + there_are
    if most == resource.RLIM_INFINITY or bound < most:
        resource.setrlimit(resource.RLIMIT_DATA, (bound, most))


def _own_data() -> int | None:
    """The bytes of this process that count as data; None where the system does not say so."""
    for line in _text(OWN_STATUS).splitlines():
        name, _, amount = line.partition(":")
        if name == "VmData":
            return int(amount.split()[0]) * 1024
    return None


def available() -> int | None:
    """The bytes that this process may still take: of the machine, of its control group, of its own limit."""
    known = [left for left in (_of_the_machine(), _of_the_group(), _of_the_process()) if left is not None]
    return max(0, min(known)) if known else None


def _of_the_machine() -> int | None:
    for line in _text(MEMORY).splitlines():
        name, _, amount = line.partition(":")
        if name == "MemAvailable":
            return int(amount.split()[0]) * 1024
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _of_the_group() -> int | None:
    """The memory left under the strictest limit of the process's control groups (version 2, as containers use)."""
    own = next((line[3:] for line in _text(OWN_GROUP).splitlines() if line.startswith("0::")), "/")
    folder = GROUPS / own.strip("/")
    left = []
    for group in (folder, *folder.parents):
        if not group.is_relative_to(GROUPS):
            break
        most, used = _text(group / "memory.max").strip(), _text(group / "memory.current").strip()
        if most.isdecimal() and used.isdecimal():
            left.append(int(most) - int(used) + _given_back(group))
    return min(left, default=None)


def _given_back(group: Path) -> int:
    """Inactive pages of the file cache: they count as used and are reclaimed on demand."""
    for line in _text(group / "memory.stat").splitlines():
        name, _, amount = line.partition(" ")
        if name == "inactive_file":
            return int(amount)
    return 0


def _of_the_process() -> int | None:
    try:
        import resource
    except ImportError:  # Not on Windows.
        return None
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return None
    size = _text(OWN_SIZE).split()
    return most - (int(size[0]) * resource.getpagesize() if size else 0)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
