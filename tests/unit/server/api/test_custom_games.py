"""Games in files on a server: whatever they do, they harm nobody, and the server says which one failed and where."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from enraya.custom import hosted
from enraya.errors import NotationError
from enraya.server.app import make_app
from tests.unit.server.conftest import TWO, Table, serving

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"
TAKE = '''"""Take one, two or three; whoever takes the last wins."""
def initial(): return (20, 0)
def to_move(state): return state[1]
def legal_moves(state): return [n for n in (1, 2, 3) if n <= state[0]]
def play(state, move):
    {fault}
    return (state[0] - move, 1 - state[1])
def outcome(state): return None if state[0] else (1 if state[1] else -1)
'''
FAULTS = {
    "raises": ("1 / 0", "play, line 6, fails with ZeroDivisionError"),
    "loops": ("pass", "play did not answer in 5 seconds: it was at line 6."),
    "leaves": ("__import__('os')._exit(3)", "play, line 6, ended the whole program: exit 3."),
    "crashes": ("__import__('ctypes').string_at(0)", "play, line 6, ended the whole program: SIGSEGV."),
}
AT_ONCE = "while True: "
LATER = "while (state[0], move) == (17, 3): "
"""The fault waits for a move that is not made when the game is tried at the start."""


@pytest.fixture
def file(tmp_path):
    def write(name, fault="pass"):
        path = tmp_path / name
        path.write_text(TAKE.format(fault=fault), encoding="utf-8")
        return str(path)

    return write


def families(client):
    answer = client.get("/api/games")
    assert answer.status_code == 200, answer.text
    return {family["family"]: family for family in answer.json()["families"]}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_game_that_fails_at_once_is_marked_in_the_catalogue_and_cannot_be_begun(file, tmp_path, kind):
    fault, sentence = FAULTS[kind]
    with serving(tmp_path / "matches.db", games_files=[file("good.py"), file("bad.py", AT_ONCE + fault)]) as client:
        listed = families(client)
        assert listed["good.py"]["fault"] is None
        assert listed["mnk"]["fault"] is None
        assert sentence in listed["bad.py"]["fault"]["en"]
        assert listed["bad.py"]["fault"]["es"] != listed["bad.py"]["fault"]["en"]
        assert str(tmp_path) not in str(listed)
        refused = client.post("/api/matches", json={**TWO, "game": "bad.py"})
        assert refused.status_code == 422
        assert sentence in refused.json()["fields"]["game"]["detail"]
        described = client.get("/api/games/describe", params={"game": "bad.py"})
        assert (described.status_code, sentence in described.json()["detail"]) == (422, True)
        Table(client, **TWO, game="good.py").play("3", "3")


@pytest.mark.parametrize("kind", FAULTS)
def test_a_game_that_fails_in_a_match_is_told_there_by_name_and_other_matches_go_on(file, tmp_path, kind):
    fault, sentence = FAULTS[kind]
    with serving(tmp_path / "matches.db", games_files=[file("bad.py", LATER + fault)]) as client:
        other, table = Table(client, **TWO, game="bad.py"), Table(client, **TWO, game="bad.py")
        table.play("3")
        with table.live() as live:
            answer = table.post("moves", move="3", ply=1, game=1)
            told = live.next("fault")["fault"]
        assert (answer.status_code, answer.json()["code"]) == (409, "match.game_fails")
        assert "bad.py" in answer.json()["detail"]
        assert sentence in answer.json()["detail"]
        assert sentence in told["en"]
        state = table.state
        assert [made["move"] for made in state["history"]] == ["3"]
        assert state["fault"] == told
        other.play("1", "2")
        # What fails is that move, and not the match.
        table.play("2")
        assert table.state["fault"] is None


def test_a_game_that_loops_keeps_nobody_waiting(file, tmp_path, monkeypatch):
    monkeypatch.setattr(hosted, "CALL_SECONDS", 3600.0)
    monkeypatch.setattr(hosted.HostedGame, "prepare", lambda self: None)
    with serving(tmp_path / "matches.db", games_files=[file("bad.py", LATER + "pass")]) as client:
        table, other = Table(client, **TWO, game="bad.py"), Table(client, **TWO)
        table.play("3")

        def ask():
            # The client may be gone before it has read the answer.
            with suppress(RuntimeError):
                table.post("moves", move="3", ply=1, game=1)

        looping = threading.Thread(target=ask)
        looping.start()
        other.play("a1", "b2", "c3")
        assert families(client)["bad.py"]
        assert client.get("/healthz").json() == {"status": "ok"}
        assert looping.is_alive()
    # The server could be left in spite of it.
    looping.join()


def test_a_machine_that_is_to_move_in_a_failing_game_does_not_lose_by_it(file, tmp_path):
    bad = file("bad.py", "if state[0] < 18: 1 / 0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hosted, "PROBED_PLIES", 0)
        app = serving(tmp_path / "matches.db", games_files=[bad])
        with app as client:
            table = Table(client, first="human", second="minimax:depth=2", starter="first", seconds=None, game="bad.py")
            with table.live() as live:
                table.play("3")
                told = live.next("fault")["fault"]
            assert "fails with ZeroDivisionError" in told["en"]
            assert str(tmp_path) not in told["en"]
            assert table.state["phase"] == "playing"
            assert table.post("resign", seat=0).status_code == 200


def test_matches_come_back_after_a_restart_and_after_the_process_of_their_game_was_killed(file, tmp_path):
    good = file("good.py")
    with serving(tmp_path / "matches.db", games_files=[good]) as client:
        table = Table(client, **TWO, game="good.py")
        table.play("3", "2")
    with serving(tmp_path / "matches.db", games_files=[good]) as client:
        table.client = client
        assert [made["move"] for made in table.state["history"]] == ["3", "2"]
        offered = client.app.state.context.offered
        offered.find("good.py")._child.kill()
        table.play("1")
        assert table.state["position"]["shown"] == "(14, 1)"


def test_a_match_of_a_file_that_is_no_longer_offered_is_refused_and_the_file_is_not_loaded(file, tmp_path):
    with serving(tmp_path / "matches.db", games_files=[file("good.py")]) as client:
        table = Table(client, **TWO, game="good.py")
    file("good.py", "pass\nraise SystemError('this must not run')")
    with serving(tmp_path / "matches.db") as client:
        answer = client.get(f"/api/matches/{table.match}")
        assert answer.status_code == 410
        assert "SystemError" not in answer.text


def test_the_third_repetition_is_a_draw_also_where_the_states_are_in_another_process(tmp_path):
    path = tmp_path / "turn.py"
    path.write_text(
        "repeats = True\ndef initial(): return 0\ndef legal_moves(state): return ['on']\n"
        "def play(state, move): return 1 - state\ndef outcome(state): return None\ndef to_move(state): return state\n"
    )
    with serving(tmp_path / "matches.db", games_files=[str(path)]) as client:
        table = Table(client, **TWO, games=1, game="turn.py")
        table.play("on", "on", "on")
        assert table.state["phase"] == "playing"
        table.play("on")
        assert table.state["results"][0]["reason"] == "repetition"


def test_a_file_that_loops_while_it_is_loaded_is_refused_when_the_server_starts(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("while True: pass\n")
    with pytest.raises(NotationError, match=r"bad\.py did not finish loading in 5 seconds: it was at line 1"):
        make_app(tmp_path / "matches.db", games_files=[str(path)])


def test_two_files_of_one_name_are_refused_when_the_server_starts(file, tmp_path):
    (tmp_path / "other").mkdir()
    files = [file("mine.py"), file("other/mine.py")]
    with pytest.raises(NotationError, match=r"name mine\.py on the page.*rename one"):
        make_app(tmp_path / "matches.db", games_files=files)
    with serving(tmp_path / "matches.db", games_files=[files[0], files[0]]) as client:
        assert "mine.py" in families(client)


EQUALITY_LOOPS = """
class Pile:
    def __init__(self, left, turn): self.left, self.turn = left, turn
    def __hash__(self): return self.left
    def __eq__(self, other):
        while self.left < 20: pass
        return self.left == other.left
