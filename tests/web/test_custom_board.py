"""A game from a file with `board(state)`: the same board as the built-in games have, by mouse and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FILES = [EXAMPLES / f"{name}.py" for name in ("reversi", "nim", "domineering", "dots_and_boxes", "chomp", "kalah")]
SLIDE = '''"""Slide the king to the other end, or turn it on its cell; both at once make a draw of it."""
def initial(): return "K..", 0
def legal_moves(state):
    cells, plies = state
    at = cells.index("K") if "K" in cells else cells.index("Q")
    if outcome(state) is not None: return []
    steps = [f"{'abc'[at]}1-{'abc'[to]}1" for to in (at - 1, at + 1) if 0 <= to < 3]
    return [*steps, "crown", "a1=Q", "a1=R", "pass"] if plies == 0 else [*steps, "pass"]
def play(state, move):
    cells, plies = state
    if move == "pass": return cells, plies + 1
    if "-" in move:
        piece, to = cells.strip("."), "abc".index(move[3])
        return "." * to + piece + "." * (2 - to), plies + 1
    return {"crown": "QQQ", "a1=Q": "Q..", "a1=R": "R.."}[move].replace("R", "Q"), plies + 1
def outcome(state): return 0 if state[1] >= 4 or state[0].count("Q") == 3 else 1 if state[0][2] != "." else None
def board(state): return [state[0]]
'''


@pytest.fixture(scope="module")
def custom(tmp_path_factory):
    folder = tmp_path_factory.mktemp("custom")
    (folder / "slide.py").write_text(SLIDE, encoding="utf-8")
    offered = [word for file in (*FILES, folder / "slide.py") for word in ("--game", str(file))]
    server = Server(folder, *offered).start()
    yield server
    server.stop()


def start(sit, server, game, **options):
    player = sit(server=server, **options)
    return player.start(game, second="human", starter="first", games="1", seconds="none")


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("es", 360)])
def test_cells_are_clicked_and_axe_finds_nothing(sit, custom, language, width):
    player = start(sit, custom, "reversi.py", language=language, width=width)
    page = player.page
    expect(page.locator(".open[data-cell]")).to_have_count(4)
    player.click(8)
    if page.locator(".aim-bar button").count():
        page.locator(".aim-bar button").first.click()
    expect(player.cell(14)).to_have_accessible_name(
        "c3, black stone, last move" if language == "en" else "c3, piedra negra, última jugada"
    )
    assert player.axe(in_every_theme=language == "en") == []


def test_the_keyboard_plays_on_the_board(sit, custom):
    player = start(sit, custom, "reversi.py")
    player.cell(0).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        player.page.keyboard.press(key)
    expect(player.cell(14)).to_have_accessible_name("c3, black stone, last move")


def test_a_piece_slides_by_two_clicks_several_moves_at_a_cell_are_offered_and_others_are_buttons(sit, custom):
    player = start(sit, custom, "slide.py")
    page = player.page
    expect(page.locator(".spoken-moves button")).to_have_count(2)
    player.click(0)
    offered = page.locator(".ask button")
    expect(offered).to_have_count(3)
    assert player.axe(in_every_theme=False) == []
    offered.filter(has_text="a1=R").click()
    expect(page.locator(".spoken-moves button")).to_have_count(1)
    player.click(0).click(1)
    expect(player.cell(1)).to_have_accessible_name("b1, Q, last move")


def test_a_click_on_the_board_plays_each_of_the_five_games(sit, custom):
    player = sit(server=custom)
    for file in FILES[1:]:
        player.start(file.name, second="human", starter="first", games="1", seconds="none")
        move = player.page.locator(".open[data-cell]").first
        expect(move).to_be_visible()
        move.click()
        expect(player.page.get_by_test_id("last-move")).to_be_visible()


def test_the_gallery_shows_its_board(sit, custom):
    page = sit(server=custom).open().page
    card = page.get_by_role("link", name="reversi").or_(page.get_by_role("button", name="reversi")).first
    expect(card.locator("svg").first).to_be_attached()


def test_the_preview_the_editor_and_the_tree_viewer_show_its_board(sit, custom):
    player = sit(server=custom).open("new/reversi.py")
    page = player.page
    expect(page.locator(".preview svg").first).to_be_visible()
    player.open("editor/reversi.py")
    expect(player.cell(14)).to_have_accessible_name(re.compile("^c3, white stone"))
    expect(page.locator("#editor-reason")).to_have_text("reversi.py has no board that could be drawn by hand.")
    player.open("lab/tree?game=reversi.py&depth=1")
    # The root and its four moves, each with its board.
    expect(page.get_by_role("treeitem")).to_have_count(5)
    expect(page.locator("[role=tree] .stamp")).to_have_count(5)
