"""A software bill of materials in the format CycloneDX 1.6."""

from __future__ import annotations

import base64
import os
import re
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from release.components import Component

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "pkg:pypi/enraya")
IDENTIFIER = re.compile(r"[A-Za-z0-9.+-]+")


def make_sbom(version: str, components: Iterable[Component]) -> dict[str, Any]:
    """Enraya in *version* and its *components*.

    The same components give the same document: its time is SOURCE_DATE_EPOCH, and none if that is not set.
    """
    return _document(version, [_entry(each) for each in components])


def with_more(document: dict[str, Any], components: Iterable[Component]) -> dict[str, Any]:
    """*document* with further components."""
    entries = [*document["components"], *(_entry(each) for each in components)]
    return _document(document["metadata"]["component"]["version"], entries)


def _document(version: str, entries: Iterable[dict[str, Any]]) -> dict[str, Any]:
    enraya = _entry(Component("pypi", "enraya", version, "MIT"))
    listed = dict(sorted({entry["bom-ref"]: entry for entry in entries}.items()))
    document: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, ' '.join([version, *listed]))}",
        "version": 1,
        "metadata": {"component": {**enraya, "type": "application"}},
        "components": list(listed.values()),
        "dependencies": [{"ref": enraya["bom-ref"], "dependsOn": list(listed)}],
    }
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        document["metadata"]["timestamp"] = datetime.fromtimestamp(int(epoch), UTC).isoformat()
    return document


def _entry(component: Component) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "type": "library",
        "bom-ref": component.purl,
        "name": component.name,
        "version": component.version,
        "purl": component.purl,
    }
    if component.license:
        is_identifier = IDENTIFIER.fullmatch(component.license) is not None
        entry["licenses"] = [{"license": {"id" if is_identifier else "name": component.license}}]
    if component.integrity:
        algorithm, _, value = component.integrity.partition("-")
        entry["hashes"] = [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": base64.b64decode(value).hex()}]
    return entry
