"""Files that change the process they are loaded in: the command still ends with a sentence, and answers once."""

import json
import os
import re

import pytest

from tests.race import RACE
from tests.unit.commands.running import run

PLAY = "return (state[0] + move, state[1] + 1)"
FAILING = RACE.replace(PLAY, "return 1 / 0")

ODD = {
    "standard error is closed below Python": ("import os\nos.close(2)\n" + FAILING, r"play, line 11, .*ZeroDivision"),
    "standard error is closed": ("import sys\nsys.stderr.close()\n" + FAILING, r"mine\.py: .*closed file"),
    "everything is closed": ("import os\nos.closerange(0, 256)\n" + FAILING, r"mine\.py: the program failed"),
    "loading forks": ("import os\nos.fork()\n" + RACE, r"mine\.py, line 2: .*BlockingIOError"),
    "play forks": ("import os\n" + RACE.replace(PLAY, "os.fork(); " + PLAY), r"play, line 10, .*BlockingIOError"),
    "what Python is made of is gone": (
        "import builtins\ndel builtins.len, builtins.tuple, builtins.isinstance\n" + RACE,
        r"mine\.py: the program failed",
    ),
    "states are arrays of numpy": (
        "import numpy\n" + RACE.replace("return (0, 0)", "return numpy.zeros(2)"),
        r"A state is or holds a numpy\.ndarray",
    ),
}


@pytest.mark.parametrize("odd", ODD)
def test_a_file_that_changes_the_process_gets_its_sentence(tmp_path, odd):
    source, sentence = ODD[odd]
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    done = run("solve", str(file), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"enraya: .*{sentence}.*\n", done.stderr), done.stderr


def test_without_standard_error_the_answer_is_there_all_the_same(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import os\nos.close(2)\n" + RACE, encoding="utf-8")
    done = run("solve", str(file), "--json")
    assert json.loads(done.stdout)["value"] == "win"


@pytest.mark.parametrize("change", ["print = None", "isinstance = lambda *given: False"])
def test_a_file_that_changes_what_python_is_made_of_changes_it_for_itself(tmp_path, change):
    file = tmp_path / "mine.py"
    file.write_text(f"import builtins\nbuiltins.{change}\n" + RACE, encoding="utf-8")
    done = run("match", "level:1", "random", "--games=1", "--json", "--game", str(file))
    assert "Traceback" not in done.stderr
    if change.startswith("print"):
        assert len(json.loads(done.stdout)["games"]) == 1
    else:
        assert re.fullmatch(r"enraya: mine\.py.*\n", done.stderr), done.stderr


HELPED = "import helper\n" + RACE.replace(PLAY, "return helper.add(state, move)")
HELPER = "def add(state, move):\n    return (state[0] + move, state[1] + 1)\n"
COMMANDS = {
    "check": ["check", "--games=2"],
    "match": ["match", "level:1", "random", "--games=1", "--game"],
    "play": ["play", "--first=random", "--second=random", "--game"],
    "solve": ["solve"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_imports_what_lies_beside_it(tmp_path, command):
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(HELPED, encoding="utf-8")
    done = run(*COMMANDS[command], str(file))
    assert done.returncode == 0, done.stderr


def test_where_the_folder_is_not_its_own_a_file_is_told_so(tmp_path):
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(HELPED, encoding="utf-8")
    done = run("check", str(file), TMPDIR=str(tmp_path))
    assert done.returncode == 2
    assert "mine.py, line 1: there is no module helper" in done.stderr


def test_what_fails_in_a_helper_is_told_by_the_line_that_called_it(tmp_path):
    (tmp_path / "helper.py").write_text("import os\ndef add(state, move): os._exit(0)\n", encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(HELPED, encoding="utf-8")
    assert "mine.py: play, line 10, ended the whole program: exit 0." in run("solve", str(file)).stderr


STRAY = {
    "thread": "import threading\nthreading.Thread(target=lambda: 1 / 0).start()\n",
    "exit": "import atexit\natexit.register(lambda: 1 / 0)\n",
    "finalizer": "class Left:\n    def __del__(self): 1 / 0\nLeft()\n",
}


@pytest.mark.parametrize("stray", STRAY)
def test_what_fails_where_nobody_waits_for_it_is_one_line_beside_the_answer(tmp_path, stray):
    file = tmp_path / "mine.py"
    file.write_text(STRAY[stray] + RACE, encoding="utf-8")
    done = run("solve", str(file), "--json")
    assert (done.returncode, json.loads(done.stdout)["value"]) == (0, "win")
    assert re.fullmatch(r"enraya: \S*mine\.py: \S+, line 2, fails with ZeroDivisionError.*\n", done.stderr), done.stderr


def test_a_file_that_leaves_at_exit_keeps_neither_answer_nor_code_back(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import atexit, os\natexit.register(lambda: os._exit(3))\n" + RACE, encoding="utf-8")
    done = run("solve", str(file), "--json")
    assert (done.returncode, json.loads(done.stdout)["value"]) == (0, "win")


def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path):
    file = tmp_path / "mine.py"
    os.mkfifo(file)
    done = run("solve", str(file))
    assert done.returncode == 2
    assert "a pipe or a device" in done.stderr
