"""The files that the browser is sent."""

from __future__ import annotations

import gzip
import re
from importlib import resources

import pytest

MOST = 150_000


@pytest.fixture(scope="module")
def page():
    page = resources.files("enraya") / "web"
    if not (page / "index.html").is_file():
        pytest.skip("the web page was not built: there was no Node")
    return page


def test_the_first_page_is_small(page):
    html = (page / "index.html").read_text("utf-8")
    first = re.findall(r'(?:src|href)="/(assets/[^"]+)"', html)
    assert first
    assert sum(len(gzip.compress((page / name).read_bytes())) for name in first) <= MOST


def test_the_page_has_no_script_or_style_of_its_own(page):
    html = (page / "index.html").read_text("utf-8")
    assert re.search(r"<style|style=|<script(?![^>]*src=)|\son\w+=", html) is None
