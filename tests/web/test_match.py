"""Whole matches in a real browser."""

from __future__ import annotations

import json
import re
import time
import urllib.request

import pytest
from playwright.sync_api import expect

PATIENCE = 900
WINNING = (0, 3, 1, 4, 2)
PLIES = "count => [...document.querySelectorAll('.move')].filter((one) => one.textContent.trim()).length >= count"


def play_by_mouse(player, cells):
    for cell in cells:
        player.page.locator(f"[data-cell='{cell}'].open").click()


def test_a_whole_match_of_three_games_by_mouse(player):
    player.start("mnk(3,3,3)", second="human", starter="first", first_name="Ana", second_name="Luis")
    page = player.page
    player.wait_heading("Ana")
    for number in (1, 2, 3):
        page.get_by_text(f"Game {number} of 3").first.wait_for()
        play_by_mouse(player, WINNING)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text(f"{number} of 3 played")
        if number < 3:
            dialog.get_by_role("button", name="Next game").click()
            page.locator("[data-phase='playing']").wait_for()
    # The starter alternates, so Ana has won the first and the third.
    expect(page.get_by_role("dialog")).to_contain_text("Ana wins the match by 1")
    page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    page.locator("[data-phase='playing']").wait_for()
    page.get_by_text("Game 1 of 3").first.wait_for()


def tab_to(page, locator):
    """Press Tab until *locator* has the focus."""
    for _ in range(60):
        if locator.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("not reached by Tab")


def test_a_whole_match_by_keyboard_alone(player):
    player.open()
    page, keys = player.page, player.page.keyboard
    tab_to(page, page.locator("a[href='#/new/mnk(3%2C3%2C3)']").first)
    keys.press("Enter")
    second = page.get_by_label("Player 2", exact=True).first
    # The game's strategies stand among the players when it has said what they are.
    second.locator("option[value='random']").wait_for(state="attached")
    tab_to(page, second)
    for _ in range(20):
        if second.input_value() == "human":
            break
        keys.press("ArrowUp")
    expect(second).to_have_value("human")
    games = page.get_by_label("Number of games")
    tab_to(page, games)
    keys.press("Control+a")
    keys.type("2")
    tab_to(page, page.get_by_role("button", name="Start"))
    keys.press("Enter")
    for number in (1, 2):
        page.locator("[data-phase='playing']").wait_for()
        page.get_by_text(f"Game {number} of 2").first.wait_for()
        tab_to(page, page.locator("[role=gridcell][tabindex='0']"))
        keys.press("Control+Home")
        # X takes the top row while O takes the middle one.
        steps = ["", "ArrowDown", "ArrowUp ArrowRight", "ArrowDown", "ArrowUp ArrowRight"]
        for ply, step in enumerate(steps, 1):
            for key in [*step.split(), "Enter"]:
                keys.press(key)
            page.wait_for_function(PLIES, arg=ply)
        page.get_by_role("dialog").wait_for()
        if number == 1:
            tab_to(page, page.get_by_role("dialog").get_by_role("button", name="Next game"))
            keys.press("Enter")
    player.wait_heading("The match ends level: 1 each")


def test_when_time_runs_out_a_move_is_played_and_the_player_told(player):
    player.start("mnk(3,3,3)", second="human", seconds="1", games="1")
    player.page.get_by_text(re.compile("time ran out", re.IGNORECASE)).first.wait_for()
    expect(player.page.locator(".move", has_text=re.compile(r"\w\d"))).not_to_have_count(0)
    player.page.keyboard.press("p")
    player.wait_heading("Paused")


def test_undo_takes_back_ones_own_last_move_and_redo_brings_it_again(player):
    player.start("mnk(3,3,3)", second="random", starter="first", seconds="none")
    page = player.page
    player.click(4)
    # The other has answered.
    page.wait_for_function(PLIES, arg=2)
    player.wait_heading("Your turn")
    page.locator("[data-cell='4']:not(.open)").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("[data-cell='4'].open").wait_for()
    page.get_by_text("Nothing played yet").wait_for()
    page.get_by_role("button", name="Redo").click()
    page.locator("[data-cell='4']:not(.open)").wait_for()


