"""Set-up, settings, replay, editor and import; and every screen by axe-core's measure."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.scale import scaled
from tests.web.test_match import WINNING, play_by_mouse

REFUSED = [
    ("Seconds per move", "soon", "«soon» is not a time per move"),
    ("Seconds per move", "0", "from 1 to 3600"),
    ("Number of games", "0", "«0» is not a number of games"),
    ("Number of games", "2.5", "whole number from 1 to 99"),
    ("columns", "20", "From 1 to 19"),
    ("in a row to win", "9", "At most 3 in a row fit on this board."),
    ("columns", "", "Write a whole number here."),
]


def test_a_bad_value_is_refused_beside_its_field_and_start_says_why(player):
    player.open("new/mnk(3,3,3)")
    page = player.page
    start = page.get_by_role("button", name="Start", exact=True)
    for label, value, words in REFUSED:
        page.get_by_label(label, exact=True).fill(value)
        # Beside its own field, and nowhere else.
        field = page.locator(".field", has=page.get_by_label(label, exact=True))
        expect(field.locator(".wrong")).to_contain_text(words)
        expect(page.locator("section .wrong")).to_have_count(1)
        expect(start).to_be_disabled()
        expect(page.locator("#start-reason")).to_contain_text("Look again at")
        page.get_by_label(label, exact=True).fill("3")
        page.locator("section .wrong").first.wait_for(state="detached")
        expect(start).to_be_enabled()


def test_a_name_too_long_is_refused_beside_it(player):
    player.open("new/mnk(3,3,3)")
    player.page.get_by_label("Name", exact=True).first.fill("x" * 41)
    player.page.locator("section .wrong", has_text="40").first.wait_for()


def test_a_strategy_that_a_game_lacks_gives_way_to_the_usual_one(player):
    player.open("new/mnk(3,3,3)?second=rules")
    second = player.page.get_by_label("Player 2", exact=True).first
    expect(second).to_have_value("rules")
    player.page.get_by_label("Kind of game").select_option("connect")
    expect(second).to_have_value("alphabeta+")


def test_the_language_follows_the_browser_can_be_switched_and_is_remembered(sit):
    player = sit(language="es").open()
    page = player.page
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(player.heading).to_have_text("¿A qué jugamos?")
    page.get_by_role("button", name="English").click()
    player.wait_heading("What shall we play")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    player.wait_heading("What shall we play")


def test_a_theme_and_the_sound_are_remembered(player):
    player.open("settings")
    page = player.page
    page.get_by_label("Slate").check()
    page.get_by_label("Sounds").uncheck()
    page.reload()
    player.wait_heading("Settings")
    expect(page.locator("html")).to_have_attribute("data-theme", "slate")
    expect(page.get_by_label("Sounds")).not_to_be_checked()


def test_a_board_has_the_grain_of_its_theme_and_none_in_a_plain_one(sit):
    player = sit(textures=True).open("editor/mnk(3,3,3)")
    grain = player.page.locator(".texture")
    expect(grain).to_have_attribute("href", re.compile("^blob:"))
    player.page.evaluate("document.documentElement.dataset.theme = 'white'")
    expect(grain).to_have_count(0)


def test_help_opens_on_every_screen_and_closes_with_escape(player):
    for route in ("", "new/oso(6,6)", "settings", "matches", "import", "editor/mnk(3,3,3)"):
        player.open(route)
        player.page.keyboard.press("?")
        dialog = player.page.get_by_role("dialog", name="Help")
        expect(dialog).to_contain_text("Keys")
        player.page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")


def finished(player):
    player.start("mnk(3,3,3)", second="human", starter="first", games="1", seconds="none", first_name="Ana")
    play_by_mouse(player, WINNING)
    player.page.get_by_role("dialog").wait_for()
    return player.match


def test_a_finished_game_is_replayed_by_keys_and_slider_downloaded_and_opened_again(player, tmp_path):
    match = finished(player)
    page = player.page
    page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    page.get_by_text("5 of 5").first.wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("4 of 5").first.wait_for()
    page.keyboard.press("Home")
    page.get_by_text("0 of 5").first.wait_for()
    page.get_by_label("Move shown").fill("3")
    page.get_by_text("3 of 5").first.wait_for()
    for format in ("JSON", "PGN"):
        with page.expect_download() as download:
            page.get_by_role("link", name=format).click()
        saved = tmp_path / f"game.{format.lower()}"
        download.value.save_as(saved)
        player.open("import")
        page.locator("input[type=file]").set_input_files(saved)
        page.get_by_text("5 of 5").first.wait_for()
        link = page.get_by_role("textbox", name="Link to this game").input_value()
        page.goto("about:blank")
        page.goto(link)
        page.get_by_text("5 of 5").first.wait_for()
        player.wait_heading("Ana")
        page.get_by_text("Ana wins").first.wait_for()
        for name, begins in [("JSON", b"{"), ("PGN", b"["), ("SVG", b"<svg"), ("GIF", b"GIF89a")]:
            with page.expect_download() as download:
                page.get_by_role("button", name=name).click()
            again = tmp_path / download.value.suggested_filename
            download.value.save_as(again)
            assert again.read_bytes().startswith(begins)
        player.open(f"replay/{match}/1")


def test_a_damaged_file_is_refused_in_words_that_change_with_the_language(player):
    player.open("import")
    refused = player.page.locator(".field .wrong")
    for text, why in {
        "": "There is nothing to open: choose a file or paste its text.",
        "not a game": "This file is not a game that can be read: JSON, PGN and SGF can.",
        json.dumps({"format": "enraya"}): "Field format: this is not an Enraya game; it must say enraya.game.",
        '[Game "mnk(3,3,3)"]\n\n1. a1 a1 *': "Move 2: a1 is taken; free: b1, c1, a2, b2, c2, a3, b3, c3.",
    }.items():
        player.page.get_by_label("Or paste its text here").fill(text)
        player.page.get_by_role("button", name="Open", exact=True).click()
        expect(refused).to_have_text(why)
    player.page.get_by_role("button", name="Español").click()
    expect(refused).to_have_text("Jugada 2: a1 está ocupada; libres: b1, c1, a2, b2, c2, a3, b3, c3.")


def test_a_position_is_put_on_the_board_and_played_from(player):
    player.open("editor/mnk(3,3,3)")
    page = player.page
    player.click(0).click(1)
    words = "Impossible position: 2 X and 0 O; in turn, X has as many as O or one more."
    expect(page.locator("#editor-reason")).to_have_text(words)
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.get_by_label("O", exact=True).check()
    player.click(4)
    page.get_by_role("link", name="Play from here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("[data-phase='playing']").wait_for()
    expect(player.cell(0)).to_have_attribute("aria-label", re.compile(", X"))
    expect(player.cell(4)).to_have_attribute("aria-label", re.compile(", O"))


def test_an_address_that_is_nothing_says_so(player):
    player.open("nowhere").wait_heading("Nothing here")
    player.open("match/none").wait_heading("Nothing here")


def test_on_a_phone_the_sections_stand_in_one_line_and_the_rest_behind_a_button(sit):
    player = sit(language="es", width=360, height=740)
    page = player.open("matches").page
    nav = page.get_by_role("navigation", name="Secciones")
    more = nav.get_by_role("button", name="Más")
    assert nav.bounding_box()["height"] < 50
    expect(nav.get_by_role("link", name="Arena")).to_be_hidden()
    more.press("Enter")
    expect(nav.get_by_role("link", name="Mis encuentros")).to_have_attribute("aria-current", "page")
    assert player.axe(in_every_theme=False) == []
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    expect(nav.get_by_role("link", name="Arena")).to_be_hidden()
    more.press("Enter")
    nav.get_by_role("link", name="Arena").click()
    player.wait_heading("^Arena$")
    expect(more).to_have_attribute("aria-expanded", "false")


# Each with what stands there last, when the server has answered.
SCREENS = {
    "": ".gallery .card",
    "new/mnk(3,3,3)": ".preview > *",
    "new/gomoku(15,standard,swap2)": ".preview > *",
    "new/tree(A[B[3 12] C[2 4]])": ".preview > *",
    "settings": ".look > fieldset + *",
    "matches": ".matches a",
    "import": "input[type=file]",
    "editor/oso(6,6)": "[data-cell]",
    "replay/moves?game=mnk(3,3,3)&moves=b2 a1 c3&first=Ana": "[data-cell]",
    "analyse?game=connect(7,6,4)&moves=4 4 3": "[data-cell]",
    "lab/tree": "[role=treeitem]",
    "lab/tree?game=mnk(3,3,3)&moves=a1 b2 c3 a3": ".stamp",
    "lab/compare": "[data-cell]",
    "lab/practise": ".canvas",
    "lab/practise?kind=windows&difficulty=2&seed=5": ".canvas input",
    "lab/count": ".board [role=img]",
    "results": "details.sources",
    "class": "form",
    "class/join/ABC-DEF": "form",
    "class/in/nowhere": "[role=alert]",
    "class/teach/nowhere": "form",
    "nowhere": "h1",
}


def open_whole(player, route):
    player.open(route).page.locator(SCREENS[route]).first.wait_for()


# The other rules of axe-core are about names and structure, which come from the same keys in every language.
@pytest.mark.parametrize("language", scaled(["en"], soak=["es", "en"]))
def test_axe_finds_nothing_on_any_screen_in_any_theme(sit, language):
    player = sit(language=language)
    # Colours are the same in every language: one of them is looked at in every theme.
    wrong, themes = {}, {"in_every_theme": language == "en"}
    for route in SCREENS:
        open_whole(player, route)
        wrong[route] = player.axe(**themes)
    player.open("new/mnk(3,3,3)?games=0")
    player.page.locator("section .wrong").first.wait_for()
    wrong["refused"] = player.axe(**themes)
    player.page.keyboard.press("Escape")
    player.page.locator("h1").first.click()
    player.page.keyboard.press("?")
    player.page.locator("dialog[open]").wait_for()
    wrong["help"] = player.axe(**themes)
    player.start("mnk(3,3,3)", second="human", invite="1", games="2")
    wrong["waiting"] = player.axe(**themes)
    link = player.page.locator("input[readonly]").first.input_value()
    guest = sit(language=language)
    guest.page.goto(link)
    guest.page.locator("form.join").wait_for()
    wrong["join"] = guest.axe(**themes)
    guest.page.locator("form.join button").click()
    player.page.locator("[data-phase='playing']").wait_for()
    player.open("matches")
    player.page.locator("main a[href*='/match/']").first.wait_for()
    wrong["matches of one's own"] = player.axe(**themes)
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    "game",
    [
        "mnk(3,3,3)",
        "gomoku(15,freestyle,free)",
        "connect(7,6,4)",
        "cube(3,3)",
        "terni",
        "oso(6,6)",
        "tree(A[B[3 12] C[2 4]])",
    ],
)
def test_axe_finds_nothing_on_a_match_of_any_family_in_any_theme(player, game):
    player.start(game, second="random", starter="first", seconds="none", games="1")
    player.wait_heading("Your turn")
    assert player.axe() == []
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Play again").wait_for()
    player.open(f"replay/{player.match}/1")
    player.page.get_by_label("Move shown").wait_for()
    assert player.axe() == []


def test_axe_finds_nothing_in_the_dialogs_of_a_match_in_any_theme(player):
    player.start("gomoku(15,standard,swap2)", second="human", starter="first", seconds="none", games="1")
    play_by_mouse(player, (112, 113, 114))
    player.page.get_by_role("dialog").wait_for()
    assert player.axe() == []
    player.start("mnk(3,3,3)", second="human", starter="first", seconds="none", games="2")
    player.page.get_by_role("button", name="Pause").click()
    player.page.get_by_role("button", name="Go on").first.wait_for()
    assert player.axe() == []
    player.page.get_by_role("button", name="Go on").first.click()
    play_by_mouse(player, WINNING)
    player.page.get_by_role("dialog").get_by_role("button", name="Next game").wait_for()
    assert player.axe() == []
    player.page.get_by_role("dialog").get_by_role("button", name="Next game").click()
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Go on playing").wait_for()
    assert player.axe() == []
    player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Rematch").wait_for()
    assert player.axe() == []


def test_axe_would_see_words_too_faint_in_one_theme_alone(player):
    player.open("settings")
    player.page.evaluate(
        "document.styleSheets[0].insertRule(`[data-theme='white'] h1 { color: #ccc; background: #fff }`)"
    )
    assert [found.split(":")[:2] for found in player.axe(is_whole=True)] == [["white", " color-contrast"]]


WIDTHS = (1280, 768, 360)
WIDTH_WHEN_DRAWN = """() => new Promise((tell) =>
  requestAnimationFrame(() => requestAnimationFrame(() => tell(document.documentElement.scrollWidth))))"""


def test_no_screen_is_wider_than_its_window(sit):
    player = sit(height=720, language="es")
    wide = {}

    def look(what):
        for width in WIDTHS:
            player.page.set_viewport_size({"width": width, "height": 720})
            if (found := player.page.evaluate(WIDTH_WHEN_DRAWN)) > width:
                wide[what, width] = found

    for route in SCREENS:
        open_whole(player, route)
        look(route)
    player.start("connect(7,6,4)", second="random", starter="first")
    look("a match")
    assert wide == {}
