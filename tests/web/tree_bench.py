"""The tree bench of the lab, as somebody at a browser uses it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

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
