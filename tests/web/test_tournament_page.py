"""The page that `enraya tournament --page` writes, in a real browser."""

import pytest

from enraya.arena.page import tournament_page
from tests.unit.arena.test_running import plan_of, run
from tests.web.axe import look_at


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tournament")
    path = folder / "page.html"
    course = run(folder / "games.log", plan_of("random", "level:1", "rules", games=4), processes=1)
    path.write_text(tournament_page(course, "en"), encoding="utf-8")
    return path


@pytest.fixture(params=[1280, 360])
def page(browser, file, request):
    page = browser.new_page(viewport={"width": request.param, "height": 800})
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda message: page.wrong.append(message.text) if message.type == "error" else None)
    page.goto(file.as_uri())
    yield page
    assert page.wrong == []
    page.close()


def test_table_plot_crosstable_and_games_are_there_and_nothing_is_wider_than_the_screen(page):
    assert page.locator("h1").inner_text() == "Tournament"
    assert page.locator("table").first.locator("tbody tr").count() == 3
    assert page.locator(".plot svg circle").count() == 3
    assert page.locator(".cross button").count() == 6
    assert page.locator(".list button").count() == 12
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_the_language_is_changed_by_a_button(page):
    page.get_by_role("button", name="Español").click()
    assert page.locator("h1").inner_text() == "Torneo"
    assert page.evaluate("document.documentElement.lang") == "es"
    assert page.get_by_text("Quién ganó a quién").is_visible()


def test_a_cell_of_the_crosstable_shows_those_games_and_a_player_its_own(page):
    page.locator(".cross button").first.click()
    assert page.locator(".list button").count() == 4
    page.locator("select").select_option(index=1)
    assert page.locator(".list button").count() == 8


def test_a_game_is_replayed_move_by_move_with_buttons_and_keys(page):
    page.locator(".list button").first.click()
    moves = page.locator(".moves button").count()
    pieces = page.locator(".board svg > g[transform^=translate]")
    assert pieces.count() == moves
    page.get_by_role("button", name="Start").click()
    assert pieces.count() == 0
    page.get_by_role("button", name="Next move").click()
    page.keyboard.press("ArrowRight")
    assert pieces.count() == 2
    page.locator(".moves button").nth(2).click()
    assert pieces.count() == 3


def test_axe_finds_nothing_wrong(page):
    assert look_at(page, in_every_theme=False) == []
