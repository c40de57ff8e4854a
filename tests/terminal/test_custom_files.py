"""Somebody's own games and players, also those that fail."""

import pytest

COUNTING = '''"""Take one or two from {start}; who takes the last wins."""

def initial():
    return {start}

def legal_moves(state):
    return [step for step in (1, 2) if step <= state]

def play(state, move):
    {fault}
    return state - move

def outcome(state):
    return None if state else 1
'''


@pytest.fixture
def file(tmp_path):
    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_ones_own_game_lists_its_moves_and_shows_its_docstring(play_in_pipe, file):
    said = play_in_pipe("rules\n2\n3\n2\n", game=file("mine.py", COUNTING.format(start=5, fault="")))
    assert "Your move (1, 2):" in said.text
    assert "Take one or two from 5; who takes the last wins." in said.text
    assert "«3» is not a legal move here" in said.text


def test_a_game_without_a_docstring_says_there_is_none(play_in_pipe, file):
    text = COUNTING.format(start=5, fault="").partition("\n")[2]
    assert "says nothing about its rules." in play_in_pipe("rules\n", game=file("mine.py", text)).text


def test_a_game_of_two_machines_that_never_ends_is_given_up_in_words(play_in_pipe, file):
    endless = COUNTING.format(start=5, fault="return state")
    said = play_in_pipe("", game=file("mine.py", endless), first="random", second="greedy", games=1)
    assert "did not end in 2000 plies" in said.text
    assert said.text.count("The match was left") == 1
    assert said.code == 1


def test_a_start_that_is_another_each_time_is_refused(play_in_pipe, file):
    text = COUNTING.format(start=5, fault="").replace("    return 5", "    import random\n    return random.random()")
    said = play_in_pipe("", game=file("mine.py", text))
    assert "mine.py: initial() gives another state when it is asked again" in said.errors
    assert said.code == 2


def test_a_game_that_fails_in_the_middle_ends_in_words(play_in_pipe, file):
    game = file("mine.py", COUNTING.format(start=5, fault="assert state != 3"))
    said = play_in_pipe("2\n2\n", game=game)
    assert "play, line 10, fails with AssertionError." in said.text and said.code == 1
    assert "The match was left" in said.text


def test_a_player_that_crashes_loses_that_game_by_name(play_in_pipe, file):
    said = play_in_pipe("b2\n", second=file("crash.py", "def choose(state, limit):\n    return 1 / 0\n"))
    assert "ZeroDivisionError" in said.text
    assert "Winner of game 1: you (the other side resigned)." in said.text


def test_a_player_that_answers_nonsense_loses_that_game(play_in_pipe, file):
    said = play_in_pipe("b2\n", second=file("odd.py", "def choose(state, limit):\n    return 'nowhere'\n"))
    assert "Winner of game 1: you" in said.text and said.code == 0


def test_a_player_that_hangs_is_replaced_by_chance_when_its_time_is_up(play_in_pipe, file):
    hanging = file("hang.py", "import time\n\ndef choose(state, limit):\n    time.sleep(1000)\n")
    said = play_in_pipe("exit\n", first=hanging, seconds=1)
    assert "a random move is played." in said.text
    assert "at random, because time ran out." in said.text


def test_a_person_may_leave_while_a_machine_thinks(play_at_terminal, file):
    slow = file("slow.py", "import time\n\ndef choose(state, limit):\n    time.sleep(1000)\n")
    child = play_at_terminal(first=slow, seconds=60)
    child.expect_exact("with X.")
    child.sendline("salir")
    child.expect_exact("The match was left")
    child.expect_exact("Score")
    child.wait()
    assert child.exitstatus == 0


def test_a_player_that_hangs_without_a_clock_is_ended_and_begins_again_at_its_next_turn(play_in_pipe, file):
    # It can write no file where it runs: what it remembers shows whether it is the process that hung.
    hanging = file(
        "hang.py",
        "calls = 0\n"
        "def choose(state, limit, game):\n"
        "    global calls\n"
        "    calls += 1\n"
        "    moves = game.legal_moves(state)\n"
        "    while len(moves) == 9:\n        pass\n"
        "    assert len(moves) != 7 or calls == 1, 'this process was asked before'\n"
        "    return moves[0]\n",
    )
    said = play_in_pipe("b2\na3\nc3\n", first=hanging)
    assert "a random move is played." in said.text
    assert "hang.py: " in said.text.replace(str(hanging), "hang.py"), "it moved by itself at its second turn"
    assert "asked before" not in said.text


def test_a_player_that_ends_its_process_loses_that_game_and_not_the_session(play_in_pipe, file):
    said = play_in_pipe("b2\n", second=file("end.py", "import os\ndef choose(state, limit):\n    os._exit(3)\n"))
    assert "ended its own process instead of answering." in said.text
    assert "Winner of game 1: you (the other side resigned)." in said.text and said.code == 0
