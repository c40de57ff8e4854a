"""No word of the notation meets somebody who did not type it: every game, every screen, every error, in both languages.

Each screen is read in Spanish and in English as it stands: the language is switched under it.
"""

from __future__ import annotations

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from enraya.lab.puzzles.sets import shipped_set
from enraya.locale import LANGUAGES, messages
from tests.scale import scaled
from tests.web.conftest import Server
from tests.web.test_arena import KEY, KINDS, ask, hand_in
from tests.web.test_classroom import enter_key, join
from tests.web.test_match import PLIES, play_by_mouse

# Everything that is read or heard on a page; what stands in a box was typed, or is a link to copy.
# What was told to the ear before the language was switched stays as it was told.
SEEN = """
(isSwitched) => {
  let seen = document.body.innerText;
  if (isSwitched)
    for (const told of document.querySelectorAll("[aria-live]")) seen = seen.replace(told.innerText, "");
  const said = [document.title, seen];
  for (const node of document.querySelectorAll("[aria-label], [title], option, [aria-valuetext], svg text"))
    said.push(
      node.getAttribute("aria-label"), node.title, node.getAttribute("aria-valuetext"),
      node.matches("option, text") ? node.textContent : null,
    );
  return said.filter((text) => typeof text === "string" && text);
}
"""
# The switch stands behind a dialog where one is open: a person closes that first, this test need not.
SWITCH = "() => document.querySelector('header button.tool[lang]').click()"
NOTATION = re.compile(
    r"\b(?:mnk|gomoku|connect|cube|terni|oso|tree)\([^)]*|\b[a-z0-9_]+=[\w>«]+|\b[km] = |level:\d"
    r"|oso-(?:easy|medium|hard)|alphabeta|freestyle|misere|\bmcts:|\{\w+\}|\b(?:web|error|match|puzzle|lab|board|history)\.[a-z_]+\b"
    r"|\bundefined\b|\bnull\b|\bNaN\b|\[object",
)
ENGLISH = re.compile(r"\b(?:white|black|more|first|second|random|human|standard|free|slide|adjacent|swap|true|false)\b")
SPANISH = re.compile(r"\b(?:jugada|partida|tablero|casilla|fichas?|rival|empate|negras|blancas|turno)\b", re.IGNORECASE)
FOREIGN = {"es": ENGLISH, "en": SPANISH}
QUIET = {"starter": "first", "seconds": "none", "games": "1"}


class Reader:
    """Somebody who reads every word of a screen, in both languages, and writes down what is not theirs."""

    def __init__(self, player):
        self.player, self.page, self.found = player, player.page, {}

    @property
    def language(self):
        return self.page.locator("html").get_attribute("lang")

    def switch(self):
        wanted = "en" if self.language == "es" else "es"
        self.page.evaluate(SWITCH)
        expect(self.page.locator("html")).to_have_attribute("lang", wanted)

    def read(self, where):
        self.read_once(where)
        self.switch()
        self.read_once(where, is_switched=True)

    def read_once(self, where, *, is_switched=False):
        language, said = self.language, self.page.evaluate(SEEN, is_switched)
        wrong = {match[0] for text in said for rule in (NOTATION, FOREIGN[language]) for match in rule.finditer(text)}
        if wrong:
            self.found[f"{where} ({language})"] = sorted(wrong)

    def open(self, route, last):
        """Read the screen at *route*, once *last* stands there."""
        self.player.open(route)
        self.page.locator(last).first.wait_for()
        self.read(route)

    def press(self, *names):
        self.page.get_by_role("button", name=re.compile(f"^({'|'.join(names)})$")).first.click()


@pytest.fixture
def reader(player):
    player.open()
    reader = Reader(player)
    yield reader
    assert reader.found == {}


def presets(server):
    with urllib.request.urlopen(f"{server.address}api/games") as answer:
        return [preset["game"] for family in json.load(answer)["families"] for preset in family["presets"]]


def test_no_screen_of_any_game_shows_a_word_of_the_notation(reader, server):
    page, games = reader.page, presets(server)
    reader.read("landing")
    for game in games:
        reader.open(f"new/{game}", ".preview > *")
    # The words of a game's own are its title and its options; those of a match and of its end are its family's.
    families = {game.partition("(")[0]: game for game in reversed(games)}
    for game in scaled(list(families.values()), soak=games):
        # Not `open`: this address gives way to that of the match.
        page.goto(f"{server.address}#/play/{game}")
        page.wait_for_url(re.compile("#/match/"))
        page.locator("[data-phase='playing']").wait_for()
        # The help is read with the match behind it.
        page.keyboard.press("?")
        page.get_by_role("dialog").wait_for()
        reader.read(f"{game}: match and help")
        page.keyboard.press("Escape")
        reader.press("Resign", "Rendirse")
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Resign|Rendirse)$")).click()
        page.locator("[data-phase='finished']").wait_for()
        page.get_by_role("dialog").locator("a[href*='replay']").wait_for()
        reader.read(f"{game}: end")
    page.get_by_role("dialog").locator("a[href*='replay']").click()
    page.get_by_role("slider").wait_for()
    reader.read("replay")
    reader.open("matches", ".matches .thumbnail svg")
    reader.open("progress", "table")


