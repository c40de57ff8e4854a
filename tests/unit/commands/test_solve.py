"""`enraya solve` as a user runs it: proofs, tables and several machines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ENRAYA = str(Path(sys.executable).with_name("enraya"))


@pytest.fixture
def run(tmp_path):
    def run(*arguments, language="en"):
        environment = {**os.environ, "ENRAYA_LANG": language, "ENRAYA_TABLES": str(tmp_path / "tables")}
        command = [ENRAYA, "solve", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)

    return run


def test_a_proof_is_written_and_checked(run, tmp_path):
    path = tmp_path / "win.proof"
    written = json.loads(run("mnk(4,3,3)", "--proof", path, "--json").stdout)
    assert written["claims"] == [{"player": 0, "bound": 1}]
    checked = json.loads(run("--verify", path, "--json").stdout)
    assert (checked["least"], checked["most"], checked["verified"]) == (1, 1, True)
    assert "the first player wins" in run("--verify", path).stdout
    assert "gana el primer jugador" in run("--verify", path, language="es").stdout


@pytest.mark.parametrize(
    ("game", "moves", "words"),
    [
        ("mnk(3,3,3)", "", "a draw"),
        ("mnk(3,3,3)", "a1 b1", "the first player wins"),
        ("mnk(4,3,3,misere=true)", "", "the second player wins"),
        ("oso(1,7)", "", "come to 1"),
    ],
)
def test_what_a_proof_proves_is_said_in_words(run, tmp_path, game, moves, words):
    run(game, "--moves", moves, "--proof", tmp_path / "a.proof")
    assert words in run("--verify", tmp_path / "a.proof").stdout


def test_a_damaged_proof_is_refused_in_one_line(run, tmp_path):
    path = tmp_path / "win.proof"
    run("mnk(4,3,3)", "--proof", path)
    path.write_bytes(path.read_bytes()[:-1])
    refused = run("--verify", path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1
    assert "damaged" in refused.stderr


def test_a_stored_game_is_used_from_then_on(run):
    before = json.loads(run("terni", "--json").stdout)
    stored = json.loads(run("terni", "--store", "--json").stdout)
    assert stored["positions"] == 744
    assert Path(stored["table"]).stat().st_size == stored["bytes"]
    after = json.loads(run("terni", "--json").stdout)
    assert after["nodes"] < before["nodes"]
    for field in ("value", "score", "plies", "best"):
        assert after[field] == before[field]


def test_a_game_too_large_to_store_is_refused_before_long(run):
    refused = run("oso(6,6)", "--store", "--time", "2")
    assert refused.returncode == 1
    assert "not solved" in refused.stderr


def test_positions_are_shared_out_and_come_back_in_order(run, tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("-\na1\nb2\na1 b2 c3\n", encoding="utf-8")
    alone, together = (run("mnk(3,3,3)", "--positions", file, "--json", *more) for more in ([], ["--cluster", "local"]))
    rows = [[json.loads(line) for line in done.stdout.splitlines()] for done in (alone, together)]
    assert [row["moves"] for row in rows[1]] == ["", "a1", "b2", "a1 b2 c3"]
    assert [(row["value"], row["plies"], row["best"]) for row in rows[0]] == [
        (row["value"], row["plies"], row["best"]) for row in rows[1]
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--verify", "missing.proof"], "missing.proof"),
        ([], "Name a game"),
        (["mnk(3,3,3)", "--store", "--proof", "x"], "one of"),
        (["mnk(3,3,3)", "--cluster", "tcp://127.0.0.1:9"], "No Dask scheduler"),
        (["mnk(3,3,3)", "--proof", "/no/such/folder/x"], "No such file"),
    ],
)
def test_a_mistake_gets_one_clear_line(run, arguments, words):
    refused = run(*arguments)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert words in refused.stderr
