from __future__ import annotations

import time
from urllib.parse import quote

import pytest

from enraya.server.teacher_key import TeacherKey
from enraya.server.workers.pool import LONGEST_WAITED_FOR, PoolSlot
from tests.scale import scaled
from tests.unit.server.conftest import described, fits, serving

KEY = "the-key-of-the-tests"
TEACHER = {"X-Enraya-Teacher": KEY}
GOOD = b"def choose(state, limit, game):\n    return game.legal_moves(state)[0]\n"
CRASHING = b"def choose(state, limit):\n    raise ValueError('on purpose')\n"
ILLEGAL = b"def choose(state, limit):\n    return 'z99'\n"
BOT = b"""import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word == "enraya":
        print("ready bot", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "go":
        print("move", legal[-1], flush=True)
"""
EVALUATION = b"def evaluate(state, player):\n    return 0.5\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("arena")


def open_arena(folder, **options):
    return serving(folder / "matches.db", teacher_key=TeacherKey(KEY), **options)


@pytest.fixture(scope="module")
def client(folder):
    with open_arena(folder) as client:
        yield client


def hand_in(client, name, body, file="player.py", token="student-one", **query):
    client.cookies.clear()
    query = {"name": name, "file": file, **query}
    return client.post("/api/hand-ins", params=query, content=body, headers={"X-Enraya-Token": token})


def make(client, **choices):
    body = {"title": "Liga", "game": "mnk(3,3,3)", "seconds": 5, **choices}
    return client.post("/api/tournaments", json=body, headers=TEACHER)


def finish(client, id):
    """The tournament when it is over, followed as a page follows it."""
    state = client.get(f"/api/tournaments/{id}").json()
    while state["state"] == "running":
        state = client.get(f"/api/tournaments/{id}", params={"after": state["number"]}).json()
    return state


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def test_a_player_is_tried_at_once_and_told_in_a_sentence(client):
    answer = hand_in(client, " Ana   María ", GOOD)
    assert answer.status_code == 201 and answer.json()["verdict"] is None
    assert answer.json()["player"]["name"] == "Ana María"
    crashed = hand_in(client, "Luis", CRASHING).json()
    assert "on purpose" in crashed["verdict"]["en"] and "Luis" in crashed["verdict"]["es"]
    assert "/" not in crashed["verdict"]["en"]
    assert "z99" in hand_in(client, "Eva", ILLEGAL).json()["verdict"]["en"]
    assert hand_in(client, "Bot", BOT).json()["player"]["versions"][0]["kind"] == "bot"
    evaluation = hand_in(client, "Valora", EVALUATION).json()
    assert evaluation["verdict"] is None and evaluation["player"]["versions"][0]["kind"] == "evaluate"
    listed = client.get("/api/hand-ins").json()
    assert {"Ana María", "Bot", "Eva", "Luis", "Valora"} <= {player["name"] for player in listed["players"]}
    assert fits({"$ref": "#/components/schemas/PlayerList"}, listed) and described()


def test_a_file_whose_function_is_missing_or_misspelt_is_told_which_it_may_have(client):
    verdict = hand_in(client, "Zoe", b"def choos(state, limit):\n    return 1\n", file="zoe.py").json()["verdict"]
    assert verdict["en"].startswith("zoe.py has neither a function choose(state, limit) nor evaluate(state, player).")
    assert verdict["es"].startswith("zoe.py no tiene ni una función choose(state, limit) ni evaluate(state, player).")


def test_versions_are_kept_and_the_newest_that_plays_plays(client):
    hand_in(client, "Versiones", GOOD)
    again = hand_in(client, "VERSIONES", CRASHING).json()["player"]
    assert again["name"] == "Versiones" and again["playing"] == 1 and again["is_yours"]
    assert [each["version"] for each in again["versions"]] == [2, 1]
    third = hand_in(client, "Versiones", GOOD + b"# better\n").json()["player"]
    assert third["playing"] == 3
    own = {"X-Enraya-Token": "student-one"}
    client.cookies.clear()
    assert client.get("/api/hand-ins/Versiones/2", headers=own).content == CRASHING
    assert refusal(client.get("/api/hand-ins/Versiones/2")) == (403, "handin.not_yours")
    assert client.get("/api/hand-ins/Versiones/2", headers=TEACHER).content == CRASHING


