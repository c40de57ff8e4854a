"""Two people over the network, and others who watch."""

from __future__ import annotations

import pytest

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
    with table.live() as live:
        guest = join(client, table.match, invitation, name="Luis").json()
        event = live.next("event")
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


def apart(client):
    """Ana's table and Luis's headers, in a match between the two."""
    table, invitation = invited(client)
    return table, {"X-Enraya-Token": join(client, table.match, invitation, name="Luis").json()["token"]}


def test_between_people_an_undo_is_a_question_until_the_other_grants_it(client):
    table, guest = apart(client)
    table.play("b2")
    assert table.post("undo").status_code == 200
    state = table.state
    assert (state["apart"], state["request"], len(state["history"])) == (True, {"seat": 0, "what": "undo"}, 1)
    assert table.post("grant").json()["code"] == "match.nothing_asked"
    client.post(f"/api/matches/{table.match}/grant", json={}, headers=guest)
    assert (table.state["request"], table.state["history"]) == (None, [])


def test_between_people_hints_redo_and_the_lab_are_refused(client):
    table, guest = apart(client)
    assert table.post("hint").json()["code"] == "server.no_hint"
    assert table.post("redo").json()["code"] == "server.no_redo"
    assert not any(table.state["may"]["hint"])
    asked = {"game": "tictactoe"}
    for headers in (table.headers, guest):
        assert client.post("/api/lab/values", json=asked, headers=headers).json()["code"] == "server.no_lab"
        assert client.post("/api/lab/algorithms", json={"game": "oso(4,4)"}, headers=headers).status_code == 200
    table.post("resign")
    client.post(f"/api/matches/{table.match}/stop", json={}, headers=guest)
    assert client.post("/api/lab/algorithms", json=asked, headers=guest).status_code == 200


def test_a_rematch_between_people_begins_when_the_other_takes_it(client):
    table, guest = apart(client)
    table.post("resign")
    table.post("stop")
    offered = client.post(f"/api/matches/{table.match}/rematch", json={}, headers=table.headers).json()
    assert offered["state"]["phase"] == "waiting"
    address = f"/api/matches/{offered['match']}/join"
    assert client.post(address, json={"invitation": "-"}).json()["code"] == "server.invitation_wrong"
    taken = client.post(address, json={"invitation": "-"}, headers=guest).json()
    assert (taken["you"]["seats"], taken["state"]["phase"]) == ([1], "playing")


def test_a_match_with_another_person_is_left_only_when_it_is_over_and_stays_theirs(client):
    table, guest = apart(client)
    address = f"/api/matches/{table.match}"
    assert client.delete(address, headers=table.headers).json()["code"] == "server.others_play"
    table.post("resign")
    table.post("stop")
    assert client.delete(address, headers=table.headers).status_code == 204
    assert client.get("/api/matches", headers=table.headers).json()["matches"] == []
    assert len(client.get("/api/matches", headers=guest).json()["matches"]) == 1


def test_a_server_for_this_machine_only_gives_no_address_to_others(client):
    assert client.get("/api/invitations/network").json() == {"address": None, "is_local": True}


def test_a_code_is_a_square_with_its_three_corner_marks(client):
    link = "http://192.168.1.7:8000/#/join/abcdefghijkl/0123456789012345678901234567890123456789012"
    rows = client.post("/api/invitations/code", json={"text": link}).json()["rows"]
    assert {len(row) for row in rows} == {len(rows)}
    assert (len(rows) - 17) % 4 == 0
    mark = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert [row[:7] for row in rows[:7]] == [row[-7:] for row in rows[:7]] == [row[:7] for row in rows[-7:]] == mark


@pytest.mark.parametrize("text", ["\n", "ABC\n", "123\n", "点\n", "\x00", "💥" * 75, "é" * 150])
def test_any_text_has_a_code(client, text):
    assert client.post("/api/invitations/code", json={"text": text}).status_code == 200
