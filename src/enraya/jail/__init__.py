"""The jail: a process for somebody's file that can read its own folder and the runtime, and harm nothing else.

Belongs here: starting such a process, what it is held with (namespaces, bubblewrap, Landlock, seccomp, limits), and the
report of what holds on this machine. Does not belong here: what the process is asked, and what its answers mean
(`custom`, `workers`, `bots`). [docs/jail.md] says what is protected and what is not.
"""

from __future__ import annotations

from enraya.jail.folders import keep_private, own_folders
from enraya.jail.process import (
    JailMissing,
    StartedProcess,
    TrustedProcess,
    run_without_jail_where_there_is_none,
    start_in_jail,
    trust_files,
    warm,
)
from enraya.jail.process_spec import Limits, ProcessSpec

__all__ = [
    "JailMissing",
    "Limits",
    "ProcessSpec",
    "StartedProcess",
    "TrustedProcess",
    "keep_private",
    "own_folders",
    "run_without_jail_where_there_is_none",
    "start_in_jail",
    "trust_files",
    "warm",
]
