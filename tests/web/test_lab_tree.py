"""The tree bench of the lab, by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.tree_bench import GAME, LESSON, Bench


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


def test_it_speaks_spanish_at_once_and_keeps_its_step(player):
    bench = Bench(player)
    bench.page.keyboard.press("c")
    bench.page.keyboard.press("c")
    bench.page.get_by_role("button", name="Español").click()
    expect(bench.said).to_have_text("Poda en C: −4 ≤ α = 4. MIN nunca dará a MAX más de −4 aquí, y MAX ya tiene 4.")
    expect(bench.page.locator(".lit")).to_contain_text("# poda")
    expect(bench.page.get_by_text("paso 34 de 36")).to_be_visible()


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
