"""The program that answers a host of the Gomocup protocol."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from enraya.piskvork.brain import COMMANDS, Brain
from enraya.piskvork.clock import Clock
from tests.scale import scaled


def started(size: int = 15, *more: str) -> Brain:
    brain = Brain()
    for line in ("INFO timeout_turn 20", f"START {size}", *more):
        brain.answer(line)
    return brain


def is_cell(text: str, size: int = 15) -> bool:
    column, row = text.split(",")
    return int(column) < size and int(row) < size


def test_a_game_is_played_through_a_real_pipe() -> None:
    command = [f"{sys.prefix}/bin/enraya", "engine"]
    said = "ABOUT\nINFO timeout_turn 50\nSTART 15\nBEGIN\nTURN 0,0\nHELLO\nEND\n"
    done = subprocess.run(command, check=False, input=said, capture_output=True, text=True, timeout=900)
    about, ok, first, second, unknown = done.stdout.splitlines()
    assert about.startswith('name="Enraya"')
    assert ok == "OK"
    assert is_cell(first) and is_cell(second) and first != second
    assert unknown == "UNKNOWN HELLO"
    assert done.returncode == 0


def test_it_wins_and_prevents_five_by_the_board_it_is_told() -> None:
    brain = started()
    own = [f"{column},7,1" for column in (3, 4, 5, 6)]
    other = [f"{column},9,2" for column in (3, 4, 5, 6)]
    for line in ("BOARD", *own, *other):
        assert brain.answer(line) == []
    assert brain.answer("DONE")[0] in ("2,7", "7,7")
    brain.answer("BOARD")
    for line in (*other, "2,9,1", "10,10,1", "11,3,1"):
        brain.answer(line)
    assert brain.answer("DONE") == ["7,9"]


def test_exactly_five_is_kept_where_the_host_says_so() -> None:
    for rule, expected in (("0", True), ("1", False)):
        brain = started(15, f"INFO rule {rule}", "BOARD", *(f"{column},7,1" for column in (3, 4, 5, 7, 8)))
        for cell in ("0,0", "2,5", "9,12", "14,1", "1,13"):
            brain.answer(f"{cell},2")
        assert (brain.answer("DONE") == ["6,7"]) is expected
    assert started(15, "INFO rule 4").answer("BEGIN")[0].startswith("ERROR")


def test_info_is_never_answered_and_what_cannot_be_had_is_refused_with_the_next_move() -> None:
    brain = started(15)
    for told in ("game_type 2", "evaluate 3,3", "folder /tmp", "max_memory 1000", "nonsense 1", "timeout_turn x", ""):
        assert brain.answer(f"INFO {told}") == []
    assert brain.answer("TURN 7,7")[0].startswith("ERROR")
    assert brain.answer("INFO max_memory 83886080") == []
    # The refused move has left no stone behind.
    assert is_cell(brain.answer("TURN 7,7")[0])


def test_a_move_is_imposed_and_a_board_given_up_by_another_command() -> None:
    brain = started(15, "TURN 7,7")
    assert brain.answer("PLAY 0,0") == ["0,0"]
    assert brain.answer("PLAY 0,0")[0].startswith("ERROR")
    for line in ("BOARD", "1,1,2", "INFO time_left 1000", "1,2,1"):
        assert brain.answer(line) == []
    assert is_cell(brain.answer("DONE")[0])
    brain.answer("BOARD")
    assert brain.answer("ABOUT")[0].startswith("name=")
    assert brain.answer("DONE") == ["UNKNOWN DONE"]


def test_a_won_row_of_a_game_that_goes_on_is_in_the_way_of_both() -> None:
    brain = started(15, "INFO rule 2", "BOARD", *(f"{column},7,3" for column in range(3, 8)))
    assert is_cell(brain.answer("DONE")[0])
    brain = started(15, "BOARD", *(f"{column},7,2" for column in range(3, 8)))
    assert brain.answer("DONE") == ["ERROR the game is over"]


def test_limits_of_nodes_and_threads_are_kept_to() -> None:
    answers = {
        started(15, "INFO timeout_turn 60000", "INFO max_node 500", "TURN 7,7").answer("TURN 1,1")[0] for _ in range(2)
    }
    assert len(answers) == 1
    brain = started(15, "INFO thread_num 2")
    assert is_cell(brain.answer("BEGIN")[0])


def test_the_end_is_heard_while_it_thinks() -> None:
    command = [f"{sys.prefix}/bin/enraya", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin and program.stdout
        program.stdin.write("INFO timeout_turn 1000000\nINFO timeout_match 0\nSTART 15\nTURN 7,7\n")
        program.stdin.flush()
        assert program.stdout.readline() == "OK\n"
        program.stdin.write("END\n")
        program.stdin.flush()
        assert program.wait(timeout=900) == 0


def test_what_cannot_be_obeyed_is_an_error_and_changes_nothing() -> None:
    brain = Brain()
    for line in ("BEGIN", "TURN 1,1", "START 4", "START 23", "START x", "RECTSTART 15", "RESTART", "TAKEBACK 1,1"):
        assert brain.answer(line)[0].startswith("ERROR"), line
    brain = started(15, "TURN 7,7")
    for line in ("TURN 7,7", "TURN 15,0", "TURN a,b", "TURN", "TAKEBACK 0,14", "BEGIN"):
        assert brain.answer(line)[0].startswith("ERROR"), line
    assert brain.answer("TAKEBACK 7,7") == ["OK"]
    assert brain.answer("RESTART") == ["OK"]
    assert is_cell(brain.answer("BEGIN")[0])
    assert started(15, "RECTSTART 12,20").answer("BEGIN")[0].count(",") == 1


def test_swap2_is_offered_and_answered() -> None:
    brain = started(15, "SWAP2BOARD")
    stones = brain.answer("DONE")[0].split(" ")
    assert len(set(stones)) == 3 and all(map(is_cell, stones))
    for opening in (stones, ["7,7", "8,8", "7,8", "6,6", "7,6"]):
        brain = started(15, "SWAP2BOARD", *opening)
        answer = brain.answer("DONE")[0]
        assert answer == "SWAP" or 1 <= len(answer.split(" ")) <= (2 if len(opening) == 3 else 1)
    # Four black stones in a row next to each other: nobody would take white.
    brain = started(15, "SWAP2BOARD", "6,7", "0,0", "7,7", "0,14", "8,7")
    assert brain.answer("DONE") == ["SWAP"]
    assert is_cell(brain.answer("TURN 1,1")[0])


def test_the_clock_is_parted_over_the_match() -> None:
    assert Clock(turn=1.0).seconds < 1.0
    assert Clock(turn=10.0, match=100.0, left=100.0).seconds < 10.0
    assert Clock(turn=10.0, match=100.0, left=1.0).seconds < 0.5
    assert Clock(turn=0.0).seconds < 0.005
    # What is left counts, whatever was said of the whole match; no limit is none, and less than nothing is no time.
    assert Clock(turn=10.0, left=1.0).seconds < 0.5
    assert Clock(turn=10.0, match=100.0, left=-3.0).seconds < 0.005
    unlimited = Clock(turn=10.0).seconds
    assert Clock(turn=10.0, match=0.0, left=2147483.647).seconds == unlimited
    assert Clock(turn=10.0, match=0.0, left=0.0).seconds == unlimited


@pytest.mark.parametrize("seed", range(scaled(2, soak=4)))
def test_random_lines_never_end_the_conversation(seed: int) -> None:
    source, brain = random.Random(seed), Brain()
    infos = (
        "timeout_turn 1",
        "timeout_match 1",
        "time_left -5",
        "max_memory 1",
        "rule 1",
        "rule 99",
        "evaluate 3,3",
        "",
    )
    words = [*COMMANDS, "DONE", "start", "", "\x00", "ñ", *(f"INFO {info}" for info in infos)]
    brain.answer("INFO timeout_turn 1")
    for _ in range(400):
        rest = source.choice(
            ["", "5", "6", "22", "7,7", "3,4", "-1,2", "1,2,1", "2,2,2", "9" * 50, ",,", "5,6", "1,2,3"]
        )
        word = source.choice(words)
        line = rest if source.random() < 0.3 else f"{word} {rest}" if word != "END" else "ABOUT"
        for said in brain.answer(line):
            assert said.split(" ")[0] in ("OK", "ERROR", "UNKNOWN", "MESSAGE", "SWAP", 'name="Enraya",') or "," in said
    assert not brain.is_over
    brain.answer("DONE")
    assert brain.answer("START 15") == ["OK"]
