"""The paths that the documents name exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PLACES = [ROOT, ROOT / "src", ROOT / "src" / "enraya", ROOT / "native", ROOT / "docs"]
MADE_UP = {
    "mine.py",
    "mio.py",
    *(f"src/enraya/{package}/yours.py" for package in ("games", "players", "exchange", "solve/methods")),
}


def is_there(name):
    """True if a file or folder *name* is in the project, or in one of the folders that the documents start from."""
    if name in MADE_UP or any((place / name).exists() for place in PLACES):
        return True
    # A document about one package calls its files by their bare names.
    return any(next(place.glob(f"**/{name}"), None) for place in PLACES[2:4])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_the_files_that_a_document_names_and_links_are_there(document):
    text = document.read_text("utf-8")
    named = set(re.findall(r"`((?:[\w-]+/)*[\w-]+(?:/|\.svelte(?:\.ts)?|\.(?:py|hpp|cpp|ts|md|json|yaml)))`", text))
    assert {name for name in named if not is_there(name)} == set()
    linked = {link for link in re.findall(r"\]\(([^)#\s]+)", text) if not link.startswith("http")}
    assert {link for link in linked if not (document.parent / link).exists()} == set()


def test_every_picture_that_a_document_shows_is_there():
    shown = set(re.findall(r"pictures/([\w.-]+)", "\n".join(document.read_text("utf-8") for document in DOCUMENTS)))
    assert shown
    assert {name for name in shown if not (ROOT / "docs" / "pictures" / name).exists()} == set()
