"""Landlock: a process gives up, for ever, every access to files but those that it names."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from enraya.jail.kernel import system_call

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ASK_VERSION, PATH_BENEATH = 1, 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEVICE = 1 << 14, 1 << 15
BEFORE_REFER = (1 << 13) - 1
KNOWN_SINCE = ((1, BEFORE_REFER), (2, 1 << 13), (3, TRUNCATE), (5, IOCTL_DEVICE))
"""Accesses to files by the version of Landlock that knows them."""

FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
READING = EXECUTE | READ_FILE | READ_DIR
TCP_BIND_AND_CONNECT, TCP_SINCE = 3, 4
SOCKETS_AND_SIGNALS, SCOPES_SINCE = 3, 6


class _Ruleset(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("files", "network", "scoped")]


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def version() -> int:
    """The version of Landlock that the kernel offers; 0 is none."""
    try:
        return system_call(CREATE_RULESET, None, 0, ASK_VERSION)
    except OSError:
        return 0


def confine(readable: Iterable[str], writable: Iterable[str] = ()) -> None:
    """Confine this process, and all that it starts, to reading *readable* and changing *writable*, by Landlock.

    No TCP, and no signals to processes outside, where the kernel's version knows of those.
    """
    known = version()
    every = sum(accesses for since, accesses in KNOWN_SINCE if known >= since)
    network = TCP_BIND_AND_CONNECT if known >= TCP_SINCE else 0
    rules = _Ruleset(every, network, SOCKETS_AND_SIGNALS if known >= SCOPES_SINCE else 0)
    size = 24 if known >= SCOPES_SINCE else 16 if known >= TCP_SINCE else 8
    ruleset = system_call(CREATE_RULESET, ctypes.byref(rules), size, 0)
    try:
        for path in readable:
            _allow(ruleset, path, READING)
        for path in writable:
            _allow(ruleset, path, every)
        _allow(ruleset, os.devnull, READ_FILE | WRITE_FILE)
        system_call(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, accesses: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        # What is not there need not be allowed.
        return
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            accesses &= FOR_FILES
        rule = _Rule(accesses, opened)
        system_call(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(opened)


def is_offered() -> bool:
    """True if the kernel has Landlock."""
    return Path("/proc").exists() and version() > 0
