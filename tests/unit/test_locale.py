from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import enraya
from enraya import EnrayaError, locale
from enraya.locale import LANGUAGES, Words, language_of_user, messages
from enraya.server.workers.worker import TASKS
from enraya.terminal.wording import number
from tests.unit.server.conftest import serving


def placeholders(message):
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


@cache
def sources():
    """The text of each file of the program and of the page, by its name."""
    folder = Path(enraya.__file__).parent
    web = folder.parents[1] / "web" / "src"
    found = [*folder.rglob("*.py"), *(folder / "arena").rglob("*.js"), *web.rglob("*.ts"), *web.rglob("*.svelte")]
    return {file: file.read_text("utf-8") for file in found if not file.name.endswith(".test.ts")}


def test_every_language_has_the_same_messages_with_the_same_values():
    english = {key: placeholders(message) for key, message in messages("en").items()}
    for language in LANGUAGES:
        found = {key: placeholders(message) for key, message in messages(language).items()}
        assert set(found) ^ set(english) == set(), language
        assert {key for key in english if found[key] != english[key]} == set(), language


def test_the_keys_of_a_file_are_sorted_and_each_stands_once():
    for language in LANGUAGES:
        for file in (locale.FOLDER / language).iterdir():
            keys = [key for key, _ in json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)]
            assert keys == sorted(set(keys)), f"{language}/{file.name}"


def test_a_key_stands_in_one_file():
    for language in LANGUAGES:
        files = [json.loads(file.read_text(encoding="utf-8")) for file in (locale.FOLDER / language).iterdir()]
        keys = Counter(key for file in files for key in file)
        assert [key for key, count in keys.items() if count > 1] == [], language


def test_every_folder_of_messages_is_a_language_that_can_be_chosen():
    assert {folder.name for folder in locale.FOLDER.iterdir() if any(folder.glob("*.json"))} == set(LANGUAGES)


def test_every_key_that_the_program_or_the_page_names_has_a_message():
    keys = set(messages("en"))
    begins = "|".join(sorted({key.partition(".")[0] for key in keys}))
    # A key, or the beginning of one that something is put behind.
    named = re.compile(rf"[\"'`]((?:{begins})\.[a-z0-9_.]+)([\"'`]|\$?{{)")
    missing = set()
    for file, text in sources().items():
        for name, end in named.findall(text):
            is_begun = end.endswith("{") and any(key.startswith(name) for key in keys)
            if not ({name, f"{name}_one"} & keys or is_begun or name in TASKS):
                missing.add((name, file.name))
    assert missing == set()


def test_every_message_is_used_by_the_program_or_the_page():
    text = "\n".join(sources().values())
    literal = set(re.findall(r"[\"'`]([a-z]+\.[^\"'`\s{}]+)[\"'`]", text))
    words = set(re.findall(r"\w+", text))
    # `f"menu.{field}"` and `menu.${field}` use the keys of that form whose other parts are words of the sources too;
    # so is a part that has a form of its own, as `f"{kind}_somewhere"`.
    templates = [
        re.split(r"\$?{[^{}]*}", found) for found in re.findall(r"[\"'`]([\w.]*(?:\$?{[^{}\n`]*}[\w.]*)+)[\"'`]", text)
    ]
    forms = {"(.+)".join(map(re.escape, parts)) for parts in templates if any("." in part[1:] for part in parts)}
    forms |= {rf"(.+)({re.escape(parts[-1])})" for parts in templates if parts[-1].startswith(".")}
    endings = tuple(parts[-1] for parts in templates if parts[0] == "" and parts[-1].startswith("_"))

    def is_word(part):
        return part in words or any(part.endswith(end) and part.removesuffix(end) in words for end in endings)

    def is_used(key):
        filled = (match.groups() for form in forms if (match := re.fullmatch(form, key)))
        return key in literal or any(all(map(is_word, re.findall(r"\w+", " ".join(groups)))) for groups in filled)

    unused = {key for key in messages("en") if not (is_used(key) or is_used(key.removesuffix("_one")))}
    assert unused == set()


def test_a_refusal_speaks_the_language_asked_for():
    refusal = EnrayaError("error.nothing_to_undo")
    assert str(refusal) == "There is no move to undo."
    assert refusal.in_language("es") == "No hay jugada que deshacer."
    assert refusal.in_language("fr") == str(refusal)


def test_what_somebody_typed_is_kept_on_one_short_line():
    shown = Words("en")("error.game_over", text="a\nb" + "c" * 500)
    assert "\n" not in shown
    assert len(shown) < 200


@pytest.mark.parametrize(
    ("variable", "expected"), [("es_ES.UTF-8", "es"), ("en_GB", "en"), ("ES", "es"), ("est_EE", "en"), ("de_DE", "en")]
)
def test_the_language_follows_the_environment(monkeypatch, variable, expected):
    monkeypatch.setenv("ENRAYA_LANG", variable)
    assert language_of_user() == expected


@pytest.fixture
def portuguese(monkeypatch, tmp_path):
    """A third language: a folder, and a line in LANGUAGES."""
    for language in LANGUAGES:
        shutil.copytree(str(locale.FOLDER / language), tmp_path / language)
    shutil.copytree(tmp_path / "en", tmp_path / "pt")
    changed = {"error.nothing_to_undo": "Não há lance a desfazer.", "number.thousands": ".", "number.decimal": ","}
    for file in (tmp_path / "pt").iterdir():
        known = json.loads(file.read_text("utf-8"))
        file.write_text(json.dumps(known | {key: changed[key] for key in changed if key in known}), "utf-8")
    monkeypatch.setattr(locale, "FOLDER", tmp_path)
    monkeypatch.setitem(LANGUAGES, "pt", "Português")


def test_a_language_is_added_by_a_folder_and_a_line(monkeypatch, portuguese):
    monkeypatch.setenv("ENRAYA_LANG", "pt_BR.UTF-8")
    words = Words(language_of_user())
    assert words.language == "pt"
    assert EnrayaError("error.nothing_to_undo").in_language("pt") == "Não há lance a desfazer."
    assert number(12345.5, words, 1) == "12.345,5"


def test_a_server_offers_and_speaks_a_language_that_was_added(portuguese, tmp_path):
    with serving(tmp_path / "matches.db") as client:
        offered = client.get("/api/languages", headers={"accept-language": "fr, pt-BR;q=0.8, es;q=0.5"}).json()
        assert offered == {"languages": LANGUAGES, "preferred": "pt"}
        assert offered["languages"]["pt"] == "Português"
        assert client.get("/api/words/pt").json()["error.nothing_to_undo"] == "Não há lance a desfazer."
        for tag, detail in (("pt", "There are no messages"), ("es", "No hay textos en «fr»")):
            answer = client.get("/api/words/fr", headers={"accept-language": tag})
            assert (answer.status_code, answer.headers["content-language"]) == (404, tag)
            assert answer.json()["detail"].startswith(detail)
