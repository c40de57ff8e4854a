"""Programs of Debian's for the tests, unpacked into the build folder: nothing is installed and no service starts."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

BUILD = Path(__file__).parents[1] / "build"


def unpack(package: str, program: str, version_option: str = "--version") -> str | None:
    """The path of *program* in Debian's *package*. None where it cannot be downloaded or does not run."""
    unpacked = BUILD / package
    if not (unpacked / program).exists() and shutil.which("apt-get") and shutil.which("dpkg"):
        _download(package, unpacked)
    is_there = (unpacked / program).exists()
    return str(unpacked / program) if is_there and _run([unpacked / program, version_option]) else None


def _download(package: str, unpacked: Path) -> None:
    BUILD.mkdir(exist_ok=True)
    # Elsewhere first: tests that run at the same time see all of it or nothing.
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        if _run(["apt-get", "-q", "download", package], folder):
            for archive in Path(folder).glob(f"{package}_*.deb"):
                if _run(["dpkg", "-x", archive, "unpacked"], folder):
                    with suppress(OSError):
                        Path(folder, "unpacked").rename(unpacked)


def _run(command: list[str | Path], folder: str | None = None) -> bool:
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
