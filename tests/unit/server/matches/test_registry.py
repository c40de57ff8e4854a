"""The clock over a restart, machines that are too late, and matches nobody looks at."""

from __future__ import annotations

import asyncio
import gc
import json
import time
import weakref
from dataclasses import replace

import pytest

from enraya.errors import Refusal
from enraya.match import Continued, MatchSettings, Paused, Played, Resigned, Started, Undone
from enraya.server.limits import Limits
from enraya.server.matches.match_time import GRACE
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.matches.registry import IDLE, IDLE_ONCE_OVER, MatchRegistry
from enraya.server.problems import ServerRefusal
from enraya.store import StoredMatch
from tests.coroutines import run_coroutine

GIVE_UP = 900.0
ROUNDED = 0.001
WRITTEN = 1000.0
TWO = MatchSettings(first="human", second="human", starter="first", seconds=20, seed=1)
STORED = StoredMatch(
    id="one",
    settings=TWO,
    names=(None, None),
    owner="",
    seats={},
    invited_seat=None,
    invitation=None,
    phase="playing",
    rematch=None,
    created=WRITTEN,
    events=(Started(50.0),),
)


class Watcher:
    """Somebody who only watches."""

    def __init__(self, address="ana"):
        self.seats, self.address, self.received = frozenset(), address, []

    def receive(self, message):
        self.received.append(json.loads(message))

    @property
    def waits(self):
        """True if the match, by what its sockets were sent, waits for a slot."""
        return [message["waits"] for message in self.received if message["type"] == "presence"][-1]


def in_registry(store, work, limits=None):
    async def run():
        registry = MatchRegistry(store, OfferedGames(), limits or Limits())
        await registry.open()
        try:
            return await work(registry)
        finally:
            await registry.close()

    return run_coroutine(run())


def test_a_match_that_nobody_uses_is_freed_without_the_collector_of_cycles(store, monkeypatch):
    # The server's collector goes through the oldest objects so seldom that what waits for it is never freed.
    monkeypatch.setattr("enraya.server.matches.registry.SWEEP", 0.01)
    monkeypatch.setattr("enraya.server.matches.registry.IDLE", 0.02)
    store.create(replace(STORED, settings=replace(TWO, seconds=None), events=(Started(0.0),))).result()

    async def work(registry):
        live = await registry.find("one")
        watcher = Watcher()
        live.add(watcher)
        await live.act(lambda match, now: Played("b2", now, 0))
        await live.act(lambda match, now: Undone(0, now))
        await asyncio.sleep(0.05)
        assert registry.size[0] == 1, "somebody watches"
        live.remove(watcher)
        freed = asyncio.Event()
        weakref.finalize(live, freed.set)
        del live
        await asyncio.wait_for(freed.wait(), GIVE_UP)
        return registry.size[0]

    gc.collect()
    gc.disable()
    try:
        assert in_registry(store, work) == 0
    finally:
        gc.enable()


def test_a_match_that_is_over_is_unloaded_sooner(store):
    settings, begun = replace(TWO, seconds=None, games=1), (Started(0.0),)
    for id, phase, events in (("one", "finished", (*begun, Resigned(0, 1.0))), ("other", "playing", begun)):
        store.create(replace(STORED, id=id, settings=settings, phase=phase, events=events)).result()

    async def work(registry):
        for id in ("one", "other"):
            await registry.find(id)
        now, left = time.monotonic(), []
        for later in (0, IDLE_ONCE_OVER + 1, IDLE + 1):
            registry._unload_unused(now + later)
            left.append(registry.size[0])
        assert (await registry.find("one")).match.phase == "finished"
        return left

    assert in_registry(store, work) == [2, 1, 0]


def test_of_too_many_matches_without_anybody_those_unused_for_longest_are_unloaded(store, monkeypatch):
    monkeypatch.setattr("enraya.server.matches.registry.MOST_UNUSED", 2)
    names = [f"m{number}" for number in range(5)]
    for id in names:
        # A clock runs in all of them.
        store.create(replace(STORED, id=id, settings=replace(TWO, seconds=3600))).result()

    async def work(registry):
        (await registry.find("m1")).add(Watcher())
        for id in names:
            await registry.find(id)
        registry._unload_unused(time.monotonic())
        left = set(registry._matches)
        return left, (await registry.find("m0")).match.remaining(0.0)

    left, remaining = in_registry(store, work)
    assert left == {"m1", "m3", "m4"}
    assert remaining > 3000


def test_the_clock_of_a_match_that_is_not_in_memory_runs_on(store, monkeypatch):
    async def work(registry):
        begun = time.time()
        hour = replace(TWO, seconds=3600)
        await asyncio.wrap_future(store.create(replace(STORED, settings=hour, created=begun, events=(Started(0.0),))))
        left = []
        for minutes in (10, 25, 90):
            monkeypatch.setattr(time, "time", lambda later=60.0 * minutes: begun + later)
            live = await registry.find("one")
            left.append(live.match.remaining(live.now))
            live.schedule.close()
            del registry._matches["one"], live
        return left

    assert in_registry(store, work) == pytest.approx([3000, 2100, GRACE], abs=5.0)


