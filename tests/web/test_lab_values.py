"""Values beside matches and replays, the analysis board, histories and reasons, by mouse and by keyboard."""

from __future__ import annotations

import json
import re
import time

import pytest
from playwright.sync_api import expect

from tests.web.conftest import GIVE_UP, Player

ON = {"isOn": True, "hasHistory": True, "strategy": "alphabeta+", "depth": None, "seconds": 30}


@pytest.fixture
def lab(player):
    return player


def switch_on(player: Player, **settings):
    """As if the lab had been open last time."""
    kept = json.dumps({**ON, **settings})
    player.page.add_init_script(f"localStorage.setItem('enraya.values', JSON.stringify({kept}))")
    player.page.add_init_script("localStorage.setItem('enraya.beside', 'open')")


def ask_why(player, name, *sentences):
    """Ask by the button *name* until all *sentences* are said: a few seconds are little time on a busy machine."""
    words, until = player.page.get_by_test_id("why"), time.monotonic() + GIVE_UP
    while True:
        player.page.get_by_role("button", name=name).click()
        words.wait_for()
        said = words.inner_text()
        if all(re.search(each, said) for each in sentences) or time.monotonic() > until:
            break
        player.page.get_by_role("button", name=re.compile("^(Close|Cerrar)$")).click()
    for each in sentences:
        assert re.search(each, said), said


def pills(player):
    return player.page.locator(".value .pill")


def test_values_stand_beside_a_match_and_never_hold_up_a_move(lab):
    page = lab.page
    lab.start("mnk(3,3,3)", second="random", starter="first", seconds="none")
    page.get_by_role("button", name="Ask the lab").click()
    page.get_by_role("switch", name="Values on the board").check()
    page.locator(".badge.exact").wait_for()
    expect(pills(lab)).to_have_count(9)
    expect(pills(lab).first).to_have_text("D", use_inner_text=True)
    # While a slow strategy is at work, a move is played at once.
    page.get_by_label("Valued by").select_option("minimax")
    page.get_by_label("Time").select_option("30")
    lab.click(4)
    page.locator("[data-cell='4'] >> visible=true").first.wait_for()
    page.get_by_test_id("last-move").filter(has_text=re.compile("Last move: .*, by ")).wait_for()
    lab.wait_heading("Your turn")
    expect(page.locator("[role='gridcell'][aria-label*='empty']")).to_have_count(7)


def test_the_switch_the_strategy_and_the_panel_are_remembered(lab):
    page = lab.page
    lab.open("analyse?game=mnk(3,3,3)")
    page.get_by_role("switch", name="Values on the board").check()
    page.get_by_label("Valued by").select_option("alphabeta")
    page.get_by_label("Depth").select_option("2")
    page.locator(".badge", has_text="estimate").wait_for()
    page.reload()
    page.locator(".badge", has_text="estimate").wait_for()
    expect(page.get_by_label("Valued by")).to_have_value("alphabeta")
    expect(page.get_by_label("Depth")).to_have_value("2")
    page.get_by_role("switch", name="Values on the board").uncheck()
    page.reload()
    lab.wait_heading("Analysis")
    expect(page.get_by_role("switch", name="Values on the board")).not_to_be_checked()
    expect(pills(lab)).to_have_count(0)


def test_no_values_in_an_exam_or_for_people_who_play_each_other_over_the_network(lab, sit):
    switch_on(lab)
    lab.start("mnk(3,3,3)", second="random", starter="first", exam="true")
    lab.wait_heading("Your turn")
    expect(lab.page.get_by_role("button", name="Ask the lab")).to_have_count(0)
    expect(lab.page.get_by_role("switch", name="Value history")).to_have_count(0)
    lab.open("new/mnk(3,3,3)?starter=first&invite=1&second=human")
    lab.page.get_by_role("button", name="Start", exact=True).click()
    lab.page.locator("[data-phase='waiting']").wait_for()
    link = lab.page.get_by_label("Link for the opponent").input_value()
    guest = sit()
    switch_on(guest)
    guest.page.goto(link)
    guest.page.get_by_role("button", name=re.compile("Join|Play|Sit|Take", re.I)).first.click()
    guest.page.locator("[data-phase='playing']").wait_for()
    lab.page.locator("[data-phase='playing']").wait_for()
    for each in (lab, guest):
        expect(each.page.get_by_role("button", name="Ask the lab")).to_have_count(0)
        expect(each.page.get_by_role("switch", name="Value history")).to_have_count(0)
    watcher = sit()
    watcher.open(f"match/{lab.match}")
    watcher.page.get_by_role("button", name="Ask the lab").wait_for()


