"""System calls of Linux that Python does not offer; each raises OSError like those that it does."""

from __future__ import annotations

import ctypes
import os
import platform
from functools import cache

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
CLONE_THREAD = 0x00010000
EVERY_NAMESPACE = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNET

MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2
ATTRIBUTE_READ_ONLY, ATTRIBUTE_NO_SETUID, ATTRIBUTE_NO_DEVICES = 1, 2, 4

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
CAPABILITY_VERSION_3 = 0x20080522

AT_FDCWD, AT_RECURSIVE = -100, 0x8000
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
MOUNT_SETATTR = 442
"""The same number on every machine, like all system calls since Linux 5.1."""


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Call the function *name* of the C library and return its answer."""
    answer = int(getattr(_library(), name)(*arguments))
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)
    return answer


def system_call(number: int, *arguments: object) -> int:
    """Make the system call *number* and return its answer; whole numbers among *arguments* have the width of a
    register.
    """
    wide = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return call("syscall", ctypes.c_long(number), *wide)


def machine() -> str:
    """The processor's architecture, as the kernel names it."""
    return platform.machine()


def unshare(flags: int) -> None:
    """Leave the namespaces that *flags* name for new ones."""
    call("unshare", flags)


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount *source* of *kind* at *target*."""
    call(
        "mount",
        source.encode(),
        target.encode(),
        kind.encode() or None,
        ctypes.c_ulong(flags),
        options.encode() or None,
    )


def bind(source: str, target: str, attributes: int) -> None:
    """Show *source*, with all that is mounted below it, at *target* too, under *attributes*."""
    mount(source, target, "", MS_BIND | MS_REC)
    restrict_mount(target, attributes, is_recursive=True)


class _MountAttributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "user_namespace")]


def restrict_mount(target: str, attributes: int, *, is_recursive: bool = False) -> None:
    """Add *attributes* to the mount at *target*."""
    wanted = _MountAttributes(attributes, 0, 0, 0)
    flags = AT_RECURSIVE if is_recursive else 0
    system_call(MOUNT_SETATTR, AT_FDCWD, target.encode(), flags, ctypes.byref(wanted), ctypes.sizeof(wanted))


def unmount(target: str) -> None:
    """Unmount *target* with all below it, even while it is in use."""
    call("umount2", target.encode(), MNT_DETACH)


def pivot_root(new: str, old: str) -> None:
    """Make *new* the root; what was the root is then at *old*, a folder below it."""
    system_call(PIVOT_ROOT[machine()], new.encode(), old.encode())


def prctl(option: int, *arguments: int) -> int:
    """Set something of this process."""
    return call("prctl", option, *(ctypes.c_ulong(each) for each in (*arguments, 0, 0, 0, 0)[:4]))


class _CapabilityHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


def drop_capabilities() -> None:
    """Drop every capability for ever, whoever the user is."""
    for capability in range(64):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            # Beyond the last that the kernel knows; or none may be dropped, and then none can be gained either.
            break
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header, none = _CapabilityHeader(CAPABILITY_VERSION_3, 0), (ctypes.c_uint32 * 6)()
    call("capset", ctypes.byref(header), ctypes.byref(none))
