"""The editor of trees on the tree bench, by mouse and by keyboard."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.tree_bench import GAME, Bench


@pytest.fixture
def editor(player):
    bench = Bench(player)
    bench.button("Draw a tree").click()
    bench.text = bench.page.locator("textarea")
    expect(bench.text).to_have_value("A[B[D[-2 4] E[6 8]] C[F[-6 -4] G[3 -1]]]")
    return bench


def test_a_tree_is_drawn_with_the_mouse_and_searched(editor):
    editor.page.get_by_role("treeitem", name="C, MIN").click()
    editor.button("Delete the node and all below it").click()
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8]]]")
    editor.button("Add a child").click()
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8]] 0]")
    editor.page.get_by_label("Value", exact=True).fill("-7")
    editor.page.get_by_label("Value", exact=True).press("Enter")
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8]] -7]")
    editor.button("Move to the left").click()
    expect(editor.text).to_have_value("A[-7 B[D[-2 4] E[6 8]]]")
    editor.page.get_by_label("At the root moves").select_option("min")
    expect(editor.text).to_have_value("A[-7 B[D[-2 4] E[6 8]]], root=min")
    editor.button("Undo").click()
    editor.button("Undo").click()
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8]] -7]")
    editor.button("Redo").click()
    expect(editor.text).to_have_value("A[-7 B[D[-2 4] E[6 8]]]")
    editor.button("Search this tree").click()
    editor.page.wait_for_url(re.compile("-7"))
    editor.node("A").wait_for()
    expect(editor.page.locator("[data-total=leaves]")).to_have_text("4")


def test_going_to_another_tree_leaves_the_drawing(editor):
    editor.player.open(GAME)
    expect(editor.page.locator(".stamp").first).to_be_visible()
    expect(editor.button("Draw a tree")).to_have_attribute("aria-pressed", "false")


def test_a_tree_is_drawn_with_the_keyboard(editor):
    press = editor.page.keyboard.press
    editor.page.get_by_role("treeitem", name="A, MAX").focus()
    press("ArrowDown")
    expect(editor.page.get_by_role("treeitem", name="B, MIN")).to_be_focused()
    press("a")
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8] 0] C[F[-6 -4] G[3 -1]]]")
    expect(editor.page.get_by_role("treeitem", name="leaf worth 0")).to_be_focused()
    press("Enter")
    editor.page.keyboard.type("9")
    press("Enter")
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8] 9] C[F[-6 -4] G[3 -1]]]")
    press("Alt+ArrowLeft")
    expect(editor.text).to_have_value("A[B[D[-2 4] 9 E[6 8]] C[F[-6 -4] G[3 -1]]]")
    press("F2")
    editor.page.keyboard.type("x")
    press("Enter")
    expect(editor.text).to_have_value("A[B[D[-2 4] x=9 E[6 8]] C[F[-6 -4] G[3 -1]]]")
    press("Delete")
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8]] C[F[-6 -4] G[3 -1]]]")
    press("Control+z")
    expect(editor.text).to_have_value("A[B[D[-2 4] x=9 E[6 8]] C[F[-6 -4] G[3 -1]]]")
    press("Control+y")
    expect(editor.text).to_have_value("A[B[D[-2 4] E[6 8]] C[F[-6 -4] G[3 -1]]]")


CYCLE = """{"format": "enraya.tree", "version": 1, "root": "A",
 "nodes": {"A": {"children": ["B"]}, "B": {"children": ["A"]}}}"""


WRONG = {
    "A[B[3 12] C[2": "never closed",
    "A[B[3] B[4]]": "two nodes named B",
    "A[B[3] x]": "neither value nor children",
    "A\n  B\n  3\n": "Line 2",
    CYCLE: "cycle",
    CYCLE.replace('["A"]}', '["x", "x"]}, "x": {"value": 1}'): "two parents",
}


def test_a_wrong_tree_is_refused_in_words_and_the_drawing_stays(editor):
    right = editor.text.input_value()
    for text, said in WRONG.items():
        editor.text.fill(text)
        expect(editor.page.locator(".wrong")).to_contain_text(said)
        expect(editor.button("Search this tree")).to_be_disabled()
        expect(editor.page.get_by_role("treeitem", name="C, MIN")).to_be_visible()
        editor.text.fill(right)
        expect(editor.page.locator(".wrong")).to_have_count(0)


def test_a_leaf_without_a_value_is_named(editor):
    editor.page.get_by_role("treeitem", name="leaf worth 8").click()
    editor.page.get_by_label("Value", exact=True).fill("")
    editor.page.get_by_label("Value", exact=True).press("Enter")
    expect(editor.page.locator(".wrong")).to_have_text("The leaf E2 has no value: give it a whole number.")


def test_a_field_entered_right_after_a_node_keeps_the_focus(editor):
    kept = editor.page.evaluate(
        """async () => {
            const nodes = [...document.querySelectorAll("[role=treeitem]")];
            const leaf = nodes.find((node) => node.ariaLabel === "leaf worth 8");
            leaf.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            await Promise.resolve();
            const field = document.querySelector("input[inputmode=numeric]");
            field.focus();
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            return document.activeElement === field;
        }"""
    )
    assert kept


def test_the_other_forms_and_files_go_in_and_out(editor, tmp_path):
    editor.page.get_by_label("Written as").select_option("lines")
    expect(editor.text).to_have_value(re.compile("^A\n  B\n    D\n      -2\n"))
    editor.page.get_by_label("Written as").select_option("json")
    name, text = editor.download(editor.button("Save as a file"))
    assert name == "tree.json"
    assert json.loads(text)["format"] == "enraya.tree"
    file = tmp_path / "mine.txt"
    file.write_text("root = min\nQ\n  1\n  2\n", encoding="utf-8")
    editor.page.locator("input[type=file]").set_input_files(str(file))
    expect(editor.page.get_by_role("treeitem", name="Q, MIN")).to_be_visible()
