from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from string import Formatter

import pytest

import enraya
from enraya import EnrayaError
from enraya.locale import LANGUAGES, Words, language_of_user, messages
from enraya.server.workers.worker import TASKS


def placeholders(message):
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def sources():
    """The files of the program and of the page."""
    folder = Path(enraya.__file__).parent
    web = folder.parents[1] / "web" / "src"
    found = [*folder.rglob("*.py"), *web.rglob("*.ts"), *web.rglob("*.svelte")]
    return [file for file in found if not file.name.endswith(".test.ts")]


def test_both_languages_have_the_same_messages():
    assert set(messages("en")) == set(messages("es"))


def test_a_message_has_the_same_values_in_both_languages():
    english, spanish = messages("en"), messages("es")
    assert {key for key in english if placeholders(english[key]) != placeholders(spanish[key])} == set()


def test_the_keys_of_a_file_are_sorted_and_each_stands_once():
    for language in LANGUAGES:
        for file in (resources.files("enraya.locale") / language).iterdir():
            keys = [key for key, _ in json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)]
            assert keys == sorted(set(keys)), f"{language}/{file.name}"


def test_every_key_that_the_program_or_the_page_names_has_a_message():
    keys = set(messages("en"))
    begins = "|".join(sorted({key.partition(".")[0] for key in keys}))
    # A key, or the beginning of one that something is put behind.
    named = re.compile(rf"[\"'`]((?:{begins})\.[a-z0-9_.]+)([\"'`]|\$?{{)")
    missing = set()
    for file in sources():
        for text, end in named.findall(file.read_text("utf-8")):
            is_begun = end.endswith("{") and any(key.startswith(text) for key in keys)
            if not ({text, f"{text}_one"} & keys or is_begun or text in TASKS):
                missing.add((text, file.name))
    assert missing == set()


def test_a_refusal_speaks_the_language_asked_for():
    refusal = EnrayaError("error.nothing_to_undo")
    assert str(refusal) == "There is no move to undo."
    assert refusal.in_language("es") == "No hay jugada que deshacer."
    assert refusal.in_language("fr") == str(refusal)


def test_what_somebody_typed_is_kept_on_one_short_line():
    shown = Words("en")("error.game_over", text="a\nb" + "c" * 500)
    assert "\n" not in shown
    assert len(shown) < 200


@pytest.mark.parametrize(("variable", "expected"), [("es_ES.UTF-8", "es"), ("en_GB", "en"), ("de_DE", "en")])
def test_the_language_follows_the_environment(monkeypatch, variable, expected):
    monkeypatch.setenv("ENRAYA_LANG", variable)
    assert language_of_user() == expected


def test_every_word_of_the_exercises_is_used_somewhere():
    text = "\n".join(file.read_text("utf-8") for file in sources())
    begun = tuple(re.findall(r"[\"`](practise\.[a-z_.]+\.)\$?\{", text))
    keys = {key.removesuffix("_one") for key in messages("en") if key.startswith("practise.")}
    assert {key for key in keys if f'"{key}"' not in text and not key.startswith(begun)} == set()
