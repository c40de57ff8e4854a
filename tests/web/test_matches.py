"""My matches: thumbnails, results, a filter; a match is gone on with, reviewed or deleted."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.test_match import PLIES, WINNING, play_by_mouse


def cards(player):
    return player.page.locator(".matches li")


def test_matches_are_listed_filtered_gone_on_with_and_deleted(player):
    page = player.page
    player.start("mnk(3,3,3)", second="human", starter="first", seconds="none", games="1", first_name="Ana")
    play_by_mouse(player, WINNING)
    page.get_by_role("dialog").wait_for()
    player.start("connect(7,6,4)", second="random", starter="first", seconds="none", games="1")
    player.click(3)
    page.wait_for_function(PLIES, arg=2)
    going_on = player.match
    player.open("matches")
    expect(cards(player)).to_have_count(2)
    finished = cards(player).filter(has_text="Tic-tac-toe")
    expect(finished).to_contain_text("Ana wins.")
    expect(finished).to_contain_text("Ana against Player 2")
    # The board as it stands, in small: three of one's own in the row that won.
    expect(finished.locator("svg").first).to_be_attached()
    expect(cards(player).filter(has_text="Connect 4")).to_contain_text("In play")
    page.get_by_role("button", name="Finished").click()
    expect(cards(player)).to_have_count(1)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_label("Game").select_option(label="Connect 4: seven columns, pieces fall")
    expect(cards(player)).to_have_count(1)
    page.get_by_role("link", name=re.compile("^Go on")).click()
    page.locator("[data-phase='playing']").wait_for()
    assert player.match == going_on
    player.open("matches")
    page.get_by_role("button", name=re.compile("Delete: .*Tic-tac-toe")).click()
    page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(cards(player)).to_have_count(2)
    page.get_by_role("button", name=re.compile("Delete: .*Tic-tac-toe")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(cards(player)).to_have_count(1)
    page.reload()
    expect(cards(player)).to_have_count(1)
