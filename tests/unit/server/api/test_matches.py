from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from enraya.locale import messages
from tests.unit.server.conftest import TWO, Table, serving


def test_a_match_is_made_played_and_ends_with_its_score(client):
    table = Table(client, **TWO, games=2)
    assert table.state["turn"] == {"seat": 0, "sign": "X", "owner": 0}
    table.play("a1", "b1", "a2", "b2", "a3")
    state = table.state
    assert state["phase"] == "between"
    assert state["score"] == {"wins": [1, 0], "draws": 0, "leader": 0, "margin": 1}
    assert state["position"]["winning_cells"] == [0, 3, 6]
    assert state["position"]["board"]["strikes"] == [{"cells": [0, 3, 6], "owner": 0}]
    assert state["results"][0]["reason"] == "line"
    assert table.post("continue").status_code == 200
    assert table.state["turn"]["seat"] == 1
    assert table.state["seats"][1]["plays"] == 0
    table.post("resign", seat=1)
    assert table.state["phase"] == "finished"
    assert table.state["score"]["wins"] == [2, 0]


def test_a_move_sent_again_is_harmless_and_another_at_its_ply_is_refused_by_name(client):
    table = Table(client, **TWO)
    first = table.play("b2")
    again = table.post("moves", move="b2", ply=0, game=1).json()
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert again["number"] == first["number"]
    assert table.post("moves", move="5", ply=0, game=1).json()["repeated"]
    assert table.post("moves", move="a1", ply=0, game=1).json()["code"] == "server.stale_move"
    assert table.post("moves", move="a1", ply=5, game=1).json()["code"] == "server.early_move"
    assert len(table.state["history"]) == 1


def test_a_move_that_was_undone_is_not_played_again_by_a_late_copy(client):
    table = Table(client, **TWO)
    sent = {"move": "b2", "ply": 0, "game": 1, "after": 1}
    assert table.post("moves", **sent).json()["number"] == 2
    table.post("undo")
    late = table.post("moves", **sent).json()
    assert (late["number"], late["repeated"]) == (2, True)
    assert table.state["history"] == []
    assert table.post("moves", **{**sent, "move": "c3"}).json()["code"] == "server.stale_move"


def test_a_move_of_an_earlier_game_is_known_to_be_made(client):
    table = Table(client, **TWO, games=2)
    number = table.play("a1", "b1", "a2", "b2", "a3")["number"]
    table.post("continue")
    again = table.post("moves", move="a3", ply=4, game=1).json()
    assert (again["repeated"], again["number"]) == (True, number)
    assert table.post("moves", move="c3", ply=4, game=1).json()["code"] == "server.stale_move"


def test_undo_and_redo_go_back_to_where_it_was(client):
    table = Table(client, **TWO)
    table.play("b2", "a1")
    before = table.state
    assert before["may"]["undo"] == [True, True]
    table.post("undo")
    assert [made["move"] for made in table.state["history"]] == ["b2"]
    assert table.state["may"]["redo"] == [False, True]
    table.post("redo")
    assert table.state["position"] == before["position"]


def test_an_exam_has_neither_undo_nor_hint(client):
    table = Table(client, **TWO, exam=True)
    table.play("b2")
    assert table.state["may"]["undo"] == table.state["may"]["hint"] == [False, False]
    assert table.post("undo").json()["code"] == "match.exam"
    assert table.post("hint").json()["code"] == "match.exam"


def test_a_pause_stops_moves_until_it_is_over(client):
    table = Table(client, **TWO)
    table.post("pause")
    assert table.state["paused"]
    assert table.post("moves", move="a1", ply=0, game=1).json()["code"] == "match.paused"
    table.post("resume")
    table.play("a1")


def test_a_hint_is_a_legal_move_and_is_counted(client):
    table = Table(client, **TWO)
    # A busy machine may not find one in time.
    hint, asked = table.post("hint").json(), 1
    while hint["move"] is None:
        hint, asked = table.post("hint").json(), asked + 1
    assert hint["move"] in table.state["choices"]
    assert hint["reason"]["key"] in messages("es")
    assert table.state["seats"][0]["hints"] == asked


def test_an_illegal_move_is_refused_in_the_language_of_the_caller(client):
    table = Table(client, **TWO)
    table.play("b2")
    table.headers["Accept-Language"] = "de, es;q=0.9, en;q=0.5"
    answer = table.post("moves", move="b2", ply=1, game=1)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "error.cell_taken"
    assert "ocupada" in answer.json()["detail"]


def test_no_such_match_is_told_as_a_problem(client):
    answer = client.get("/api/matches/nothing")
    assert answer.status_code == 404
    assert answer.json()["code"] == "server.no_match"


def test_a_machine_answers_and_says_what_it_did(client):
    table = Table(client, starter="first", seconds=30)
    with table.live() as live:
        live.say(type="play", id=1, move="b2", ply=0, game=1)
        assert live.next("event")["seat"] == 0
        answer = live.next("event")
    assert answer["event"] == "played"
    made = answer["history"]["add"][0]
    assert made["seat"] == 1
    assert made["nodes"] > 0