def test_no_screen_of_the_lab_and_of_puzzles_shows_a_word_of_the_notation(reader):
    kinds = {each.kind: each.name for each in shipped_set().puzzles}
    for route, last in {
        "puzzles": ".card a",
        **{f"puzzles/{name}": "[data-cell]" for name in kinds.values()},
        "openings": "tbody td",
        "lab/tree": "[role=treeitem]",
        "lab/tree?game=mnk(3,3,3)&moves=a1 b2 c3 a3": ".stamp",
        "lab/compare": "[data-cell]",
        "lab/count": ".board [role=img]",
        "lab/practise?kind=cuts&difficulty=3&seed=5": ".canvas .snip",
        "lab/practise?kind=windows&difficulty=2&seed=5": ".canvas input",
        "analyse?game=oso(6,6)&moves=O@a1": "[data-cell]",
        "editor/terni": "[data-cell]",
        "editor/gomoku(15,standard,swap2)": "[data-cell]",
        "results": "details.sources",
        "settings": "fieldset",
        "nowhere": "h1",
    }.items():
        reader.open(route, last)
    # What the lab tells of a choice in words, it tells in words.
    reader.open("analyse?game=gomoku(15,standard,swap2)&moves=h8 h9 i8 white", "[data-cell]")
    reader.open("replay/moves?game=gomoku(15,standard,swap2)&moves=h8 h9 i8 more j9 j10 black", "li .n")


@pytest.fixture
def school(tmp_path, server):
    """A server with a key that we know; *server* only says whether the page was built."""
    school = Server(tmp_path, "--teacher-key", KEY).start()
    yield school
    school.stop()


def test_no_screen_of_the_arena_of_a_class_and_of_a_review_shows_a_word_of_the_notation(sit, school):
    hand_in(school, "Ana", KINDS["crashing"])
    body = {"title": "Copa", "game": "mnk(3,3,3,misere=true)", "format": "knockout", "games": 1, "seconds": 5}
    strange = ["alphabeta:depth=2", "mcts:nodes=20"]
    made = ask(school, "tournaments", {**body, "players": strange, "handed_in": ["Ana"]})
    player = sit(server=school)
    player.open("arena")
    reader, page = Reader(player), player.page
    enter_key(page)
    reader.open("arena", "section[aria-labelledby=arena-players] li")
    reader.open("arena/new", ".checks")
    reader.player.open(f"arena/{made['id']}")
    page.locator("[data-state=finished]").wait_for()
    reader.read("tournament")
    page.locator("a[href*='review']").first.click()
    page.get_by_role("slider").first.wait_for()
    reader.read("review")
    reader.open("class", "form")
    page.get_by_label(re.compile("^(Name of the class|Nombre de la clase)$")).fill("4.º B")
    reader.press("Open the class", "Abrir la clase")
    code = page.get_by_test_id("class-code").inner_text()
    reader.read("class")
    page.locator("a[href$='/new']").click()
    page.locator("form").first.wait_for()
    reader.read("assignment")
    join(player, code, "Eva")
    page.locator("[data-class]").wait_for()
    reader.read("student")
    assert reader.found == {}


REFUSED = {
    "mnk(3,3,3)": "25",
    "gomoku(15,freestyle,free)": None,
    "connect(7,6,4)": "x",
    "oso(6,6)": "0",
}


def test_no_error_beside_a_field_shows_a_word_of_the_notation(reader):
    page = reader.page
    # A refusal is the server's, in the language that was asked for: each is asked for anew.
    for _ in FOREIGN:
        reader.switch()
        for game, value in REFUSED.items():
            reader.player.open(f"new/{game}?games=0&seconds=soon")
            page.locator(".preview > *").first.wait_for()
            if value is not None:
                page.locator("section input[inputmode=numeric], section input[type=number]").first.fill(value)
            expect(page.locator(".wrong:not([role])")).to_have_count(2 if value is None else 3)
            reader.read_once(f"{game}: refused")
        reader.player.open("import")
        page.locator("textarea").fill("nothing")
        reader.press("Open", "Abrir")
        page.locator(".field .wrong").wait_for()
        reader.read_once("import: refused")


def test_a_swap2_opening_is_told_in_words_from_its_first_stone_to_its_hint(reader):
    player, page = reader.player, reader.page
    player.start("gomoku(15,standard,swap2)", second="human", **QUIET)
    reader.read("swap2: first stone")
    play_by_mouse(player, (112, 113, 98))
    page.get_by_role("dialog").wait_for()
    reader.read("swap2: choice")
    page.get_by_role("dialog").get_by_role("button").nth(1).click()
    page.wait_for_function(PLIES, arg=4)
    reader.read("swap2: chosen")


NOT_OF_THE_PAGE = re.compile(
    r"^(?:cli|check|book|store|menu|play|engine|arena|solve|bench|tui)\.|^error\.|^match\.(?:event|exam_word|player|field|save)"
    r"|^practise\.(?:ask|grade)|^exchange\.pgn_tag$|^strategy\.file$|^lab\.subject\.game_hint$|^lab\.tree\.code|^compare\.|^server\."
)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_no_message_of_the_page_is_written_in_the_notation(language):
    rule = re.compile(r"\b(?:mnk|gomoku|connect|cube|oso|tree)\(|oso-(?:easy|medium|hard)|alphabeta|misere|freestyle")
    texts = {key: text for key, text in messages(language).items() if not NOT_OF_THE_PAGE.match(key)}
    assert len(texts) > 800
    assert {key: text for key, text in texts.items() if rule.search(re.sub(r"\{\w+\}", "", text))} == {}
