"""A damaged record is refused by its name; all others load as ever."""

from __future__ import annotations

import json
import logging
import sqlite3
import time

import pytest
from starlette.websockets import WebSocketDisconnect

from enraya.server.api.frames import DAMAGED
from tests.unit.server.conftest import TWO, Table, serving

GIVE_UP = 900.0


def change(sql, *values):
    return lambda database, match: database.execute(sql, (*values, match))


def body(text, number=2):
    return change(f"UPDATE events SET body = ? WHERE number = {number} AND match = ?", text)


def event(number=2, **fields):
    return body(json.dumps({"version": 1, **fields}), number)


def settings(**fields):
    kept = {"game": "mnk(3,3,3)", "first": "human", "second": "human", "starter": "first", "seconds": None}
    return column("settings", json.dumps({"version": 1, **kept, "games": 3, "exam": False, "position": None, **fields}))


def column(name, value):
    return change(f"UPDATE matches SET {name} = ? WHERE id = ?", value)


DAMAGE = {
    "bytes that are no text": body(b"\xff\xfe\x00"),
    "text that is no UTF-8": change(
        "UPDATE events SET body = CAST(? AS TEXT) WHERE number = 2 AND match = ?", b'"\xff"'
    ),
    "no JSON": body("{"),
    "JSON nested too deeply": body("[" * 100_000),
    "JSON of another shape": body("[1, 2]"),
    "half of a surrogate pair": event(event="played", move="\ud800", at=1.0),
    "an unknown event": event(event="danced", at=1.0),
    "an event of another version": event(event="played", move="a1", at=1.0, version=7),
    "an event that the match refuses": event(event="played", move="z9", at=1.0),
    "a first event that is no start": event(1, event="paused", at=0.0),
    "a time that is no number": body('{"version": 1, "event": "paused", "at": NaN}'),
    "a time without end": body('{"version": 1, "event": "paused", "at": 1e400}'),
    "a time beyond all floats": body('{"version": 1, "event": "paused", "at": 1%s}' % ("0" * 400)),
    "a missing event": change("DELETE FROM events WHERE number = 2 AND match = ?"),
    "a missing first event": change("DELETE FROM events WHERE number = 1 AND match = ?"),
    "no events": change("DELETE FROM events WHERE match = ?"),
    "settings that are no JSON": column("settings", "nothing"),
    "settings of another shape": column("settings", "[]"),
    "settings that lack something": column("settings", '{"version": 1}'),
    "settings out of range": settings(games=1000, seed=1),
    "settings beyond all floats": settings(seconds=10**400, seed=1),
    "a game that is gone": settings(game="gone.py", seed=1),
    "a game that nobody knows": settings(game="chess(9)", seed=1),
    "a position that is none": settings(position="??", seed=1),
    "an unknown phase": column("phase", "dancing"),
    "a phase that the events do not lead to": column("phase", "finished"),
    "a seat that is none": column("invited_seat", "left"),
    "a name that is bytes": column("first_name", b"\xff"),
    "a time of creation that is text": column("created", "yesterday"),
    "a time of writing that is text": change("UPDATE events SET written = ? WHERE number = 2 AND match = ?", "late"),
    "a token that is bytes": column("first_token", b"\xff"),
    "another token": column("first_token", "0" * 64),
    "another owner": column("owner", "0" * 64),
    "another name": column("first_name", "Eva"),
    "another seed": settings(seed=5),
    "another move": event(event="played", move="a2", at=1.0),
    "another time of writing": change("UPDATE events SET written = written + ? WHERE number = 2 AND match = ?", 1),
    "a missing last event": change("DELETE FROM events WHERE number = 3 AND match = ?"),
    "a last event too many": change(
        "INSERT INTO events SELECT match, 4, written, body, hash FROM events WHERE number = 3 AND match = ?"
    ),
    "a missing row": lambda database, match: database.execute("DELETE FROM matches WHERE id = ?", (match,)),
    "a row of another name": change("UPDATE matches SET id = 'x' || id WHERE id = ?"),
}


@pytest.fixture(params=DAMAGE.values(), ids=DAMAGE.keys())
def damaged(request, tmp_path):
    """A database of two matches with a clock, of which the newer one is damaged."""
    path = tmp_path / "matches.db"
    with serving(path) as client:
        sound, broken = (Table(client, **{**TWO, "seconds": 3600}) for _ in range(2))
        for table in (sound, broken):
            table.play("a1", "b2")
    database = sqlite3.connect(path)
    request.param(database, broken.match)
    database.commit()
    database.close()
    return path, sound, broken


def test_a_damaged_match_is_refused_by_name_and_the_others_are_taken_up(damaged, caplog):
    path, sound, broken = damaged
    with caplog.at_level(logging.WARNING), serving(path) as client:
        registry = client.app.state.context.registry
        until = time.monotonic() + GIVE_UP
        while sound.match not in registry._matches:
            assert time.monotonic() < until, "the sound match was not taken up"
            time.sleep(0.01)
        for language, word in (("en", "cannot be taken up"), ("es", "no se puede recuperar")):
            answer = client.get(f"/api/matches/{broken.match}?lang={language}")
            assert answer.status_code == 410, answer.text
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["code"] == "store.damaged"
            assert broken.match in answer.json()["detail"]
            assert word in answer.json()["detail"]
        moved = client.post(f"/api/matches/{broken.match}/moves", json={"move": "c3", "ply": 2, "game": 1})
        assert moved.status_code == 410
        address = f"ws://localhost/api/matches/{broken.match}/live?lang=es"
        with client.websocket_connect(address) as line:
            refused = line.receive_json()
            assert (refused["type"], refused["id"]) == ("refused", None)
            assert "no se puede recuperar" in refused["problem"]["detail"]
            with pytest.raises(WebSocketDisconnect) as closed:
                line.receive_json()
            assert closed.value.code == DAMAGED
        client.cookies.clear()
        listed = client.get("/api/matches", headers=sound.headers)
        assert [match["match"] for match in listed.json()["matches"]] == [sound.match]
        answer = client.get(f"/api/matches/{sound.match}")
        assert [made["move"] for made in answer.json()["state"]["history"]] == ["a1", "b2"]
    told = [said for record in caplog.records if f"«{broken.match}»" in (said := record.getMessage())]
    assert len(told) == 1
    assert len(told[0].splitlines()) == 1
    assert not [record for record in caplog.records if record.exc_info]


def test_a_time_of_the_last_sign_of_life_that_is_no_time_is_as_none(tmp_path):
    path = tmp_path / "matches.db"
    with serving(path) as client:
        table = Table(client, **TWO)
    for value in ("soon", "nan", "1e400"):
        database = sqlite3.connect(path)
        database.execute("UPDATE facts SET value = ? WHERE name = 'alive'", (value,))
        database.commit()
        database.close()
        with serving(path) as client:
            assert client.get(f"/api/matches/{table.match}").status_code == 200
