"""Writes what a wheel says of the work of others in it: `python -m release.bundled FOLDER …`, run by CMake.

FOLDER gets THIRD-PARTY-NOTICES.txt, with the text of every licence, and bundled.cdx.json, the bill of materials.
`--page` is the folder of the built page, `--native` says that there is a C++ module. The documentation site is in the
wheel if it was built; who built it has left its components in build/site-components.json.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from pathlib import Path

from release.components import Component, of_native, of_page, read_components
from release.sbom import make_sbom

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site-components.json"
HEAD = """Enraya contains work of others, which is used under the licences below.
What it is installed with, and does not contain, is listed in the metadata of the package.
"""
RULE = "=" * 80


def notices(components: list[Component]) -> str:
    """The name and the licence of each component."""
    assert all(each.text for each in components), "a component without the text of its licence"
    parts = [f"{RULE}\n{each.name} {each.version} ({each.license})\n\n{each.text}\n" for each in components]
    return "\n".join([HEAD, *parts])


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--native", action="store_true")
    said = parser.parse_args()
    licenses = said.page / "licenses.json" if said.page else None
    found = of_page(licenses, ROOT / "web") if licenses is not None and licenses.is_file() else []
    found += of_native() if said.native else []
    found += read_components(SITE)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    said.folder.mkdir(parents=True, exist_ok=True)
    (said.folder / "THIRD-PARTY-NOTICES.txt").write_text(notices(found), encoding="utf-8")
    document = json.dumps(make_sbom(version, found), indent=1)
    (said.folder / "bundled.cdx.json").write_text(document + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