def test_a_hint_is_shown_with_its_reason(player):
    player.start("mnk(3,3,3)", second="random", starter="first", seconds="none")
    said, until = player.page.locator(".controls .hint"), time.monotonic() + PATIENCE
    player.page.get_by_role("button", name="Hint").click()
    said.wait_for()
    wanted = r"Hint: [abc][123]\. It keeps the draw, and [47] of the 8 replies lose\."
    while not re.fullmatch(wanted, said.inner_text()) and time.monotonic() < until:
        # A busy machine may not find one in time, or not look far enough; it is asked again.
        player.page.wait_for_timeout(2000)
        player.page.get_by_role("button", name="Hint").click()
        player.page.wait_for_timeout(2000)
    assert re.fullmatch(wanted, said.inner_text())


def test_an_exam_has_neither_undo_nor_hints(player):
    player.start("mnk(3,3,3)", second="random", starter="first", exam="true")
    page = player.page
    page.get_by_text("Exam:").first.wait_for()
    page.get_by_role("button", name="Resign").wait_for()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_resigning_asks_first(player):
    player.start("mnk(3,3,3)", second="random", starter="first", games="1")
    page = player.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Go on playing").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert player.phase() == "playing"
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.locator("[data-phase='finished']").wait_for()
    # A match of one game does not speak of a series.
    player.wait_heading("^You lose.$")
    expect(page.get_by_text(re.compile("match by|of 1"))).to_have_count(0)


def test_a_typed_move_is_played_and_a_wrong_one_answered_in_words(player):
    player.start("mnk(3,3,3)", second="random", starter="first", seconds="none")
    page = player.page
    box = page.get_by_label("Type a move").last
    box.fill("z9")
    box.press("Enter")
    page.locator("form .wrong", has_text=re.compile("z9")).wait_for()
    box.fill("5")
    box.press("Enter")
    page.locator("[data-cell='4']:not(.open)").wait_for()
    expect(box).to_have_value("")


@pytest.mark.parametrize(
    ("rule", "who"),
    [("black", "Player 2"), ("white", "Player 1"), ("more", "Player 2")],
)
def test_swap2_offers_its_choice_in_a_dialog(player, rule, who):
    player.start("gomoku(15,standard,swap2)", second="human", starter="first", seconds="none", games="1")
    page = player.page
    play_by_mouse(player, (112, 113, 114))
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button")).to_have_count(3)
    dialog.get_by_role("button", name={"black": "Play black", "white": "Play white", "more": "one more"}[rule]).click()
    dialog.wait_for(state="hidden")
    if rule == "more":
        play_by_mouse(player, (100, 101))
        expect(dialog.get_by_role("button")).to_have_count(2)
        dialog.get_by_role("button", name="Play white").click()
        dialog.wait_for(state="hidden")
    player.wait_heading("to move")
    play_by_mouse(player, (10,))


def test_a_finger_on_a_small_cell_aims_first_and_plays_at_the_second_touch(sit):
    player = sit(width=360, height=740, touches=True)
    player.start("gomoku(19,freestyle,free)", second="human", starter="first", seconds="none")
    page = player.page

    taken = re.compile("black", re.IGNORECASE)
    player.cell(180).tap()
    page.get_by_role("button", name="Play at j10").wait_for()
    player.cell(181).tap()
    page.get_by_role("button", name="Play at k10").wait_for()
    for cell in (180, 181):
        expect(player.cell(cell)).not_to_have_attribute("aria-label", taken)
    player.cell(181).tap()
    page.wait_for_function(PLIES, arg=1)
    expect(player.cell(181)).to_have_attribute("aria-label", taken)
    player.cell(200).tap()
    page.get_by_role("button", name="Play at").click()
    page.wait_for_function(PLIES, arg=2)
    player.cell(201).tap()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Play at").wait_for(state="detached")