@pytest.mark.parametrize("name", ["Ana/Luis", "a/b/1", "?#;", "/", "//"])
def test_a_player_of_any_name_can_be_read_and_deleted_again(client, name):
    made = hand_in(client, name, GOOD)
    assert made.status_code == 201, made.text
    address, own = f"/api/hand-ins/{quote(name, safe='')}", {"X-Enraya-Token": "student-one"}
    client.cookies.clear()
    assert client.get(f"{address}/1", headers=own).content == GOOD
    assert client.delete(address, headers=own).status_code == 204
    assert name not in [player["name"] for player in client.get("/api/hand-ins").json()["players"]]


def test_a_name_of_dots_alone_is_refused(client):
    assert refusal(hand_in(client, "..", GOOD)) == (422, "handin.name")


def test_what_is_no_player_is_refused_in_a_sentence_and_not_kept(client):
    hand_in(client, "Ana María", GOOD)
    before = client.get("/api/hand-ins").json()
    assert refusal(hand_in(client, "Otro", GOOD, file="player.exe")) == (422, "handin.ending")
    assert refusal(hand_in(client, "Otro", b" \n")) == (422, "handin.empty")
    assert refusal(hand_in(client, "Otro", GOOD, file="a/b\x07.py")) == (422, "handin.file_name")
    assert refusal(hand_in(client, "  ", GOOD)) == (422, "handin.name")
    assert refusal(hand_in(client, "x" * 41, GOOD)) == (422, "handin.name")
    assert refusal(hand_in(client, "Otro", b"#" * 210_000)) == (413, "handin.too_large")
    assert hand_in(client, "Otro", b"#" * 300_000).status_code == 413
    assert refusal(hand_in(client, "Otro", GOOD, game="/etc/passwd.py"))[0] == 422
    assert refusal(hand_in(client, "ana maría", GOOD, token="student-two")) == (409, "handin.taken")
    client.cookies.clear()
    assert [each["name"] for each in client.get("/api/hand-ins").json()["players"]] == [
        each["name"] for each in before["players"]
    ]


def test_only_the_teacher_makes_stops_and_deletes(client):
    body = {"title": "Liga", "players": ["random", "level:1"]}
    assert refusal(client.post("/api/tournaments", json=body)) == (403, "server.teacher_only")
    wrong = {"X-Enraya-Teacher": "not-the-key-at-all"}
    assert refusal(client.post("/api/tournaments", json=body, headers=wrong)) == (403, "server.teacher_key")
    made = make(client, players=["random", "level:1"]).json()["id"]
    for action in ("stop", "continue"):
        assert refusal(client.post(f"/api/tournaments/{made}/{action}"))[0] == 403
    assert refusal(client.delete(f"/api/tournaments/{made}"))[0] == 403
    assert client.post("/api/teacher", headers=TEACHER).json() == {"status": "ok"}
    assert client.delete(f"/api/tournaments/{made}", headers=TEACHER).status_code == 204
    assert refusal(client.get(f"/api/tournaments/{made}")) == (404, "tournament.unknown")


def test_bad_tournaments_are_refused_in_one_sentence_each(client):
    assert refusal(make(client, players=["random"])) == (422, "arena.players_number")
    assert refusal(make(client, players=["random", "nobody"])) == (422, "error.player_unknown")
    assert refusal(make(client, players=["random", "mine.py"])) == (422, "server.no_files")
    assert refusal(make(client, players=["random", "bot:/bin/sh"])) == (422, "server.no_files")
    assert refusal(make(client, players=["random", "hand-in:1:Ana"])) == (422, "server.no_files")
    assert refusal(make(client, players=["random", "level:1"], games=0)) == (422, "arena.whole")
    assert refusal(make(client, players=["random", "level:1"], seconds=-1)) == (422, "arena.number")
    assert refusal(make(client, players=["random", "level:1"], seconds=61)) == (422, "tournament.seconds")
    assert refusal(make(client, players=["random", "level:1"], title=" ")) == (422, "handin.name")
    assert refusal(make(client, players=["random", "level:1"], game="chess")) == (422, "error.game_unknown")
    assert refusal(make(client, players=["random", "level:1"], game="mine.py")) == (422, "server.no_files")
    assert refusal(make(client, players=["random"], handed_in=["Nadie"])) == (404, "handin.unknown")
    assert refusal(make(client, players=["random", "level:1"], games=100_000)) == (422, "arena.too_many_games")
    assert make(client, players=["random", "level:1"], format="cup").status_code == 400