def test_the_best_moves_have_a_ring_and_words(lab):
    switch_on(lab)
    lab.open("analyse?game=mnk(3,3,3)&moves=b2 a2")
    lab.page.locator(".badge.exact").wait_for()
    expect(pills(lab)).to_have_count(7)
    expect(lab.page.locator(".value .pill.best")).to_have_count(6)
    expect(lab.cell(0)).to_have_attribute("aria-label", re.compile("wins in 5, the best"))
    lab.page.get_by_text("What the letters mean").click()
    lab.page.get_by_text("W: the move wins by force").wait_for()


def test_a_history_goes_to_its_plies_by_mouse_and_keyboard_and_names_the_blunder(lab):
    page = lab.page
    switch_on(lab)
    lab.open("analyse?game=mnk(3,3,3)&moves=b2 a2 a1 c3 c1 b1 a3")
    # A position is asked for after another: the last of them are known after the mistake is.
    page.wait_for_function("() => document.querySelectorAll('.plot svg > circle').length === 8")
    mistake = page.locator(".mistakes button")
    expect(mistake).to_contain_text("Move 2 (a2) turns a draw into a loss. Better: a1, c1, a3, c3.")
    mistake.click()
    page.get_by_text("1 of 7", exact=True).wait_for()
    plot = page.get_by_role("slider", name=re.compile("ply by ply"))
    plot.focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("2 of 7", exact=True).wait_for()
    expect(plot).to_have_attribute("aria-valuetext", "after 2 moves: the first player wins in 5 plies")
    page.keyboard.press("End")
    page.get_by_text("7 of 7", exact=True).wait_for()
    plot.click(position={"x": 46, "y": 60})
    page.get_by_text("0 of 7", exact=True).wait_for()
    page.get_by_text("The same as a table").click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_text("3 of 7", exact=True).wait_for()


def test_both_sides_are_played_freely_with_undo_redo_and_an_address_to_share(lab):
    page = lab.page
    lab.open("analyse")
    lab.click(4)
    page.get_by_text("1 of 1", exact=True).wait_for()
    # The board follows when the server has said what it looks like.
    expect(lab.cell(4)).to_have_attribute("aria-label", re.compile(", X"))
    lab.cell(0).focus()
    page.keyboard.press("Enter")
    page.get_by_text("2 of 2", exact=True).wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("1 of 2", exact=True).wait_for()
    page.wait_for_url(re.compile("moves=b2\\+a1&ply=1$"))
    page.get_by_role("button", name="Redo").click()
    page.get_by_text("2 of 2", exact=True).wait_for()
    page.wait_for_url(re.compile("moves=b2\\+a1$"))
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.get_by_text("2 of 2", exact=True).wait_for()


def test_a_machine_move_is_explained_in_a_match_and_its_line_played_through(lab):
    page = lab.page
    switch_on(lab, isOn=False)
    lab.start("mnk(3,3,3)", second="rules", starter="first", seconds="none")
    # However it was left beside a replay, beside a new match the lab waits to be asked.
    ask = page.get_by_role("button", name="Ask the lab")
    expect(ask).to_have_attribute("aria-expanded", "false")
    ask.click()
    lab.click(0)
    drawn = "b2 draws if both sides play their best"
    ask_why(lab, "Why b2?", r"Rule: take the centre\.", drawn, r"Every other move loses\.")
    forward = page.get_by_role("button", name="One move on")
    forward.click()
    forward.click()
    page.get_by_role("button", name="Back to the game").wait_for()
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell][aria-label*=empty]').length === 6")
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell][aria-label*=empty]').length === 7")


def test_the_best_move_is_explained_in_spanish(sit):
    player = sit(language="es")
    player.open("analyse?game=mnk(4,4,3)")
    won = r"b2 gana por fuerza en 5 jugadas: b2( [a-d][1-4]){4}\."
    ask_why(player, "¿Qué es lo mejor aquí y por qué?", won, r"c2, b3, c3 son igual de buenas\.")


def test_a_replay_has_values_a_history_and_reasons(lab):
    page = lab.page
    switch_on(lab)
    lab.open("replay/moves?game=mnk(3,3,3)&moves=b2 a2 a1 c3 c1 b1 a3&ply=2")
    page.locator(".badge.exact").wait_for()
    expect(pills(lab)).to_have_count(7)
    ask_why(lab, "Why a2?", "a2 loses by force", r"was better: it draws\.")
    page.locator(".mistakes button").click()
    page.locator(".player").get_by_text("1 of 7").wait_for()