def test_the_words_of_a_tree_stay_readable_on_a_phone_and_where_one_is_is_seen(sit):
    player = sit(width=360, height=740)
    for game in (
        "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])",
        "tree(A[B[D[1 2 3] E[4 5 6]] C[F[7 8 9 10] G[11 12 13 14]]])",
    ):
        player.start(game, second="human", starter="first", seconds="none", games="1")
        player.page.locator("[data-node='C']").click()
        player.page.locator("[data-node='C'][aria-selected='true']").wait_for()
        smallest, left, right = player.page.evaluate(
            """() => {
              const svg = document.querySelector(".canvas svg");
              const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
              const box = document.querySelector("[data-node='C']").getBoundingClientRect();
              const words = [...svg.querySelectorAll("text")].map((text) => getComputedStyle(text).fontSize);
              return [scale * Math.min(...words.map(parseFloat)), box.left, box.right];
            }"""
        )
        assert smallest >= 11
        assert left >= 0
        assert right <= 360


def close_and_come_back(player):
    """Close the tab, and open the match again in another when the clock waits; it, and the match as it stood then."""
    address, match = player.page.url, player.match
    player.page.close()

    def look():
        # Without the cookie that is the player's: nobody who plays has asked for anything.
        with urllib.request.urlopen(f"{player.server.address}api/matches/{match}") as answer:
            return json.load(answer)["state"]

    until = time.monotonic() + PATIENCE
    while not (state := look())["away"]:
        assert time.monotonic() < until, "the clock does not wait"
        time.sleep(0.1)
    page = player.open_tab()
    page.goto(address)
    return page, state


@pytest.mark.parametrize(
    ("language", "asks", "go_on"), [("en", "Shall we go on?", "Go on"), ("es", "¿Seguimos?", "Seguir")]
)
def test_the_clock_waits_while_the_tab_is_closed_and_the_page_asks_on_return(sit, language, asks, go_on):
    player = sit(language=language)
    player.start("mnk(3,3,3)", second="random", starter="first", seconds=30)
    player.click(4)
    # Its own move and the machine's are on the board before the tab is closed.
    player.page.wait_for_function(PLIES, arg=2)
    page, state = close_and_come_back(player)
    # Nothing was played for who had gone; on a busy machine the opponent's own time may have run out.
    assert [made["timed_out"] for made in state["history"] if made["seat"] == 0] == [False]
    dialog = page.get_by_role("dialog", name=asks)
    expect(dialog).to_be_visible()
    # With the keyboard alone: the title has the focus, and the first button goes on.
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("button", name=go_on)).to_be_focused()
    assert player.axe(in_every_theme=False) == []
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    page.locator("[data-cell].open").first.click()
    page.wait_for_function(PLIES, arg=4)


def test_who_says_not_yet_can_go_on_later(player):
    player.start("mnk(3,3,3)", second="random", starter="first", seconds=10)
    page, _ = close_and_come_back(player)
    page.get_by_role("button", name="Not yet").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Go on").click()
    player.wait_heading("Your turn")


@pytest.mark.parametrize(
    ("language", "move", "said"),
    [
        ("en", "A1", "The value reached is 3; best play gives 5. A2 was the right choice, not A1."),
        ("en", "A2", "Exactly what best play gives."),
        ("es", "A1", "Se llega al valor 3; el mejor juego da 5. Lo acertado era A2, no A1."),
        ("es", "A2", "Justo lo que da el mejor juego."),
    ],
)
def test_a_worse_choice_on_a_tree_is_never_called_a_win(sit, language, move, said):
    player = sit(language=language)
    player.start("tree(A[3 5])", second="random", starter="first", games=1)
    box = player.page.get_by_role("textbox").first
    box.fill(move)
    box.press("Enter")
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_contain_text(said)
    expect(player.page.get_by_text(re.compile("You win|Has ganado|Ganas"))).to_have_count(0)
    dialog.get_by_role("link", name=re.compile("replay|repetici|jugada a jugada", re.IGNORECASE)).first.click()
    expect(player.page.get_by_text(said).first).to_be_visible()