def test_a_tournament_is_played_to_its_table_and_every_failure_has_its_reason(client):
    for name, body in (("Buena", GOOD), ("Rota", CRASHING), ("Robot", BOT)):
        hand_in(client, name, body)
    made = make(client, handed_in=["Buena", "Rota", "Robot"], players=["level:8"], title="Clase")
    assert made.status_code == 201
    over = finish(client, made.json()["id"])
    assert over["state"] == "finished" and over["played"] == over["expected"] == over["counted"] == 12
    names = [over["players"][row["player"]]["name"] for row in over["table"]["rows"]]
    assert names[-1] == "Rota"
    last = over["table"]["rows"][-1]
    assert last["failures"] == {"crash": 6} and last["points"] == 0
    assert sum(row["points"] for row in over["table"]["rows"]) == 12
    broken = next(number for number, player in enumerate(over["players"]) if player["name"] == "Rota")
    games = client.get(f"/api/tournaments/{over['id']}/games", params={"player": broken}).json()
    assert games["total"] == 6 and all("Rota" in game["failure"]["es"] for game in games["games"])
    assert not any("/" in game["failure"]["en"] for game in games["games"])
    assert fits({"$ref": "#/components/schemas/TournamentAnswer"}, over)
    listed = client.get("/api/tournaments").json()["tournaments"][0]
    assert (listed["title"], listed["state"], listed["played"], listed["expected"]) == ("Clase", "finished", 12, 12)


def test_a_knockout_has_its_bracket(client):
    made = make(client, players=["random", "level:9", "level:1", "level:2", "level:0"], format="knockout").json()
    assert [len(stage) for stage in made["bracket"]] == [4, 2, 1]
    over = finish(client, made["id"])
    first, half, (final,) = over["bracket"]
    assert [meeting["other"] is None for meeting in first].count(True) == 3
    assert all(meeting["winner"] in (meeting["one"], meeting["other"]) for meeting in (*first, *half, final))
    assert final["winner"] == over["table"]["rows"][0]["player"]


def test_a_machine_that_is_slow_to_draw_openings_does_not_stop_the_tournament(client, monkeypatch):
    ask = PoolSlot.ask

    async def ask_slowly(turn, job, seconds, on_progress=None):
        is_late = job["task"] == "tournaments.draw_openings" and seconds <= LONGEST_WAITED_FOR
        return None if is_late else await ask(turn, job, seconds, on_progress)

    monkeypatch.setattr(PoolSlot, "ask", ask_slowly)
    over = finish(client, make(client, players=["level:0", "level:1"], games=2).json()["id"])
    assert (over["state"], over["fault"], over["played"]) == ("finished", None, 2)


def test_a_stopped_tournament_goes_on_and_plays_no_game_twice(client):
    made = make(client, players=["random", "level:1", "level:2"], games=30).json()
    stopped = client.post(f"/api/tournaments/{made['id']}/stop", headers=TEACHER).json()
    assert stopped["state"] == "stopped" and stopped["live"] == [] and stopped["played"] < 90
    time.sleep(0.2)
    assert client.get(f"/api/tournaments/{made['id']}").json()["played"] == stopped["played"]
    client.post(f"/api/tournaments/{made['id']}/continue", headers=TEACHER)
    over = finish(client, made["id"])
    games = client.get(f"/api/tournaments/{made['id']}/games").json()
    assert over["played"] == games["total"] == 90
    assert len({game["number"] for game in games["games"]}) == 90


