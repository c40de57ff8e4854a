"""The lab by keyboard alone, from the first page to every bench."""

from __future__ import annotations

import re

from playwright.sync_api import expect

FURTHEST = 90


class Typist:
    """Somebody without a mouse."""

    def __init__(self, player):
        self.page, self.press = player.open().page, player.page.keyboard.press

    def tab_to(self, locator):
        """Press Tab until *locator* has the focus, which must then be seen."""
        # Found once: to look for a name among all of a page after every Tab takes longer than everything else here.
        wanted = locator.element_handle()
        for _ in range(FURTHEST):
            self.press("Tab")
            if wanted.evaluate("element => element === document.activeElement"):
                assert wanted.evaluate("element => element.matches(':focus-visible')")
                return locator
        raise AssertionError(f"{FURTHEST} times Tab, and no {locator}")

    def follow(self, name):
        self.tab_to(self.page.get_by_role("link", name=name, exact=True))
        self.press("Enter")

    def push(self, name):
        self.tab_to(self.page.get_by_role("button", name=name, exact=True))
        self.press("Enter")


def test_every_bench_of_the_lab_is_reached_and_used(player):
    typist = Typist(player)
    page, press = typist.page, typist.press
    typist.follow("Lab")
    # The tree: from cut to cut, into the tree, a node closed; another order of moves from the list.
    page.locator("[role=treeitem]").first.wait_for()
    press("c")
    expect(page.locator(".say")).to_have_text(re.compile("^Cut at E: 6 ≥ β = 4"))
    typist.tab_to(page.locator("[role=treeitem][tabindex='0']"))
    press("ArrowUp")
    above = page.get_by_role("treeitem", name=re.compile("^B,"))
    expect(above).to_be_focused()
    press("Enter")
    expect(above).to_have_attribute("aria-expanded", "false")
    page.reload()
    page.locator("[role=treeitem]").first.wait_for()
    typist.tab_to(page.get_by_label("Order of moves"))
    press("ArrowDown")
    page.wait_for_url(re.compile("order=best"))
    page.reload()
    page.locator("[role=treeitem]").first.wait_for()
    # Compare: some algorithms unticked.
    typist.follow("Compare")
    # The tree of the lesson comes along: the C++ core does not know trees, and is not offered.
    page.locator(".boxes input").first.wait_for()
    expect(page.get_by_role("checkbox", name="Alpha-beta+ (C++)", exact=True)).to_have_count(0)
    for name in ("Alpha-beta, cuts on >", "Alpha-beta, best order", "Alpha-beta + symmetry"):
        typist.tab_to(page.get_by_role("checkbox", name=name, exact=True))
        press("Space")
    typist.push("Compare")
    page.locator("tr[data-algorithm='alphabeta+']").wait_for()
    page.get_by_role("status").filter(has_text="5 rows compared").wait_for(state="attached")
    expect(page.locator("tr[data-algorithm]")).to_have_count(5)
    page.reload()
    # Practise: a wrong answer typed, marked, and a hint taken.
    typist.follow("Practise")
    typist.tab_to(page.locator(".canvas input").first)
    page.keyboard.type("99")
    press("Enter")
    page.locator(".score").wait_for()
    typist.push("Hint")
    page.locator(".hint p").wait_for()
    page.reload()
    # Count.
    typist.follow("Count")
    typist.push("Count")
    page.get_by_test_id("images").wait_for()
    page.reload()
    # Analysis: a move made in the tree, and looked back at.
    typist.follow("Analysis")
    typist.tab_to(page.locator("[role=treeitem][tabindex='0']"))
    press("ArrowDown")
    press("Enter")
    page.get_by_text("1 of 1", exact=True).wait_for()
    typist.tab_to(page.get_by_role("switch", name="Value history"))
    press("Space")
    typist.tab_to(page.get_by_role("slider", name=re.compile("ply by ply")))
    press("Home")
    page.get_by_text("0 of 1", exact=True).wait_for()
