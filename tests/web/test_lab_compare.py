"""The comparing bench: the textbook's counts, the plots, the file, the experiment and the stop."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def lab(player):
    return player.open("lab/compare")


def choose_only(player, *names):
    player.page.locator(".boxes input").first.wait_for()
    ticked = player.page.locator(".boxes input:checked")
    while ticked.count() > 0:
        ticked.first.uncheck()
    for name in names:
        player.page.get_by_label(name, exact=True).check()
    expect(ticked).to_have_count(len(names))


def cells(player, algorithm):
    return player.page.locator(f"tr[data-algorithm='{algorithm}'] td").all_inner_texts()


def finish(player):
    """Wait until all rows are there: what the comparison counted stands still from then on."""
    said = re.compile("^[0-9]+ (rows compared|filas comparadas)$")
    player.page.get_by_role("status").filter(has_text=said).wait_for(state="attached")
    player.page.get_by_role("button", name=re.compile("^(Compare|Comparar)$")).wait_for()


def test_the_counts_of_three_by_three_after_two_moves_come_in_row_by_row(player):
    lab = player.open("lab/compare?game=mnk(3,3,3)&moves=b2 a1")
    expect(lab.page.get_by_label("Moves so far").and_(lab.page.locator("input"))).to_have_value("b2 a1")
    choose_only(lab, "Minimax", "Alpha-beta, cuts on ≥", "Alpha-beta, cuts on >")
    lab.page.get_by_role("button", name="Compare", exact=True).click()
    lab.page.locator("tr[data-algorithm='minimax']").wait_for()
    finish(lab)
    assert cells(lab, "minimax")[:6] == ["6,812", "3,198", "0", "3.36", "7", "0"]
    assert cells(lab, "alphabeta")[:3] == ["703", "273", "275"]
    assert cells(lab, "alphabeta>")[:3] == ["2,400", "1,017", "611"]
    lab.page.get_by_role("img", name=re.compile("^Nodes by depth")).wait_for()
    lab.page.get_by_text("The same as a table").click()
    growth = lab.page.get_by_role("group", name="The same as a table").get_by_role("row").nth(1).inner_text()
    assert growth.split()[1:] == ["8", "50", "260", "980", "2,924", "5,228", "6,812"]


def test_the_rows_can_be_downloaded_and_the_position_chosen_on_the_board(lab):
    lab.click(4)
    expect(lab.page.get_by_label("Moves so far").and_(lab.page.locator("input"))).to_have_value("b2")
    lab.page.wait_for_function("() => location.hash.includes('moves=b2')")
    choose_only(lab, "Alpha-beta, best order", "Alpha-beta + table")
    lab.page.get_by_label("Depth", exact=True).select_option("4")
    lab.page.get_by_role("button", name="Compare", exact=True).click()
    finish(lab)
    with lab.page.expect_download() as download:
        lab.page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "enraya-compare.csv"
    lines = download.value.path().read_text("utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["algorithm", "best", "table"]


def test_in_equal_time_the_depth_is_compared(lab):
    choose_only(lab, "Minimax", "Alpha-beta+ (Python)")
    lab.page.get_by_label("Same", exact=True).select_option("time")
    lab.page.get_by_label("Time each").select_option("0.5")
    lab.page.get_by_role("button", name="Compare", exact=True).click()
    finish(lab)
    lab.page.get_by_role("heading", name="How deep in equal time").wait_for()
    assert int(cells(lab, "alphabeta+")[4]) >= int(cells(lab, "minimax")[4])


def test_a_long_comparison_is_stopped_and_another_begins_by_keyboard(lab):
    lab.page.goto(f"{lab.server.address}#/lab/compare?game=connect(7,6,4)")
    lab.page.reload()
    choose_only(lab, "Minimax")
    lab.page.get_by_label("Depth", exact=True).select_option("10")
    start = lab.page.get_by_role("button", name="Compare", exact=True)
    start.focus()
    lab.page.keyboard.press("Enter")
    lab.page.get_by_text(re.compile("Minimax: depth 10, [\\d,]+ nodes")).wait_for()
    lab.page.get_by_role("button", name="Stop").focus()
    lab.page.keyboard.press("Enter")
    start.wait_for()
    choose_only(lab, "Alpha-beta+ (C++)")
    lab.page.get_by_label("Depth", exact=True).select_option("2")
    start.click()
    lab.page.locator("tr[data-algorithm='native']").wait_for()


def test_pruning_doubles_the_depth_on_four_by_four(lab):
    lab.page.get_by_role("button", name="4 × 4").click()
    said = lab.page.get_by_text(re.compile("^Measured on 4 × 4"))
    said.wait_for()
    expect(said).to_contain_text(
        "minimax sees 3 plies, alpha-beta in the given order 4, in the best order 6: 2 times as deep"
    )
    lab.page.get_by_text("Here the claim holds for the best order").wait_for()


def test_axe_finds_nothing_wrong(sit):
    player = sit(language="es")
    player.open("lab/compare?game=mnk(3,3,3)&moves=b2 a1 c3")
    player.page.get_by_role("button", name=re.compile("^(Compare|Comparar)$")).click()
    player.page.locator("tr[data-algorithm='native']").wait_for()
    finish(player)
    player.page.get_by_role("button", name="3 × 3").click()
    player.page.get_by_text(re.compile("^(Measured|Medido)")).wait_for()
    for summary in player.page.locator("summary").all():
        summary.click()
    assert player.axe() == []