@pytest.mark.parametrize(
    ("alive", "left"),
    [
        (WRITTEN + 3, 17),  # what the turn had used before the server stopped
        (WRITTEN - 50, 20),  # the clock on the wall was put back
        (WRITTEN + 19.5, GRACE),  # time to come back is left
        (WRITTEN + 5000, GRACE),
    ],
)
def test_a_turn_is_charged_until_the_server_was_last_alive_and_not_beyond(store, alive, left):
    store.create(STORED).result()
    store.mark_alive(alive).result()

    async def remaining(registry):
        return (await registry.find("one")).state().clock.remaining

    began = time.monotonic()
    found = in_registry(store, remaining)
    assert left - (time.monotonic() - began) - ROUNDED <= found <= left


def test_a_paused_clock_stands_still_over_a_restart(store):
    store.create(replace(STORED, events=(Started(50.0), Paused(54.0)))).result()
    store.mark_alive(WRITTEN + 100).result()

    async def clock(registry):
        return (await registry.find("one")).state().clock.model_dump()

    assert in_registry(store, clock) == {"limit": 20, "remaining": 16.0, "running": False}


def test_a_machine_that_is_too_late_is_not_heard(store):
    slow = MatchSettings("connect(7,6,4)", "human", "alphabeta+:seconds=60", "first", None, seed=1)

    async def undo_while_it_thinks(registry):
        live, _ = await registry.create(slow, (None, None), "token")
        await live.act(lambda _, now: Played("4", now, 0))
        thinking = live.schedule._thinking
        await asyncio.sleep(0.1)
        await live.act(lambda _, now: Undone(0, now))
        await asyncio.wait([thinking], timeout=GIVE_UP)
        assert thinking.cancelled()
        return live.match

    match = in_registry(store, undo_while_it_thinks)
    assert match.history == ()
    assert len(match.events) == 3


def test_a_search_in_python_stops_when_it_is_told_to(store):
    slow = MatchSettings("gomoku(15,freestyle,free)", "human", "minimax:depth=9", "first", None, seed=1)

    async def resign_while_it_thinks(registry):
        live, _ = await registry.create(slow, (None, None), "token")
        await live.act(lambda _, now: Played("h8", now, 0))
        thinking = live.schedule._thinking
        await asyncio.sleep(0.2)
        began = time.monotonic()
        await live.act(lambda _, now: Undone(0, now))
        await asyncio.wait([thinking], timeout=GIVE_UP)
        assert thinking.done()
        return time.monotonic() - began

    assert in_registry(store, resign_while_it_thinks) < GIVE_UP


def test_machines_play_by_themselves_and_go_on_to_the_next_game(store, monkeypatch):
    monkeypatch.setattr("enraya.server.matches.machine_turn.PACE", 0.0)
    monkeypatch.setattr("enraya.server.matches.schedule.BREAK", 0.0)
    two = MatchSettings("mnk(3,3,3)", "random", "rules", "first", None, games=3, seed=1)

    async def watch(registry):
        live, _ = await registry.create(two, (None, None), "token")
        live.add(Watcher())
        until = time.monotonic() + GIVE_UP
        while live.match.phase != "finished":
            assert time.monotonic() < until, "they stopped playing"
            await asyncio.sleep(0.01)
        return live.match

    assert len(in_registry(store, watch).results) == 3


def test_two_who_ask_at_once_get_the_same_match(store):
    store.create(STORED).result()

    async def ask_twice(registry):
        return await asyncio.gather(registry.find("one"), registry.find("one"))

    one, two = in_registry(store, ask_twice)
    assert one is two


def test_who_goes_away_in_the_middle_of_a_move_has_still_made_it(store):
    async def leave(registry):
        live, _ = await registry.create(TWO, (None, None), "token")
        acting = asyncio.create_task(live.act(lambda _, now: Played("b2", now, 0)))
        await asyncio.sleep(0)
        acting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await acting
        with pytest.raises(Refusal):
            # It has to wait for the move, and is judged after it.
            await live.act(lambda _, now: Continued(now))
        return live.number

    assert in_registry(store, leave) == 2
    assert len(store.load(store.unfinished(10)[0]).events) == 2


@pytest.mark.parametrize("limits", [Limits(lag=-1.0), Limits(waiting_writes=-1)])
def test_a_registry_that_is_behind_says_so(store, limits):
    async def create(registry):
        await registry.create(TWO, (None, None), "token")

    with pytest.raises(ServerRefusal) as refused:
        in_registry(store, create, limits)
    assert (refused.value.code, refused.value.status) == ("server.busy", 503)
