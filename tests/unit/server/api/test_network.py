"""Two people over the network, and others who watch."""

from __future__ import annotations

from tests.unit.server.conftest import TWO, Table


def invited(client, **settings):
    table = Table(client, **{**TWO, "seconds": 20, "names": ["Ana", None], "invite": 1, **settings})
    return table, table.made["invitation"]


def join(client, match, invitation, **more):
    client.cookies.clear()
    answer = client.post(f"/api/matches/{match}/join", json={"invitation": invitation, **more})
    client.cookies.clear()
    return answer


def test_no_clock_runs_until_the_guest_has_come(client):
    table, _ = invited(client)
    assert (table.state["phase"], table.state["clock"], table.state["number"]) == ("waiting", None, 0)
    assert table.post("moves", move="b2", ply=0, game=1).json()["code"] == "server.waiting"


def test_a_guest_takes_the_seat_and_the_match_begins_for_both(client):
    table, invitation = invited(client)
    with table.line() as line:
        guest = join(client, table.match, invitation, name="Luis").json()
        event = line.next("event")
    assert (event["event"], event["changes"]["phase"]) == ("started", "playing")
    assert guest["you"] == {"seats": [1], "owner": False}
    assert guest["state"]["settings"]["names"] == ["Ana", "Luis"]
    table.play("b2")
    answer = client.post(
        f"/api/matches/{table.match}/moves",
        json={"move": "a1", "ply": 1, "game": 1},
        headers={"X-Enraya-Token": guest["token"]},
    )
    assert answer.status_code == 200


def test_one_may_not_move_for_the_other(client):
    table, invitation = invited(client)
    guest = {"X-Enraya-Token": join(client, table.match, invitation).json()["token"]}
    move = {"move": "b2", "ply": 0, "game": 1}
    answer = client.post(f"/api/matches/{table.match}/moves", json=move, headers=guest)
    assert answer.json()["code"] == "match.not_your_turn"
    answer = client.post(f"/api/matches/{table.match}/moves", json={**move, "seat": 0}, headers=guest)
    assert answer.json()["code"] == "server.no_seat"
    answer = client.post(f"/api/matches/{table.match}/resign", json={"seat": 0}, headers=guest)
    assert answer.json()["code"] == "server.no_seat"


def test_an_invitation_is_used_once_and_joining_again_with_the_seat_is_harmless(client):
    table, invitation = invited(client)
    token = join(client, table.match, invitation).json()["token"]
    assert join(client, table.match, invitation).json()["code"] == "server.invitation_taken"
    again = client.post(
        f"/api/matches/{table.match}/join", json={"invitation": invitation}, headers={"X-Enraya-Token": token}
    )
    assert again.json()["you"]["seats"] == [1]


def test_a_wrong_invitation_opens_nothing(client):
    table, _ = invited(client)
    assert join(client, table.match, "guess").json()["code"] == "server.invitation_wrong"
    other = Table(client, **TWO)
    assert join(client, other.match, "guess").json()["code"] == "server.invitation_wrong"


def test_a_watcher_sees_and_cannot_do_anything(client):
    table = Table(client, **TWO)
    client.cookies.clear()
    assert client.get(f"/api/matches/{table.match}").json()["you"] == {"seats": [], "owner": False}
    for action in ("undo", "redo", "resign", "pause", "resume", "hint", "continue", "stop", "rematch"):
        answer = client.post(f"/api/matches/{table.match}/{action}", json={})
        assert answer.json()["code"] == "server.watching", action
    answer = client.post(f"/api/matches/{table.match}/moves", json={"move": "b2", "ply": 0, "game": 1})
    assert answer.status_code == 403


def test_the_owner_of_a_match_of_machines_may_pause_it(client):
    table = Table(client, first="random", second="random", seconds=None)
    assert table.made["you"] == {"seats": [], "owner": True}
    assert table.post("pause").status_code == 200
    assert table.state["paused"]


def test_the_token_comes_in_a_cookie_that_scripts_cannot_read(client):
    client.cookies.clear()
    answer = client.post("/api/matches", json=TWO)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.get(f"/api/matches/{answer.json()['match']}").json()["you"]["seats"] == [0, 1]
    second = client.post("/api/matches", json=TWO).json()
    assert "token" not in second
