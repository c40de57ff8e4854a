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
    expect(luis.page.get_by_role("dialog")).to_contain_text("Ana gana el encuentro")
    watcher.wait_heading("Ana wins the match")
    expect(watcher.page.get_by_role("button", name="Rematch")).to_have_count(0)


def test_an_invitation_is_taken_once(sit):
    ana, luis, eva = sit(), sit(), sit()
    link = invite(ana)
    for guest in (luis, eva):
        open_link(guest, link)
        guest.page.get_by_role("button", name="Play").click()
        if guest is luis:
            guest.page.locator("[data-phase='playing']").wait_for()
    eva.page.get_by_text("This invitation has been used already").wait_for()


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
