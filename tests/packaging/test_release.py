"""A release: every licence in the wheel, a valid bill of materials, and the same bytes wherever it is built."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from base64 import b64encode
from importlib import resources
from pathlib import Path

import pytest

from enraya.search.native import is_available
from release.bundled import RULE
from release.components import Component, needed_by, of_distribution
from release.sbom import make_sbom, with_more
from tests.scale import builds_anew

ROOT = Path(__file__).parents[2]
PATIENCE = 3600
LUCIDE = Component("npm", "@lucide/svelte", "1.2.3", "ISC", "text", f"sha512-{b64encode(bytes(range(64))).decode()}")

PACKAGE = resources.files("enraya")
HAS_PAGE = (PACKAGE / "web" / "index.html").is_file()
COPYRIGHTS = {
    "svelte": "Svelte Contributors",
    "three": "three.js authors",
    "@lucide/svelte": "Lucide Icons and Contributors",
    "vite": "Vite contributors",
    "nanobind": "Wenzel Jakob",
    "Tessil/robin-map": "Thibaut Goetghebuer-Planchon",
}


def licence_of(name: str) -> str:
    """What the notices of the installed package say of a component."""
    parts = (PACKAGE / "THIRD-PARTY-NOTICES.txt").read_text("utf-8").split(RULE)
    return next(part for part in parts if part.startswith(f"\n{name} "))


def test_a_bill_of_materials_keeps_the_schema_and_names_every_component_once(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    needed = [of_distribution(name) for name in sorted(needed_by("enraya"))]
    document = with_more(make_sbom("0.1.0", [LUCIDE]), [*needed, *needed])
    # Here, and not for all that collect the tests: it takes two seconds to load.
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(document)) is None
    listed = {entry["purl"]: entry for entry in document["components"]}
    assert len(listed) == len(document["components"])
    assert {"pkg:npm/%40lucide/svelte@1.2.3", *(each.purl for each in needed)} == set(listed)
    assert listed[LUCIDE.purl]["hashes"] == [{"alg": "SHA-512", "content": bytes(range(64)).hex()}]
    assert document["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"
    assert all(entry["licenses"] for entry in listed.values())


def test_the_same_components_give_the_same_bill_and_others_another(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    more = Component("npm", "three", "0.1.0", "MIT")
    assert make_sbom("0.1.0", [LUCIDE, more]) == make_sbom("0.1.0", [more, LUCIDE])
    assert make_sbom("0.1.0", [LUCIDE])["serialNumber"] != make_sbom("0.1.0", [more])["serialNumber"]


@pytest.mark.skipif(not HAS_PAGE, reason="the package was built without Node")
@pytest.mark.parametrize("name", ["svelte", "three", "@lucide/svelte", "vite"])
def test_the_installed_package_has_the_licence_of_what_its_page_is_made_of(name):
    assert COPYRIGHTS[name] in licence_of(name)


@pytest.mark.skipif(not is_available(), reason="needs the C++ build")
@pytest.mark.parametrize("name", ["nanobind", "Tessil/robin-map"])
def test_the_installed_package_has_the_licence_of_what_is_compiled_in(name):
    assert COPYRIGHTS[name] in licence_of(name)


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Two releases of the same sources, each built in a folder of its own."""
    folders = [tmp_path_factory.mktemp("release") for _ in range(2)]
    for number, folder in enumerate(folders):
        elsewhere = folder.with_name("at" * (number + 1))
        elsewhere.mkdir()
        subprocess.run(
            [sys.executable, "-m", "release.build", str(folder)], cwd=ROOT, check=True, timeout=PATIENCE,
            env={**os.environ, "TMPDIR": str(elsewhere)},
        )  # fmt: skip
    return folders


@builds_anew
def test_a_release_built_twice_in_different_folders_is_the_same_to_the_byte(releases):
    first, second = ({file.name: file.read_bytes() for file in folder.iterdir()} for folder in releases)
    assert len(first) == 4
    assert [name for name in first if first[name] != second.get(name)] == []


@builds_anew
def test_the_checksums_are_those_of_the_files_and_the_wheel_has_notices_and_bill(releases):
    lines = [line.split() for line in (releases[0] / "SHA256SUMS").read_text().splitlines()]
    assert {name: digest for digest, name in lines} == {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in releases[0].iterdir()
        if file.name != "SHA256SUMS"
    }
    names = zipfile.ZipFile(next(releases[0].glob("*.whl"))).namelist()
    assert "enraya/THIRD-PARTY-NOTICES.txt" in names
    assert any(name.endswith(".dist-info/sboms/bundled.cdx.json") for name in names)
    assert not [name for name in names if name.endswith("licenses.json")]