@pytest.mark.parametrize("player", ["minimax:depth=3", "mcts:nodes=50", "rules", "random", "perfect", "level:3"])
def test_every_kind_of_machine_plays(client, player):
    table = Table(client, second=player, starter="second", seconds=30, games=1)
    with table.live() as live:
        state = live.welcome["state"]
        if not state["history"]:
            live.next("event")
    assert len(table.state["history"]) == 1


def test_a_rematch_keeps_the_seats_and_is_made_once(client):
    table = Table(client, **TWO, games=1, names=["Ana", "Luis"])
    assert table.post("rematch").json()["code"] == "match.not_between"
    table.post("resign")
    first, second = table.post("rematch", seconds=7).json(), table.post("rematch").json()
    assert first["match"] == second["match"] == table.state["rematch"]
    assert first["you"] == {"seats": [0, 1], "owner": True}
    assert first["state"]["settings"]["seconds"] == 7
    assert first["state"]["settings"]["names"] == ["Ana", "Luis"]


def test_rematches_asked_for_at_the_same_moment_are_one(client):
    table = Table(client, **TWO, games=1)
    table.post("resign")
    with ThreadPoolExecutor(8) as callers:
        asked = [callers.submit(table.post, "rematch") for _ in range(8)]
        made = {each.result().json()["match"] for each in asked}
    assert made == {table.state["rematch"]}
    listed = client.get("/api/matches", headers=table.headers).json()["matches"]
    assert {match["match"] for match in listed} == {table.match, *made}


def test_a_rematch_asked_for_again_after_a_restart_is_the_same(tmp_path):
    with serving(tmp_path / "matches.db") as client:
        table = Table(client, **TWO, games=1)
        table.post("resign")
        made = table.post("rematch").json()["match"]
    with serving(tmp_path / "matches.db") as client:
        table.client = client
        assert table.post("rematch").json()["match"] == made


def test_the_list_of_matches_tells_when_each_was_last_changed(client):
    table = Table(client, **TWO)

    def updated():
        return client.get("/api/matches", headers=table.headers).json()["matches"][0]["updated"]

    before, moved_after = updated(), time.time()
    table.play("b2")
    assert before <= moved_after <= updated() <= time.time()


def test_who_has_a_token_finds_the_matches_again(client):
    table = Table(client, **TWO, names=["Ana", None])
    listed = client.get("/api/matches", headers=table.headers).json()["matches"]
    assert [match["match"] for match in listed] == [table.match]
    assert client.get("/api/matches").json()["matches"] == []


def test_a_finished_game_can_be_replayed_frame_by_frame(client):
    table = Table(client, **TWO, game="oso(3,3)", games=1)
    table.play("O@a1", "S@b1", "O@c1")
    replay = client.get(f"/api/matches/{table.match}/games/1").json()
    assert [frame["move"] for frame in replay["frames"]] == ["O@a1", "S@b1", "O@c1"]
    assert replay["frames"][2]["cells"] == [[2, "O", None]]
    assert replay["frames"][2]["strikes"] == [{"cells": [0, 1, 2], "owner": 0}]
    assert client.get(f"/api/matches/{table.match}/games/2").status_code == 404


def test_a_match_goes_on_where_it_was_after_a_restart(tmp_path):
    database = tmp_path / "matches.db"
    with serving(database) as client:
        table = Table(client, **TWO, names=["Ana", "Luis"])
        table.play("b2", "a1")
        table.post("undo")
        before = table.state
    with serving(database) as client:
        table.client = client
        after = table.state
        assert {**after, "time": None} == {**before, "time": None}
        table.post("redo")
        table.play("c1")
        assert [made["move"] for made in table.state["history"]] == ["b2", "a1", "c1"]


def delete(table):
    return table.client.delete(f"/api/matches/{table.match}", headers=table.headers)


def test_a_match_is_deleted_by_who_plays_in_it_alone_and_is_gone_for_good(client):
    table = Table(client, **TWO)
    table.play("b2")
    assert delete(table).status_code == 204
    assert client.get(f"/api/matches/{table.match}").status_code == 404
    assert client.get("/api/matches", headers=table.headers).json()["matches"] == []


def test_a_match_is_not_deleted_by_who_only_watches(client):
    table = Table(client, **TWO)
    assert client.delete(f"/api/matches/{table.match}").json()["code"] == "server.watching"
    table.play("b2")


def test_a_machine_tells_its_depth_its_value_and_the_line_it_expects(client):
    table = Table(client, game="mnk(3,3,3)", first="alphabeta", second="human", starter="first", seconds=None)
    until = time.monotonic() + 900
    while not (history := table.state["history"]):
        assert time.monotonic() < until
        time.sleep(0.05)
    made = history[0]
    assert (made["depth"], made["exact"], made["value"]) == (9, True, 0)
    assert made["line"].split()[0] == made["move"]
    assert len(made["line"].split()) == 9
