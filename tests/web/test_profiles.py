"""A profile that was used is as good as new."""

from __future__ import annotations

from tests.web.conftest import Player


def test_who_gets_a_used_profile_finds_nothing_of_whoever_had_it(profiles, server):
    contexts = []
    for _ in range(2):
        player = Player(profiles, server, width=777).open("settings")
        page = player.page
        assert page.locator("html").get_attribute("data-theme") == "wood"
        assert player.context.cookies() == []
        assert page.evaluate("'left' in localStorage || 'left' in sessionStorage") is False
        page.evaluate("for (const kept of [localStorage, sessionStorage]) kept.left = 'this'")
        page.evaluate("document.cookie = 'left=this'")
        page.get_by_label("Slate").check()
        page.locator("html[data-theme=slate]").wait_for()
        contexts.append(player.context)
        profiles.give_back(player.context, server.address)
    assert contexts[0] is contexts[1]
