"""Solving at a real pseudo-terminal: the live line, and Ctrl-C that keeps what was proven."""

import os
import re
import shlex
import signal
import subprocess
from pathlib import Path

import pexpect
import pytest
from tests.terminal.conftest import ENRAYA, PATIENCE

from enraya.search.native import is_available

pytestmark = pytest.mark.skipif(not is_available(), reason="needs the C++ build")


@pytest.fixture
def environment(tmp_path):
    return {**os.environ, "ENRAYA_LANG": "en", "ENRAYA_TABLES": str(tmp_path / "our tables")}


@pytest.fixture
def solve_at_terminal(environment):
    children = []

    def start(*arguments):
        child = pexpect.spawn(
            ENRAYA, ["solve", *arguments], encoding="utf-8", timeout=PATIENCE, env=environment, dimensions=(24, 110)
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def test_ctrl_c_keeps_what_was_proven_and_names_the_command_that_goes_on(solve_at_terminal, environment, tmp_path):
    child = solve_at_terminal("oso(6,6)", "--memory", "16")
    child.expect(r"\[\.+\] 0 of 72 first moves · score -\d+ to \d+ · [\d,]+ nodes, [\d,]+ per second · \d+ s")
    child.sendintr()
    child.expect_exact("oso(6,6) was not solved before it was stopped.")
    child.expect(r"Its score is from -\d+ to \d+\.")
    child.expect_exact("To go on:")
    child.expect(r"  (enraya solve .*)\r\n")
    command = shlex.split(child.match[1])
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    kept = command[-1]
    assert command == ["enraya", "solve", "oso(6,6)", "--memory", "16", "--checkpoint", kept]
    assert kept.startswith(str(tmp_path / "our tables"))
    again = subprocess.run(
        [ENRAYA, *command[1:], "--time", "0.1"], capture_output=True, text=True, check=False, env=environment
    )
    assert again.returncode == 1
    assert kept in again.stderr


def test_ctrl_c_ends_the_processes_that_share_the_work_too(solve_at_terminal):
    child = solve_at_terminal("oso(7,7)", "--cluster", "local", "--threads", "2", "--memory", "4")
    # Nothing is told until a job is done: the workers are there when the parent's children are.
    children = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    while len(workers := children.read_text().split()) < 3:
        assert child.isalive()
    child.sendintr()
    child.expect_exact("oso(7,7) was not solved before it was stopped.")
    child.expect(r"--checkpoint \S*our tables/oso-7-7-\w+.bounds")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert not [worker for worker in workers if Path(f"/proc/{worker}/exe").exists()]


def test_in_a_pipe_there_is_no_live_line_and_an_interrupt_is_heard(environment, tmp_path):
    checkpoint = tmp_path / "kept"
    command = [ENRAYA, "solve", "oso(7,7)", "--json", "--checkpoint", str(checkpoint)]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    # The file is there once the work has begun.
    while not checkpoint.exists():
        assert started.poll() is None
    started.send_signal(signal.SIGINT)
    said, errors = started.communicate(timeout=PATIENCE)
    assert (started.returncode, said) == (130, "")
    assert errors.splitlines()[-1] == "  " + shlex.join(["enraya", *command[1:]])
    assert not re.search("[\r\x1b]", errors)
