"""The course on the page: a student goes through a lesson with the keyboard alone; predict; the certificate."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect


def step_of(page):
    return page.locator("[data-step][data-kind]")


def press_on(page, locator, key="Enter"):
    """Reach something with the keyboard, and press a key there."""
    locator.focus()
    page.keyboard.press(key)


def answer_everything(page):
    """Answer the questions of a prediction, right or wrong, until it is over."""
    ask = page.locator("section.ask")
    first = ask.locator("[data-first]")
    first.wait_for()
    while not re.search(r"first try|a la primera", ask.inner_text()):
        before = ask.inner_text()
        if first.evaluate("node => node.tagName") == "INPUT":
            first.focus()
            page.keyboard.type("4")
            page.keyboard.press("Enter")
        else:
            press_on(page, first)
        expect(ask).not_to_have_text(before)


@pytest.mark.parametrize(
    ("language", "next_step", "finish", "check"),
    [("en", "Next", "Finish the lesson", "Check"), ("es", "Siguiente", "Terminar la lección", "Comprobar")],
)
def test_a_student_goes_through_lesson_five_by_keyboard(sit, language, next_step, finish, check):
    player = sit(language=language)
    player.open("learn")
    page = player.page
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/lessons/cuts") else None)
    press_on(page, page.get_by_role("link", name=re.compile("What is cut|Qué se poda")))
    steps = page.locator("nav.dots li")
    expect(steps).to_have_count(12)
    for number in range(1, 13):
        expect(step_of(page)).to_have_attribute("data-step", str(number))
        if number > 1:
            expect(page.locator("#step-heading")).to_be_focused()
        kind = step_of(page).get_attribute("data-kind")
        if kind == "search":
            page.locator("[role=treeitem]").first.wait_for()
            page.keyboard.press("c")
            expect(page.locator("p.say em")).to_be_visible()
        elif kind == "predict":
            if language == "en" and number == 3:
                assert player.axe() == []
            answer_everything(page)
        elif kind == "check":
            answers = page.get_by_role("radio")
            right = 1
            press_on(page, answers.nth(right), "Space")
            # Enter answers once an answer is chosen, not before.
            expect(page.locator(".part form .btn.primary")).to_be_enabled()
            page.keyboard.press("Enter")
            expect(page.locator(".answer[data-state=right]")).to_have_count(1)
        elif kind == "exercise":
            page.locator(".canvas").wait_for()
            press_on(page, page.get_by_role("button", name=check, exact=True))
            expect(page.locator(".score strong")).to_be_visible()
        elif kind == "experiment":
            press_on(page, page.locator("section.card .btn.primary").first)
            page.locator("section.conclusion").wait_for()
            expect(page.locator("tr[data-algorithm=alphabeta]")).to_be_visible()
        if language == "en" and number in (1, 11):
            assert player.axe() == []
        page.keyboard.press("Escape")
        press_on(page, page.get_by_role("button", name=next_step if number < 12 else finish, exact=True))
    # Once for all steps: a lesson that came again would begin its step again under the student's hands.
    assert len(asked) == 1
    done = page.locator("[data-lesson=cuts]")
    expect(done).to_contain_text(re.compile("Predictions: 2 of 2|Predicciones: 2 de 2"))
    expect(done).to_contain_text(re.compile("Exercises: 3 of 3|Ejercicios: 3 de 3"))
    if language == "en":
        assert player.axe() == []
    kept = json.loads(page.evaluate("localStorage.getItem('enraya.lessons')"))
    assert kept["lessons"]["cuts"]["finished"] and len(kept["lessons"]["cuts"]["steps"]) == 12
    # It is still there on the next visit.
    player.open("learn")
    expect(page.locator("li.card").nth(4)).to_contain_text("12")
    if language == "en":
        assert player.axe() == []
        player.open("learn/certificate?lesson=cuts").wait_heading("What I have done")
        assert player.axe() == []


def test_predict_is_answered_on_the_tree_itself_and_keeps_the_number_at_first(sit):
    player = sit()
    player.open("lab/tree?predict=true&algorithm=minimax&game=tree(A[B[5 9 7] C[2 11 6]])")
    page = player.page
    ask = page.locator("section.ask")
    expect(ask).to_contain_text("What is B worth now?")
    # B had 5, and 9 comes back to a MIN node: it stays.
    ask.get_by_role("textbox").fill("9")
    page.keyboard.press("Enter")
    expect(ask).to_contain_text("it takes the less")
    expect(ask).not_to_contain_text("stays at")
    page.locator("[role=treeitem][aria-label^='B1,']").click()
    expect(ask).to_contain_text("stays at 5")
    page.get_by_role("button", name="Go on").press("Enter")
    # With the keyboard: into the tree, to a node that has the value, Enter.
    page.keyboard.press("Escape")
    page.locator("[role=treeitem][aria-label^='B1,']").focus()
    page.keyboard.press("Enter")
    expect(ask).to_contain_text("Right.")
    assert player.axe(in_every_theme=False) == []


def test_which_move_is_chosen_is_not_given_away_before_it_is_answered(sit):
    player = sit()
    player.open("learn/trees?step=4")
    page = player.page
    ask, said = page.locator("section.ask"), page.locator("p.say")
    expect(ask).to_contain_text("Which move does")
    assert said.inner_text().strip() == ""
    assert page.locator(".edges .best, [role=treeitem].best").count() == 0
    ask.get_by_role("button", name="a3").click()
    expect(ask).to_contain_text("Right.")
    expect(said).to_contain_text("1")
    expect(page.locator(".edges .best")).not_to_have_count(0)


WHEN_PRINTED = """window.print = () => {
  const paper = document.querySelector("article.printed");
  const count = (selector) => paper.querySelectorAll(selector).length;
  window.paper = { sections: count("section"), pictures: count(".picture svg"), text: paper.textContent };
};"""


def test_a_lesson_on_paper_has_every_step_and_what_its_exercises_ask_and_nothing_of_the_bars(sit):
    player = sit(language="es")
    player.page.add_init_script(WHEN_PRINTED)
    player.open("learn/cuts")
    page = player.page
    page.get_by_role("button", name="Imprimir la lección").click()
    paper = page.wait_for_function("() => window.paper").json_value()
    assert (paper["sections"], paper["pictures"]) == (12, 7)
    assert paper["text"].count("Convención estricta") == 1
    expect(page.locator("article.printed")).to_have_count(0)
    page.emulate_media(media="print")
    expect(page.get_by_role("banner")).to_be_hidden()
    shown = page.evaluate("document.documentElement.dataset.theme")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "white"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == shown != "white"


def test_a_small_tree_is_in_the_middle_at_first(sit):
    player = sit()
    player.open("learn/cuts?step=6")
    page = player.page
    page.locator("[role=treeitem]").first.wait_for()
    stage, root = page.locator("[role=tree]").bounding_box(), page.locator("[role=treeitem]").first.bounding_box()
    assert abs(root["x"] + root["width"] / 2 - stage["x"] - stage["width"] / 2) < 30


def test_an_exercise_is_watched_being_solved_step_by_step(sit):
    player = sit()
    player.open("lab/practise?kind=cuts&game=tree(A[B[3 12 8] C[2 4 6]])")
    page = player.page
    page.locator(".canvas").wait_for()
    page.get_by_role("button", name="Watch it solved").click()
    page.wait_for_url(re.compile("#/lab/tree"))
    page.locator("[role=treeitem]").first.wait_for()
    page.keyboard.press("PageDown")
    expect(page.locator("p.say")).to_have_attribute("data-step", "1")


def test_a_lesson_on_the_projector_is_read_from_the_back_row_and_one_key_goes_through_it(sit):
    player = sit(width=1280, height=720)
    player.open("learn/cuts?step=2")
    page = player.page
    page.locator("[role=treeitem]").first.wait_for()
    page.get_by_role("button", name="Projector mode").click()
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.prose')).fontSize)") >= 22
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    tree = page.locator("[role=tree]").bounding_box()
    assert tree["height"] >= 300
    page.keyboard.press("PageDown")
    expect(page.locator("p.say")).to_have_attribute("data-step", "1")
    page.keyboard.press("End")
    page.keyboard.press("PageDown")
    expect(step_of(page)).to_have_attribute("data-step", "3")
    page.keyboard.press("PageUp")
    expect(step_of(page)).to_have_attribute("data-step", "2")


def test_the_search_of_ones_own_match_is_predicted(player):
    player.start("mnk(3,3,3)", second="human", starter="first", seconds="none", games="1")
    for cell in (4, 0, 2, 6, 3):
        player.click(cell)
        player.page.locator(f"[data-cell='{cell}'].open").wait_for(state="detached")
    player.page.get_by_role("button", name="Ask the lab").click()
    player.page.get_by_role("link", name="Predict its search").click()
    expect(player.page.get_by_text(re.compile("^Question 1 of"))).to_be_visible()
    assert "moves=b2+a1+c1+a3+a2" in player.page.url
