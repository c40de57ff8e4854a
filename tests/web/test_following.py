"""Following a game: the machine's pace, the words under the heading, a board that never jumps, its end in sight."""

from __future__ import annotations

import json
import re
import time
import urllib.request

from playwright.sync_api import expect

from tests.web.test_match import PATIENCE, PLIES, WINNING, play_by_mouse

IS_ON_TOP = """node => {
  const box = node.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === node;
}"""


def history_of(player):
    with urllib.request.urlopen(f"{player.server.address}api/matches/{player.match}") as answer:
        return json.load(answer)["state"]["history"]


def wait_for_history(player, plies):
    until = time.monotonic() + PATIENCE
    while len(history_of(player)) < plies:
        assert time.monotonic() < until, "the machine does not answer"
        time.sleep(0.05)


def top_of_board(page):
    return page.locator(".board").bounding_box()["y"]


def middle_of_heading(page):
    box = page.locator("h1").bounding_box()
    return round(box["y"] + box["height"] / 2)


def click_in_vain(player, cell):
    # The page tells a tool that the cell is disabled; a person clicks all the same.
    player.cell(cell).click(force=True)


def status(page):
    return page.locator(".status")


def test_a_machine_that_answers_at_once_is_seen_a_moment_later(browser, server, sit):
    player = sit()
    player.page.emulate_media(reduced_motion="no-preference")
    player.start("mnk(3,3,3)", second="random", starter="first", seconds="none", games="1")
    page = player.page
    # From here on the page's time goes on only when it is told to.
    player.clock.install()
    player.clock.pause_at(page.evaluate("Date.now()") + 1000)
    player.click(4)
    page.wait_for_function(PLIES, arg=1)
    wait_for_history(player, 2)
    player.clock.run_for(300)
    assert page.evaluate(PLIES.replace(">=", "==="), 1)
    player.clock.run_for(200)
    page.wait_for_function(PLIES, arg=2)


MAKE_MATCH = """settings => fetch("/api/matches", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(settings),
}).then((answer) => answer.json()).then(({ match }) => match)"""


def test_several_moves_of_one_turn_are_seen_one_after_the_other(player):
    page = player.open().page
    page.emulate_media(reduced_motion="no-preference")
    # Four O's in the corners: the machine completes four OSOs in one turn, and then the board is full.
    settings = {"game": "oso(3,3)", "second": "oso-easy", "starter": "first", "games": 1, "seconds": None}
    match = page.evaluate(MAKE_MATCH, {**settings, "position": "O.O/.../O.O first 0 0"})
    player.open(f"match/{match}")
    page.locator("[data-phase='playing']").wait_for()
    player.clock.install()
    player.clock.pause_at(page.evaluate("Date.now()") + 1000)
    player.click(4)
    page.get_by_role("button", name="Put O").click()
    wait_for_history(player, 5)
    for shown in (1, 2, 3, 4):
        page.wait_for_function(PLIES.replace(">=", "==="), arg=shown)
        player.clock.run_for(500)
    page.wait_for_function(PLIES, arg=5)


def test_a_click_that_does_nothing_is_answered_and_the_board_stays_where_it_is(player):
    player.start("mnk(3,3,3)", second="human", starter="first", seconds="none", games="1")
    page = player.page
    player.click(4)
    page.wait_for_function(PLIES, arg=1)
    top = top_of_board(page)
    click_in_vain(player, 4)
    expect(status(page)).to_have_text("That cell is taken.")
    assert top_of_board(page) == top


def test_terni_says_when_pieces_are_placed_and_when_they_move(player):
    player.start("terni", second="human", starter="first", seconds="none", games="1")
    page = player.page
    expect(status(page)).to_have_text("Place a piece on an empty cell.")
    top = top_of_board(page)
    play_by_mouse(player, (0, 1, 4, 8, 5, 3))
    page.wait_for_function(PLIES, arg=6)
    expect(status(page)).to_have_text(re.compile("Now move one of your pieces"))
    click_in_vain(player, 2)
    expect(status(page)).to_have_text(re.compile("First press one of your pieces"))
    click_in_vain(player, 8)
    expect(status(page)).to_have_text("That piece is not yours.")
    assert top_of_board(page) == top


