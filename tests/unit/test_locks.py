"""The lock files of pip and npm: exact versions, the hashes of their files, no addresses."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def test_a_lock_names_no_address_and_pins_everything_by_hash():
    locks = list((ROOT / "locks").glob("*.txt"))
    assert {lock.stem for lock in locks} >= {"runtime", "development"}
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text and "index-url" not in text
        entries = re.findall(r"^[a-z0-9].*", text, re.MULTILINE)
        assert entries and all("==" in entry and entry.endswith("\\") for entry in entries), lock.name


@pytest.mark.parametrize(("lock", "extra"), [("runtime", ""), ("development", "dev")])
def test_a_lock_holds_all_that_the_package_needs_in_the_versions_of_the_constraints(lock, extra):
    text = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
    locked = re.findall(r"^([a-z0-9.-]+)(?:\[.*\])?==(\S+)", text, re.MULTILINE)
    names = {name for name, _ in locked}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    wanted += project["project"]["optional-dependencies"].get(extra, [])
    assert {canonicalize_name(Requirement(each).name) for each in wanted} <= names
    pinned = re.findall(r"^([A-Za-z0-9._-]+)==([^;\s]+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    kept = {(canonicalize_name(name), version) for name, version in pinned}
    assert {pair for pair in locked if pair[0] in {name for name, _ in kept}} <= kept


def test_the_lock_of_the_page_has_a_hash_for_every_package_and_names_no_address():
    text = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text and "resolved" not in text
    packages = json.loads(text)["packages"]
    packages.pop("")
    assert packages and all(package["integrity"].startswith("sha512-") for package in packages.values())


def test_the_lock_of_the_page_holds_the_binaries_of_every_system():
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    locked = {place.rpartition("node_modules/")[2] for place in packages}
    assert wanted - locked == set()
