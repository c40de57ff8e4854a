"""Students' mistakes in their files, and the sentence of each command about them.

Every mistake is one change to a small game, or a file of its own. No command may answer with a traceback, hang, or
put what the file prints into its JSON.
"""

import json
import re
import signal
import subprocess
from functools import partial

import pytest

from tests.race import RACE
from tests.scale import scaled
from tests.unit.commands.mistakes import (
    ANALYSE,
    CHECK,
    COMPARE,
    COUNT,
    HANGS,
    MATCH,
    MISTAKES,
    PLAY,
    SOLVE,
    TREE,
    change,
)
from tests.unit.commands.running import ENRAYA, PATIENCE, run


def told_wrong(file, command, sentence):
    """The output of *command* about the file where it is not one sentence and a failure; None where it is."""
    done = run(*command, str(file), input="1\n2\n1\n2\n1\n2\n1\n2\nexit\n")
    said = done.stdout + done.stderr
    is_told = done.returncode != 0 and "Traceback" not in said and re.search(sentence, said)
    return None if is_told else (done.returncode, said)


def asked(commands, number):
    """Those of *commands* that are asked about the mistake with this *number*: the check, and one other in turn.

    The sentence is made where the file is loaded or its function called, in one place for all commands. `make soak`
    asks them all.
    """
    others = [command for command in commands if command is not CHECK]
    turn = number % max(1, len(others))
    return scaled([CHECK] * (CHECK in commands) + others[turn : turn + 1], soak=commands)


@pytest.mark.parametrize("part", MISTAKES)
def test_a_mistake_is_told_in_a_sentence_by_every_command(tmp_path, part):
    file = tmp_path / "mine.py"
    wrong = {}
    for number, (mistake, (source, commands, sentence)) in enumerate(MISTAKES[part].items()):
        file.write_text(source, encoding="utf-8")
        for command in asked(commands, number):
            if found := told_wrong(file, command, sentence):
                wrong[mistake, command[0]] = found
    assert wrong == {}


@pytest.mark.parametrize("mistake", HANGS)
def test_the_check_outlives_whatever_a_file_does(tmp_path, mistake):
    source, sentence = HANGS[mistake]
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    done = run("check", str(file))
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert re.search(sentence, done.stderr), done.stderr[-2000:]
    assert len(done.stderr) < 100_000


@pytest.mark.parametrize("mistake", HANGS)
def test_a_command_that_loads_the_file_itself_outlives_it_too(tmp_path, mistake):
    source, sentence = HANGS[mistake]
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    done = run("solve", str(file))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert re.search(sentence, done.stderr[-2000:]), done.stderr[-2000:]
    assert len(done.stderr) < 2_000_000


@pytest.mark.parametrize(
    ("leaving", "sentence"),
    [
        ("ctypes.CDLL(None)._exit(0)", "the program failed with exit 0."),
        ("os.kill(os.getpid(), 15)", "play, line 10, ended the whole program: SIGTERM."),
        ("os.kill(os.getpid(), 2)", "the program failed with SIGINT."),
        ("os.kill(os.getpid(), 19)", "the program failed with SIGSTOP."),
    ],
)
def test_a_file_that_leaves_below_python_ends_in_a_sentence(tmp_path, leaving, sentence):
    file = tmp_path / "mine.py"
    file.write_text("import ctypes, os\n" + change(PLAY, f"{leaving}; {PLAY}"), encoding="utf-8")
    done = run("count", str(file))
    assert done.returncode == 2
    assert f"mine.py: {sentence}" in done.stderr


def test_no_function_that_a_file_replaces_makes_a_failure_a_success(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import builtins\nbuiltins.isinstance = lambda *said: False\n" + RACE, encoding="utf-8")
    done = run("solve", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "mine.py: the program failed with" in done.stderr


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        ("os.kill(os.getpid(), 9)", "play ended the whole program: SIGKILL."),
        ("os.kill(os.getpid(), 14)", "play, line 10, ended the whole program: SIGALRM."),
    ],
)
def test_the_check_names_the_function_that_a_signal_ended(tmp_path, ending, sentence):
    file = tmp_path / "mine.py"
    file.write_text("import os\n" + change(PLAY, ending), encoding="utf-8")
    assert sentence in run("check", str(file)).stderr


def test_a_file_that_ignores_the_question_for_its_stack_is_told_by_its_line_all_the_same(tmp_path):
    file = tmp_path / "mine.py"
    ignoring = "import signal, time\nsignal.signal(signal.SIGUSR1, signal.SIG_IGN)\n"
    file.write_text(ignoring + change(PLAY, "time.sleep(1000)"), encoding="utf-8")
    assert re.search(r"play did not answer in \d+ seconds: it was at line 11", run("check", str(file)).stderr)


def test_an_interrupt_of_the_first_process_alone_stops_the_command(tmp_path):
    file = tmp_path / "mine.py"
    slow = "import time\nprint('loaded', flush=True)\n" + change(PLAY, "time.sleep(0.2); " + PLAY)
    file.write_text(slow.replace("state[0] < 7", "state[0] < 10**6"), encoding="utf-8")
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "preexec_fn": heeding}
    with subprocess.Popen([ENRAYA, "count", str(file)], **pipes) as started:
        assert started.stderr.readline() == "loaded\n"
        started.send_signal(signal.SIGINT)
        assert started.wait(PATIENCE) == 130


def test_what_a_file_prints_is_not_in_the_json_of_a_check(tmp_path):
    file = tmp_path / "mine.py"
    printing = "import os\nprint('loading')\n" + change(PLAY, "print('playing'); os.write(1, b'below\\n'); " + PLAY)
    file.write_text(printing, encoding="utf-8")
    done = run("check", str(file), "--games=2", "--json")
    said = json.loads(done.stdout)
    assert (said["file"], said["ok"]) == (str(file), True)
    assert [(each["kind"], each["games"], each["breaches"]) for each in said["checks"]] == [("game", 2, [])]
    assert "loading" in done.stderr
    assert "playing" in done.stderr
    assert "below" in done.stderr


@pytest.mark.parametrize("command", [SOLVE, ANALYSE, COUNT, COMPARE, TREE, MATCH], ids=lambda command: command[0])
def test_what_a_file_prints_is_not_in_the_json_of_a_command(tmp_path, command):
    file = tmp_path / "mine.py"
    above = "print('playing'); sys.stdout.write('written\\n'); "
    below = "sys.stdout.buffer.write(b'raw\\n'); os.write(1, b'below\\n'); "
    file.write_text("import os, sys\nprint('loading')\n" + change(PLAY, above + below + PLAY), encoding="utf-8")
    extra = [] if command is TREE else ["--json"]
    done = run(*command, str(file), *extra)
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)
    for said in ("loading", "playing", "written", "raw", "below"):
        assert said in done.stderr
