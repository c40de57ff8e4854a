"""The keys of a part of a lesson, read one by one, each refused in words where it is not what it must be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from enraya.errors import NotationError
from enraya.locale import LANGUAGES

LONGEST_TEXT = 6000
LONGEST_LINE = 2000
PLACE = re.compile(r"\{(\w+)\}")
SEPARATORS = {"en": ",", "es": "."}
"""The thousands separator, by language."""


class Fields:
    """A mapping of a file. Texts are by language, those of the lesson's title; `{name}` in them is a fact."""

    def __init__(self, data: Any, languages: tuple[str, ...] = (), facts: Mapping[str, int] | None = None) -> None:
        if not isinstance(data, dict):
            raise NotationError("error.lesson_mapping")
        self._data = {str(key): value for key, value in data.items() if value is not None}
        self._languages, self._facts = languages, facts or {}

    def filled(self, facts: Mapping[str, int]) -> Fields:
        """The same, its texts with *facts* in their places."""
        return Fields(self._data, self._languages, facts)

    def inside(self, data: Any) -> Fields:
        """A part of it, in the same languages and with the same facts."""
        return Fields(data, self._languages, self._facts)

    def only(self, *known: str, what: str | None = None) -> None:
        """Refuse any other key than these."""
        for key in self._data:
            if key not in known:
                code = "error.lesson_key" if what is None else "error.lesson_step_key"
                raise NotationError(code, key=key, kind=what or "", known=list(known))

    def has(self, key: str) -> bool:
        """True if the field is present."""
        return key in self._data

    def get(self, key: str) -> Any:
        """The value of the field, which must be present."""
        if key not in self._data:
            raise NotationError("error.lesson_missing", key=key)
        return self._data[key]

    def mapping(self, key: str) -> Mapping[str, Any]:
        """A mapping; nothing is an empty one."""
        found = self._data.get(key, {})
        if not isinstance(found, dict):
            raise NotationError("error.lesson_mapping")
        return found

    def parts(self, key: str, least: int, most: int) -> list[Fields]:
        """A list of so many mappings."""
        found = self.get(key)
        if not isinstance(found, list) or not least <= len(found) <= most:
            raise NotationError("error.lesson_list", key=key, least=least, most=most)
        return [self.inside(each) for each in found]

    def first_text(self, key: str) -> Mapping[str, str]:
        """The text that says in which languages the others have to be."""
        found = self.get(key)
        if not isinstance(found, dict) or not found:
            raise NotationError("error.lesson_text", key=key, languages=list(LANGUAGES))
        for language in found:
            if language not in LANGUAGES:
                raise NotationError("error.lesson_language", key=key, text=str(language), languages=list(LANGUAGES))
        return {language: found[language] for language in LANGUAGES if language in found}

    def text(self, key: str) -> Mapping[str, str]:
        """A text in each language of the lesson, its facts filled in."""
        found = self.first_text(key)
        for language in self._languages:
            if language not in found:
                raise NotationError("error.lesson_untranslated", key=key, language=LANGUAGES[language])
        written = {}
        for language in self._languages:
            said = found[language]
            if isinstance(said, (int, float)) and not isinstance(said, bool):
                said = str(said)
            if not isinstance(said, str) or not said.strip():
                raise NotationError("error.lesson_empty", key=key, language=LANGUAGES[language])
            if len(said) > LONGEST_TEXT:
                raise NotationError("error.lesson_long", key=key, most=LONGEST_TEXT)
            pieces = PLACE.split(said.strip())
            pieces[1::2] = [self._fact(name, language) for name in pieces[1::2]]
            written[language] = "".join(pieces)
        return written

    def optional_text(self, key: str) -> Mapping[str, str] | None:
        """A text, or none."""
        return self.text(key) if self.has(key) else None

    def _fact(self, name: str, language: str) -> str:
        if name not in self._facts:
            raise NotationError("error.lesson_fact", name=name, known=list(self._facts) or ["–"])
        return f"{self._facts[name]:,}".replace(",", SEPARATORS.get(language, "\u202f"))

    def line(self, key: str) -> str:
        """A short text that is the same in every language."""
        found = self.get(key)
        if not isinstance(found, str) or not found.strip() or len(found) > LONGEST_LINE:
            raise NotationError("error.lesson_line", key=key)
        return found.strip()

    def word(self, key: str, known: tuple[str, ...], otherwise: str | None = None) -> Any:
        """One of the *known* words."""
        found = self._data.get(key, otherwise)
        if found is None:
            raise NotationError("error.lesson_missing", key=key)
        if found not in known:
            raise NotationError("error.lesson_word", key=key, text=str(found), known=list(known))
        return found

    def words(self, key: str, known: tuple[str, ...]) -> tuple[Any, ...]:
        """A non-empty list of *known* words."""
        found = self.get(key)
        if not isinstance(found, list) or not found:
            raise NotationError("error.lesson_list", key=key, least=1, most=len(known))
        for each in found:
            if each not in known:
                raise NotationError("error.lesson_word", key=key, text=str(each), known=list(known))
        return tuple(dict.fromkeys(found))

    def flag(self, key: str) -> bool:
        """Yes or no; no where nothing is said."""
        found = self._data.get(key, False)
        if not isinstance(found, bool):
            raise NotationError("error.lesson_word", key=key, text=str(found), known=["true", "false"])
        return found

    def whole(self, key: str, least: int, most: int, otherwise: int | None = None) -> int:
        """A whole number within bounds."""
        found = self._data.get(key, otherwise)
        if found is None:
            raise NotationError("error.lesson_missing", key=key)
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
            raise NotationError("error.question_number", key=key, least=least, most=most)
        return found

    def wholes(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers within bounds."""
        found = self.get(key)
        if not isinstance(found, list) or not found or len(found) > 12:
            raise NotationError("error.lesson_list", key=key, least=1, most=12)
        return tuple(Fields({key: each}).whole(key, least, most) for each in found)
