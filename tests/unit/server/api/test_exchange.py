from __future__ import annotations

import re

import pytest

from tests.unit.server.conftest import TWO, Table

MOVES = ["h8", "a1", "h9", "b1", "h10", "c1", "h11", "d1", "h12"]


@pytest.fixture
def finished(client):
    chosen = {**TWO, "starter": "second", "games": 1, "game": "gomoku(15,freestyle,free)", "names": ["Ana", "Luis"]}
    table = Table(client, **chosen)
    table.play(*MOVES)
    return table


@pytest.mark.parametrize("format", ["json", "pgn", "sgf"])
def test_what_carries_moves_comes_back_as_it_was(client, finished, format):
    exported = client.get(f"/api/matches/{finished.match}/games/1/export/{format}")
    assert "attachment" in exported.headers["content-disposition"]
    replay = client.post("/api/imports", content=exported.content).json()
    assert [frame["move"] for frame in replay["frames"]] == MOVES
    # Who plays first comes first in a file, whichever seat that was.
    assert replay["players"] == ["Luis", "Ana"]


def test_pictures_are_pictures(client, finished):
    svg = client.get(f"/api/matches/{finished.match}/games/1/export/svg?ply=1")
    assert "h8 X" in svg.text
    assert "a1 O" not in svg.text
    gif = client.get(f"/api/matches/{finished.match}/games/1/export/gif")
    assert gif.content[:6] == b"GIF89a"


def test_a_game_that_is_being_played_can_be_exported_too(client):
    table = Table(client, **TWO)
    table.play("b2")
    assert client.get(f"/api/matches/{table.match}/games/1/export/json").json()["moves"][0]["move"] == "b2"
    assert client.get(f"/api/matches/{table.match}/games/2/export/json").json()["code"] == "server.no_game"


def test_only_gomoku_becomes_sgf(client):
    table = Table(client, **TWO)
    assert client.get(f"/api/matches/{table.match}/games/1/export/sgf").json()["code"] == "exchange.no_sgf"


def told_by(replay):
    """An imported game as a page asks for it again."""
    frames = [frame["move"] for frame in replay["frames"]]
    return {"game": replay["game"]["name"], "moves": frames, "players": replay["players"]}


@pytest.mark.parametrize("format", ["json", "pgn", "sgf", "svg", "gif"])
def test_an_imported_game_is_exported_again_as_it_was(client, finished, format):
    played = client.get(f"/api/matches/{finished.match}/games/1/export/{format}")
    read = client.get(f"/api/matches/{finished.match}/games/1/export/json").content
    told = told_by(client.post("/api/imports", content=read).json())
    again = client.post(f"/api/replays/export/{format}", json=told)
    assert again.status_code == 200
    assert again.headers["content-type"] == played.headers["content-type"]
    assert "attachment" in again.headers["content-disposition"]
    if format == "json":
        # How long each move took is known to the file alone, and not to the moves; the checksum covers it.
        untimed = [{**move, "seconds": 0} for move in played.json()["moves"]]
        checksum = again.json()["checksum"]
        assert again.json() == {**played.json(), "moves": untimed, "checksum": checksum}
    elif format == "pgn":
        assert again.text.split() == re.sub(r" \{[^}]*\}", "", played.text).split()
    else:
        assert again.content == played.content


def test_a_picture_of_an_imported_game_shows_the_move_asked_for(client):
    told = {"game": "mnk(3,3,3)", "moves": ["b2", "a1"]}
    drawn = client.post("/api/replays/export/svg?ply=1", json=told).text
    assert "b2 X" in drawn
    assert "a1 O" not in drawn


def test_an_imported_game_tells_how_it_ended(client, finished):
    read = client.get(f"/api/matches/{finished.match}/games/1/export/json").content
    result = client.post("/api/imports", content=read).json()["result"]
    assert (result["winner"], result["reason"], result["resigned"], result["plies"]) == (0, "line", None, len(MOVES))
    again = client.post("/api/replays", json={"game": "gomoku(15,freestyle,free)", "moves": MOVES}).json()
    assert again["result"] == result


def test_a_game_that_was_given_up_stays_so_through_import_and_export(client):
    table = Table(client, **TWO)
    table.play("b2")
    table.post("resign", seat=1)
    read = client.get(f"/api/matches/{table.match}/games/1/export/json").content
    replay = client.post("/api/imports", content=read).json()
    assert (replay["result"]["winner"], replay["result"]["resigned"]) == (0, 1)
    again = client.post("/api/replays/export/json", json={**told_by(replay), "result": replay["result"]["outcome"]})
    assert again.json()["result"] == 1


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({"game": "mnk(3,3,3)", "moves": ["z9"]}, 422),
        ({"game": "none(3)", "moves": []}, 422),
        ({"game": "mnk(3,3,3)", "moves": [], "players": ["one"]}, 400),
        ({"game": "mnk(3,3,3)", "moves": [], "result": 2}, 400),
        ({"game": "mnk(3,3,3)"}, 400),
    ],
)
def test_what_is_no_game_is_not_exported(client, told, status):
    assert client.post("/api/replays/export/json", json=told).status_code == status


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "JSON, PGN y SGF"),
        (b"\xff\xfe", "byte 1"),
        (b"{", "línea 1, carácter 2"),
        (b'{"format": "enraya.game", "version": 9}', "versión 9"),
        (b'[Game "mnk(3,3,3)"]\n\n1. b2 2. b2', "Jugada 2:"),
        (b'[Game "mine.py"]\n\n1. b2', "archivo"),
        (b"(;GM[4]SZ[15];B[zz])", "Carácter 17"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place_and_the_reason(client, content, words):
    answer = client.post("/api/imports", content=content, headers={"accept-language": "es"})
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


def test_a_file_that_is_too_large_is_refused(client):
    assert client.post("/api/imports", content=b"x" * (256 * 1024 + 1)).status_code == 413
