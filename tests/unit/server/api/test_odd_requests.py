"""Numbers without end, texts that are none and bytes at random: a sentence each, and nothing in the log."""

from __future__ import annotations

import json
import random
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from enraya.server.api.frames import TOO_LARGE
from tests.unit.server.conftest import TWO
from tests.unit.server.listening import GIVE_UP, make_match

ODD = {
    "infinite": "1e400",
    "infinite and negative": "-1e400",
    "whole and too large": "1" + "0" * 400,
    "of too many digits": "9" * 5000,
    "no number": "NaN",
    "a constant": "Infinity",
    "nested": "[" * 500 + "]" * 500,
    "nested beyond reading": "[" * 7000 + "]" * 7000,
    "half of a pair": '"\\ud800"',
    "half of a pair inside": '"a\\udfffb"',
    "without an end": '"\\u0000"',
}
FIELDS = [
    *[
        ("/api/matches", {}, field)
        for field in ("game", "first", "seconds", "games", "seed", "names", "invite", "exam")
    ],
    *[("/api/settings/check", {}, field) for field in ("game", "position", "seconds", "seed", "games")],
    *[("/api/positions", {"game": "mnk(3,3,3)"}, field) for field in ("game", "position", "moves", "cells", "fields")],
    *[("/api/lab/values", {"game": "mnk(3,3,3)"}, field) for field in ("seconds", "depth", "moves", "strategy")],
    ("/api/lab/count", {"game": "mnk(3,3,3)"}, "pace"),
    ("/api/lab/experiment", {"game": "mnk(3,3,3)"}, "nodes"),
    ("/api/lab/tree", {"game": "mnk(3,3,3)"}, "depth"),
    ("/api/replays", {"game": "mnk(3,3,3)", "moves": []}, "result"),
    ("/api/replays", {"game": "mnk(3,3,3)"}, "moves"),
    ("/api/lab/trees", {}, "text"),
    ("/api/lab/marks", {"answers": {}}, "question"),
]
FRAMES = [
    '{"type": "play", "move": %s, "ply": 0, "game": 1}',
    '{"type": "play", "move": "a1", "ply": %s, "game": 1}',
    '{"type": "play", "move": "a1", "ply": 0, "game": %s}',
    '{"type": "undo", "seat": %s}',
    '{"type": %s}',
    '{"type": "undo", "id": %s}',
    "%s",
]


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD.keys())
def test_no_value_in_a_body_is_answered_without_a_sentence(client, odd):
    for path, usual, field in FIELDS:
        body = {name: json.dumps(value) for name, value in usual.items()} | {field: odd}
        text = "{" + ", ".join(f'"{name}": {value}' for name, value in body.items()) + "}"
        for sent in (text, odd):
            answer = client.post(path, content=sent, headers={"Content-Type": "application/json"})
            answer.json()
            if path == "/api/settings/check" and answer.status_code == 200:
                continue
            assert 400 <= answer.status_code < 500, (path, field, answer.text)
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["detail"]


def test_no_text_in_an_address_is_answered_without_a_sentence(client):
    for odd in ("%ED%A0%80", "%FF%FE", "%00", "1e400", "9" * 400, "NaN"):
        for path in (
            f"/api/matches/{odd}",
            f"/api/matches/{odd}/events?after={odd}",
            f"/api/games/describe?game={odd}",
            f"/api/positions/picture?game={odd}&position={odd}&moves={odd}",
            f"/api/words/{odd}",
            f"/{odd}",
        ):
            assert client.get(path).status_code in (200, 400, 404, 422), path


def test_an_origin_that_is_no_address_is_refused(client):
    answer = client.post("/api/matches", json=TWO, headers={"Origin": "http://["})
    assert (answer.status_code, answer.json()["code"]) == (403, "server.origin")


@pytest.fixture
def line(serve, capfd):
    port = serve()
    made = make_match(port)
    headers = {"X-Enraya-Token": made["token"]}
    address = f"ws://127.0.0.1:{port}/api/matches/{made['match']}/live"
    with connect(address, additional_headers=headers, compression=None) as line:
        assert json.loads(line.recv(GIVE_UP))["type"] == "welcome"
        yield line
    said = capfd.readouterr()
    assert "Traceback" not in said.err + said.out


def refusal(line):
    while (heard := json.loads(line.recv(GIVE_UP)))["type"] != "refused":
        continue
    return heard["problem"]["detail"]


@pytest.mark.parametrize("odd", [*(odd for odd in ODD.values() if len(odd) < 3000), '"\\ud800\\ud800"'])
def test_no_value_in_a_frame_is_answered_without_a_sentence(line, odd):
    for frame in FRAMES:
        line.send(frame % odd)
        assert refusal(line)


def test_bytes_and_texts_that_are_none_are_refused_in_words(line):
    for data, is_text in ((b"\xff\xfe", False), (b"", False), (b'{"type": "pong"}', False), (b"\xff\xfe", True)):
        line.send(data, text=is_text)
        assert "message" in refusal(line)
    line.send(json.dumps({"type": "play", "move": "a1", "ply": 0, "game": 1, "id": 7}))
    while (heard := json.loads(line.recv(GIVE_UP)))["type"] != "done":
        continue
    assert heard["id"] == 7


def test_a_text_that_is_too_long_ends_the_line(line):
    line.send("a" * 5000)
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            line.recv(GIVE_UP)
    assert closed.value.rcvd.code == TOO_LARGE


def test_frames_at_random_are_refused_and_the_socket_goes_on(line):
    chance = random.Random(20)
    values = [None, True, -1, 0, 10**30, 1.5, "", "a1", "\x00", [], {}, [[]], {"a": {}}]
    for _ in range(150):
        kind = chance.randrange(3)
        if kind == 0:
            line.send(chance.randbytes(chance.randrange(200)))
        elif kind == 1:
            line.send("".join(chance.choices('{}[]":,\\u0d8ae1 typlay', k=chance.randrange(100))))
        else:
            names = ("type", "id", "move", "ply", "game", "seat", "after", "x")
            line.send(json.dumps({name: chance.choice(values) for name in chance.sample(names, 4)}))
        assert refusal(line)


def test_bytes_at_random_on_the_wire_leave_the_server_as_it_was(serve, capfd):
    port = serve()
    made = make_match(port)
    chance = random.Random(21)
    upgrade = (
        f"GET /api/matches/{made['match']}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    for turn in range(60):
        with socket.create_connection(("127.0.0.1", port), timeout=GIVE_UP) as line:
            try:
                if turn % 2:
                    line.sendall(upgrade)
                    line.recv(65536)
                line.sendall(chance.randbytes(chance.randrange(1, 3000)))
            except ConnectionError:
                continue
    time.sleep(0.2)
    with socket.create_connection(("127.0.0.1", port), timeout=GIVE_UP) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in line.recv(65536)
    said = capfd.readouterr()
    assert "Traceback" not in said.err + said.out
