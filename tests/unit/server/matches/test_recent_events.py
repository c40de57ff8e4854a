"""A match with very many events: nothing is played through again, and there is an end to them."""

from __future__ import annotations

import pytest

from enraya.match import Match
from enraya.server.matches.recent_events import MOST_MESSAGES
from tests.unit.server.conftest import TWO, Table, follow, serving, still


@pytest.fixture
def table(client):
    return Table(client, **TWO)


@pytest.fixture
def no_replays(monkeypatch):
    """From now on nobody may play a match through again."""

    def refuse(*arguments):
        pytest.fail("a match was played through again")

    monkeypatch.setattr(Match, "replay", refuse)


def events(table, after):
    return table.client.get(f"/api/matches/{table.match}/events", params={"after": after}).json()


def test_what_happened_since_is_told_without_playing_the_match_through(table, no_replays):
    table.play("b2")
    known = table.state
    table.post("undo")
    table.play("a1", "b2")
    state = known
    for event in events(table, known["number"])["events"]:
        state = follow(state, event)
    assert still(state) == still(table.state)


def test_who_missed_more_than_is_kept_is_told_how_things_stand(table, no_replays):
    for _ in range(MOST_MESSAGES // 2):
        table.play("b2")
        table.post("undo")
    last = table.state["number"]
    assert len(events(table, last - MOST_MESSAGES)["events"]) == MOST_MESSAGES
    table.play("b2")
    missed = events(table, last - MOST_MESSAGES)
    assert missed["events"] == []
    assert missed["state"]["number"] == last + 1


def test_the_clock_of_the_last_event_has_run_on(client):
    table = Table(client, **{**TWO, "seconds": 3600})
    table.play("b2")
    first = events(table, 1)["events"][-1]["changes"]["clock"]["remaining"]
    assert events(table, 1)["events"][-1]["changes"]["clock"]["remaining"] <= first < 3600


def test_a_move_sent_again_is_found_without_playing_the_match_through(table, no_replays):
    table.play("b2", "a1")
    table.post("undo")
    table.play("c1", "a1")
    again = table.post("moves", move="b2", ply=0, game=1).json()
    assert (again["repeated"], again["number"]) == (True, 2)
    again = table.post("moves", move="c1", ply=1, game=1).json()
    assert (again["repeated"], again["number"]) == (True, 5)


def test_a_move_sent_again_after_a_restart_is_found_too(tmp_path):
    with serving(tmp_path / "matches.db") as client:
        table = Table(client, **TWO)
        table.play("b2", "a1")
    with serving(tmp_path / "matches.db") as client:
        table.client = client
        assert table.post("moves", move="a1", ply=1, game=1).json()["number"] == 3


@pytest.mark.parametrize("action", ["undo", "pause", "hint"])
def test_after_very_many_interruptions_another_is_refused_and_moves_are_taken(table, monkeypatch, action):
    monkeypatch.setattr("enraya.server.matches.recent_events.MOST_INTERRUPTIONS", 4)
    table.play("b2")
    for _ in range(2):
        table.post("undo")
        table.post("redo")
    refused = table.post(action)
    assert (refused.status_code, refused.json()["code"]) == (409, "server.too_many_interruptions")
    assert "4" in refused.json()["detail"]
    table.play("a1")


def test_a_paused_match_can_always_go_on(table, monkeypatch):
    monkeypatch.setattr("enraya.server.matches.recent_events.MOST_INTERRUPTIONS", 1)
    assert table.post("pause").status_code == 200
    assert table.post("resume").status_code == 200
    assert table.post("pause").status_code == 409
