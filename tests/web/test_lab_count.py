"""The counting bench: every game of tic-tac-toe while one watches, its ends, and its symmetry."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def lab(player):
    return player.open("lab/count")


def test_the_count_reaches_every_game_and_shows_the_three_drawn_endings(lab):
    page = lab.page
    facts = page.locator("dd[data-fact]")
    # What will be counted is told, and shown, before it is.
    expect(facts).to_have_text(["?not counted yet"] * 5)
    page.get_by_role("img", name="Where every game begins: Tic-tac-toe").wait_for()
    page.get_by_role("button", name="Count", exact=True).click()
    page.get_by_test_id("images").wait_for()
    expect(page.get_by_test_id("games")).to_have_text(re.compile("^255,168"))
    for words in ("wins 131,184", "wins 77,904", "draws 46,080"):
        page.get_by_text(words).wait_for()
    plies = ["1", "9", "72", "504", "3,024", "15,120", "54,720", "148,176", "200,448", "127,872"]
    expect(page.locator(".plies li b")).to_have_text(plies)
    expect(facts).to_have_text(["255,168", "5,478", "765", "958", "138"])
    expect(page.get_by_test_id("ends")).to_contain_text("91 won by X, 44 by O, 3 drawn")
    expect(page.get_by_test_id("drawn").get_by_role("img")).to_have_count(3)
    expect(page.get_by_test_id("images").get_by_role("img")).to_have_count(8)


def test_it_can_be_slowed_down_and_stopped_by_keyboard(lab):
    page = lab.page
    page.get_by_label("Pace").select_option("10000")
    page.get_by_role("button", name="Count", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => (document.querySelector('[data-testid=games]')?.innerText ?? '0').match(/^[1-9]/)")
    page.get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Count", exact=True).wait_for()
    expect(page.get_by_test_id("games")).not_to_have_text(re.compile("^255,168"))


@pytest.mark.parametrize(
    ("game", "words", "games"),
    [("mnk(4,3,3)", "151,188,768 games: too many", "151,188,768"), ("terni", "go round for ever", "no number")],
)
def test_what_cannot_be_walked_through_says_why_and_is_counted(lab, game, words, games):
    lab.page.get_by_label("Game", exact=True).select_option(game)
    lab.page.get_by_role("button", name="Count", exact=True).click()
    lab.page.get_by_text(words).wait_for()
    lab.page.locator("dd[data-fact=positions]", has_text=re.compile("[0-9]")).wait_for()
    expect(lab.page.locator("dd[data-fact=games]")).to_have_text(games)


def test_axe_finds_nothing_wrong(sit):
    player = sit(language="es")
    player.open("lab/count?game=mnk(3,3,2)")
    player.page.get_by_role("button", name=re.compile("^(Count|Contar)$")).click()
    player.page.get_by_test_id("images").wait_for()
    assert player.axe() == []
