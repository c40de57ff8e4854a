"""`enraya tournament`: its output, its files, going on, and what it refuses."""

import csv
import json
import os

import pexpect
import pytest

from enraya.catalogue import find_game
from enraya.exchange.pgn import read_pgn
from tests.unit.commands.running import ENRAYA, PATIENCE, data, run

QUICK = ("random", "level:1", "--games", "2", "--seed", "1", "--processes", "1")


def test_json_has_players_with_ratings_and_all_games(tmp_path):
    told = data("tournament", "random", "level:1", "rules", "--seed", "1", "--resume", tmp_path / "t.log", "--json")
    assert (told["game"], told["format"], told["finished"]) == ("mnk(3,3,3)", "round-robin", True)
    assert [
        set(row) >= {"player", "points", "wins", "draws", "losses", "rating", "interval", "failures"}
        for row in told["players"]
    ] == [True] * 3
    for row in told["players"]:
        assert row["interval"][0] <= row["rating"] <= row["interval"][1]
        assert row["points"] == row["wins"] + row["draws"] / 2
    assert [game["number"] for game in told["games"]] == list(range(1, 7))
    assert {game["first"] for game in told["games"]} == {"random", "level:1", "rules"}


def test_files_hold_the_table_and_the_games(tmp_path):
    run(
        "tournament", *QUICK, "--resume", tmp_path / "t.log", "--csv", tmp_path / "t.csv", "--games-csv",
        tmp_path / "g.csv", "--pgn", tmp_path / "g.pgn", "--page", tmp_path / "page.html",
    )  # fmt: skip
    table = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
    assert {row["player"] for row in table} == {"random", "level:1"}
    games = list(csv.DictReader((tmp_path / "g.csv").read_text().splitlines()))
    first, _ = (tmp_path / "g.pgn").read_text().split("\n\n[")
    record = read_pgn(first, find_game)
    assert [made.move for made in record.moves] == games[0]["moves"].split()
    assert record.players == (games[0]["first"], games[0]["second"])
    assert '[Reason "' in first
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")


def test_a_finished_tournament_is_shown_again_by_its_file_and_nothing_is_played(tmp_path):
    path = tmp_path / "t.log"
    told = data("tournament", *QUICK, "--resume", path, "--json")
    before = path.read_bytes()
    assert data("tournament", "--resume", path, "--json") == told
    assert data("tournament", *QUICK, "--resume", path, "--json") == told
    assert path.read_bytes() == before


def test_a_tournament_file_says_the_same_as_options(tmp_path):
    file = tmp_path / "class.yaml"
    file.write_text(
        "version: 1\ngame: mnk(3,3,3)\nplayers:\n  - random\n  - {name: Ana, player: 'level:1'}\n"
        "games: 2\nseed: 1\nopenings: {plies: 3}\nresume: games.log\n"
    )
    told = json.loads(run("tournament", file, "--json", "--processes", "1", cwd=tmp_path).stdout)
    assert {row["player"] for row in told["players"]} == {"random", "Ana"}
    assert [game["opening"] for game in told["games"]] == [3, 3]
    assert (tmp_path / "games.log").exists()
    typed = data("tournament", *QUICK, "--plies", "3", "--resume", tmp_path / "t.log", "--json")
    assert [game["moves"] for game in typed["games"]] == [game["moves"] for game in told["games"]]


def test_openings_come_from_a_file(tmp_path):
    (tmp_path / "openings.txt").write_text("# two\na1 b2\nb2 a1\n")
    log = tmp_path / "t.log"
    told = data(
        "tournament", *QUICK, "--games", "4", "--openings", tmp_path / "openings.txt", "--resume", log, "--json"
    )
    assert [game["moves"][:5] for game in told["games"]] == ["a1 b2", "a1 b2", "b2 a1", "b2 a1"]


def test_a_sequential_test_tells_its_decision(tmp_path):
    log = tmp_path / "t.log"
    done = run("tournament", "rules", "random", "--games", "400", "--sprt", "0", "100", "--seed", "1", "--resume", log)
    assert "The first player is better" in done.stdout
    told = data("tournament", "--resume", log, "--json")["sprt"]
    assert told["decision"] == "H1"
    assert sum(told["pairs"]) < 200


