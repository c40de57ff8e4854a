from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from enraya.server.limits import Limits
from tests.unit.server.conftest import TWO, Table, follow, serving, still


def test_who_comes_back_with_the_last_number_gets_the_rest(client):
    table = Table(client, **TWO)
    with table.live() as live:
        state = live.welcome["state"]
    table.play("b2", "a1")
    table.post("undo")
    with table.live(after=state["number"]) as live:
        assert live.welcome["state"] is None
        assert live.welcome["number"] == 4
        events = [live.next("event") for _ in range(3)]
    assert [event["number"] for event in events] == [2, 3, 4]
    for event in events:
        state = follow(state, event)
    assert still(state) == still(table.state)


@pytest.mark.parametrize("after", ["", "99", "0", "nonsense", "-1", "9" * 50])
def test_who_comes_back_with_nothing_useful_is_told_how_things_stand(client, after):
    table = Table(client, **TWO)
    table.play("b2")
    with table.live(after=after) as live:
        assert still(live.welcome["state"]) == still(table.state)


def test_who_has_missed_nothing_gets_nothing(client):
    table = Table(client, **TWO)
    with table.live(after=1) as live:
        assert live.welcome["state"] is None
        assert live.socket.receive_json()["type"] == "presence"


def test_who_missed_very_much_is_told_how_things_stand(client):
    table = Table(client, **TWO)
    for _ in range(35):
        table.post("pause")
        table.post("resume")
    with table.live(after=1) as live:
        assert live.welcome["state"]["number"] == 71


def test_events_can_be_asked_for_over_http_too(client):
    table = Table(client, **TWO)
    table.play("b2")
    answer = client.get(f"/api/matches/{table.match}/events?after=1").json()
    assert [event["number"] for event in answer["events"]] == [2]
    assert client.get(f"/api/matches/{table.match}/events").json()["state"]["number"] == 2


def test_two_hear_of_each_others_moves_and_who_is_there(client):
    table = Table(client, **TWO)
    with table.live() as one, table.live(headers={}) as watcher:
        assert watcher.welcome["you"] == {"seats": [], "owner": False}
        assert one.next("presence")["connected"] == [True, True]
        assert one.next("presence")["watchers"] == 1
        one.say(type="play", id="x", move="b2", ply=0, game=1)
        assert watcher.next("event")["number"] == one.next("event")["number"] == 2
        assert one.next("done") == {"type": "done", "id": "x", "number": 2, "move": "b2", "ply": 0, "repeated": False}
        watcher.say(type="play", id=1, move="a1", ply=1, game=1)
        assert watcher.next("refused")["problem"]["code"] == "server.watching"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "play"},
        {"type": "play", "move": "b2", "ply": "0", "game": 1},
        {"type": "play", "move": "b2", "ply": 0, "game": 1, "more": 1},
        {"type": "dance"},
        {"type": None},
        {"type": ["play"]},
        [1, 2],
        "b2",
        7,
    ],
)
def test_a_message_that_is_not_understood_is_refused_and_the_socket_stays_open(client, message):
    table = Table(client, **TWO)
    with table.live() as live:
        live.socket.send_json(message)
        assert live.next("refused")["problem"]["code"] == "server.bad_request"
        live.say(type="play", id=1, move="b2", ply=0, game=1)
        assert live.next("done")["number"] == 2


def test_what_is_not_json_is_refused(client):
    table = Table(client, **TWO)
    with table.live() as live:
        for text in ("{", "[" * 3000, ""):
            live.socket.send_text(text)
            assert live.next("refused")["problem"]["status"] == 400


def closing_code(live):
    with pytest.raises(WebSocketDisconnect) as closed:
        while True:
            live.socket.receive_json()
    return closed.value.code


def test_a_message_that_is_too_long_ends_the_line(client):
    table = Table(client, **TWO)
    with table.live() as live:
        live.socket.send_text("x" * 5000)
        assert closing_code(live) == 4413


def test_too_many_messages_end_the_line(tmp_path):
    with serving(tmp_path / "matches.db", limits=Limits(messages=1, burst=5)) as client:
        table = Table(client, **TWO)
        with table.live() as live:
            for _ in range(8):
                live.say(type="pong")
            assert closing_code(live) == 4429


def test_too_many_sockets_are_refused(tmp_path):
    with serving(tmp_path / "matches.db", limits=Limits(connections_of_one=1)) as client:
        table = Table(client, **TWO)
        with table.live():
            address = f"ws://localhost/api/matches/{table.match}/live"
            with client.websocket_connect(address) as second, pytest.raises(WebSocketDisconnect) as closed:
                second.receive_json()
            assert closed.value.code == 1013


def test_a_socket_to_no_match_says_so(client):
    address = "ws://localhost/api/matches/nothing/live"
    with client.websocket_connect(address) as live, pytest.raises(WebSocketDisconnect) as closed:
        live.receive_json()
    assert closed.value.code == 4404


def test_refusals_on_a_socket_speak_the_language_of_its_address(client):
    table = Table(client, **TWO)
    address = f"ws://localhost/api/matches/{table.match}/live?lang=es"
    with client.websocket_connect(address, headers=table.headers) as live:
        live.send_json({"type": "play", "id": 1, "move": "z9", "ply": 0, "game": 1})
        while (message := live.receive_json())["type"] != "refused":
            pass
    assert "casilla" in message["problem"]["detail"]
