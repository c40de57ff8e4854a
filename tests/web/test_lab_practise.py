"""The practising bench: every kind by mouse and by keyboard, hints, solutions, sets, and what goes wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from enraya.lab.exercises.kinds import KINDS
from enraya.lab.exercises.sets import read_set
from enraya.lab.marking.grading import grade
from enraya.lab.marking.submissions import read_submissions

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
EXAMPLE = "tree(A[B[D[-2 4] E[6 0]] C[F[-6 -4] G[1 2]]])"
SMALL = "tree(A[B[3 12 8] C[2 4 6]])"


def open_bench(player, **query):
    route = "lab/practise?" + "&".join(f"{key}={quote(str(value))}" for key, value in query.items())
    player.open(route)
    player.page.locator(".canvas").wait_for()
    return player.page


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def place(page, node, part=""):
    return page.locator(f".frame [data-node='{node}']{part}")


def expect_state(page, node, state, part=""):
    expect(place(page, node, part)).to_have_attribute("data-state", state)


def wait_for_score(page, text):
    page.locator(".score strong", has_text=re.compile(f"^{re.escape(text)}$")).wait_for()


def test_values_by_mouse_with_a_reason_on_the_node_and_in_the_list(player):
    page = open_bench(player, kind="values", game=SMALL)
    for name, value in (
        ("Value of B, a MIN node", "8"),
        ("Value of C, a MIN node", "2"),
        ("Value of A, a MAX node", "8"),
    ):
        page.get_by_label(name).fill(value)
    press(page, "Check")
    wait_for_score(page, "5 of 10")
    for node, state in (("A", "follows"), ("B", "wrong"), ("C", "right")):
        expect_state(page, node, state)
    # The first check tells what to think of; the one after it, what is right.
    reason = re.compile(re.escape("B is a MIN node, and its children are worth 3, 12 and 8: take the least."))
    expect(place(page, "B")).to_have_accessible_description(reason)
    press(page, "Check")
    reason = re.compile(re.escape("B is a MIN node: the least of 3, 12 and 8 is 3, not 8."))
    expect(place(page, "B")).to_have_accessible_description(reason)
    expect(place(page, "B")).to_have_attribute("aria-label", re.compile("Wrong"))
    # What is corrected is no longer marked, and the first check is what counts.
    place(page, "B").fill("3")
    expect(place(page, "B", ":not([data-state])")).to_be_visible()
    page.locator(".frame [data-node=A]").fill("3")
    press(page, "Check")
    page.get_by_text("All right!").wait_for()
    page.get_by_text("At the first check it was 5").wait_for()


def test_values_by_keyboard_alone_in_the_order_of_the_tree(player):
    page = open_bench(player, kind="values", game=SMALL)
    page.locator(".frame [data-node=A]").focus()
    for value in ("3", "3"):
        page.keyboard.type(value)
        page.keyboard.press("Tab")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    wait_for_score(page, "10 of 10")


def test_the_example_tree_is_cut_at_the_fourth_leaf_and_the_last_pair_by_mouse(player):
    page = open_bench(player, kind="cuts", game=EXAMPLE)
    for node in ("E2", "G"):
        page.locator(f".frame [data-node={node}]").click()
    expect(page.get_by_role("button", name="Cut the branch from C to G")).to_have_attribute("aria-pressed", "true")
    press(page, "Check")
    wait_for_score(page, "10 of 10")
    expect(page.locator("aside")).to_contain_text("−4 ≤ 4, so MAX will not come to C")


def test_cuts_by_keyboard_with_what_is_missing_and_too_much_told(player):
    page = open_bench(player, kind="cuts", game=EXAMPLE)
    page.locator(".frame [data-node=E2]").focus()
    page.keyboard.press("Space")
    page.locator(".frame [data-node=F2]").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Check", exact=True).focus()
    page.keyboard.press("Enter")
    wait_for_score(page, "0 of 10")
    for node, state in (("E2", "right"), ("F2", "extra"), ("G", "missing")):
        expect_state(page, node, state)
    page.get_by_role("button", name="Go to G", exact=True).press("Enter")
    expect(place(page, "G")).to_be_focused()


def test_the_move_is_chosen_on_its_branch_on_its_node_or_with_the_arrows(player):
    page = open_bench(player, kind="move", game=SMALL)
    page.get_by_label("Choose C").check()
    press(page, "Check")
    page.get_by_text("A is a MAX node: work out B and C first, then take the greatest.").wait_for()
    press(page, "Check")
    page.get_by_text("MAX does not choose C, worth 2").wait_for()
    page.get_by_label("Choose C").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Choose B")).to_be_checked()
    page.keyboard.press("Enter")
    wait_for_score(page, "10 of 10")
    page.locator(".spot").nth(1).click()
    expect(page.get_by_label("Choose C")).to_be_checked()


def test_alpha_and_beta_are_filled_in_as_people_write_them(player):
    page = open_bench(player, kind="windows", game=SMALL)
    for name, value in (
        ("α on entering A", "-inf"), ("β on entering A", "∞"), ("α on entering B", "−∞"), ("β on entering B", "oo"),
        ("α on entering C", "2"), ("β on entering C", "+inf"),
    ):  # fmt: skip
        page.get_by_label(name, exact=True).fill(value)
    press(page, "Check")
    wait_for_score(page, "8.33 of 10")
    expect_state(page, "C", "wrong", "[data-part=alpha]")
    page.get_by_text("Go down from the root to C").wait_for()
    press(page, "Check")
    page.get_by_text("On entering C α is 3: A is a MAX node, and B has given it 3 already.").wait_for()


def test_infinity_has_a_key_that_writes_where_one_is(player):
    page = open_bench(player, kind="windows", game=SMALL)
    expect(page.get_by_role("button", name="Write minus infinity")).to_be_disabled()
    for node in ("A", "B", "C"):
        for bound, key in (("α", "minus"), ("β", "plus")):
            page.get_by_label(f"{bound} on entering {node}", exact=True).focus()
            page.get_by_role("button", name=f"Write {key} infinity").click()
    expect(page.get_by_label("α on entering B", exact=True)).to_have_value("−∞")
    # One may go on writing where one was.
    expect(page.get_by_label("β on entering C", exact=True)).to_be_focused()
    page.get_by_label("α on entering C", exact=True).fill("3")
    press(page, "Check")
    wait_for_score(page, "10 of 10")


FITTED_AND_APART = """() => {
  const places = [...document.querySelectorAll(".canvas :is(input, .snip)")].map((one) => one.getBoundingClientRect());
  const touches = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const wide = document.querySelector(".canvas").getBoundingClientRect().width;
  return {
    places: places.length > 6,
    fitted: wide <= document.querySelector(".frame").clientWidth + 1,
    overlapping: places.flatMap((one, at) => places.slice(at + 1).filter((other) => touches(one, other))).length,
  };
}"""


def test_a_large_tree_opens_fitted_and_its_places_never_overlap(player):
    seen = {}
    for width in (360, 1280):
        player.page.set_viewport_size({"width": width, "height": 740})
        for kind in ("values", "windows", "cuts"):
            page = open_bench(player, kind=kind, difficulty=4, seed=5)
            page.locator(f".canvas {'.snip' if kind == 'cuts' else 'input'}").first.wait_for()
            seen[f"{kind} at {width}"] = page.evaluate(FITTED_AND_APART)
    assert seen == {where: {"places": True, "fitted": True, "overlapping": 0} for where in seen}


def test_the_cut_convention_is_chosen_and_a_new_exercise_keeps_it(player):
    page = open_bench(player, kind="cuts", difficulty=3, seed=2)
    chosen = page.get_by_label("Cut convention")
    for convention, said in ((">", "Strict convention >"), (">=", "Convention ≥")):
        chosen.select_option(convention)
        page.locator(".says", has_text=said).wait_for()
        press(page, "New exercise")
        expect(chosen).to_have_value(convention)
        page.locator(".says", has_text=said).wait_for()


def test_hints_come_one_at_a_time_and_cost_points(player):
    page = open_bench(player, kind="values", game=SMALL)
    for said in ("Do B next", "its children are worth 3, 12 and 8", "B is worth 3."):
        press(page, "Hint")
        page.locator(".hint", has_text=said).wait_for()
    for node, value in (("A", "3"), ("B", "3"), ("C", "2")):
        page.locator(f".frame [data-node={node}]").fill(value)
    press(page, "Check")
    wait_for_score(page, "7 of 10")
    press(page, "Hint")
    page.get_by_text("There is nothing more to say here.").wait_for()


@pytest.mark.parametrize("kind", KINDS)
def test_the_solution_is_shown_and_earns_nothing(player, kind):
    page = open_bench(player, kind=kind, difficulty=4, seed=2)
    press(page, "Show the solution")
    page.get_by_text("The solution is shown").wait_for()
    wait_for_score(page, "0 of 10")
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_disabled()
    expect(page.locator(".frame [data-state=right]")).not_to_have_count(0)
    expect(
        page.locator(".frame [data-state=wrong], .frame [data-state=missing], .frame [data-state=extra]")
    ).to_have_count(0)


def test_a_new_exercise_has_a_seed_and_its_link_is_the_same_exercise(player, sit):
    page = open_bench(player, kind="cuts", difficulty=1, seed=1)
    link = page.get_by_label("Link to this exercise")

    def wait_for_exercise(told):
        # The address is new at once; the link is, when the exercise is.
        page.wait_for_url(re.compile(told))
        expect(link).to_have_value(re.compile(told))

    press(page, "New exercise")
    wait_for_exercise(r"seed=(?!1\b)")
    page.get_by_label("Difficulty").select_option("3")
    wait_for_exercise("difficulty=3")
    page.get_by_label("What to do").select_option("values")
    wait_for_exercise("kind=values")
    page.get_by_label("Seed", exact=True).fill("77")
    page.keyboard.press("Tab")
    wait_for_exercise("seed=77")
    page.get_by_role("heading", name="Write the minimax value").wait_for()
    expect(page.locator("input.value")).to_have_count(7)
    tree = page.locator(".frame ul").inner_text()
    other = sit(language="es")
    other.page.goto(link.input_value())
    expect(other.page.locator(".frame ul")).to_have_text(tree, use_inner_text=True)


def test_loading_the_page_again_gives_the_same_exercise(player):
    page = open_bench(player)
    page.wait_for_url(re.compile(r"seed=\d+"))
    tree = page.locator(".frame ul").inner_text()
    page.reload()
    expect(page.locator(".frame ul")).to_have_text(tree, use_inner_text=True)


def test_a_real_position_comes_with_its_board_and_another_kind_keeps_it(player):
    page = open_bench(player, kind="values", game="mnk(3,3,3)", moves="a1 b2 c3 b1 b3 a3")
    page.locator("aside [data-cell='0']").wait_for()
    expect(page.get_by_label("Value of A, a MAX node")).to_have_count(1)
    page.get_by_label("What to do").select_option("move")
    page.get_by_label("Choose B (c1)").check()
    press(page, "Check")
    wait_for_score(page, "10 of 10")


def test_a_set_is_gone_through_saved_and_graded(player, tmp_path):
    page = open_bench(player, kind="values", seed=1)
    page.locator("input[type=file]").set_input_files(EXAMPLES / "exercises.yaml")
    page.get_by_role("heading", name="Minimax and alpha-beta").wait_for()
    page.get_by_text("Question 1 of 5").wait_for()
    for node, value in (("A", "3"), ("B", "3"), ("C", "2"), ("D", "2")):
        page.locator(f".frame [data-node={node}]").fill(value)
    press(page, "Check")
    page.get_by_text("3 of 37 so far").wait_for()
    press(page, "Next")
    page.locator(".frame [data-node=C2]").click()
    press(page, "Hint")
    page.locator(".hint p").wait_for()
    press(page, "Previous")
    expect(place(page, "A")).to_have_value("3")
    page.get_by_label("Your name").fill("Ana Gil")
    with page.expect_download() as saving:
        press(page, "Save my answers")
    assert saving.value.suggested_filename == "answers-Ana-Gil.json"
    saved = Path(saving.value.path()).read_text("utf-8")
    assert json.loads(saved)["hints"] == {"2": 1}
    (sheet,) = read_submissions(saved, False, "x")
    marked = grade(read_set((EXAMPLES / "exercises.yaml").read_text("utf-8")), sheet)
    assert sheet.student == "Ana Gil" and [result.score for result in marked.results] == [3, 1.8, 0, 0, 0]
    press(page, "Close the set")
    page.get_by_role("button", name="New exercise").wait_for()


WRONG = [
    ("circle.yaml", b"questions:\n  - {kind: values, tree: {A: [B], B: [A]}}", "The tree has a cycle: A"),
    ("leaf.yaml", b"questions:\n  - {kind: values, tree: {A: [B, 3]}}", "B, a child of A, is not described"),
    ("bomb.yaml", b"a: &a [x]\nquestions: [*a]", "Line 1: anchors and aliases"),
    ("picture.png", b"\x89PNG\r\n\x1a\n\xff\xfe", "The file is not text"),
    ("empty.yaml", b"", "The file is empty."),
    ("large.yaml", b"#" * 300_000, "The file is too large."),
]


def test_a_wrong_set_is_refused_in_words_and_the_exercise_stays(player):
    page = open_bench(player, kind="values", game=SMALL)
    page.locator(".frame [data-node=A]").fill("3")
    for name, content, said in WRONG:
        page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
        page.get_by_role("alert").filter(has_text=said).wait_for()
        expect(place(page, "A")).to_have_value("3")


def test_exercises_are_printed(player):
    page = open_bench(player, kind="cuts", game=EXAMPLE)
    for button, name in (("Print", "exercises.pdf"), ("Print solved", "exercises-solved.pdf")):
        with page.expect_download() as printing:
            press(page, button)
        assert printing.value.suggested_filename == name
        assert Path(printing.value.path()).read_bytes().startswith(b"%PDF-")


def test_an_impossible_exercise_is_refused_in_words_and_a_new_one_is_offered(player):
    player.open("lab/practise?kind=values&game=gomoku")
    player.page.get_by_role("alert").filter(has_text="more than 200 nodes").wait_for()
    press(player.page, "New exercise")
    player.page.locator(".canvas").wait_for()


def test_switching_the_language_turns_the_question_and_the_reasons(player):
    page = open_bench(player, kind="move", game=SMALL)
    page.get_by_label("Choose C").check()
    press(page, "Check")
    page.get_by_text("A is a MAX node").wait_for()
    press(page, "Check")
    page.get_by_text("MAX does not choose C").wait_for()
    page.get_by_role("button", name="Español").click()
    page.get_by_role("heading", name="¿Qué jugada hay que elegir en A?").wait_for()
    page.get_by_text("MAX no elige C, que vale 2").wait_for()


def test_the_tree_is_made_larger_and_smaller_and_fitted_on_a_phone(sit):
    page = open_bench(sit(width=360, height=740), kind="values", difficulty=4, seed=5)
    frame, canvas = page.locator(".frame"), page.locator(".canvas")

    def width():
        return canvas.evaluate("element => element.getBoundingClientRect().width")

    def wait_for_width(wanted):
        page.wait_for_function(
            "wanted => Math.abs(document.querySelector('.canvas').getBoundingClientRect().width - wanted) <= 1",
            arg=wanted,
        )

    # All of it is there at first.
    wait_for_width(frame.evaluate("element => element.clientWidth"))
    first = width()
    page.get_by_role("button", name="Zoom in").click()
    wait_for_width(first * 1.25)
    page.get_by_role("button", name="Show the whole tree").click()
    wait_for_width(frame.evaluate("element => element.clientWidth"))
    page.get_by_role("button", name="Zoom in").click()
    page.locator("[data-node=A]").fill("8")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_and_only_the_tree_is_wider_than_the_page(sit, kind, width):
    player = sit(width=width, language="es")
    page = open_bench(player, kind=kind, difficulty=4, seed=9)
    press(page, "Comprobar")
    page.locator(".score").wait_for()
    press(page, "Pista")
    page.locator(".hint p").wait_for()
    assert player.axe(in_every_theme=width == 1280) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing_wrong_with_what_is_missing(player):
    page = open_bench(player, kind="cuts", difficulty=5, seed=4)
    press(page, "Check")
    page.locator("li[data-state=missing]").first.wait_for()
    assert player.axe() == []
