"""Other programs on a server's list: they play by their names, nobody else's command is run, and failures are told."""

from __future__ import annotations

import pytest

from enraya.errors import EnrayaError
from enraya.server.app import make_app
from tests.unit.piskvork.programs import command
from tests.unit.server.conftest import Table, serving

SETTINGS = {"game": "gomoku(15,freestyle,free)", "first": "human", "second": "Steady", "starter": "first", "games": 1}


def test_an_engine_of_the_list_is_offered_by_its_name_and_plays(tmp_path):
    with serving(tmp_path / "matches.db", engines=[f"Steady={command(tmp_path, 'plays')}"]) as client:
        for game, is_offered in (("gomoku(15,standard,swap2)", True), ("mnk(3,3,3)", False)):
            shown = client.get("/api/games/describe", params={"game": game}).json()
            titles = {each["player"]: each["title"]["en"] for each in shown["strategies"]}
            assert ("Steady" in titles) is is_offered
            assert str(tmp_path) not in str(shown)
        table = Table(client, **SETTINGS)
        with table.live() as live:
            table.play("h8")
            while (event := live.next("event"))["number"] < 3:
                pass
            assert event["event"] == "played"
            assert event["history"]["add"][-1]["move"] == "a1"


@pytest.mark.parametrize("player", ["piskvork:/bin/true", "piskvork:Steady", "Steady:depth=3", "Unknown"])
def test_what_is_not_on_the_list_is_refused(tmp_path, player):
    with serving(tmp_path / "matches.db", engines=[f"Steady={command(tmp_path, 'plays')}"]) as client:
        refused = client.post("/api/matches", json={**SETTINGS, "second": player})
        assert refused.status_code == 422
        assert "second" in refused.json()["fields"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [("crashes", "Steady ended its own process"), ("talks", "Steady"), ("complains", "Steady does not play on")],
)
def test_everybody_is_told_by_name_why_an_engine_lost(tmp_path, answer, sentence):
    with serving(tmp_path / "matches.db", engines=[f"Steady={command(tmp_path, answer)}"]) as client:
        table = Table(client, **SETTINGS)
        with table.live() as live:
            table.play("h8")
            fault = live.next("fault")["fault"]
        assert sentence in fault["en"]
        assert table.state["fault"] == fault
        assert str(tmp_path) not in str(fault)


def test_an_engine_that_cannot_be_is_refused_when_the_server_starts(tmp_path):
    refused = dict.fromkeys(("Steady", "Steady=", "=true", "random=true", "a/b=true", "Human=true"), "names no engine")
    for said, why in {**refused, "X=/no/such": "X cannot be started"}.items():
        with pytest.raises(EnrayaError, match=why):
            make_app(tmp_path / "matches.db", engines=[said])
