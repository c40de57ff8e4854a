"""The folders that a process in the jail can read: the system's programs and libraries, Enraya's, and its own."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
)
"""Programs and libraries; nothing personal lies there."""

_private: set[str] = set()
"""Files that their owners alone may read, wherever they lie."""

PACKAGES = ("site-packages", "dist-packages")
"""What the folders are called that packages are installed into."""

DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")


def runtime_folders() -> list[str]:
    """The folders that any program and Python with Enraya need to run."""
    python = [sys.prefix, sys.base_prefix, *sys.modules["enraya"].__path__, *_package_folders()]
    return outermost([*SYSTEM, *python])


def _package_folders() -> list[str]:
    """Where installed packages lie outside of Python's own folder: a user's own, or another environment's."""
    named = [path for path in sys.path if Path(path).name in PACKAGES]
    extension = sys.modules.get("enraya._native")
    beside = [str(Path(extension.__file__).parent)] if extension is not None and extension.__file__ else []
    return [*named, *beside]


def keep_private(*paths: str) -> None:
    """No process in the jail can read *paths*, a database or a player's file, but the one whose own they are."""
    _private.update(os.path.realpath(path) for path in paths)


def own_folders(files: Iterable[str], directory: str = "") -> list[str]:
    """The folder of each of *files*, or only the file where that folder holds more than belongs to it."""
    own = []
    for file in files:
        path = Path(directory, file).absolute()
        real = Path(os.path.realpath(path))
        others = [Path(each) for each in _private if each != str(real)]
        if _is_shared(real.parent) or any(real.parent in each.parents for each in others):
            own += [str(real), str(path)]
        else:
            own += [str(real.parent), str(path.parent)]
    return outermost(own)


def program_folders(program: str) -> list[str]:
    """The folders in which the interpreter or program *program* is installed: `…/bin/node` needs what lies beside
    `bin`.
    """
    path = Path(os.path.realpath(program))
    prefix = path.parent.parent if path.parent.name == "bin" else path.parent
    return [str(path) if _is_shared(prefix) else str(prefix)]


def find_program(word: str, directory: str) -> str | None:
    """The path of the program that *word* names, as a shell finds it."""
    return shutil.which(str(Path(directory, word)) if os.sep in word else word)


def _is_shared(folder: Path) -> bool:
    """True if *folder* is not one player's own: a home, a folder for temporary files, or a parent of those."""
    places = [Path.home(), Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"), *_data_folders()]
    return any(folder == place or folder in place.parents for place in map(Path, map(os.path.realpath, places)))


def _data_folders() -> list[Path]:
    """The folders in which Enraya keeps matches and tables."""
    import platformdirs

    return [Path(platformdirs.user_data_dir("enraya")), Path(platformdirs.user_cache_dir("enraya"))]


def outermost(paths: Iterable[str]) -> list[str]:
    """The existing ones of *paths*, without those that lie inside of another."""
    existing = sorted({os.path.normpath(path) for path in paths if os.path.lexists(path)})
    kept: list[str] = []
    for path in existing:
        if not any(path.startswith(each + "/") for each in kept):
            kept.append(path)
    return kept
