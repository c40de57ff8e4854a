"""Every text that a user reads, by language: one source for the terminal, the server and the web page.

Each language is a folder of JSON files, a file per area, keys flat and dotted. A message holds `{name}` for
a value; a key that ends in `_one` is used instead of the plain one where the value `count` is 1. Belongs here: words,
and which languages there are. Does not belong here: who reads them, and when.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Protocol, runtime_checkable

LANGUAGES = {
    "es": "Español",
    "en": "English",
}
"""The languages by the code of their folder, each with its own name. A new language is a folder and a line here."""

DEFAULT = "en"
LONGEST_VALUE = 120
FOLDER = resources.files("enraya.locale")


@cache
def messages(language: str) -> Mapping[str, str]:
    """Every message of *language*, by key."""
    found: dict[str, str] = {}
    for file in sorted((FOLDER / language).iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".json"):
            found.update(json.loads(file.read_text(encoding="utf-8")))
    return found


def language_of_tag(tag: str) -> str | None:
    """The language that a tag such as `es-ES` or `es_ES.UTF-8` asks for, or None where it is not in LANGUAGES."""
    code = re.split("[-_.@]", tag.strip().lower(), maxsplit=1)[0]
    return code if code in LANGUAGES else None


def language_of_user() -> str:
    """The language that the first of the usual environment variables asks for, or else English."""
    for variable in ("ENRAYA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(variable):
            return language_of_tag(wanted) or DEFAULT
    return DEFAULT


@runtime_checkable
class Sentence(Protocol):
    """A message key with its values, to be said in any language, such as a refusal."""

    def in_language(self, language: str) -> str:
        """The sentence in *language*."""


class Words:
    """Speaks one language: `Words("es")("turn.yours", name="Ana")`."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else DEFAULT

    def __call__(self, key: str, /, **values: object) -> str:
        """The message *key* with *values* in their places; long values are shortened to stay on a line."""
        known = messages(self.language)
        if values.get("count") == 1 and f"{key}_one" in known:
            key = f"{key}_one"
        return known[key].format_map({name: self._shown(value) for name, value in values.items()})

    def has(self, key: str) -> bool:
        """True if there is a message *key*."""
        return key in messages(self.language)

    def _shown(self, value: object) -> object:
        if isinstance(value, Sentence):
            return value.in_language(self.language)
        if isinstance(value, list | tuple):
            return ", ".join(str(self._shown(item)) for item in value)
        if not isinstance(value, str):
            return value
        # A value may be anything somebody typed: keep it on one line, printable and short.
        text = "".join(character if character.isprintable() else "?" for character in value[: LONGEST_VALUE + 1])
        return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