def test_the_table_speaks_both_languages(tmp_path):
    told = {
        language: run("tournament", *QUICK, "--resume", tmp_path / language, language=language)
        for language in ("en", "es")
    }
    assert "Points" in told["en"].stdout
    assert "Puntos" in told["es"].stdout
    assert [done.returncode for done in told.values()] == [0, 0]


FILES = {
    "an unknown player": "players: [random, nobody]",
    "a missing file": "players: [random, missing.py]",
    "no players": "game: mnk(3,3,3)",
    "no games": "players: [random, rules]\ngames: 0",
    "a negative time": "players: [random, rules]\nseconds: -5",
    "a negative increment": "players: [random, rules]\nclock: {seconds: 60, increment: -1}",
    "another version": "version: 9\nplayers: [random, rules]",
    "an unknown game": "game: chess\nplayers: [random, rules]",
    "an unknown field": "players: [random, rules]\ncolour: red",
    "a list": "[random, rules]",
    "no YAML": "players: [random",
    "itself to resume": "players: [random, rules]\nresume: bad.yaml",
    "a cycle of files to resume": "players: [random, rules]\nresume: other.yaml",
    "openings that are not there": "players: [random, rules]\nopenings: {file: nowhere.txt}",
    "an illegal opening": "players: [random, rules]\nopenings: {file: other.yaml}",
}


@pytest.mark.parametrize("what", FILES)
def test_a_bad_tournament_file_is_refused_in_one_sentence_and_nothing_is_lost(tmp_path, what):
    file, other = tmp_path / "bad.yaml", tmp_path / "other.yaml"
    file.write_text(FILES[what])
    other.write_text("players: [random, rules]\nresume: bad.yaml\n")
    before = other.read_bytes(), file.read_bytes()
    for language in ("en", "es"):
        done = run("tournament", file, cwd=tmp_path, language=language, XDG_DATA_HOME=str(tmp_path / "data"))
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("enraya: ")
        assert done.stderr.count("\n") == 1
    assert (other.read_bytes(), file.read_bytes()) == before
    assert not list(tmp_path.rglob("*.tournament"))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ((), "at least two players"),
        (("random",), "from 2 to 200 players"),
        (("random", "human"), "People play"),
        (("random", "rules", "--seconds", "-1"), "--seconds"),
        (("random", "rules", "--seconds", "1", "--clock", "60"), "not both"),
        (("random", "rules", "--openings", "x", "--plies", "2"), "not both"),
        (("random", "rules", "--rounds", "2"), "Swiss"),
        (("random", "rules", "level:1", "--sprt", "0", "5"), "two players"),
        (("--resume", "nowhere.log"), "is not there"),
        (("random", "rules", "--csv", "nowhere/t.csv"), "No such file or directory"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_played(tmp_path, said, sentence):
    done = run("tournament", *said, cwd=tmp_path, XDG_DATA_HOME=str(tmp_path / "data"))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_tournament_is_not_written_into_a_file(tmp_path):
    path = tmp_path / "t.log"
    run("tournament", *QUICK, "--resume", path)
    before = path.read_bytes()
    done = run("tournament", "random", "rules", "--resume", path)
    assert (done.returncode, "another tournament" in done.stderr) == (2, True)
    done = run("tournament", path, "--csv", tmp_path / "t.csv")
    assert done.returncode == 2
    assert path.read_bytes() == before


def test_on_a_terminal_the_table_is_live_and_ctrl_c_says_how_to_go_on(tmp_path):
    path = tmp_path / "t.log"
    said = [
        "tournament",
        "random",
        "level:1",
        "--games",
        "2000",
        "--seed",
        "1",
        "--resume",
        str(path),
        "--processes",
        "1",
    ]
    terminal = pexpect.spawn(
        ENRAYA, said, dimensions=(30, 200), encoding="utf-8", timeout=PATIENCE, env={**os.environ, "ENRAYA_LANG": "en"}
    )
    terminal.expect("games a second")
    terminal.sendintr()
    terminal.expect("nothing is lost")
    terminal.expect(f"enraya tournament --resume {path}")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert path.read_bytes().endswith(b"\n")
