"""`enraya solve` as a user runs it: proofs, tables and several machines."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from enraya.commands.solve.answer_log import AnswerLog
from tests.unit.commands import running

EXAMPLE = Path(__file__).parents[4] / "docs" / "examples" / "tictactoe.py"


@pytest.fixture
def run(tmp_path):
    return partial(running.run, "solve", ENRAYA_TABLES=str(tmp_path / "tables"))


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
    assert words in run(game, "--moves", moves, "--proof", tmp_path / "a.proof").stdout
    assert words in run("--verify", tmp_path / "a.proof").stdout


def test_the_file_that_a_proof_names_is_run_only_if_it_is_named_in_the_command(run, tmp_path):
    own, path = tmp_path / "own.py", tmp_path / "own.proof"
    own.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n" + EXAMPLE.read_text())
    run(own, "--moves", "5 1", "--proof", path)
    (tmp_path / "ran").unlink()
    refused = run("--verify", path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"enraya solve {own} --verify" in refused.stderr
    assert not (tmp_path / "ran").exists()
    assert "a draw" in run(own, "--verify", path).stdout


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


def test_time_is_kept_by_every_way_of_solving(run, tmp_path):
    checkpoint = tmp_path / "kept here"
    for game, more in (("mnk(4,4,4)", ["--store"]), ("oso(4,5)", ["--checkpoint", checkpoint])):
        refused = run(game, "--time", "0.05", *more)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert f"{game} was not solved" in refused.stderr
    assert refused.stderr.splitlines()[-1] == (f"  enraya solve 'oso(4,5)' --time 0.05 --checkpoint '{checkpoint}'")
    assert checkpoint.stat().st_size


def test_threads_that_a_game_has_no_use_for_are_told_of_and_do_no_harm(run):
    solved = run("mnk(3,3,3)", "--threads", "2", "--memory", "1", "--json")
    assert json.loads(solved.stdout)["value"] == "draw"
    assert solved.stderr == "mnk(3,3,3) is solved by one thread: --threads is not used.\n"
    solved = run("connect(5,4,4)", "--threads", "2", "--memory", "2", "--json")
    assert (json.loads(solved.stdout)["value"], solved.stderr) == ("draw", "")


def test_oso_by_its_first_moves_says_what_one_process_does(run):
    alone, together = (
        json.loads(run("oso(3,3)", "--moves", "O@b2", "--json", *more).stdout)
        for more in ([], ["--cluster", "local", "--threads", "2"])
    )
    for field in ("value", "score", "plies", "best"):
        assert together[field] == alone[field]


def kept_in(checkpoint):
    """The answers in a checkpoint, without their hashes."""
    rows = [json.loads(line) for line in checkpoint.read_text(encoding="utf-8").splitlines()]
    return [{name: value for name, value in row.items() if name != "hash"} for row in rows]


def test_a_list_goes_on_from_the_answers_in_its_checkpoint(run, tmp_path):
    file, checkpoint = tmp_path / "positions.txt", tmp_path / "answers"
    file.write_text("-\na1\nb2\na1 b2 c3\n", encoding="utf-8")
    whole = run("mnk(3,3,3)", "--positions", file, "--json", "--checkpoint", checkpoint).stdout
    answers = [json.loads(line) for line in whole.splitlines()]
    assert kept_in(checkpoint) == answers
    # Killed in the middle of the third line; and the first answer marked, to see that it is taken from there.
    answers[0]["seconds"] = 7.5
    checkpoint.unlink()
    log = AnswerLog(checkpoint, "mnk(3,3,3)")
    for answer in answers[:3]:
        log.add(answer)
    checkpoint.write_bytes(checkpoint.read_bytes()[:-20])
    for more in ([], ["--cluster", "local"]):
        again = run("mnk(3,3,3)", "--positions", file, "--json", "--checkpoint", checkpoint, *more).stdout
        said = [json.loads(line) for line in again.splitlines()]
        assert said[:2] == answers[:2]
        assert [answer["moves"] for answer in said] == ["", "a1", "b2", "a1 b2 c3"]
        assert kept_in(checkpoint) == said
    assert "another board" in run("mnk(4,3,3)", "--positions", file, "--checkpoint", checkpoint).stderr
    assert "damaged" in run("mnk(3,3,3)", "--positions", file, "--checkpoint", file).stderr
    assert file.read_text(encoding="utf-8").startswith("-\n")


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
        (["mnk(3,3,3)", "--memory", "0"], "--memory takes a number from 1 to 1048576"),
        (["mnk(3,3,3)", "--memory", "much"], "--memory takes a number from 1 to 1048576"),
        (["connect", "--memory", "1000000"], "--memory 1000000 needs 1,000,000 MB of memory; "),
        (["oso(3,3)", "--memory", "900000", "--cluster", "local", "--threads", "2"], "needs 1,800,000 MB of memory; "),
        (["oso(6,6)", "--store"], "oso(6,6) has at least 18,761,829,412,124,891 positions"),
        (["connect(5,5,4)", "--store", "--memory", "1"], "more than 1,747 positions, which need more than 1 MB"),
        (["oso(3,3)", "--threads", "-1"], "--threads takes a number from 1 to 256"),
        (["oso(3,3)", "--time", "0"], "--time takes a number from 0.001"),
        (["terni", "--checkpoint", "x"], "--checkpoint is for what the C++ search solves"),
        (["mnk(3,3,3)", "--store", "--checkpoint", "x"], "mnk(3,3,3) cannot be kept half solved this way"),
        (["connect", "--checkpoint", "/no/such/folder/x"], "cannot be written"),
        (["oso(3,3)", "--checkpoint", "/no/such/folder/x"], "cannot be written"),
        (["oso(3,3)", "--proof", "x", "--cluster", "local"], "A proof is not shared out"),
        (["mnk(3,3,3)", "--proof", "/no/such/folder/x"], "No such file"),
    ],
)
def test_a_mistake_gets_one_clear_line(run, arguments, words):
    refused = run(*arguments)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert words in refused.stderr
