"""The tree bench of the lab, by mouse and by keyboard."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PATIENCE

LESSON = "lab/tree?game=tree(A[B[D[-2 4] E[6 8]] C[F[-6 -4] G[3 -1]]])"
GAME = "lab/tree?game=mnk(3,3,3)&moves=a1 b2 c3 a3"


class Bench:
    """Somebody at the tree bench."""

    def __init__(self, player, route=LESSON):
        self.player, self.page = player.open(route), player.page
        self.page.locator("[role=treeitem]").first.wait_for()
        self.world = self.page.locator(".world")
        # The first look is taken when the room for it has been measured.
        expect(self.world).not_to_have_attribute("transform", "translate(0 0) scale(1)")
        self.said = self.page.locator(".say")
        self.slider = self.page.get_by_role("slider")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def expect_step(self, step):
        expect(self.said).to_have_attribute("data-step", step if isinstance(step, re.Pattern) else str(step))

    def expect_boards(self):
        """Every node in view has its board, which comes after the node."""
        expect(self.page.locator(".stamp").first).to_be_visible()
        expect(self.page.locator("[role=tree] .blank")).to_have_count(0)

    def node(self, start):
        """The node whose name begins so, as a screen reader hears it."""
        return self.page.get_by_role("treeitem", name=re.compile(f"^{re.escape(start)}(,|$)"))

    def draw(self):
        """Open the editor, and wait for the tree drawn in it."""
        self.button("Draw a tree").click()
        self.page.locator("textarea").wait_for()
        self.page.get_by_role("treeitem", name="C, MIN").wait_for()

    def download(self, button):
        with self.page.expect_download() as waiting:
            button.click()
        return waiting.value.suggested_filename, waiting.value.path().read_text("utf-8")


def test_the_lesson_is_worth_four_and_its_cuts_say_why(player):
    bench = Bench(player)
    bench.button("Next cut").click()
    expect(bench.said).to_have_text(
        "Cut at E: 6 ≥ β = 4. MAX will get at least 6 here, and MIN can already hold it to 4."
    )
    expect(bench.node("E2")).to_have_attribute("data-phase", "cut")
    expect(bench.node("G")).to_have_attribute("data-phase", "waiting")
    bench.button("Next cut").click()
    expect(bench.said).to_have_text(
        "Cut at C: −4 ≤ α = 4. MIN will never give MAX more than −4 here, and MAX already has 4."
    )
    for name in ("G", "G1", "G2"):
        expect(bench.node(name)).to_have_attribute("data-phase", "cut")
    expect(bench.node("C")).to_have_attribute("aria-label", re.compile("value ≤−4, α = 4, β = ∞"))
    expect(bench.page.locator(".lit")).to_have_text(re.compile(r"^\s*if v ≤ α: break {7}# cut\s*$"))
    expect(bench.button("Next cut")).to_be_disabled()
    bench.button("Last step").click()
    expect(bench.said).to_have_text("A is done: it is worth 4.")
    for what, count in (("nodes", "11"), ("leaves", "5"), ("cuts", "2")):
        expect(bench.page.locator(f"[data-so-far={what}]")).to_have_text(count)
    expect(bench.page.locator("[data-total=nodes]")).to_have_text("11")


def test_the_mouse_goes_step_by_step_and_back_and_along_the_slider(player):
    bench = Bench(player)
    expect(bench.button("Previous step")).to_be_disabled()
    for _ in range(3):
        bench.button("Next step").click()
    bench.button("Previous step").click()
    bench.expect_step(2)
    expect(bench.page.get_by_text("step 2 of 36")).to_be_visible()
    bench.slider.fill("20")
    bench.expect_step(20)
    bench.button("First step").click()
    expect(bench.said).to_have_text(re.compile("Nothing has been searched yet"))
    # In the middle of it.
    bench.slider.click()
    bench.expect_step(re.compile("^(1[5-9]|2[01])$"))


def test_it_plays_by_itself_and_pauses(player):
    bench = Bench(player)
    bench.page.get_by_label("Speed").select_option("20")
    bench.button("Play").click()
    expect(bench.said).to_have_attribute("data-step", "36")
    expect(bench.button("Play")).to_be_visible()
    bench.page.get_by_label("Speed").select_option("2")
    bench.button("Play").click()
    bench.button("Pause").click()
    expect(bench.button("Play")).to_be_visible()
    stopped = int(bench.said.get_attribute("data-step"))
    assert stopped < 36
    # Longer than a step would take.
    bench.page.wait_for_timeout(700)
    bench.expect_step(stopped)


def test_the_keyboard_does_everything(player):
    bench = Bench(player)
    press = bench.page.keyboard.press
    press("ArrowRight")
    press(".")
    bench.expect_step(2)
    press(",")
    press("ArrowLeft")
    bench.expect_step(0)
    press("End")
    bench.expect_step(36)
    press("x")
    bench.expect_step(34)
    press("Home")
    press("c")
    bench.expect_step(19)
    before = bench.world.get_attribute("transform")
    press("+")
    expect(bench.world).not_to_have_attribute("transform", before)
    larger = bench.world.get_attribute("transform")
    press("Shift+ArrowLeft")
    expect(bench.world).not_to_have_attribute("transform", larger)
    press("0")
    press("t")
    expect(bench.node("E")).to_be_focused()
    press("ArrowUp")
    expect(bench.node("B")).to_be_focused()
    press("ArrowRight")
    expect(bench.node("C")).to_be_focused()
    press("Enter")
    expect(bench.node("C")).to_have_attribute("aria-expanded", "false")
    expect(bench.node("F")).to_have_count(0)
    press("ArrowDown")
    expect(bench.node("C")).to_have_attribute("aria-expanded", "true")
    press("ArrowDown")
    expect(bench.node("F")).to_be_focused()
    press("g")
    expect(bench.said).to_have_text(re.compile("^Into F"))
    press("Space")
    expect(bench.button("Pause")).to_be_visible()
    press("Space")
    press("?")
    expect(bench.page.get_by_role("dialog")).to_contain_text("next cut, previous cut")


IN_DOCUMENT = "() => [...document.querySelectorAll('[role=treeitem]')].map((one) => one.getAttribute('aria-label'))"


def test_a_screen_reader_hears_the_nodes_in_reading_order_whatever_was_opened_first(player):
    bench = Bench(player)
    root = bench.node("A")
    # The right half is opened before the left one.
    root.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "*"):
        player.page.keyboard.press(key)
    bench.button("Last step").click()
    bench.page.get_by_role("treeitem", name=re.compile("^A,")).focus()
    bench.page.keyboard.press("*")
    bench.node("G").wait_for()
    names = [label.split(",")[0] for label in bench.page.evaluate(IN_DOCUMENT)]
    inner = [name for name in names if name in "ABCDEFG"]
    assert inner == list("ABDECFG")


def test_nodes_open_and_close_by_a_click_and_the_wheel_zooms(player):
    bench = Bench(player)
    bench.node("B").click()
    expect(bench.node("D")).to_have_count(0)
    bench.node("B").click()
    expect(bench.node("D")).to_have_count(1)
    bench.button("Show all that is open").click()
    before = bench.world.get_attribute("transform")
    bench.node("B").hover()
    bench.page.mouse.wheel(0, -300)
    expect(bench.world).not_to_have_attribute("transform", before)
    bench.button("Show all that is open").click()
    expect(bench.world).to_have_attribute("transform", before)
    stage = bench.page.get_by_role("tree").bounding_box()
    bench.page.mouse.move(stage["x"] + 20, stage["y"] + stage["height"] - 80)
    bench.page.mouse.down()
    bench.page.mouse.move(stage["x"] + 120, stage["y"] + stage["height"] - 120, steps=4)
    bench.page.mouse.up()
    expect(bench.world).not_to_have_attribute("transform", before)


def test_two_fingers_zoom_around_what_is_between_them(sit):
    bench = Bench(sit(width=390, height=800, touches=True))
    tree = bench.page.get_by_role("tree")
    tree.scroll_into_view_if_needed()
    box = tree.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    fingers = bench.page.context.new_cdp_session(bench.page)

    def touch(kind, apart):
        points = [{"x": middle[0] + side * apart / 2, "y": middle[1], "id": id} for id, side in ((1, -1), (2, 1))]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if apart else []})

    def camera():
        found = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", bench.world.get_attribute("transform"))
        return [float(part) for part in found.groups()]

    before = camera()
    touch("touchStart", 60)
    for apart in (80, 100, 120):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    bench.page.wait_for_function(
        """scale => document.querySelector(".world").transform.baseVal.consolidate().matrix.a >= scale""",
        arg=1.9 * before[2],
    )
    after = camera()
    assert after[2] / before[2] == pytest.approx(2, rel=0.05)
    # The point of the tree between the fingers is still there.
    for at, start in ((0, box["x"]), (1, box["y"])):
        held = [(middle[at] - start - look[at]) / look[2] for look in (before, after)]
        assert held[0] == pytest.approx(held[1], abs=3)
    # Nothing was opened or closed by it.
    expect(bench.node("B")).to_have_attribute("aria-expanded", "true")


def test_a_game_has_boards_for_nodes_and_follows_the_search(player):
    bench = Bench(player, GAME)
    expect(bench.page.locator(".stamp").first).to_be_visible()
    bench.button("Next cut").click()
    crumbs = bench.page.get_by_role("navigation", name="Path to the current node")
    expect(crumbs.get_by_role("button")).not_to_have_count(1)
    expect(crumbs.get_by_role("button").first).to_have_text("the root")
    here = bench.page.locator("[role=treeitem][aria-selected=true]")
    expect(here).to_have_count(1)
    expect(here).to_be_in_viewport()
    crumbs.get_by_role("button").first.click()
    expect(bench.node("the root")).to_be_focused()
    bench.button("Open all below").click()
    expect(bench.page.locator(".mark").first).to_be_attached()


def test_the_algorithm_the_convention_and_the_values_are_chosen(player):
    bench = Bench(player, "lab/tree?game=tree(A[B[4 7 9] C[4 2 8] D[5 4 6]])")
    nodes = bench.page.locator("[data-total=nodes]")
    expect(nodes).to_have_text("10")
    bench.page.get_by_label("Cuts when").select_option(">")
    expect(nodes).to_have_text("12")
    bench.page.get_by_role("combobox", name="Algorithm").select_option("minimax")
    expect(nodes).to_have_text("13")
    expect(bench.page.locator("[data-total=cuts]")).to_have_text("0")
    bench.page.get_by_role("combobox", name="Algorithm").select_option("alphabeta+")
    bench.page.get_by_text(re.compile("^Pass 1 of")).wait_for()
    bench.player.open(GAME)
    expect(nodes).to_have_text("50")
    bench.button("Last step").click()
    expect(bench.said).to_have_text(re.compile("The root is done"))
    bench.page.get_by_role("combobox", name="Values").select_option("true")
    bench.page.wait_for_url(re.compile("distance=true"))
    expect(bench.said).to_have_text(re.compile("Nothing has been searched yet"))
    bench.button("Last step").click()
    expect(bench.said).to_have_text(re.compile("The root is done: it is worth 9[0-9]"))


def test_the_order_of_moves_is_chosen_and_counts_what_the_comparison_counts(player):
    bench = Bench(player, "lab/tree?game=mnk(3,3,3)")
    nodes = bench.page.locator("[data-total=nodes]")
    order = bench.page.get_by_label("Order of moves")
    expect(nodes).to_have_text("18,297")
    order.select_option("best")
    expect(nodes).to_have_text("2,312", timeout=PATIENCE)
    order.select_option("worst")
    expect(nodes).to_have_text("198,837", timeout=PATIENCE)
    bench.page.get_by_role("combobox", name="Algorithm").select_option("alphabeta+")
    expect(order).to_have_count(0)
    bench.page.wait_for_url(re.compile("^[^?]*\\?(?!.*order=)"))


def test_a_search_that_is_too_long_is_shown_as_far_as_it_goes_and_told(player):
    player.open("lab/tree?game=mnk(3,3,3)&algorithm=minimax")
    note = player.page.get_by_role("note")
    note.wait_for(timeout=PATIENCE)
    expect(note).to_contain_text("its first 300,000 nodes")
    expect(player.page.locator("[data-total=nodes]")).to_have_text("300,000")


def test_the_tree_is_kept_as_it_is_on_the_screen_and_whole(player):
    bench = Bench(player)
    bench.page.keyboard.press("End")
    bench.button("Save the tree").click()
    name, text = bench.download(bench.page.get_by_role("button", name="Picture (SVG)"))
    assert name.endswith(".svg")
    picture = ElementTree.fromstring(text)
    words = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"≥6", "≤−4", "α = 4"} <= set(words)
    assert "var(" not in text and "class=" not in text
    _, text = bench.download(bench.page.get_by_role("button", name="Whole tree as JSON"))
    assert json.loads(text)["nodes"] == 11
    _, text = bench.download(bench.page.get_by_role("button", name="Whole tree as DOT"))
    assert text.startswith("digraph")
    _, text = bench.download(bench.page.get_by_role("button", name="Whole tree as SVG"))
    ElementTree.fromstring(text)


@pytest.mark.parametrize("route", [LESSON, GAME])
def test_the_picture_kept_has_the_nodes_and_words_that_are_on_the_screen(player, route):
    bench = Bench(player, route)
    for _ in range(3):
        bench.page.keyboard.press("c")
    bench.page.keyboard.press("+")
    if route == GAME:
        bench.expect_boards()
    drawn = "text, path, rect, circle"
    seen = bench.page.evaluate(
        """drawn => [...document.querySelectorAll("[role=tree] :is(" + drawn + ")")].map((one) => [
             one.localName, one.localName === "text" ? one.textContent.trim() : "",
             Math.round(one.getScreenCTM().e), Math.round(one.getScreenCTM().f)])""",
        drawn,
    )
    box = bench.page.get_by_role("tree").bounding_box()
    nodes = bench.page.get_by_role("treeitem").count()
    bench.button("Save the tree").click()
    _, text = bench.download(bench.page.get_by_role("button", name="Picture (SVG)"))
    # The file is opened by the browser as a picture of its own, and looked at in the same way.
    bench.page.set_content(text)
    kept = bench.page.evaluate(
        """drawn => { const picture = document.querySelector("svg");
           const { x, y } = picture.getBoundingClientRect();
           return [...picture.querySelectorAll(drawn)].slice(1).map((one) => [
             one.localName, one.localName === "text" ? one.textContent.trim() : "",
             Math.round(one.getScreenCTM().e - x), Math.round(one.getScreenCTM().f - y)]); }""",
        drawn,
    )
    assert nodes > 5
    here = [[name, words, x - round(box["x"]), y - round(box["y"])] for name, words, x, y in seen]
    assert [one[:2] for one in kept] == [one[:2] for one in here]
    assert all(
        abs(a - b) <= 1 for one, two in zip(kept, here, strict=True) for a, b in zip(one[2:], two[2:], strict=True)
    )


def test_a_picture_too_large_is_refused_in_words(player):
    bench = Bench(player, "lab/tree?game=mnk(3,3,3)")
    bench.button("Save the tree").click()
    bench.page.get_by_role("button", name="Whole tree as SVG").click()
    expect(bench.page.get_by_role("dialog")).to_contain_text("more than 5000 nodes")


def test_it_speaks_spanish_at_once_and_keeps_its_step(player):
    bench = Bench(player)
    bench.page.keyboard.press("c")
    bench.page.keyboard.press("c")
    bench.page.get_by_role("button", name="Español").click()
    expect(bench.said).to_have_text("Poda en C: −4 ≤ α = 4. MIN nunca dará a MAX más de −4 aquí, y MAX ya tiene 4.")
    expect(bench.page.locator(".lit")).to_contain_text("# poda")
    expect(bench.page.get_by_text("paso 34 de 36")).to_be_visible()


def test_a_wrong_position_is_refused_in_words(player):
    player.open("lab/tree?game=mnk(3,3,3)&moves=a1 a1")
    expect(player.page.get_by_role("alert")).to_contain_text("a1")


def test_a_position_is_chosen_by_playing_it(player):
    bench = Bench(player)
    bench.button("Choose a game").click()
    dialog = bench.page.get_by_role("dialog")
    dialog.locator("[data-cell='4'].open").click()
    dialog.locator("[data-cell='4']:not(.open)").wait_for()
    dialog.locator("[data-cell='0'].open").click()
    expect(dialog.get_by_label("Moves so far")).to_have_value("b2 a1")
    dialog.get_by_role("button", name="Search it").click()
    bench.page.wait_for_url(re.compile("moves=b2"))
    expect(bench.page.locator(".stamp").first).to_be_visible()


def test_practice_and_comparison_take_the_subject_along(player):
    bench = Bench(player, GAME)
    for name, tab in (("Practise with this tree", "practise"), ("Compare it with other searches", "compare")):
        address = f"#/lab/{tab}?game=mnk%283%2C3%2C3%29&moves=a1+b2+c3+a3"
        expect(bench.page.get_by_role("link", name=name)).to_have_attribute("href", address)


# Accessible


def test_axe_finds_nothing_wrong(player):
    bench = Bench(player, GAME)
    bench.page.keyboard.press("c")
    bench.expect_boards()
    assert player.axe() == []
    player.open(LESSON)
    bench.node("A").wait_for()
    bench.page.keyboard.press("c")
    expect(bench.said).to_have_text(re.compile("^Cut at E"))
    assert player.axe() == []
    bench.button("Save the tree").click()
    dialog = bench.page.get_by_role("dialog")
    dialog.wait_for()
    assert player.axe() == []
    bench.page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    bench.draw()
    assert player.axe() == []


def test_a_phone_shows_all_of_it_without_sideways_scrolling(sit):
    bench = Bench(sit(width=360, height=740))
    bench.page.keyboard.press("End")
    bench.expect_step(36)
    assert bench.page.evaluate("document.documentElement.scrollWidth") <= 360
    bench.draw()
    assert bench.page.evaluate("document.documentElement.scrollWidth") <= 360
