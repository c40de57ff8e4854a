"""Matches between machines: while somebody watches, and only so many at once."""

from __future__ import annotations

import asyncio

import pytest

from enraya.match import MatchSettings
from enraya.server.limits import Limits
from enraya.server.matches.machine_matches import MachineMatchScheduler
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.matches.registry import MatchRegistry
from enraya.store import Store
from tests.coroutines import run_coroutine
from tests.unit.server.matches.test_registry import GIVE_UP, TWO, Watcher

MACHINES = MatchSettings("mnk(3,3,3)", "random", "random", "first", None, games=1, seed=1)
LONG = MatchSettings("gomoku(15,freestyle,free)", "minimax:depth=9", "minimax:depth=9", "first", None, games=1, seed=1)


class Watched:
    def __init__(self, name, played):
        self.name, self.played = name, played

    def start_running(self):
        self.played.append(self.name)


def test_as_many_go_on_as_there_is_room_for_and_the_next_when_one_leaves():
    played = []
    scheduler = MachineMatchScheduler(of_one=10, in_all=2)
    watched = [Watched(name, played) for name in "abc"]
    for each in watched:
        scheduler.enter(each, "ana")
    assert played == ["a", "b"]
    scheduler.leave(watched[0])
    assert played == ["a", "b", "c"]


def test_one_address_takes_only_its_share_and_another_is_let_in_before_its_next():
    played = []
    scheduler = MachineMatchScheduler(of_one=1, in_all=2)
    greedy, also_greedy, other = (Watched(name, played) for name in ("greedy", "also greedy", "other"))
    scheduler.enter(greedy, "greedy")
    scheduler.enter(also_greedy, "greedy")
    assert played == ["greedy"]
    scheduler.enter(other, "ana")
    assert played == ["greedy", "other"]
    scheduler.leave(greedy)
    assert played == ["greedy", "other", "also greedy"]


def test_entering_twice_takes_one_place_and_leaving_twice_frees_one():
    played = []
    scheduler = MachineMatchScheduler(of_one=2, in_all=2)
    twice, second, third = (Watched(name, played) for name in ("twice", "second", "third"))
    scheduler.enter(twice, "ana")
    scheduler.enter(twice, "luis")
    scheduler.enter(second, "ana")
    assert played == ["twice", "second"]
    scheduler.leave(twice)
    scheduler.leave(twice)
    scheduler.enter(third, "ana")
    assert played == ["twice", "second", "third"]


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "matches.db")
    yield store
    store.close()


def in_registry(store, work, **limits):
    async def run():
        registry = MatchRegistry(store, OfferedGames(), Limits(**limits))
        await registry.open()
        try:
            return await asyncio.wait_for(work(registry), GIVE_UP)
        finally:
            await asyncio.wait_for(registry.close(), GIVE_UP)

    return run_coroutine(run())


async def create(registry, settings=MACHINES):
    return (await registry.create(settings, (None, None), "token"))[0]


async def until(condition):
    while not condition():
        await asyncio.sleep(0.001)


def is_asleep(live):
    return live.schedule._thinking is None and live.schedule._timer is None


def test_machines_that_nobody_watches_do_nothing_and_are_let_go_of(store):
    async def look(registry):
        live = await create(registry, MatchSettings("mnk(3,3,3)", "random", "random", "first", 20, games=1, seed=1))
        assert is_asleep(live)
        assert not live.is_busy
        before = live.state().clock.model_dump()
        await asyncio.sleep(0.01)
        assert live.state().clock.model_dump() == before == {"limit": 20, "remaining": 20, "running": False}

    in_registry(store, look)


def test_machines_stop_when_the_last_watcher_goes_and_go_on_when_one_comes(store):
    async def come_and_go(registry):
        live = await create(registry, LONG)
        one, other = Watcher(), Watcher()
        live.add(one)
        live.add(other)
        assert not is_asleep(live)
        live.remove(one)
        assert not is_asleep(live)
        live.remove(other)
        assert is_asleep(live)
        live.add(one)
        assert not is_asleep(live)

    in_registry(store, come_and_go)


def test_a_watcher_is_told_that_the_machines_wait_for_room_and_when_they_go_on(store):
    async def watch(registry):
        first, second = await create(registry, LONG), await create(registry, LONG)
        one, other = Watcher(), Watcher()
        first.add(one)
        second.add(other)
        assert (one.waits, other.waits) == (False, True)
        assert is_asleep(second)
        first.remove(one)
        assert not other.waits
        assert not is_asleep(second)

    in_registry(store, watch, machine_matches_of_one=1)


def test_a_match_that_has_ended_makes_room_for_the_next(store, monkeypatch):
    monkeypatch.setattr("enraya.server.matches.machine_turn.PACE", 0.0)

    async def watch(registry):
        matches = [await create(registry) for _ in range(3)]
        watchers = [Watcher() for _ in matches]
        for live, watcher in zip(matches, watchers, strict=True):
            live.add(watcher)
        await until(lambda: all(live.match.phase == "finished" for live in matches))
        return [watcher.waits for watcher in watchers]

    assert in_registry(store, watch, machine_matches=1) == [False, False, False]


def test_after_a_restart_only_matches_that_a_person_plays_in_are_taken_up(store):
    async def make(registry):
        return (await create(registry, TWO)).id, (await create(registry)).id

    person, machines = in_registry(store, make)

    async def taken_up(registry):
        await until(registry._tasks[0].done)
        return set(registry._matches)

    assert in_registry(store, taken_up) == {person}
    assert store.load(machines) is not None


def test_closing_does_not_wait_for_machines_that_think(store):
    async def watch(registry):
        for _ in range(30):
            (await create(registry, LONG)).add(Watcher())

    in_registry(store, watch, machine_matches=30, machine_matches_of_one=30, lag=60.0)
