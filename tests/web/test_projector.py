"""Projector mode: the board or the tree fills the screen, and what is written can be read from the back row."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.test_match import PLIES

SIZE = {"width": 1920, "height": 1080}
ROOT_SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


@pytest.fixture
def speaker(sit):
    return sit(**SIZE)


def project(player):
    player.page.get_by_role("button", name="Projector mode").click()
    player.page.get_by_role("button", name="Leave projector mode").wait_for()


def box_of(player, selector):
    return player.page.locator(selector).first.bounding_box()


def test_a_board_fills_the_screen_in_large_type_and_play_goes_on(speaker):
    speaker.start("mnk(3,3,3)", second="random", starter="first", seconds="none", games="1")
    page = speaker.page
    small = page.evaluate(ROOT_SIZE)
    project(speaker)
    expect(page.get_by_role("banner")).to_have_count(0)
    assert page.evaluate(ROOT_SIZE) >= 1.3 * small
    board = box_of(speaker, ".board")
    assert board["height"] >= 0.8 * SIZE["height"]
    # The whole board is in sight, with whose turn it is.
    assert board["y"] + board["height"] <= SIZE["height"]
    assert box_of(speaker, "h1")["y"] >= 0
    speaker.click(4)
    page.wait_for_function(PLIES, arg=2)
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
    assert speaker.axe() == []
    page.get_by_role("button", name="Leave projector mode").click()
    page.get_by_role("banner").wait_for()
    assert page.evaluate(ROOT_SIZE) == small


def test_a_tree_fills_the_screen_and_its_keys_still_work(speaker):
    speaker.open("lab/tree")
    page = speaker.page
    page.get_by_role("treeitem").first.wait_for()
    project(speaker)
    tree = box_of(speaker, "[role=tree]")
    assert tree["height"] >= 0.55 * SIZE["height"]
    page.keyboard.press("c")
    expect(page.locator("[data-phase=cut]")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
    assert speaker.axe(in_every_theme=False) == []
    page.keyboard.press("Escape")
