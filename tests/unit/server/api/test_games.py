from __future__ import annotations

import pytest

from enraya.catalogue import FAMILIES, find_game
from enraya.locale import messages
from enraya.solve.canonical import CanonicalForms
from enraya.solve.solution import Worth
from enraya.solve.tables.directory import table_path
from enraya.solve.tables.file import write_table
from tests.unit.server.conftest import TWO, Table, serving

OWN = '''"""Take one, two or three; whoever takes the last wins."""
def initial(): return (7, 0)
def to_move(state): return state[1]
def legal_moves(state): return [n for n in (1, 2, 3) if n <= state[0]]
def play(state, move): return (state[0] - move, 1 - state[1])
def outcome(state): return None if state[0] else (1 if state[1] else -1)
'''


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    with serving(tmp_path / "matches.db", games_files=[str(file)]) as client:
        yield client


def test_the_catalogue_has_every_family_in_both_languages(client):
    catalogue = client.get("/api/games").json()
    assert [family["family"] for family in catalogue["families"]] == [*FAMILIES, "tree"]
    for family in catalogue["families"]:
        for words in (family["title"], family["rules"], *(preset["title"] for preset in family["presets"])):
            assert words["es"]
            assert words["en"]
    assert catalogue["defaults"]["game"] == "mnk(3,3,3)"


def test_options_come_with_their_limits_and_presets_with_their_values(client):
    families = {family["family"]: family for family in client.get("/api/games").json()["families"]}
    columns = families["connect"]["options"][0]
    assert (columns["name"], columns["kind"], columns["least"], columns["most"]) == ("columns", "number", 1, 19)
    assert families["gomoku"]["options"][0]["words"] == ["15", "19"]
    assert families["mnk"]["options"][3]["kind"] == "flag"
    assert families["connect"]["presets"][0]["options"] == {"columns": 7, "rows": 6, "k": 4}


def test_a_sample_is_a_position_to_look_at(client):
    for family in client.get("/api/games").json()["families"]:
        for preset in family["presets"]:
            board = preset["sample"]["board"]
            if board is not None:
                filled = [cell for cell, sign in enumerate(board["cells"]) if sign]
                assert sorted(set(preset["sample"]["order"])) == filled


def test_a_table_stored_while_the_server_runs_lets_the_perfect_player_be_offered(client, tmp_path, monkeypatch):
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path))

    def players():
        described = client.get("/api/games/describe", params={"game": "mnk(9,7,5)"}).json()
        return [strategy["player"] for strategy in described["strategies"]]

    assert "perfect" not in players()
    game = find_game("mnk(9,7,5)")
    write_table(table_path(game), game, {CanonicalForms(game).of(game.initial())[0]: Worth(0, 63)})
    assert "perfect" in players()


@pytest.mark.parametrize("game", ["mnk(3,3,3)", "oso(3,3)", "gomoku(15,standard,swap2)", "tree(A[3 5])", "terni"])
def test_a_game_is_described_with_who_can_play_it(client, game):
    described = client.get("/api/games/describe", params={"game": game}).json()
    assert described["game"].startswith(game[:5])
    assert described["forms"] in messages("en")
    assert "alphabeta+" in [strategy["player"] for strategy in described["strategies"]]
    assert described["start"]["turn"]["seat"] == 0


def test_a_game_that_does_not_exist_is_refused(client):
    answer = client.get("/api/games/describe", params={"game": "chess"})
    assert (answer.status_code, answer.json()["code"]) == (422, "error.game_unknown")


def test_every_message_can_be_had(client):
    assert client.get("/api/words/es").json() == dict(messages("es"))


def test_a_set_up_is_refused_field_by_field(client):
    wrong = {"game": "mnk(3,3,9)", "seconds": "soon", "games": 0, "starter": "me", "names": ["x" * 50, None]}
    answer = client.post("/api/settings/check", json=wrong, headers={"accept-language": "es"}).json()
    assert set(answer["refusals"]) == {"game", "seconds", "games", "starter", "names"}
    assert answer["game"] is None
    said = answer["refusals"]["game"]
    assert (said["detail"], said["option"]) == ("En este tablero caben como mucho 3 en raya.", "k")


FIELDS = ("game", "first", "second", "starter", "seconds", "games", "exam", "position", "seed", "names", "invite")


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "", "x" * 5000, [], {}, ["a"]])
def test_whatever_stands_in_a_field_gets_an_answer_in_words(client, value):
    for field in FIELDS:
        answer = client.post("/api/settings/check", json={field: value})
        assert answer.status_code == 200, field
        assert set(answer.json()["refusals"]) <= {field}


def test_a_match_that_is_set_up_wrong_is_not_made(client):
    answer = client.post("/api/matches", json={"games": 0, "second": "nobody"})
    assert answer.status_code == 422
    assert set(answer.json()["fields"]) == {"games", "second"}


def test_a_set_up_that_is_right_is_told_its_full_name(client):
    assert client.post("/api/settings/check", json={"game": "four"}).json() == {"game": "mnk(4,4,4)", "refusals": {}}


@pytest.mark.parametrize("name", ["mine.py", "/etc/passwd.py", "../mine.py", "a.py:Game", "x.py:"])
def test_a_file_that_was_not_offered_is_refused_and_never_read(client, name):
    assert client.get("/api/games/describe", params={"game": name}).json()["code"] == "server.no_files"
    refusals = client.post("/api/settings/check", json={"game": name}).json()["refusals"]
    assert refusals["game"]["code"] == "server.no_files"
    assert client.post("/api/positions", json={"game": name}).json()["code"] == "server.no_files"
    assert client.post("/api/replays", json={"game": name, "moves": []}).json()["code"] == "server.no_files"


@pytest.mark.parametrize(
    "player", ["mine.py", "mine.py:choose", "alphabeta:evaluate=/etc/passwd", "minimax:depth=2,evaluate=mine.py:f"]
)
def test_a_player_from_a_file_is_refused(client, player):
    refusals = client.post("/api/settings/check", json={"second": player}).json()["refusals"]
    assert refusals["second"]["code"] == "server.no_files"


def test_a_file_that_is_offered_is_a_family_and_plays_by_its_bare_name(own, tmp_path):
    family = own.get("/api/games").json()["families"][-1]
    assert (family["family"], family["kind"]) == ("mine.py", "text")
    assert family["rules"]["en"].startswith("Take one")
    table = Table(own, **TWO, game="mine.py")
    assert table.state["game"]["name"] == "mine.py"
    assert set(table.state["choices"]) == {"1", "2", "3"}
    table.play("3", "3", "1")
    assert table.state["results"][0]["winner"] == 0
    assert str(tmp_path) not in str(table.state)
    exported = own.get(f"/api/matches/{table.match}/games/1/export/json").json()
    assert exported["game"] == "mine.py"


def test_a_machine_plays_a_file_on_the_offered(own):
    table = Table(own, game="mine.py", starter="second", seconds=30)
    with table.live() as live:
        if not live.welcome["state"]["history"]:
            live.next("event")
    assert [made["seat"] for made in table.state["history"]] == [1]
