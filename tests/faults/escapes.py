"""The beginning of every script that tries a way out of the jail, and what counts as a refusal."""

from __future__ import annotations

from tests.faults.jails import run

TRY = """
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)

def attempt(call):
    "What *call* gives, or the name of the error."
    try:
        return call()
    except OSError as error:
        return error.errno and errno.errorcode[error.errno] or "refused"
    except MemoryError:
        return "ENOMEM"

def system_call(number, *arguments):
    wide = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    answer = libc.syscall(ctypes.c_long(number), *wide)
    return answer if answer >= 0 else errno.errorcode[ctypes.get_errno()]

"""
REFUSED = {"EPERM", "EACCES", "ENOENT", "ENOSYS", "EROFS", "ESRCH", "EAGAIN", "ENOMEM", "EXDEV", "ENOTDIR", "EINVAL"}


def refused(tmp_path, mode, source, *arguments, limits=None):
    """Assert that what *source* prints, a line for each attempt, are refusals and nothing else."""
    said, code = run(tmp_path / "own" / "escape.py", mode, TRY + source, *arguments, limits=limits)
    assert code == 0
    assert said
    assert set(said.split()) <= REFUSED, said
