"""One click plays: the landing screen, the match that starts at once, and what is changed beside its board."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.web.conftest import PATIENCE
from tests.web.test_match import PLIES, tab_to

CARD = "a[href='#/play/mnk(3%2C3%2C3)']"


def play_at_once(player):
    player.open()
    player.page.locator(CARD).first.click()
    player.page.locator("[data-cell].open").first.wait_for()
    return player.page


def resign(page):
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.locator("[data-phase='finished']").wait_for()


def chip(page, name):
    return page.get_by_role("region", name="This game").get_by_label(name, exact=True)


def test_one_click_on_a_card_starts_a_match_with_you_first_an_easy_level_and_no_clock(player):
    page = play_at_once(player)
    player.wait_heading("Your turn, blue X")
    expect(chip(page, "Opponent")).to_have_value("level")
    expect(chip(page, "Level").locator("option:checked")).to_have_text("For you: 2 · Novice")
    expect(chip(page, "Clock").locator("option:checked")).to_have_text("No clock")
    expect(page.get_by_role("timer")).to_have_count(0)
    player.click(4)
    page.wait_for_function(PLIES, arg=2)
    assert player.axe(in_every_theme=False) == []
    # Back leads to the games, not to another new match.
    page.go_back()
    player.wait_heading("What shall we play")


def test_a_card_is_played_by_keyboard_alone(player):
    player.open()
    tab_to(player.page, player.page.locator(CARD).first)
    player.page.keyboard.press("Enter")
    player.wait_heading("Your turn")


def test_a_game_that_does_not_exist_is_refused_in_words_of_either_language(player):
    player.open("play/cube(9)")
    alert = player.page.get_by_role("alert").filter(has_text=re.compile("."))
    expect(alert).to_have_text("This address names a game that does not exist.")
    player.page.get_by_role("button", name=re.compile("Español")).click()
    expect(alert).to_have_text("Esta dirección nombra un juego que no existe.")


def test_the_three_levels_of_a_cube_fill_the_width_that_is_there(player):
    player.open("play/cube(3,3)")
    player.page.locator("[data-cell].open").first.wait_for()
    levels = player.page.get_by_role("grid").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().toJSON())"
    )
    assert len({level["top"] for level in levels}) == 1
    assert min(level["width"] for level in levels) > 200


def test_a_change_before_the_first_move_takes_effect_at_once_and_leaves_nothing_behind(player):
    page = play_at_once(player)
    untouched = player.match
    chip(page, "Board").select_option(label="Four in a row on a 4×4 board")
    page.wait_for_url(lambda address: not address.endswith(untouched))
    page.locator("[data-cell='15'].open").wait_for()
    chip(page, "Clock").select_option("20")
    page.get_by_role("timer").wait_for()
    expect(chip(page, "Board").locator("option:checked")).to_have_text("Four in a row on a 4×4 board")
    player.open("matches")
    expect(page.get_by_role("listitem")).to_have_count(1)


def test_a_change_in_mid_game_waits_for_the_next_one(player):
    page = play_at_once(player)
    player.click(4)
    page.wait_for_function(PLIES, arg=2)
    match = player.match
    chip(page, "Opponent").select_option("random")
    page.get_by_text("From the next game on.").wait_for()
    assert player.match == match
    # A page that is loaded anew still knows it.
    page.reload()
    page.get_by_text("From the next game on.").wait_for()
    resign(page)
    page.get_by_role("dialog").get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: not address.endswith(match))
    expect(chip(page, "Opponent")).to_have_value("random")


def test_the_level_follows_the_results_and_a_level_that_was_chosen_stays(player):
    page = play_at_once(player)
    resign(page)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You lose.")
    expect(dialog).to_contain_text("Next game: against Level 1 · Beginner.")
    dialog.get_by_role("button", name="Play again").click()
    # Who did not start, starts: the machine has moved when it is the person's turn.
    page.wait_for_function(PLIES, arg=1)
    expect(chip(page, "Level").locator("option:checked")).to_have_text("For you: 1 · Beginner")
    # A win at a higher level, since.
    kept = json.loads(page.evaluate("localStorage.getItem('enraya.progress')"))
    assert [(game["opponent"], game["outcome"]) for game in kept["games"]] == [("level:2", "loss")]
    kept["games"].append({**kept["games"][0], "id": "x/1", "opponent": "level:6", "outcome": "win"})
    page.evaluate("kept => localStorage.setItem('enraya.progress', JSON.stringify(kept))", kept)
    page.goto("about:blank")
    play_at_once(player)
    expect(chip(page, "Level").locator("option:checked")).to_have_text("For you: 7 · Strong")
    chip(page, "Level").select_option("4")
    page.get_by_text(re.compile(r"Level 4\s· Improver")).first.wait_for()
    resign(page)
    expect(page.get_by_role("dialog")).not_to_contain_text("Next game:")


def test_all_settings_are_one_click_further_and_level_comes_first_among_machines(player):
    page = play_at_once(player)
    page.get_by_role("link", name="All settings").click()
    player.wait_heading("Set up a match")
    machines = page.get_by_label("Player 2", exact=True).first.locator("optgroup").nth(1).locator("option")
    expect(machines.first).to_have_text("Level")


def test_the_tree_on_the_landing_screen_grows_can_be_paused_and_leads_to_the_lab(browser, server, sit):
    moving = browser.new_context(locale="en-GB", reduced_motion="no-preference")
    moving.set_default_timeout(PATIENCE)
    try:
        page = moving.new_page()
        page.goto(server.address)
        steps = page.locator("figure svg[data-steps]")
        page.wait_for_function("() => document.querySelector('figure svg[data-steps]')?.dataset.steps > 3")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Go on").wait_for()
        stood = steps.get_attribute("data-steps")
        nodes = page.locator("figure .node").count()
        page.get_by_role("button", name="Go on").click()
        page.wait_for_function(
            "stood => Number(document.querySelector('figure svg[data-steps]').dataset.steps) !== stood", arg=int(stood)
        )
        page.wait_for_function("nodes => document.querySelectorAll('figure .node').length !== nodes", arg=nodes)
    finally:
        moving.close()
    # Without motion it stands there whole, with what was pruned.
    still = sit().open()
    still.page.locator("figure .cross").first.wait_for()
    expect(still.page.locator("figure").get_by_role("button")).to_have_count(0)
    still.page.get_by_role("link", name="Step through it").click()
    still.page.wait_for_url(re.compile("#/lab/tree"))
