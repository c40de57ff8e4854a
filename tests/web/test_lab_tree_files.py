"""The files that the tree bench saves: the picture on the screen, and the whole tree."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.web.tree_bench import GAME, LESSON, Bench


def test_the_tree_is_kept_as_it_is_on_the_screen_and_whole(player):
    bench = Bench(player)
    bench.page.keyboard.press("End")
    bench.button("Save the tree").click()
    name, text = bench.download(bench.page.get_by_role("button", name="Picture (SVG)"))
    assert name.endswith(".svg")
    picture = ElementTree.fromstring(text)
    words = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"≥6", "≤−4", "α = 4"} <= set(words)
    assert "var(" not in text and "class=" not in text
    _, text = bench.download(bench.page.get_by_role("button", name="Whole tree as JSON"))
    assert json.loads(text)["nodes"] == 11
    _, text = bench.download(bench.page.get_by_role("button", name="Whole tree as DOT"))
    assert text.startswith("digraph")
    _, text = bench.download(bench.page.get_by_role("button", name="Whole tree as SVG"))
    ElementTree.fromstring(text)


@pytest.mark.parametrize("route", [LESSON, GAME])
def test_the_picture_kept_has_the_nodes_and_words_that_are_on_the_screen(player, route):
    bench = Bench(player, route)
    for _ in range(3):
        bench.page.keyboard.press("c")
    bench.page.keyboard.press("+")
    if route == GAME:
        bench.expect_boards()
    drawn = "text, path, rect, circle"
    seen = bench.page.evaluate(
        """drawn => [...document.querySelectorAll("[role=tree] :is(" + drawn + ")")].map((one) => [
             one.localName, one.localName === "text" ? one.textContent.trim() : "",
             Math.round(one.getScreenCTM().e), Math.round(one.getScreenCTM().f)])""",
        drawn,
    )
    box = bench.page.get_by_role("tree").bounding_box()
    nodes = bench.page.get_by_role("treeitem").count()
    bench.button("Save the tree").click()
    _, text = bench.download(bench.page.get_by_role("button", name="Picture (SVG)"))
    # The file is opened by the browser as a picture of its own, and looked at in the same way.
    bench.page.set_content(text)
    kept = bench.page.evaluate(
        """drawn => { const picture = document.querySelector("svg");
           const { x, y } = picture.getBoundingClientRect();
           return [...picture.querySelectorAll(drawn)].slice(1).map((one) => [
             one.localName, one.localName === "text" ? one.textContent.trim() : "",
             Math.round(one.getScreenCTM().e - x), Math.round(one.getScreenCTM().f - y)]); }""",
        drawn,
    )
    assert nodes > 5
    here = [[name, words, x - round(box["x"]), y - round(box["y"])] for name, words, x, y in seen]
    assert [one[:2] for one in kept] == [one[:2] for one in here]
    assert all(
        abs(a - b) <= 1 for one, two in zip(kept, here, strict=True) for a, b in zip(one[2:], two[2:], strict=True)
    )


def test_a_picture_too_large_is_refused_in_words(player):
    bench = Bench(player, "lab/tree?game=mnk(3,3,3)")
    bench.button("Save the tree").click()
    bench.page.get_by_role("button", name="Whole tree as SVG").click()
    expect(bench.page.get_by_role("dialog")).to_contain_text("more than 5000 nodes")
