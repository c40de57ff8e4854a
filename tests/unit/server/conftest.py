from __future__ import annotations

import json
from contextlib import contextmanager
from functools import cache

import jsonschema_rs
import pytest
from starlette.testclient import TestClient

from enraya.server.app import make_app
from enraya.server.limits import Limits
from enraya.store import Store
from enraya.workers import process
from tests.unit.server.server_process import server_processes
from tests.worker_nursery import start_worker

BASE = "http://localhost"
TWO = {"first": "human", "second": "human", "starter": "first", "seconds": None}


@pytest.fixture(autouse=True)
def warm_workers(monkeypatch):
    """The server's own worker processes are forked; others start as they always do."""
    monkeypatch.setattr(process, "TrustedProcess", start_worker)


@contextmanager
def serving(database, **options):
    options.setdefault("limits", Limits.for_rate(100_000))
    with TestClient(make_app(database, **options), base_url=BASE) as client:
        yield client


@cache
def described():
    """The OpenAPI description of the server."""
    return make_app("unused.db").openapi()


def fits(schema, data):
    """True if *data* fits a schema of the description."""
    return jsonschema_rs.validator_for({**schema, "components": described()["components"]}).is_valid(data)


def streamed(client, path, body):
    """Every line of a stream; each is as the description says."""
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind == "application/x-ndjson"
    schema = described()["paths"][path]["post"]["responses"]["200"]["content"][kind]["schema"]
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert all(fits(schema, line) for line in lines)
    return lines


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "matches.db")
    yield store
    store.close()


@pytest.fixture
def client(tmp_path):
    with serving(tmp_path / "matches.db") as client:
        yield client


@pytest.fixture
def serve(tmp_path):
    """Starts servers that listen on a real port, and gives the port of each."""
    from tests.unit.server.listening import listening_servers

    with listening_servers(tmp_path) as start:
        yield start


@pytest.fixture
def command(tmp_path):
    """Starts `enraya serve` as a process."""
    with server_processes(tmp_path) as start:
        yield start


class Table:
    """A match over HTTP, as one of its players sees it."""

    def __init__(self, client, token=None, **settings):
        self.client, self.headers = client, {}
        client.cookies.clear()
        answer = client.post("/api/matches", json=settings)
        assert answer.status_code == 201, answer.text
        self.made = answer.json()
        self.match = self.made["match"]
        self.headers = {"X-Enraya-Token": self.made["token"]}
        client.cookies.clear()

    @property
    def state(self):
        return self.client.get(f"/api/matches/{self.match}", headers=self.headers).json()["state"]

    def post(self, action, **body):
        return self.client.post(f"/api/matches/{self.match}/{action}", json=body, headers=self.headers)

    def play(self, *moves):
        """Play moves in turn, and give the last answer."""
        for move in moves:
            state = self.state
            answer = self.post("moves", move=move, ply=len(state["history"]), game=state["game_number"])
            assert answer.status_code == 200, answer.text
        return answer.json()

    @contextmanager
    def live(self, after=None, headers=None):
        address = f"ws://localhost/api/matches/{self.match}/live" + ("" if after is None else f"?after={after}")
        with self.client.websocket_connect(address, headers=self.headers if headers is None else headers) as socket:
            yield LiveSocket(socket)


class LiveSocket:
    """A WebSocket, read message by message."""

    def __init__(self, socket):
        self.socket = socket
        self.welcome = self.next("welcome")

    def next(self, kind):
        """The next message of that type; others are passed over."""
        while True:
            message = self.socket.receive_json()
            if message["type"] == kind:
                return message

    def say(self, **message):
        self.socket.send_json(message)


def merge(old, patch):
    """RFC 7396, as a client does it."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(old) if isinstance(old, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


def follow(state, event):
    """The state after an event, as a client that knows no rules works it out."""
    state = merge(state, event["changes"])
    if event["history"]:
        change = event["history"]
        state["history"] = state["history"][: change["keep"]] + change["add"]
    return {**state, "number": event["number"]}


def without_nulls(value):
    """A key that is null and a key that is missing are the same."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def still(state):
    """The part of a state that does not change with the wall clock."""
    kept = {key: value for key, value in state.items() if key not in ("time", "clock")}
    kept["seats"] = [{**seat, "connected": None} for seat in kept["seats"]]
    return without_nulls(kept)