def test_a_tournament_goes_on_after_a_restart_with_the_same_games(tmp_path):
    choices = {"players": ["level:0", "level:1"], "games": scaled(16, soak=60), "seed": 7}
    with open_arena(tmp_path) as client:
        hand_in(client, "Ana", GOOD)
        made = make(client, handed_in=["Ana"], **choices).json()["id"]
        state = client.get(f"/api/tournaments/{made}").json()
        while not state["played"]:
            state = client.get(f"/api/tournaments/{made}", params={"after": state["number"]}).json()
    with open_arena(tmp_path) as client:
        over = finish(client, made)
        again = finish(client, make(client, handed_in=["Ana"], **choices).json()["id"])
        games = [client.get(f"/api/tournaments/{id}/games").json()["games"] for id in (made, again["id"])]
    assert over["state"] == "finished" and over["played"] == 3 * choices["games"]
    one, other = ({game["number"]: game["moves"] for game in each} for each in games)
    assert all(one[number] == other[number] for number in one.keys() & other.keys())


def test_a_player_deleted_in_the_middle_stops_the_tournament_with_its_reason(client):
    hand_in(client, "Fugaz", GOOD)
    made = make(client, handed_in=["Fugaz"], players=["level:1"], games=500).json()["id"]
    assert client.delete("/api/hand-ins/Fugaz", headers={"X-Enraya-Token": "other"}).status_code == 403
    assert client.delete("/api/hand-ins/Fugaz", headers=TEACHER).status_code == 204
    over = finish(client, made)
    assert over["state"] == "stopped" and "Fugaz" in over["fault"]["en"]
    assert client.delete(f"/api/tournaments/{made}", headers=TEACHER).status_code == 204


def test_a_tournament_of_a_game_from_a_file_never_loads_it_here(tmp_path):
    rules = tmp_path / "five.py"
    rules.write_text(
        "import os\n"
        "def initial(): return (os.getpid(), ())\n"
        "def legal_moves(s): return [] if len(s[1]) > 4 else [c for c in range(5) if c not in s[1]]\n"
        "def play(s, m): return (s[0], s[1] + (m,))\n"
        "def outcome(s): return None if len(s[1]) < 5 else (1 if s[1][0] > s[1][1] else -1)\n"
    )
    with open_arena(tmp_path, games_files=[str(rules)]) as client:
        assert hand_in(client, "Ana", GOOD, game="five.py").json()["verdict"] is None
        made = make(client, game="five.py", handed_in=["Ana"], players=["random"]).json()
        over = finish(client, made["id"])
    assert over["state"] == "finished" and over["game"] == "five.py" and over["played"] == 2


def test_a_sequential_test_stops_as_soon_as_it_is_decided_and_the_results_are_downloaded(client):
    hand_in(client, "Ana", GOOD)
    test = {"elo0": 0, "elo1": 250}
    answer = make(client, players=["level:10"], handed_in=["Ana"], games=400, sprt=test)
    assert answer.status_code == 201, answer.text
    over = finish(client, answer.json()["id"])
    assert over["sprt"]["decision"] == "H1" and over["played"] < 400
    assert over["sprt"]["ratio"] >= over["sprt"]["bounds"][1]

    def file(kind):
        return client.get(f"/api/tournaments/{over['id']}/files/{kind}")

    said = file("json").json()
    assert [(each["player"], each["spec"]) for each in said["players"]] == [("level:10", "level:10"), ("Ana", "Ana")]
    assert said["sprt"]["decision"] == "H1"
    assert file("table").text.splitlines()[1].startswith("1,level:10,")
    assert len(file("games").text.splitlines()) == len(said["games"]) + 1
    assert file("pgn").text.count("[First ") == len(said["games"])
    assert "attachment" in file("pgn").headers["content-disposition"]
    assert file("xml").status_code == 400
    assert refusal(make(client, players=["level:1", "level:2", "level:3"], sprt=test)) == (422, "arena.sprt_two")
