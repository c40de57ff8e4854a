"""Several browsers at one match, and servers that go away."""

from __future__ import annotations

import re
import signal

from playwright.sync_api import expect

from tests.web.conftest import Server
from tests.web.test_match import PLIES


def invite(player):
    player.open("new/mnk(3,3,3)?starter=first&first_name=Ana&games=1&invite=1&second=human&seconds=none")
    player.page.get_by_role("button", name="Start").click()
    player.wait_heading("Waiting for the opponent")
    return player.page.get_by_label("Link for the opponent").input_value()


def open_link(player, link):
    player.page.goto(link)
    player.page.locator("h1").first.wait_for()


def test_two_people_play_over_the_network_and_a_third_watches(sit):
    ana, luis, watcher = sit(), sit(language="es"), sit()
    link = invite(ana)
    open_link(luis, link)
    # An invitation says to what, and by whom.
    expect(luis.page.locator("form")).to_contain_text("Tres en raya · Sin reloj · 1 partida Ana te espera.")
    luis.page.get_by_label("Nombre").fill("Luis")
    luis.page.get_by_role("button", name="Jugar").click()
    ana.wait_heading("Your turn")
    luis.wait_heading("Turno de Ana")
    watcher.open(f"match/{ana.match}").wait_heading("Ana to move")
    watcher.page.get_by_text("You are watching").wait_for()
    ana.page.get_by_text("1 watching").wait_for()
    for mover, other, cell in [(ana, luis, 0), (luis, ana, 3), (ana, luis, 1), (luis, ana, 4), (ana, luis, 2)]:
        mover.page.locator(f"[data-cell='{cell}'].open").click()
        for seen in (mover, other, watcher):
            seen.page.wait_for_function(
                "cell => document.querySelector(`[data-cell='${cell}']`).getAttribute('aria-label').match(/, [XO]/)",
                arg=cell,
            )
        expect(watcher.page.locator("[data-cell].open")).to_have_count(0)
    expect(ana.page.get_by_role("dialog")).to_contain_text("You win")
    expect(luis.page.get_by_role("dialog")).to_contain_text("Has perdido: gana Ana.")
    watcher.wait_heading("Ana wins.")
    expect(watcher.page.get_by_role("button", name="Play again")).to_have_count(0)


def test_an_invitation_is_taken_once(sit):
    ana, luis, eva = sit(), sit(), sit()
    link = invite(ana)
    for guest in (luis, eva):
        open_link(guest, link)
        guest.page.get_by_role("button", name="Play").click()
        if guest is luis:
            guest.page.locator("[data-phase='playing']").wait_for()
    eva.page.get_by_text("This invitation has been used already").wait_for()


def test_an_invitation_to_a_match_that_is_gone_says_so_before_a_name_is_asked(player):
    player.open("join/gone/secret")
    player.wait_heading("Nothing here")
    expect(player.page.get_by_text("There is no such match here.")).to_be_visible()
    expect(player.page.get_by_role("textbox")).to_have_count(0)


def test_a_reload_in_mid_game_loses_nothing(player):
    player.start("mnk(3,3,3)", second="human", starter="first", seconds="none")
    player.click(4).page.wait_for_function(PLIES, arg=1)
    player.page.reload()
    player.page.locator("[data-phase='playing']").wait_for()
    expect(player.cell(4)).to_have_attribute("aria-label", re.compile(", X"))
    player.page.locator("[data-cell='0'].open").click()
    player.page.locator("[data-cell='0']:not(.open)").wait_for()


def test_a_server_killed_and_started_again_goes_on_where_it_was(sit, tmp_path):
    server = Server(tmp_path).start()
    try:
        player = sit(server=server)
        player.start("mnk(3,3,3)", second="human", starter="first", seconds="none")
        # A move is drawn at once; in the list of moves it stands when the server has kept it.
        player.click(4).page.wait_for_function(PLIES, arg=1)
        server.stop(signal.SIGKILL)
        player.page.get_by_text("The connection was lost").first.wait_for()
        player.page.locator("[data-cell='8']").click()
        player.page.get_by_text(re.compile("No connection")).first.wait_for()
        expect(player.cell(8)).to_have_attribute("aria-label", re.compile("empty"))
        server.start()
        player.page.get_by_text("The connection was lost").first.wait_for(state="hidden")
        expect(player.cell(4)).to_have_attribute("aria-label", re.compile(", X"))
        player.page.locator("[data-cell='8'].open").click()
        player.page.locator("[data-cell='8']:not(.open)").wait_for()
        player.page.get_by_text("Last move: c3").wait_for()
    finally:
        server.stop(signal.SIGKILL)


def begin_apart(ana, luis):
    open_link(luis, invite(ana))
    luis.page.get_by_role("button", name="Play").click()
    ana.wait_heading("Your turn")


def test_an_invitation_says_when_only_this_machine_can_open_it(player):
    invite(player)
    player.page.get_by_text("Only this machine can open the link.").wait_for()


def test_between_people_a_move_is_taken_back_only_if_the_other_agrees(sit):
    ana, luis = sit(), sit()
    begin_apart(ana, luis)
    ana.page.locator("[data-cell='4'].open").click()
    luis.wait_heading("Your turn")
    for answer in ("No", "Yes, that is fine"):
        ana.page.get_by_role("button", name="Ask to undo").click()
        ana.page.get_by_text("waiting for the answer").wait_for()
        asked = luis.page.get_by_role("alertdialog")
        expect(asked).to_contain_text("Ana asks to take back their last move.")
        assert luis.axe(in_every_theme=False) == []
        asked.get_by_role("button", name=answer).click()
        asked.wait_for(state="hidden")
        if answer == "No":
            ana.page.get_by_text("Your request was declined.").first.wait_for()
            expect(ana.cell(4)).to_have_attribute("aria-label", re.compile(", X"))
    ana.page.locator("[data-cell='4'].open").wait_for()
    ana.page.get_by_role("button", name="Ask to pause").click()
    luis.page.get_by_role("alertdialog").get_by_role("button", name="Yes").click()
    ana.wait_heading("Paused")


def test_between_people_there_are_neither_hints_nor_the_lab_and_the_server_refuses_them_too(sit):
    ana, luis = sit(), sit()
    begin_apart(ana, luis)
    for person in (ana, luis):
        for name in ("Hint", "Ask the lab"):
            expect(person.page.get_by_role("button", name=name)).to_have_count(0)
    ask = """async ([path, body]) => {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const answer = await fetch(path, init);
      return [answer.status, (await answer.json()).code];
    }"""
    for path, body, code in (
        (f"/api/matches/{ana.match}/hint", {}, "server.no_hint"),
        ("/api/lab/values", {"game": "mnk(m=3,n=3,k=3)"}, "server.no_lab"),
        ("/api/lab/tree", {"game": "tictactoe", "moves": "b2"}, "server.no_lab"),
    ):
        assert ana.page.evaluate(ask, [path, body]) == [409, code]


def test_a_rematch_is_offered_with_one_click_and_begins_when_it_is_taken(sit):
    ana, luis = sit(), sit()
    begin_apart(ana, luis)
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Play again").click()
    ana.wait_heading("Waiting for the opponent")
    luis.page.get_by_role("dialog").get_by_role("button", name="Play the rematch").click()
    luis.page.locator("[data-phase='playing']").wait_for()
    ana.page.locator("[data-phase='playing']").wait_for()
    assert ana.match == luis.match
