"""Every family, started from its card and played to an end against a machine."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from tests.web.conftest import Server

QUICK = "alphabeta%2B:seconds=0.05"
LONGEST = 900
FAMILIES = [
    ("mnk(3,3,3)", QUICK),
    ("mnk(3,3,3,misere=true)", "random"),
    ("gomoku(15,freestyle,free)", QUICK),
    ("connect(7,6,4)", QUICK),
    ("cube(3,3)", QUICK),
    ("terni", QUICK),
    ("oso(3,3)", "oso-medium"),
    ("tree(A[B[3 -12 8] C[2 -4 6] D[14 5 2]])", "minimax"),
]


def play_to_an_end(player):
    """Point at whatever may be pointed at until the game is over."""
    page = player.page
    deadline = time.monotonic() + LONGEST
    while player.phase() == "playing":
        assert time.monotonic() < deadline, f"the game does not end: {player.heading.inner_text()}"
        # Which letter, then where to, then where from; buttons where there is no board.
        for what in (
            ".ask button",
            "[data-cell].target",
            "[data-cell].open",
            "[role=treeitem].open",
            ".buttons button:enabled",
        ):
            if page.locator(what).count() > 0:
                # What could be pointed at a moment ago may have gone: the machine has moved, or the game is over.
                with contextlib.suppress(Error):
                    page.locator(what).first.click(timeout=5000)
                break
        page.wait_for_timeout(25)


@pytest.mark.parametrize(("game", "opponent"), FAMILIES, ids=[game.partition("(")[0] for game, _ in FAMILIES])
def test_a_game_of_each_family_is_played_to_its_end(player, game, opponent):
    player.start(game, second=opponent, starter="first", games="1", seconds="none")
    play_to_an_end(player)
    expect(player.page.get_by_role("dialog")).to_be_visible()


def test_a_game_of_ones_own_is_played_with_buttons(sit, tmp_path):
    own = Path(__file__).parents[2] / "docs" / "examples" / "tictactoe.py"
    server = Server(tmp_path, "--game", str(own)).start()
    try:
        player = sit(server=server).open()
        player.page.get_by_role("button", name="tictactoe").or_(
            player.page.get_by_role("link", name="tictactoe")
        ).first.click()
        player.page.locator("[data-phase]").wait_for()
        player.page.locator(".group .buttons button").first.wait_for()
        play_to_an_end(player)
        assert player.phase() in ("between", "finished")
    finally:
        server.stop()
