"""Files that change the process they are loaded in: the command still ends with a sentence, and answers once."""

import json
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