def test_swap2_says_which_stone_is_next_and_what_a_choice_means(player):
    player.start("gomoku(15,standard,swap2)", second="human", starter="first", seconds="none", games="1")
    page = player.page
    players = page.get_by_role("region", name="Players").locator(".sign")
    expect(status(page)).to_contain_text("stone 1 of 3: black")
    expect(players).to_have_text(["?", "?"])
    play_by_mouse(player, (112, 113))
    expect(status(page)).to_contain_text("stone 3 of 3: white")
    play_by_mouse(player, (114,))
    page.get_by_role("dialog").get_by_role("button", name="Play white").click()
    expect(status(page)).to_have_text("Player 2 took white, so the other side has black.")
    expect(page.locator(".move").last).to_contain_text("takes white")
    expect(players).to_have_text(["black", "white"])


def test_after_the_other_side_took_black_the_player_who_placed_the_opening_is_white(player):
    player.start("gomoku(15,standard,swap2)", second="human", starter="first", seconds="none", games="1")
    play_by_mouse(player, (112, 113, 114))
    player.page.get_by_role("dialog").get_by_role("button", name="Play black").click()
    expect(player.page.get_by_role("region", name="Players").locator(".sign")).to_have_text(["white", "black"])


def test_who_completes_a_row_of_the_reverse_game_reads_that_they_did(player):
    player.start(
        "mnk(3,3,3,misere=true)", second="random", starter="first", seconds="none", games="1", position="X.X/OO./..."
    )
    player.click(1)
    expect(player.page.get_by_role("dialog")).to_contain_text("You lose. You completed a row, and that loses.")


def test_the_end_leaves_the_line_in_sight_and_numbers_the_moves_as_the_replay_does(player):
    player.start("mnk(3,3,3)", second="human", starter="first", seconds="none", games="1", first_name="Ana")
    page = player.page
    top, middle = top_of_board(page), middle_of_heading(page)
    play_by_mouse(player, WINNING)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ana wins.")
    expect(dialog).to_be_focused()
    assert top_of_board(page) == top
    assert middle_of_heading(page) == middle
    # Nothing lies over the cells of the line.
    assert all(player.cell(cell).evaluate(IS_ON_TOP) for cell in (0, 1, 2))
    expect(page.locator(".move .n").last).to_have_text("5")
    dialog.get_by_role("link", name="Replay").click()
    expect(page.locator("li .n").last).to_have_text("5")
    # Two people are told apart there too.
    player.wait_heading("Ana – Player 2")


def test_a_long_list_of_moves_scrolls_and_shows_the_last_one(player):
    player.start("mnk(5,5,5)", second="human", starter="first", seconds="none", games="1")
    page = player.page
    # Nobody gets five in a row: every line of the board has both signs in it.
    play_by_mouse(player, range(16))
    page.wait_for_function(PLIES, arg=16)
    seen = """list => {
      const [box, last] = [list.getBoundingClientRect(), list.querySelector('.move.current').getBoundingClientRect()];
      return [list.scrollHeight > list.clientHeight, last.bottom <= box.bottom + 1 && last.top >= box.top - 1];
    }"""
    assert page.locator(".list").evaluate(seen) == [True, True]
    expect(page.locator(".move .n").last).to_have_text("16")


def test_the_points_of_a_finished_game_are_said_in_words(player):
    player.start("oso(3,1)", second="human", starter="first", seconds="none", games="1", first_name="Ana")
    page = player.page
    box = page.get_by_label("Type a move").last
    for plies, move in enumerate(("O@a1", "S@b1", "O@c1"), 1):
        box.fill(move)
        box.press("Enter")
        page.wait_for_function(PLIES, arg=plies)
    expect(page.get_by_role("dialog")).to_contain_text("Ana wins. 1 to 0")


def test_after_a_move_the_machine_tells_how_deep_it_looked_and_what_it_expects(player):
    player.start("mnk(3,3,3)", first="alphabeta:depth=3", second="human", starter="first", seconds="none", games="1")
    facts = player.page.get_by_test_id("last-move")
    expect(facts).to_contain_text(re.compile(r"nodes\. It looked 3 moves ahead\."))
    expect(facts).to_contain_text(re.compile(r"It expects [abc][123], [abc][123]"))
