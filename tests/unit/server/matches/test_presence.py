"""The clock waits for the only person while they are away, and for nobody else."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace

import pytest

from enraya.errors import Refusal
from enraya.match import (
    AWAY,
    Match,
    MatchSettings,
    Paused,
    Played,
    Resumed,
    Started,
    TimeUp,
    match_from_json,
    match_to_json,
)
from enraya.server.matches import live as live_module
from enraya.server.matches.presence import ASKED, Presence
from tests.unit.server.conftest import Table, serving
from tests.unit.server.matches.test_registry import GIVE_UP, STORED, in_registry

ALONE = MatchSettings(first="human", second="random", starter="first", seconds=1, seed=1)


class Page:
    """A page that plays some seats and listens to nothing."""

    def __init__(self, *seats):
        self.seats, self.address = frozenset(seats), "ana"

    def receive(self, message):
        pass


def test_who_listens_or_has_just_asked_is_there():
    there = Presence(now=10.0)
    assert there.gone_since(11.0) == 10.0
    page, watcher = Page(0), Page()
    there.add(page)
    there.add(watcher)
    assert (there.gone_since(500.0), there.connected, there.watchers) == (None, (True, False), 1)
    there.remove(page, 600.0)
    assert there.gone_since(600.0) == 600.0
    there.remove(watcher, 650.0)
    assert there.gone_since(650.0) == 600.0
    there.ask(700.0)
    assert there.gone_since(700.0 + ASKED) is None
    assert there.gone_since(700.1 + ASKED) == 700.0


async def until(is_so):
    give_up = time.monotonic() + GIVE_UP
    while not is_so():
        assert time.monotonic() < give_up, "it did not happen"
        await asyncio.sleep(0.01)


async def settle(live, page, monkeypatch):
    """The page comes and goes; then wait until the clock of one second has run out or waits."""
    monkeypatch.setattr(live_module, "LEFT", 0.1)
    live.add(page)
    live.remove(page)
    left = live.now
    await until(lambda: live.number > 1)
    return left


def test_nothing_is_played_for_the_only_person_who_has_left(store, monkeypatch):
    async def leave(registry):
        live, _ = await registry.create(ALONE, (None, None), "token")
        left = await settle(live, Page(0), monkeypatch)
        await asyncio.sleep(1.5)
        return left, live.match

    left, match = in_registry(store, leave)
    started, paused = match.events
    assert isinstance(paused, Paused)
    assert (paused.reason, match.history, match.is_away) == (AWAY, (), True)
    # The clock waits from the moment they left, however long it took to be sure of it.
    assert started.at <= paused.at <= left


def test_who_only_loads_the_page_again_notices_nothing(store, monkeypatch):
    async def load_again(registry):
        monkeypatch.setattr(live_module, "LEFT", 0.1)
        live, _ = await registry.create(replace(ALONE, seconds=60), (None, None), "token")
        live.add(first := Page(0))
        live.remove(first)
        live.add(Page(0))
        await asyncio.sleep(0.5)
        return live.match.events

    assert in_registry(store, load_again) == (Started(0.0),)


@pytest.mark.parametrize(
    "settings",
    [replace(ALONE, exam=True), replace(ALONE, second="human")],
    ids=["in an exam", "between two people"],
)
def test_the_clock_runs_on_where_waiting_would_be_unfair(store, monkeypatch, settings):
    async def leave(registry):
        live, _ = await registry.create(settings, (None, None), "token")
        await settle(live, Page(0), monkeypatch)
        return live.match.events[1]

    assert isinstance(in_registry(store, leave), TimeUp)


def test_who_is_there_and_does_not_move_loses_the_move(store):
    async def stay(registry):
        live, _ = await registry.create(ALONE, (None, None), "token")
        live.add(Page(0))
        await until(lambda: live.number > 1)
        return live.match.events[1]

    assert isinstance(in_registry(store, stay), TimeUp)


def test_after_a_restart_the_clock_waits_until_somebody_comes(store, monkeypatch):
    monkeypatch.setattr("enraya.server.matches.registry.RETURN", 0.1)
    store.create(replace(STORED, settings=ALONE, seats={0: "hash"})).result()

    async def nobody_comes(registry):
        live = await registry.find("one")
        await until(lambda: live.number > 1)
        return live.match

    match = in_registry(store, nobody_comes)
    assert match.is_away
    assert match.remaining(match.at) == 1.0
    assert store.load("one").replay().is_away


def test_who_asks_over_http_alone_and_stops_asking_is_away_and_their_move_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("enraya.server.matches.presence.ASKED", 0.3)
    with serving(tmp_path / "matches.db") as client:
        table = Table(client, second="random", starter="first", seconds=1)
        watching = f"/api/matches/{table.match}"
        give_up = time.monotonic() + GIVE_UP
        # A watcher is nobody to wait for, and no sign of the player.
        while not (state := client.get(watching).json()["state"])["paused"]:
            assert time.monotonic() < give_up
            time.sleep(0.05)
        assert (state["away"], state["history"], state["may"]["resume"]) == (True, [], True)
        table.play("b2")
        state = table.state
        assert (state["history"][0]["move"], state["history"][0]["timed_out"]) == ("b2", False)
        assert not state["away"]


def test_the_pure_match_waits_only_for_one_person_against_a_machine():
    match = Match.start(ALONE, at=0.0).apply(Paused(0.5, AWAY))
    assert match.is_away
    assert match_from_json(match_to_json(match)) == match
    back = match.apply(Resumed(100.0))
    assert (back.is_away, back.remaining(100.0)) == (False, 0.5)
    assert not back.apply(Played("b2", 100.1, 0)).is_away
    assert not Match.start(ALONE, at=0.0).apply(Paused(0.5)).is_away
    for settings in (replace(ALONE, exam=True), replace(ALONE, second="human"), replace(ALONE, first="random")):
        with pytest.raises(Refusal, match="does not wait"):
            Match.start(settings, at=0.0).apply(Paused(0.5, AWAY))


class Counting(Page):
    """A watcher who keeps what was said."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def receive(self, message):
        self.heard.append(json.loads(message))


def test_a_crowd_that_comes_one_by_one_is_announced_a_few_times_and_not_to_each_of_each(store):
    async def crowd(registry):
        live, _ = await registry.create(replace(ALONE, second="human", seconds=None), (None, None), "token")
        watchers = [Counting() for _ in range(300)]
        for watcher in watchers:
            live.add(watcher)
            await asyncio.sleep(0)
        # Whoever comes is told at once how many there are, and everybody soon of the last.
        assert [watcher.heard[0]["watchers"] for watcher in watchers] == list(range(1, 301))
        await until(lambda: all(watcher.heard[-1]["watchers"] == 300 for watcher in watchers))
        return sum(len(watcher.heard) for watcher in watchers)

    # Told of each one, they would have been 45,150.
    assert in_registry(store, crowd) < 45_150 / 2