def test_a_replay_of_swap2_has_values_of_choices_in_words_and_then_of_cells(lab):
    page = lab.page
    switch_on(lab, seconds=1)
    lab.open("replay/moves?game=gomoku(15,standard,swap2)&moves=h8 i8 h9 white h10 h7&ply=3")
    choices = page.locator("button", has_text=re.compile("Play black|Play white|Place one more"))
    page.wait_for_function("() => document.querySelectorAll('button .pill').length === 3")
    expect(choices.locator(".pill")).to_have_count(3)
    expect(pills(lab)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    pills(lab).first.wait_for()
    page.get_by_role("slider", name=re.compile("ply by ply")).wait_for()
    page.wait_for_function("() => document.querySelectorAll('.plot svg > circle').length === 7")


def hear_histories(player):
    """The plies that the page asks to be valued, as it asks: from one up to the last."""
    asked = []

    def hear(request):
        if request.url.endswith("/api/lab/history"):
            body = json.loads(request.post_data)
            asked.extend(range(body["first"], len(body["moves"].split()) + 1))

    player.page.on("request", hear)
    return asked


def test_a_match_has_a_history_that_grows_with_its_moves_and_marks_blunders(lab):
    page, asked = lab.page, hear_histories(lab)
    plot = page.get_by_role("slider", name=re.compile("ply by ply"))
    state, mistake = page.get_by_test_id("history-state"), page.locator(".mistakes button")
    blunder, won = "turns a draw into a loss. Better: a1, c1, a3, c3.", "the first player wins in 4 plies"
    until = time.monotonic() + GIVE_UP
    while True:
        asked.clear()
        lab.start("mnk(3,3,3)", second="human", starter="first", seconds="none", games="1")
        page.get_by_role("button", name="Ask the lab").click()
        page.get_by_role("switch", name="Value history").check()
        for ply, cell in enumerate((4, 3, 0), start=1):
            lab.click(cell)
            page.wait_for_function("ply => document.querySelectorAll('.plot svg > circle').length === ply + 1", arg=ply)
        # Each position is asked for once.
        assert asked == [0, 1, 2, 3]
        expect(state).not_to_have_text(re.compile("positions"))
        # A position has a second: a busy machine may only estimate some, and says so; then it is played again.
        said = [*mistake.all_inner_texts(), state.inner_text()]
        if (blunder in said[0] and won == said[-1]) or time.monotonic() > until:
            break
    # The blunder is known as soon as it is made.
    expect(mistake).to_contain_text(blunder)
    expect(state).to_have_text(won)
    # To an earlier position and back, by mouse and by keyboard; the match stays where it is.
    mistake.click()
    page.get_by_text("looking back: 1 of 3").wait_for()
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell][aria-label*=empty]').length === 8")
    plot.focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("looking back: 2 of 3").wait_for()
    page.keyboard.press("End")
    page.get_by_text("looking back").wait_for(state="detached")
    page.keyboard.press("Home")
    page.get_by_text("looking back: 0 of 3").wait_for()
    assert lab.axe() == []
    page.get_by_role("button", name="Back to the game").click()
    page.get_by_text("looking back").wait_for(state="detached")
    # Whoever looks back still plays: a typed move is taken, and the match is shown again.
    plot.focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("looking back: 2 of 3").wait_for()
    page.keyboard.press("Escape")
    page.get_by_text("looking back").wait_for(state="detached")
    lab.click(8)
    page.wait_for_function("() => document.querySelectorAll('.plot svg > circle').length === 5")
    assert asked == [0, 1, 2, 3, 4]
    # A move taken back and played otherwise asks for the new position alone.
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => document.querySelectorAll('.plot svg > circle').length === 4")
    lab.click(2)
    page.wait_for_function("() => document.querySelectorAll('.plot svg > circle').length === 5")
    assert asked == [0, 1, 2, 3, 4, 4]
    # Beside a match the lab opens only when it is asked, with what was switched on.
    page.reload()
    page.get_by_role("button", name="Ask the lab").click()
    page.wait_for_function("() => document.querySelectorAll('.plot svg > circle').length === 5")
    page.get_by_role("switch", name="Value history").uncheck()
    page.reload()
    page.get_by_role("button", name="Ask the lab").click()
    expect(page.get_by_role("switch", name="Value history")).not_to_be_checked()
    expect(plot).to_have_count(0)


@pytest.mark.parametrize(
    "route",
    ["analyse?game=mnk(3,3,3)&moves=b2 a2 a1", "analyse?game=oso(3,3)", "replay/moves?game=mnk(3,3,3)&moves=b2 a2"],
)
def test_axe_finds_nothing_wrong(lab, route):
    switch_on(lab)
    lab.open(route)
    lab.page.locator(".badge.exact").wait_for()
    lab.page.get_by_role("button", name=re.compile("Why|why")).click()
    lab.page.get_by_test_id("why").wait_for()
    for summary in lab.page.locator("summary").all():
        summary.click()
    assert lab.axe() == []


def test_a_wrong_address_says_what_is_wrong(lab):
    lab.open("analyse?game=mnk(3,3,3)&moves=z9")
    expect(lab.page.get_by_role("alert")).to_contain_text("z9")
