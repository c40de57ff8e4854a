"""The disk is full: what cannot be kept is refused, reading goes on, and space makes it well again."""

from __future__ import annotations

import resource
import sys
import time

import pytest

from tests.faults.servers import GIVE_UP, ask

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits another process by prlimit")
SETTINGS = {"first": "human", "second": "human", "starter": "first", "seconds": None}


def limit_files(pid, size):
    """No file of that process may grow beyond *size*: the disk is full, as far as it can tell."""
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_refuses_the_move_and_nothing_else(server):
    server.start()
    _, made = ask(server.port, "POST", "/api/matches", SETTINGS)
    path, token = f"/api/matches/{made['match']}", made["token"]

    def play(move, ply):
        return ask(server.port, "POST", f"{path}/moves", {"move": move, "ply": ply, "game": 1}, token)

    assert play("b2", 0)[0] == 200
    limit_files(server.pid, 1)
    status, refused = play("a1", 1)
    assert (status, refused["code"]) == (503, "server.not_stored")
    assert refused["retry_after"] > 0
    status, seen = ask(server.port, "GET", path)
    assert status == 200
    assert [made["move"] for made in seen["state"]["history"]] == ["b2"]
    assert ask(server.port, "POST", "/api/matches", SETTINGS)[0] == 503
    limit_files(server.pid, resource.RLIM_INFINITY)
    assert play("a1", 1)[0] == 200
    server.kill()
    server.start()
    _, seen = ask(server.port, "GET", path)
    assert [made["move"] for made in seen["state"]["history"]] == ["b2", "a1"]


def test_a_time_out_that_cannot_be_kept_is_kept_later(server):
    server.start()
    history = None
    # On a busy machine the second may be over before the disk is full: then with another match.
    while history != []:
        limit_files(server.pid, resource.RLIM_INFINITY)
        _, made = ask(server.port, "POST", "/api/matches", {**SETTINGS, "seconds": 1})
        limit_files(server.pid, 1)
        path = f"/api/matches/{made['match']}"
        history = ask(server.port, "GET", path)[1]["state"]["history"]
    time.sleep(1.5)
    assert ask(server.port, "GET", path)[1]["state"]["history"] == []
    limit_files(server.pid, resource.RLIM_INFINITY)
    until = time.monotonic() + GIVE_UP
    while not (history := ask(server.port, "GET", path)[1]["state"]["history"]):
        assert time.monotonic() < until, "the time-out was forgotten"
        time.sleep(0.05)
    assert history[0]["timed_out"]
