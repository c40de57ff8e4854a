"""The documentation site, as the app shows it."""

import re

import pytest

from enraya.server import manual

PAGES = {
    "index.html": b'<html><script>document.body.dataset.theme = 1;</script><script src="a.js"></script></html>',
    "es/estudiante.html": b"<html lang='es'></html>",
    "a.js": b"1",
}


@pytest.fixture
def built(monkeypatch):
    """A server that was given a site."""
    monkeypatch.setattr(manual, "site", lambda: PAGES)
    manual._policy.cache_clear()
    yield
    manual._policy.cache_clear()


@pytest.mark.parametrize(("language", "page"), [("en", "index.html"), ("es", "es/estudiante.html")])
def test_the_manual_begins_in_the_reader_s_language(client, built, language, page):
    answer = client.get("/manual", headers={"accept-language": language})
    assert answer.status_code == 200
    assert answer.url.path == f"/manual/{page}"


def test_of_scripts_within_a_page_just_its_own_may_run(client, built):
    policy = client.get("/manual/index.html").headers["content-security-policy"]
    scripts = re.search(r"script-src ([^;]*)", policy)[1]
    assert re.fullmatch(r"'self' 'sha256-[\w+/]{43}='", scripts)
    assert client.get("/manual/a.js").headers["content-type"].startswith("text/javascript")


def test_a_page_that_is_not_there_is_not_found(client, built):
    assert client.get("/manual/nowhere.html").status_code == 404


@pytest.mark.parametrize(("language", "said"), [("en", "make docs builds it"), ("es", "make docs la construye")])
def test_without_a_site_a_sentence_says_how_to_have_one(client, monkeypatch, language, said):
    monkeypatch.setattr(manual, "site", dict)
    answer = client.get("/manual/", headers={"accept-language": language})
    assert answer.status_code == 404
    assert said in answer.text
