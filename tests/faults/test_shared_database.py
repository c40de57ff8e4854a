"""Several servers over one PostgreSQL: each match is one server's, and another's when that has died."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from enraya.store import Store
from tests.faults.conftest import new_server
from tests.faults.servers import GIVE_UP, ask
from tests.faults.test_kills import check

TWO = {"first": "human", "second": "human", "starter": "first", "seconds": 600, "games": 99}
LINE = ("a1", "a2", "b1", "b2", "c1")


@pytest.fixture
def servers(postgresql):
    database = postgresql.make_database()
    servers = [new_server(database, is_shared=True) for _ in range(2)]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.close()


def until_answered(ports, method, path, body=None, token=None, is_so=lambda answer: True):
    """What one of *ports* answers, as a proxy would have it: the next is asked where one does not answer."""
    until = time.monotonic() + GIVE_UP
    while time.monotonic() < until:
        for port in ports:
            with suppress(OSError, http.client.HTTPException):
                status, answer = ask(port, method, path, body, token)
                if status < 300 and is_so(answer):
                    return answer
                assert status in (200, 503), answer
        time.sleep(0.02)
    raise AssertionError("no answer any more")


def made_at(server, **settings):
    status, made = ask(server.port, "POST", "/api/matches", {**TWO, **settings})
    assert status == 201, made
    return f"/api/matches/{made['match']}", made["token"], made["match"]


def test_a_match_is_played_through_any_server_and_watched_at_another(servers):
    first, second = servers
    path, token, _ = made_at(first)
    with connect(f"ws://127.0.0.1:{second.port}{path}/live") as line:
        assert json.loads(line.recv(timeout=GIVE_UP))["type"] == "welcome"
        for ply, (server, move) in enumerate(zip((second, first, second), LINE, strict=False)):
            status, answer = ask(server.port, "POST", f"{path}/moves", {"move": move, "ply": ply, "game": 1}, token)
            assert status == 200, answer
            while (event := json.loads(line.recv(timeout=GIVE_UP)))["type"] != "event":
                continue
            assert (event["event"], event["number"]) == ("played", ply + 2)
    assert [ask(server.port, "GET", path)[1]["state"]["number"] for server in servers] == [4, 4]
    # Without a token nobody moves, whoever passes the request on.
    assert ask(second.port, "POST", f"{path}/moves", {"move": "c3", "ply": 3, "game": 1})[0] == 403
    assert ask(second.port, "GET", "/api/matches/none")[0] == 404


def test_a_match_goes_on_at_another_server_when_its_own_is_killed(servers):
    ports = [server.port for server in servers]
    path, token, name = made_at(servers[0])
    acknowledged, resumed = [], []
    for number, move in enumerate(LINE[:4]):
        # Its server is killed in the middle, and it goes back and forth between the two.
        if number:
            owner = servers[(number - 1) % 2]
            with connect(f"ws://127.0.0.1:{servers[number % 2].port}{path}/live") as line:
                line.recv(timeout=GIVE_UP)
                owner.kill()
                killed = time.monotonic()
                with pytest.raises(ConnectionClosed):
                    while True:
                        line.recv(timeout=GIVE_UP)
        body = {"move": move, "ply": number, "game": 1}
        until_answered(ports, "POST", f"{path}/moves", body, token)
        acknowledged.append((1, number, move))
        if number:
            resumed.append(time.monotonic() - killed)
            owner.start()
    print("resumed after", [f"{seconds:.2f} s" for seconds in resumed])
    clock = until_answered(ports, "GET", path)["state"]["clock"]
    assert 0 < clock["remaining"] <= 600
    for server in servers:
        server.kill()
    store = Store(servers[0].database)
    check(store.load(name), acknowledged)
    store.close()


def test_a_machine_whose_server_was_killed_moves_at_another_with_nobody_asking(servers):
    first, second = servers
    slow = {"first": "alphabeta+:seconds=2", "second": "human", "game": "connect(7,6,4)", "seconds": None}
    path, _, _ = made_at(first, **slow)
    first.kill()
    state = until_answered([second.port], "GET", path, is_so=lambda answer: answer["state"]["history"])["state"]
    assert state["history"][0]["seat"] == 0
