"""The subjects of the tree bench: games, algorithms, orders of moves, positions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.scale import IS_SOAK
from tests.web.tree_bench import GAME, Bench


def test_a_game_has_boards_for_nodes_and_follows_the_search(player):
    bench = Bench(player, GAME)
    expect(bench.page.locator(".stamp").first).to_be_visible()
    bench.button("Next cut").click()
    crumbs = bench.page.get_by_role("navigation", name="Path to the current node")
    expect(crumbs.get_by_role("button")).not_to_have_count(1)
    expect(crumbs.get_by_role("button").first).to_have_text("the root")
    here = bench.page.locator("[role=treeitem][aria-selected=true]")
    expect(here).to_have_count(1)
    expect(here).to_be_in_viewport()
    crumbs.get_by_role("button").first.click()
    expect(bench.node("the root")).to_be_focused()
    bench.button("Open all below").click()
    expect(bench.page.locator(".mark").first).to_be_attached()


def test_the_algorithm_the_convention_and_the_values_are_chosen(player):
    bench = Bench(player, "lab/tree?game=tree(A[B[4 7 9] C[4 2 8] D[5 4 6]])")
    nodes = bench.page.locator("[data-total=nodes]")
    expect(nodes).to_have_text("10")
    bench.page.get_by_label("Cuts when").select_option(">")
    expect(nodes).to_have_text("12")
    bench.page.get_by_role("combobox", name="Algorithm").select_option("minimax")
    expect(nodes).to_have_text("13")
    expect(bench.page.locator("[data-total=cuts]")).to_have_text("0")
    bench.page.get_by_role("combobox", name="Algorithm").select_option("alphabeta+")
    bench.page.get_by_text(re.compile("^Pass 1 of")).wait_for()
    bench.player.open(GAME)
    expect(nodes).to_have_text("50")
    bench.button("Last step").click()
    expect(bench.said).to_have_text(re.compile("The root is done"))
    bench.page.get_by_role("combobox", name="Values").select_option("true")
    bench.page.wait_for_url(re.compile("distance=true"))
    expect(bench.said).to_have_text(re.compile("Nothing has been searched yet"))
    bench.button("Last step").click()
    expect(bench.said).to_have_text(re.compile("The root is done: it is worth 9[0-9]"))


def test_the_order_of_moves_is_chosen_and_counts_what_the_comparison_counts(player):
    bench = Bench(player, "lab/tree?game=mnk(3,3,3)&moves=b2 a1")
    nodes = bench.page.locator("[data-total=nodes]")
    order = bench.page.get_by_label("Order of moves")
    expect(nodes).to_have_text("703")
    order.select_option("best")
    expect(nodes).to_have_text("282")
    order.select_option("worst")
    expect(nodes).to_have_text("4,148")
    bench.page.get_by_role("combobox", name="Algorithm").select_option("alphabeta+")
    expect(order).to_have_count(0)
    bench.page.wait_for_url(re.compile("^[^?]*\\?(?!.*order=)"))


@pytest.mark.skipif(not IS_SOAK, reason="300,000 nodes take a browser half a minute: `make soak`")
def test_a_search_that_is_too_long_is_shown_as_far_as_it_goes_and_told(player):
    player.open("lab/tree?game=mnk(3,3,3)&algorithm=minimax")
    note = player.page.get_by_role("note")
    note.wait_for()
    expect(note).to_contain_text("its first 300,000 nodes")
    expect(player.page.locator("[data-total=nodes]")).to_have_text("300,000")


def test_a_wrong_position_is_refused_in_words(player):
    player.open("lab/tree?game=mnk(3,3,3)&moves=a1 a1")
    expect(player.page.get_by_role("alert")).to_contain_text("a1")


def test_a_position_is_chosen_by_playing_it(player):
    bench = Bench(player)
    bench.button("Choose a game").click()
    dialog = bench.page.get_by_role("dialog")
    dialog.locator("[data-cell='4'].open").click()
    dialog.locator("[data-cell='4']:not(.open)").wait_for()
    dialog.locator("[data-cell='0'].open").click()
    expect(dialog.get_by_label("Moves so far")).to_have_value("b2 a1")
    dialog.get_by_role("button", name="Search it").click()
    bench.page.wait_for_url(re.compile("moves=b2"))
    expect(bench.page.locator(".stamp").first).to_be_visible()


def test_practice_and_comparison_take_the_subject_along(player):
    bench = Bench(player, GAME)
    for name, tab in (("Practise with this tree", "practise"), ("Compare it with other searches", "compare")):
        address = f"#/lab/{tab}?game=mnk%283%2C3%2C3%29&moves=a1+b2+c3+a3"
        expect(bench.page.get_by_role("link", name=name)).to_have_attribute("href", address)
