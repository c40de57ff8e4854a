"""The file system that a process in a mount namespace of its own sees: what it may read, and a scratch folder."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path

from enraya.jail import kernel
from enraya.jail.folders import DEVICES

SCRATCH = "/enraya-scratch"
OLD = "/.enraya-host"
BASE = "/tmp"
"""Only a place to mount on, in a namespace of its own."""

COPIED = 64 << 20
MOST_COPIED = 2000
"""Bytes and files of a folder that are copied where the low user could not read it."""


def build(readable: Iterable[str], own: Iterable[str], directory: str, scratch: int, user: int | None) -> None:
    """Put this process into a root with *readable* and *own* in it, each under its own path, and nothing else.

    *user* is who will read, if not who this process is now: what that user may not read of *own* is copied.
    """
    kernel.mount("none", "/", "", kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("tmpfs", BASE, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, f"mode=755,size={2 * COPIED}")
    Path(BASE + OLD).mkdir()
    kernel.pivot_root(BASE, BASE + OLD)
    os.chdir("/")
    # First what may lie around the rest: a project's folder with Python's in it.
    runtime = list(readable)
    for path in own:
        if user is not None and not _is_open_to_all(path):
            _copy(path, {OLD + each for each in runtime})
        else:
            _show(path)
    for path in runtime:
        _show(path)
    for path in DEVICES:
        _show(path, is_device=True)
    Path("/proc").mkdir(exist_ok=True)
    # Where the system hides parts of /proc from containers a new one is refused: then there is none.
    with suppress(OSError):
        kernel.mount("proc", "/proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    Path(SCRATCH).mkdir()
    options = f"mode=1777,size={scratch},nr_inodes=1024"
    kernel.mount("tmpfs", SCRATCH, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC, options)
    with suppress(FileExistsError):
        Path(directory).mkdir(parents=True)
    kernel.unmount(OLD)
    Path(OLD).rmdir()
    kernel.restrict_mount("/", kernel.ATTRIBUTE_READ_ONLY)


def _show(path: str, *, is_device: bool = False) -> None:
    """Mount *path* of the old root read-only under the same path; a link stays the same link."""
    old = Path(OLD + path)
    new = Path(path)
    if old.is_symlink():
        new.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            new.symlink_to(old.readlink())
        return
    try:
        is_folder = stat.S_ISDIR(old.stat().st_mode)
    except OSError:
        return
    if is_folder:
        if not new.is_dir():
            new.mkdir(parents=True)
    else:
        new.parent.mkdir(parents=True, exist_ok=True)
        if not new.exists():
            new.touch()
    forbidden = kernel.ATTRIBUTE_READ_ONLY | kernel.ATTRIBUTE_NO_SETUID
    kernel.bind(str(old), path, forbidden if is_device else forbidden | kernel.ATTRIBUTE_NO_DEVICES)


def _is_open_to_all(path: str) -> bool:
    """True if everybody may read *path*, and its contents if it is a folder."""
    top = Path(OLD + path)
    with suppress(OSError):
        if not top.is_dir():
            return bool(top.stat().st_mode & stat.S_IROTH)
        entries = [top, *top.iterdir()]
        wanted = stat.S_IROTH | stat.S_IXOTH
        return all(
            each.lstat().st_mode & (wanted if each.is_dir() else stat.S_IROTH)
            == (wanted if each.is_dir() else stat.S_IROTH)
            for each in entries[:MOST_COPIED]
        )
    return False


def _copy(path: str, left_out: Container[str]) -> None:
    """Copy the file or folder *path* of the old root, as far as the limits go, for everybody to read."""
    old, left, count = Path(OLD + path), COPIED, MOST_COPIED
    if not old.is_dir():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        _copy_file(old, Path(path))
        return
    for folder, folders, files in os.walk(old):
        there = Path(folder.removeprefix(OLD))
        there.mkdir(parents=True, exist_ok=True)
        folders[:] = sorted(name for name in folders if f"{folder}/{name}" not in left_out)
        for name in sorted(files):
            source = Path(folder, name)
            size = source.lstat().st_size
            left, count = left - size, count - 1
            if left < 0 or count < 0:
                return
            _copy_file(source, there / name)


def _copy_file(source: Path, target: Path) -> None:
    if source.is_symlink():
        target.symlink_to(source.readlink())
    elif source.is_file():
        shutil.copyfile(source, target)
        target.chmod(0o555 if source.stat().st_mode & stat.S_IXUSR else 0o444)
