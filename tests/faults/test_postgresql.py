"""A department's server: matches in PostgreSQL, which may go away as any machine may."""

from __future__ import annotations

from functools import partial

import pytest

from tests.faults.conftest import new_server
from tests.faults.servers import ask
from tests.faults.test_kills import survive
from tests.faults.test_restart import wait_for

TWO = {"first": "human", "second": "human", "starter": "first", "seconds": None}


@pytest.fixture
def server(postgresql):
    server = new_server(postgresql.make_database())
    yield server
    server.close()


def test_a_match_goes_on_after_a_kill(server):
    server.start()
    # Without a clock: with one, a match whose only person is not there is paused, on a busy machine before the move.
    machine = {"first": "human", "second": "alphabeta+", "starter": "first", "seconds": None, "games": 1}
    _, made = ask(server.port, "POST", "/api/matches", machine)
    path, token = f"/api/matches/{made['match']}", made["token"]
    state, ply = made["state"], 0
    while state["phase"] == "playing":
        move = next(iter(state["choices"]))
        status, answer = ask(server.port, "POST", f"{path}/moves", {"move": move, "ply": ply, "game": 1}, token)
        assert status == 200, answer
        ply += 2
        server.kill()
        server.start()
        # The machine was killed while it thought, or had answered: either way it moves once, and nothing is lost.
        state = wait_for(server, path, partial(has_come_to, ply))
        assert state["history"][ply - 2]["move"] == move
        assert [made["seat"] for made in state["history"]] == [0, 1, 0, 1, 0, 1, 0, 1, 0][: len(state["history"])]


def has_come_to(ply, state):
    return state["phase"] == "finished" or len(state["history"]) == ply


def test_no_acknowledged_move_is_lost_or_doubled_by_kills(server):
    survive(server, 20)


def test_while_postgresql_is_away_moves_are_refused_and_afterwards_they_are_taken(server, postgresql):
    server.start()
    _, made = ask(server.port, "POST", "/api/matches", TWO)
    path, token = f"/api/matches/{made['match']}", made["token"]

    def play(move, ply):
        return ask(server.port, "POST", f"{path}/moves", {"move": move, "ply": ply, "game": 1}, token)

    assert play("b2", 0)[0] == 200
    postgresql.stop()
    try:
        status, refused = play("a1", 1)
        assert (status, refused["code"]) == (503, "server.not_stored")
        assert ask(server.port, "GET", path)[0] == 200
        status, refused = ask(server.port, "GET", "/api/matches/another")
        assert (status, refused["code"]) == (503, "store.away")
    finally:
        postgresql.start()
    assert play("a1", 1)[0] == 200
    server.kill()
    server.start()
    history = ask(server.port, "GET", path)[1]["state"]["history"]
    assert [made["move"] for made in history] == ["b2", "a1"]


def test_a_name_of_a_match_that_postgresql_cannot_hold_is_simply_not_there(server):
    server.start()
    for name in ("%00", "a%00b", "%7F", "none"):
        assert ask(server.port, "GET", f"/api/matches/{name}")[0] == 404
