"""No word of the notation meets somebody who did not type it: every game, from the landing screen to its replay."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest

# Everything that is read or heard on a page; what stands in a box was typed, or is a link to copy.
SEEN = """
() => {
  const said = [document.title, document.body.innerText];
  for (const node of document.querySelectorAll("[aria-label], [title], option, [aria-valuetext]"))
    said.push(node.getAttribute("aria-label"), node.title, node.getAttribute("aria-valuetext"), node.textContent);
  return said.filter(Boolean);
}
"""
NOTATION = re.compile(
    r"\b(?:mnk|gomoku|connect|cube|terni|oso|tree)\([^)]*|\b[a-z0-9_]+=[\w>«]+|\b[km] = |level:\d"
    r"|oso-(?:easy|medium|hard)|alphabeta|freestyle|misere|\bmcts:|\{\w+\}|\bweb\.\w+\.\w+|\bundefined\b|\bnull\b|\bNaN\b",
)
ENGLISH = re.compile(r"\b(?:white|black|more|first|second|random|human|standard|free|slide|adjacent|swap|true|false)\b")


def faults(page, language):
    said = page.evaluate(SEEN)
    found = [match[0] for text in said for match in NOTATION.finditer(text)]
    return found + ([match[0] for text in said for match in ENGLISH.finditer(text)] if language == "es" else [])


def presets(server, language):
    with urllib.request.urlopen(f"{server.address}api/games") as answer:
        families = json.load(answer)["families"]
    every = [preset["game"] for family in families for preset in family["presets"]]
    return every if language == "es" else [family["presets"][0]["game"] for family in families]


@pytest.mark.parametrize(("language", "resign"), [("es", "Rendirse"), ("en", "Resign")])
def test_no_screen_of_any_game_shows_a_word_of_the_notation(sit, server, language, resign):
    player = sit(language=language).open()
    page = player.page
    wrong = {"landing": faults(page, language)}
    for game in presets(server, language):
        player.open(f"new/{game}")
        page.locator(".preview > *").first.wait_for()
        wrong[f"{game}: set-up"] = faults(page, language)
        # Not `open`: this address gives way to that of the match.
        page.goto(f"{server.address}#/play/{game}")
        page.wait_for_url(re.compile("#/match/"))
        page.locator("[data-phase='playing']").wait_for()
        page.keyboard.press("?")
        page.get_by_role("dialog").wait_for()
        wrong[f"{game}: help"] = faults(page, language)
        page.keyboard.press("Escape")
        page.get_by_role("button", name=resign).click()
        page.get_by_role("dialog").get_by_role("button", name=resign).click()
        page.locator("[data-phase='finished']").wait_for()
        replay = page.get_by_role("dialog").locator("a[href*='replay']")
        replay.wait_for()
        wrong[f"{game}: end"] = faults(page, language)
        replay.click()
        page.get_by_role("slider").wait_for()
        wrong[f"{game}: replay"] = faults(page, language)
    player.open("matches")
    page.get_by_role("listitem").first.wait_for()
    wrong["my matches"] = faults(page, language)
    assert {where: found for where, found in wrong.items() if found} == {}
