"""The steps from a fork of the warm process to foreign code: each step drops rights, and none can be undone.

A first process of its own (an init) keeps the rest together: when it ends, the kernel kills all that is left in its
namespace. Its child runs the spec. Bubblewrap, where it is used, does the first steps: namespaces and root.
"""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from enraya.jail import bubblewrap, kernel, landlock, root, seccomp
from enraya.jail.folders import DEVICES, runtime_folders
from enraya.jail.process_spec import ENDED, FAILED, IN_NAMESPACES, STARTED, Mode, ProcessSpec

FIRST_LOW_USER, LOW_USERS, NOBODY = 1_879_048_192, 1 << 20, 65534
"""Numbers of users that nobody has: each process gets one, so that not even a limit is shared."""


def enter(spec: ProcessSpec, mode: Mode, streams: Sequence[int], control: socket.socket) -> NoReturn:
    """Run *spec* in a fork of the warm process, held by *mode*; *streams* become standard input, output and error."""
    try:
        os.umask(0o022)
        runtime = runtime_folders()
        own = [path for path in spec.own if not any(f"{path}/".startswith(f"{each}/") for each in runtime)]
        readable = [*runtime, *own]
        low_user = _low_user() if os.geteuid() == 0 else None
        if mode == "bubblewrap":
            program = bubblewrap.find()
            if low_user is not None and _can_read(low_user, [*readable, sys.executable, program]):
                _become(low_user)
            bubblewrap.execute(program, spec, readable, streams, control)
        if mode == "namespaces":
            _leave_namespaces()
        elif low_user is not None and not _can_read(low_user, [*readable, sys.executable]):
            # Landlock holds it all the same.
            low_user = None
        starter = os.getpid()
        if os.fork():
            os._exit(0)
        # When the starter is gone the warm process is the parent, and this one is to die with that.
        while _parent() == starter:
            time.sleep(0.0005)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        announce(mode, control)
        if mode == "namespaces":
            root.build(runtime, own, spec.directory, spec.limits.scratch, low_user)
        if low_user is not None:
            _become(low_user)
        keep_together(spec, mode, readable, streams, control)
    except BaseException as error:
        report_failure(error, control)


def announce(mode: Mode, control: socket.socket) -> None:
    """Give the owner a descriptor of this process, the first of the jail: it is of no other ever, unlike a number."""
    socket.send_fds(control, [STARTED + mode.encode()], [os.pidfd_open(os.getpid())])


def report_failure(error: BaseException, control: socket.socket) -> NoReturn:
    """Tell the owner why the process cannot be held, and end."""
    with suppress(OSError):
        control.send(FAILED + f"{type(error).__name__}: {error}".encode()[:500])
    os._exit(1)


def _parent() -> int:
    """The parent as the old /proc numbers it: in a namespace of its own a process cannot ask for that."""
    return int(Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()[1])


def _low_user() -> int:
    return FIRST_LOW_USER + os.getpid() % LOW_USERS


def _leave_namespaces() -> None:
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        kernel.unshare(kernel.EVERY_NAMESPACE)
        return
    kernel.unshare(kernel.EVERY_NAMESPACE | kernel.CLONE_NEWUSER)
    for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path(f"/proc/self/{file}").write_text(text, encoding="ascii")


def keep_together(
    spec: ProcessSpec, mode: Mode, readable: Sequence[str], streams: Sequence[int], control: socket.socket
) -> NoReturn:
    """Run as the first process of the jail: start the one that runs *spec*, and report how it ended."""
    os.setsid()
    # Again: with another user it is forgotten.
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.drop_capabilities()
    # Nobody of the same user can trace this process, nor look into its memory.
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            _take_streams(streams, control.fileno())
            _run(spec, mode, readable, parent, control)
        except BaseException as error:
            report_failure(error, control)
    _close_all_but(control.fileno())
    signal.signal(signal.SIGUSR1, lambda number, frame: os.kill(child, signal.SIGUSR1))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        pid, status = os.wait()
        if pid == child:
            with suppress(OSError):
                control.send(ENDED + str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)


def _can_read(user: int, paths: Sequence[str]) -> bool:
    os.setegid(user)
    os.seteuid(user)
    try:
        return all(os.access(path, os.R_OK, effective_ids=True) for path in paths)
    finally:
        os.seteuid(0)
        os.setegid(0)


def _become(user: int) -> None:
    os.setgroups([])
    try:
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    except OSError:
        # A container may know fewer users.
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def _take_streams(streams: Sequence[int], keep: int) -> None:
    # First out of the way: a stream may have the number that another is to get.
    moved = [os.dup2(stream, 100 + number, inheritable=False) for number, stream in enumerate(streams)]
    for number, stream in enumerate(moved):
        os.dup2(stream, number)
    _close_all_but(keep)


def _close_all_but(keep: int) -> None:
    os.closerange(3, keep)
    os.closerange(keep + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _run(spec: ProcessSpec, mode: Mode, readable: Sequence[str], parent: int, control: socket.socket) -> NoReturn:
    """Run as the confined process: drop the last rights, then run."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    in_namespaces = mode in IN_NAMESPACES
    with suppress(OSError):
        os.chdir(spec.directory)
    has_scratch = mode == "namespaces"
    scratch = root.SCRATCH if has_scratch else "/nonexistent"
    os.environ.update(HOME=scratch, TMPDIR=scratch)
    _limit(spec, is_counted_alone=in_namespaces or os.geteuid() >= FIRST_LOW_USER)
    confined = [*readable, *DEVICES, *(["/proc"] if in_namespaces else [])]
    if landlock.version():
        landlock.confine(confined, [scratch] if has_scratch else [])
    elif not in_namespaces:
        raise OSError("no Landlock")
    if seccomp.is_offered():
        seccomp.confine(None if in_namespaces else os.getpid())
    elif not in_namespaces:
        raise OSError("no seccomp filter for this machine")
    for number in (signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE, signal.SIGUSR1):
        signal.signal(number, signal.SIG_DFL)
    if spec.module is None:
        control.set_inheritable(False)
        os.execvp(spec.command[0], spec.command)
    control.close()
    sys.stdin, sys.stdout = os.fdopen(0, "r", closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    sys.argv = [spec.module, *spec.arguments]
    import_module(spec.module).main()
    os._exit(0)


def _limit(spec: ProcessSpec, *, is_counted_alone: bool) -> None:
    limits = spec.limits
    bounds = {
        resource.RLIMIT_DATA: limits.memory,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: limits.processor_seconds,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_FSIZE: limits.scratch,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    if limits.addresses is not None:
        bounds[resource.RLIMIT_AS] = limits.addresses
    if is_counted_alone:
        # Counted by user: of one that others are too, theirs would count.
        bounds[resource.RLIMIT_NPROC] = limits.threads
    for which, wanted in bounds.items():
        hard = resource.getrlimit(which)[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(which, (most, most))
    if limits.niceness:
        with suppress(OSError):
            os.nice(limits.niceness)
