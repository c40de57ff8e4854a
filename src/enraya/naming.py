"""The title of a game in words, and its rules as people explain them: never a word of the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enraya.catalogue import options_of
from enraya.locale import Words


def title_of(name: str, words: Words) -> str | None:
    """The title of the built-in game *name*; None for any other game."""
    if words.has(f"preset.{name}"):
        return words(f"preset.{name}")
    family, values = options_of(name)
    if family == "tree":
        return words("family.tree")
    if not words.has(f"title.{family}"):
        return None
    title = words(_variant(f"title.{family}", values, words), **_said(values))
    for addition in _additions(family, values):
        title += words(f"title.{addition}")
    return title


def rules_of(name: str, words: Words) -> str | None:
    """The rules of the built-in game *name* in a few sentences; None for any other game."""
    family, values = options_of(name)
    if not words.has(f"rules.{family}"):
        return None
    said = [words(_variant(f"rules.{family}", values, words), **_said(values))]
    said += [words(f"rules.{addition}") for addition in _additions(family, values)]
    return " ".join(said)


def _variant(key: str, values: Mapping[str, Any], words: Words) -> str:
    """The message for a variant with a name of its own, else for the family: `rules.mnk.misere`, `rules.terni.jump`."""
    named = [str(values[option]) for option in ("rule", "step") if option in values]
    named += ["misere"] if values.get("misere") else []
    return next((f"{key}.{name}" for name in named if words.has(f"{key}.{name}")), key)


def _additions(family: str, values: Mapping[str, Any]) -> list[str]:
    """The additions to the rules: an opening, or that a diagonal does not count."""
    found = ["swap2"] if values.get("opening") == "swap2" else []
    return [*found, "straight"] if family == "terni" and values.get("diagonals") is False else found


def _said(values: Mapping[str, Any]) -> dict[str, Any]:
    """The sizes by the names that the messages use."""
    size = values.get("size")
    return {
        "columns": values.get("columns", values.get("m", size)),
        "rows": values.get("rows", values.get("n", size)),
        "size": size,
        "count": values.get("k") or size,
    }
