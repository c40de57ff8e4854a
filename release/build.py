"""Builds a release into dist/: sdist, wheel, bill of materials, checksums: `make release`.

    python -m release.build [FOLDER]          # dist/

The wheel is built from the sdist, unpacked elsewhere, with the Python that runs this and what is installed there from
locks/development.txt. The documentation site is in it if build/site was built. The time of the commit stands for every
time (SOURCE_DATE_EPOCH), so that the same commit gives the same bytes, whoever builds it and wherever.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from release.components import needed_by, of_distribution
from release.sbom import with_more

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
SITE = ("site", "site-components.json")
HOOK = "import sys; from scikit_build_core import build; print(getattr(build, sys.argv[1])(sys.argv[2]))"


def ask(hook: str, source: Path, folder: Path) -> Path:
    """Run a hook of the build backend on *source*; the archive that it wrote into *folder*."""
    command = [sys.executable, "-c", HOOK, hook, str(folder)]
    done = subprocess.run(command, cwd=source, stdout=subprocess.PIPE, text=True, check=True)
    return folder / done.stdout.splitlines()[-1]


def build_wheel(sdist: Path, folder: Path) -> Path:
    """The wheel of an sdist, built in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="enraya-release-") as place, tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
        source = next(Path(place).iterdir())
        (source / "build").mkdir()
        for name in SITE:
            if (ROOT / "build" / name).is_dir():
                shutil.copytree(ROOT / "build" / name, source / "build" / name)
            elif (ROOT / "build" / name).is_file():
                shutil.copy(ROOT / "build" / name, source / "build" / name)
        return ask("build_wheel", source, folder)


def sbom_of(wheel: Path) -> str:
    """The bill of materials: what the wheel says that it contains, and what is installed with it."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/sboms/bundled.cdx.json"))
        bundled = json.loads(archive.read(name))
    needed = [of_distribution(name) for name in sorted(needed_by("enraya"))]
    document = json.dumps(with_more(bundled, needed), indent=1)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(document)
    assert wrong is None, wrong
    return document + "\n"


def build(folder: Path) -> None:
    """Everything of a release, in *folder*."""
    committed = ["git", "log", "-1", "--format=%ct"]
    if "SOURCE_DATE_EPOCH" not in os.environ:
        said = subprocess.run(committed, cwd=ROOT, capture_output=True, text=True, check=True)
        os.environ["SOURCE_DATE_EPOCH"] = said.stdout.strip()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sdist = ask("build_sdist", ROOT, folder)
    wheel = build_wheel(sdist, folder)
    sbom = folder / f"enraya-{VERSION}.cdx.json"
    sbom.write_text(sbom_of(wheel), encoding="utf-8")
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in (sbom, wheel, sdist)]
    (folder / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    print("\n".join(sums))


if __name__ == "__main__":
    build(Path(sys.argv[1] if sys.argv[1:] else ROOT / "dist").resolve())
