"""A component: a piece of somebody else's work that a wheel of Enraya contains or needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

LICENSE_FILE = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
BUNDLED_BY_THE_TOOL = "# Licenses of bundled dependencies"
"""Where the licence of Vite goes on with those of packages that are part of Vite and not of what it builds."""

SPDX = {"MIT License": "MIT", "ISC License": "ISC", "BSD License": "BSD-3-Clause"}
"""Old metadata name a licence in words."""


@dataclass(frozen=True)
class Component:
    """A package: *ecosystem* is the one of its package URL (npm, pypi, github), *text* what its licence says."""

    ecosystem: str
    name: str
    version: str
    license: str
    text: str = ""
    integrity: str = ""
    """The hash of an npm package as package-lock.json has it."""

    @property
    def purl(self) -> str:
        """The package URL, by which tools know it."""
        return f"pkg:{self.ecosystem}/{self.name.replace('@', '%40')}@{self.version}"


def of_distribution(name: str) -> Component:
    """A package of Python that is installed here."""
    found = metadata.distribution(name)
    files = [file for file in found.files or () if ".dist-info/" in str(file) and LICENSE_FILE.search(str(file))]
    text = "\n\n".join(Path(str(file.locate())).read_text(encoding="utf-8").strip() for file in sorted(files))
    said = found.metadata.get("License-Expression") or found.metadata.get("License") or ""
    classified = [row.rpartition(" :: ")[2] for row in found.metadata.get_all("Classifier") or () if "License" in row]
    # Some have put the whole text where a name belongs.
    license = said if said and "\n" not in said and len(said) < 80 else next(iter(classified), "")
    canonical = re.sub(r"[-_.]+", "-", name).lower()
    return Component("pypi", canonical, found.version, SPDX.get(license, license), text)


def needed_by(name: str) -> set[str]:
    """The distributions that are installed here because *name* needs them, by what each declares."""
    from packaging.requirements import Requirement

    found: set[str] = set()
    waiting = [(name, "")]
    while waiting:
        each, extra = waiting.pop()
        for text in metadata.requires(each) or ():
            need = Requirement(text)
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                waiting += [(need.name, wanted) for wanted in ("", *need.extras) if need.name not in found or wanted]
                found.add(need.name)
    return found


def of_page(licenses: Path, web: Path) -> list[Component]:
    """What the page is bundled from, by Vite's own list, and the helpers that the bundler adds."""
    locked = json.loads((web / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = [
        Component("npm", each["name"], each["version"], each["identifier"], each["text"].strip())
        for each in json.loads(licenses.read_text(encoding="utf-8"))
    ]
    for name in ("rolldown", "vite"):
        folder = web / "node_modules" / name
        said = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        text = next(folder.glob("LICENSE*")).read_text(encoding="utf-8").partition(BUNDLED_BY_THE_TOOL)[0]
        found.append(Component("npm", name, said["version"], said["license"], text.strip()))
    return [
        Component(**{**asdict(each), "integrity": locked[f"node_modules/{each.name}"]["integrity"]}) for each in found
    ]


def of_native() -> list[Component]:
    """What is compiled into the C++ module beside our own sources."""
    nanobind = metadata.distribution("nanobind")
    folder = Path(str(nanobind.locate_file("nanobind"))) / "ext" / "robin_map" / "include" / "tsl"
    comment = re.search(r"/\*\*(.*?)\*/", (folder / "robin_map.h").read_text(encoding="utf-8"), re.DOTALL)
    assert comment is not None, "robin-map no longer begins with its licence"
    text = re.sub(r"^ \* ?", "", comment[1], flags=re.MULTILINE).strip()
    numbers = re.findall(r"#define TSL_RH_VERSION_\w+ (\d+)", (folder / "robin_growth_policy.h").read_text("utf-8"))
    return [of_distribution("nanobind"), Component("github", "Tessil/robin-map", ".".join(numbers), "MIT", text)]


def write_components(path: Path, components: Iterable[Component]) -> None:
    """Keep *components* in a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(each) for each in components], indent=1), encoding="utf-8")


def read_components(path: Path) -> list[Component]:
    """The components that `write_components` wrote; none if there is no such file."""
    if not path.is_file():
        return []
    return [Component(**each) for each in json.loads(path.read_text(encoding="utf-8"))]
