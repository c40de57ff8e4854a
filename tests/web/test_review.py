"""Review after a game, progress and openings, on the page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

LOST = "review/moves?game=mnk(3,3,3)&moves=a1+b1+a2+a3+b2+c3+c2&first=human&second=level:3&result=won"


@pytest.fixture
def looker(sit):
    return sit()


def state_of(player):
    return player.page.get_by_test_id("review-state")


def test_a_game_is_reviewed_with_exact_values_accuracies_and_a_reason_for_each_mistake(looker):
    looker.open(LOST)
    page = looker.page
    expect(state_of(looker)).to_have_text("Every value is exact.")
    expect(page.get_by_text("50%", exact=True)).to_be_visible()
    mistake = page.get_by_role("button", name=re.compile(r"Move 2 \(b1\) turns a draw into a loss"))
    mistake.click()
    why = page.get_by_test_id("review-why")
    expect(why).to_contain_text("b2 draws")
    expect(why).to_contain_text("b1 loses by force")
    expect(page.locator("li").filter(has_text="mistake").first).to_be_visible()
    page.get_by_role("button", name="See what followed b1").click()
    expect(why.locator("ol button").last).to_have_attribute("aria-current", "step")
    assert looker.axe() == []
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_url(re.compile("#/match/"))
    expect(page.locator("[data-phase]")).to_be_visible()
    # The same side to move on the same board, against the same opponent.
    expect(page.locator("[data-cell='0']")).to_have_accessible_name(re.compile("X"))


def test_the_end_of_a_game_and_the_list_of_matches_lead_to_its_review_in_one_click(sit):
    player = sit(language="es", width=360, height=740)
    player.start("mnk(3,3,3)", second="human", starter="first", seconds="none", games="1")
    page = player.page
    for cell in (0, 3, 1, 4, 2):
        player.click(cell)
        expect(player.cell(cell)).to_have_accessible_name(re.compile(", [XO]"))
    page.get_by_role("link", name="Revisar la partida").first.click()
    expect(state_of(player)).to_have_text("Todos los valores son exactos.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    player.open("matches")
    page.get_by_role("link", name=re.compile("Revisar la partida")).click()
    expect(state_of(player)).to_have_text("Todos los valores son exactos.")


def test_progress_goes_out_as_a_file_and_comes_in_again(looker, tmp_path):
    kept = {
        "format": "enraya.progress",
        "version": 1,
        "games": [
            {
                "id": "m/1",
                "at": 1,
                "game": "mnk(3,3,3)",
                "opponent": "level:4",
                "isFirst": True,
                "outcome": "win",
                "position": None,
                "moves": ["b2"],
                "mistakes": [{"ply": 2, "kind": "draw_loss"}],
            }
        ],
        "puzzles": {},
        "days": [],
    }
    looker.page.add_init_script(f"localStorage['enraya.progress'] ??= {json.dumps(json.dumps(kept))}")
    looker.open("progress")
    page = looker.page
    expect(page.get_by_text(re.compile("evel 5"))).to_be_visible()
    expect(page.get_by_text("once a draw became a loss")).to_be_visible()
    assert page.get_by_role("link", name="Practise with puzzles").get_attribute("href") == "#/puzzles?kind=hold"
    page.get_by_role("row").nth(1).get_by_role("link").click()
    expect(page.get_by_role("row").filter(has_text="once: 1 won")).to_have_count(1)
    expect(page.get_by_test_id("openings-state")).to_have_text("Exact values.")
    assert looker.axe() == []
    looker.open("progress")
    assert looker.axe() == []
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "progress.json"
    saving.value.save_as(file)
    page.get_by_role("button", name="Forget everything").click()
    page.get_by_role("button", name="Really forget everything?").click()
    expect(page.get_by_text(re.compile("evel 5"))).to_have_count(0)
    page.get_by_label("Add from a file").set_input_files(file)
    expect(page.get_by_text(re.compile("evel 5"))).to_be_visible()
    page.get_by_label("Add from a file").set_input_files({"name": "x.json", "mimeType": "a/b", "buffer": b"{}"})
    expect(page.get_by_text("This file does not hold progress saved here.")).to_be_visible()
