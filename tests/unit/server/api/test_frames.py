from __future__ import annotations

import pytest

from tests.unit.server import conftest
from tests.unit.server.conftest import TWO, Table


@pytest.fixture
def described(client):
    return client.get("/openapi.json").json()


@pytest.fixture
def fits():
    """True if a frame fits the published description."""
    return lambda name, frame: conftest.fits({"$ref": f"#/components/schemas/{name}"}, frame)


def test_the_description_tells_of_the_socket_where_it_is_asked_for(described):
    told = described["paths"]["/api/matches/{match}/live"]["get"]["x-websocket"]
    assert told["receives"] == {"$ref": "#/components/schemas/ClientFrame"}
    assert told["sends"] == {"$ref": "#/components/schemas/ServerFrame"}
    assert set(told["closes"]) == {"4404", "4410", "4403", "4429", "4413", "1012", "1013"}


def test_every_reference_of_the_description_leads_somewhere(described):
    def look(part):
        if isinstance(part, dict):
            if isinstance(reference := part.get("$ref"), str):
                assert reference.rpartition("/")[2] in described["components"]["schemas"], reference
            for value in part.values():
                look(value)
        elif isinstance(part, list):
            for value in part:
                look(value)

    look(described)


def test_a_plain_request_for_the_socket_is_told_to_upgrade(client):
    answer = client.get("/api/matches/any/live")
    assert answer.status_code == 426
    assert answer.headers["upgrade"] == "websocket"
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "server.upgrade"


SAID = [
    {"type": "play", "id": 1, "move": "b2", "ply": 0, "game": 1},
    {"type": "play", "id": "again", "move": "b2", "ply": 0, "game": 1, "after": 1, "seat": None},
    {"type": "hint", "id": 2},
    {"type": "undo", "id": 3, "seat": 0},
    {"type": "redo", "id": 4},
    {"type": "pause", "id": 5},
    {"type": "resume", "id": 6},
    {"type": "pong"},
    {"type": "continue", "id": 7},
    {"type": "resign", "id": None},
    {"type": "stop", "id": 8},
]
BEYOND = [
    {"type": "play", "id": 1},
    {"type": "play", "id": 1, "move": "b2", "ply": -1, "game": 1},
    {"type": "undo", "id": 1, "seat": 2},
    {"type": "undo", "id": 1, "more": True},
    {"type": "undo", "id": "x" * 41},
    {"type": "undo", "id": [1]},
    {"type": "dance", "id": 1},
    {"id": 1},
]


def test_every_frame_of_a_live_match_is_as_described(client, fits):
    table = Table(client, **TWO, games=2)
    seen = []
    with table.live() as live, table.live(headers={}) as watcher:
        frames = [live.welcome, watcher.welcome]
        for frame in [*SAID, *BEYOND]:
            live.say(**frame)
            while frame["type"] != "pong" if "type" in frame else True:
                frames.append(live.socket.receive_json())
                if frames[-1]["type"] in ("done", "refused"):
                    seen.append((frame.get("type"), frames[-1]["type"]))
                    break
        assert table.post("rematch").status_code == 201
        frames.append(live.next("rematch"))
        frames.append(watcher.next("event"))
    for frame in frames:
        assert fits("ServerFrame", frame), frame
    assert {frame["type"] for frame in frames} == {"welcome", "presence", "event", "done", "refused", "rematch"}
    assert ("continue", "refused") in seen
    assert {kind for kind, answer in seen if answer == "done"} >= {"play", "hint", "undo", "redo", "pause", "stop"}


def test_the_server_takes_exactly_the_frames_that_it_describes(client, fits):
    table = Table(client, **TWO)
    with table.live() as live:
        for frame in SAID:
            assert fits("ClientFrame", frame), frame
        for frame in BEYOND:
            assert not fits("ClientFrame", frame), frame
            live.say(**frame)
            assert live.next("refused")["problem"]["code"] == "server.bad_request"


@pytest.mark.parametrize("spoilt", [{"type": "welcome"}, {"type": "done", "id": 1}, {"type": "ping"}, {}])
def test_what_the_server_never_says_is_not_described(fits, spoilt):
    assert not fits("ServerFrame", spoilt)
