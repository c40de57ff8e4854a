"""A match that the server was killed in goes on by itself, with nobody looking."""

from __future__ import annotations

import time

from tests.faults.servers import GIVE_UP, ask

ROUNDED = 0.001


def wait_for(server, path, is_so):
    until = time.monotonic() + GIVE_UP
    while not is_so(state := ask(server.port, "GET", path)[1]["state"]):
        assert time.monotonic() < until, "it did not go on"
        time.sleep(0.02)
    return state


def test_a_machine_that_was_thinking_thinks_again(server):
    server.start()
    # Without a clock: with one, a match whose only person is not there is paused, on a busy machine before the move.
    sides = {"first": "alphabeta+:seconds=2", "second": "human", "starter": "first"}
    slow = {**sides, "game": "connect(7,6,4)", "seconds": None}
    _, made = ask(server.port, "POST", "/api/matches", slow)
    path = f"/api/matches/{made['match']}"
    assert made["state"]["history"] == []
    server.kill()
    server.start()
    assert wait_for(server, path, lambda state: state["history"])["history"][0]["seat"] == 0


def test_the_time_that_the_server_was_away_is_charged_to_nobody(server):
    server.start()
    made_at = time.monotonic()
    _, made = ask(
        server.port, "POST", "/api/matches", {"first": "human", "second": "human", "starter": "first", "seconds": 600}
    )
    path = f"/api/matches/{made['match']}"
    server.kill()
    killed_at = time.monotonic()
    time.sleep(3)
    started_at = time.monotonic()
    server.start()
    state = ask(server.port, "GET", path)[1]["state"]
    alive = killed_at - made_at + time.monotonic() - started_at
    assert state["history"] == []
    assert state["clock"]["remaining"] >= 600 - alive - ROUNDED


def test_a_time_out_is_played_even_if_no_browser_is_there(server):
    server.start()
    _, made = ask(
        server.port, "POST", "/api/matches", {"first": "human", "second": "human", "starter": "first", "seconds": 1}
    )
    server.kill()
    server.start()
    state = wait_for(server, f"/api/matches/{made['match']}", lambda state: len(state["history"]) > 1)
    assert all(made["timed_out"] for made in state["history"])