def initial(): return Pile(20, 0)
def to_move(state): return state.turn
def legal_moves(state): return [n for n in (1, 2, 3) if n <= state.left]
def play(state, move): return Pile(state.left - move, 1 - state.turn)
def outcome(state): return None if state.left else (1 if state.turn else -1)
"""


def test_states_whose_comparison_loops_are_told_to_whoever_asks_the_lab(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(EQUALITY_LOOPS)
    with serving(tmp_path / "matches.db", games_files=[str(path)]) as client:
        answer = client.post("/api/lab/values", json={"game": "mine.py"})
    refused = json.loads(answer.text.splitlines()[-1])["refused"]
    assert "__eq__ did not answer in 5 seconds: it was at line 6." in refused["detail"]
    assert str(tmp_path) not in answer.text


def test_moves_may_be_typed_as_somebody_likes(tmp_path):
    path = tmp_path / "grid.py"
    path.write_text(
        "def initial(): return ()\n"
        "def legal_moves(state): return [] if len(state) == 2 else [(x, y) for x in (0, 1) for y in (0, 1)]\n"
        "def play(state, move): return (*state, move)\n"
        "def outcome(state): return 0 if len(state) == 2 else None\n"
    )
    with serving(tmp_path / "matches.db", games_files=[str(path)]) as client:
        table = Table(client, **TWO, game="grid.py")
        assert list(table.state["choices"]) == ["0,0", "0,1", "1,0", "1,1"]
        table.play("(0, 1)")
        assert table.state["history"][0]["move"] == "0,1"
        refused = table.post("moves", move="2,2", ply=1, game=1)
        assert (refused.status_code, refused.json()["code"]) == (422, "error.move_unknown")


def test_a_position_that_the_rules_fail_at_is_refused_and_nobody_learns_where_the_file_lies(file, tmp_path):
    with serving(tmp_path / "matches.db", games_files=[file("bad.py", LATER + "1 / 0")]) as client:
        answer = client.post("/api/positions", json={"game": "bad.py", "moves": "3 3"})
        assert answer.status_code == 422
        assert answer.json()["detail"] == "bad.py: play, line 6, fails with ZeroDivisionError: division by zero."


def test_a_file_with_a_board_is_clicked_and_shown_in_the_gallery(tmp_path):
    with serving(tmp_path / "matches.db", games_files=[str(EXAMPLES / "reversi.py")]) as client:
        family = families(client)["reversi.py"]
        sample = family["presets"][0]["sample"]
        assert (family["kind"], sample["board"]["style"], len(sample["order"])) == (
            "board",
            "stones",
            hosted.PROBED_PLIES,
        )
        table = Table(client, **TWO, game="reversi.py")
        state = table.state
        assert {move: choice["clicks"] for move, choice in state["choices"].items()} == {
            "c2": [[8]],
            "b3": [[13]],
            "e4": [[22]],
            "d5": [[27]],
        }
        assert (state["position"]["kind"], state["turn"]["sign"], state["turn"]["owner"]) == ("board", "X", 0)
        table.play("c2")
        assert table.state["position"]["last_cells"] == [8, 14]
        previewed = client.post("/api/positions", json={"game": "reversi.py", "moves": "c2"}).json()
        assert previewed["position"]["board"] == table.state["position"]["board"]
        assert client.get(f"/api/matches/{table.match}/games/1").json()["frames"]


def test_a_bad_board_is_a_fault_in_the_gallery(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(TAKE.format(fault="pass") + "def board(state): return [state[0]]\n", encoding="utf-8")
    with serving(tmp_path / "matches.db", games_files=[str(path)]) as client:
        assert "board(state) gives [20]: it must give the rows" in families(client)["bad.py"]["fault"]["en"]


def test_editions_of_a_file_are_different_games_and_are_never_mixed(file, tmp_path):
    path = file("mine.py")
    with serving(tmp_path / "matches.db", games_files=[path]) as client:
        table = Table(client, **TWO, game="mine.py")
        table.play("3")
        Path(path).write_text(TAKE.format(fault="pass").replace("(1, 2, 3)", "(1, 2)"), encoding="utf-8")
        # The new edition is there for who asks, in the preview as in a match; what was begun goes on by its own rules.
        assert set(Table(client, **TWO, game="mine.py").state["choices"]) == {"1", "2"}
        assert client.post("/api/positions", json={"game": "mine.py"}).json()["choices"].keys() == {"1", "2"}
        table.play("2")
        assert set(table.state["choices"]) == {"1", "2", "3"}
        replayed = client.get(f"/api/matches/{table.match}/games/1")
        assert (replayed.status_code, "mine.py has changed since" in replayed.json()["detail"]) == (422, True)
        Path(path).write_text("def initial(: pass", encoding="utf-8")
        assert "line 1: this is not Python" in families(client)["mine.py"]["fault"]["en"]
        table.play("1")
    file("mine.py", "1")
    with serving(tmp_path / "matches.db", games_files=[path]) as client:
        gone = client.get(f"/api/matches/{table.match}")
        assert (gone.status_code, "mine.py has changed since" in gone.text) == (410, True)
        assert str(tmp_path) not in gone.text
    file("mine.py")
    with serving(tmp_path / "matches.db", games_files=[path]) as client:
        table.client = client
        assert [made["move"] for made in table.state["history"]] == ["3", "2", "1"]
