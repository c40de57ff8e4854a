"""The board of a notebook: a click plays, a machine answers, and what is refused is said."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from enraya import Position
from enraya.notebook import PlayableBoard
from tests.web.browser import ARGUMENTS, find

NUMBERS = count()

# The page gives the widget's code what a notebook gives it: the synchronised values, and a place to draw.
PAGE = """<!doctype html><body><script type="module">
const { default: widget } = await import(URL.createObjectURL(new Blob([CODE], { type: "text/javascript" })));
const values = VALUES, sent = window.sent = [];
widget.render({ el: document.body, model: {
  get: (name) => values[name], set: (name, value) => sent.push([name, value]), save_changes() {}, on() {},
} });
document.body.dataset.ready = "yes";
</script></body>"""


def click(board, asked):
    """Send the message of the page when *asked* is clicked or chosen."""
    board.clicked = [asked, str(next(NUMBERS))]


def test_a_click_plays_and_the_machine_answers():
    board = PlayableBoard("mnk(3,3,3)", "perfect", seed=1)
    click(board, "b2")
    assert len(board.position.moves) == 2
    assert board.moves == board.position.legal_moves
    click(board, ":undo")
    assert board.position.moves == ()


def test_without_an_opponent_clicks_play_both_sides_to_the_end():
    board = PlayableBoard("mnk(3,3,3)", None)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        click(board, move)
    assert "has won" in board.message
    assert board.cells == []
    click(board, ":new")
    assert board.position.moves == ()


def test_a_taken_cell_is_refused_in_a_sentence_and_nothing_changes():
    board = PlayableBoard("mnk(3,3,3)", None)
    click(board, "a1")
    click(board, "a1")
    assert "taken" in board.message
    assert board.position.move_texts == ["a1"]


@pytest.mark.parametrize("game", ["connect", "oso(3,3)", "terni", "cube(3,3)", "gomoku", "tree(A[B[3 12] C[2 4]])"])
def test_every_game_can_be_played_on_it(game):
    board = PlayableBoard(game, None)
    for _ in range(2):
        click(board, board.moves[0])
        assert all(move in board.moves for cell in board.cells for move in cell["moves"])
    assert len(board.position.moves) == 2


def test_where_whoever_scores_moves_again_the_machine_moves_as_often_as_it_may():
    board = PlayableBoard(Position.start("oso(3,2)").play_all("O@a1 S@b1 S@a2"), "perfect", seed=1)
    board.play(board.moves[-1])
    assert board.position.is_over or board.position.to_move == board._person


def test_in_a_browser_a_click_on_a_cell_asks_for_its_move():
    path = find()
    if path is None:
        pytest.skip("no browser is installed here")
    from playwright.sync_api import sync_playwright

    board = PlayableBoard("mnk(3,3,3)", None)
    names = ("svg", "cells", "moves", "message", "labels")
    values = json.dumps({name: getattr(board, name) for name in names})

    def click():
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
            page = browser.new_page()
            page.set_content(PAGE.replace("CODE", json.dumps(str(board._esm))).replace("VALUES", values))
            page.locator("body[data-ready]").wait_for()
            page.get_by_role("button", name="c3").click()
            page.get_by_role("combobox").select_option("a2")
            sent = page.evaluate("window.sent")
            browser.close()
            return sent

    # In a thread of its own: the browser that other tests share keeps an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        sent = thread.submit(click).result()
    assert [value[0] for _, value in sent] == ["c3", "a2"]
