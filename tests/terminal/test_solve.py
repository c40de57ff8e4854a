"""Solving at a real pseudo-terminal: the live line, and Ctrl-C that keeps what was proven."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest
from tests.scale import scaled
from tests.terminal.conftest import ENRAYA, PATIENCE

from enraya.search.native import is_available
from enraya.solve.parallel.checkpoint import read_header

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


LIVE = {
    "oso(6,6)": r"\[\.+\] 0 of 72 first moves · score -\d+ to \d+ · [\d,]+ nodes, [\d,]+ per second",
    "connect(8,7,4)": r"score -\d+ to \d+ · [\d,]+ nodes, [\d,]+ per second",
    "mnk(8,7,5)": r"score -1 to 1 · depth \d+ · [\d,]+ nodes, [\d,]+ per second",
    "mnk(7,7,4,misere=true)": r"depth \d+ · [\d,]+ nodes, [\d,]+ per second",
}


def interrupted(child, *, has_bounds=True):
    """A solve is interrupted that knows bounds or not: the command to go on with."""
    child.sendintr()
    child.expect_exact("was not solved before it was stopped.")
    child.expect_exact("What was proven is kept. To go on:")
    assert re.search(r"Its score is from -\d+ to \d+\.", child.before) or not has_bounds
    child.expect(r"  (enraya solve .*)\r\n")
    command = shlex.split(child.match[1])
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    return command


@pytest.mark.parametrize("game", ["oso(6,6)", "connect(8,7,4)"])
def test_ctrl_c_keeps_what_was_proven_and_names_the_command_that_goes_on(
    solve_at_terminal, environment, tmp_path, game
):
    child = solve_at_terminal(game, "--memory", "16")
    child.expect(LIVE[game] + r" · ([4-9]|\d\d+) s")
    command = interrupted(child)
    kept = command[-1]
    assert command == ["enraya", "solve", game, "--memory", "16", "--checkpoint", kept]
    assert kept.startswith(str(tmp_path / "our tables"))
    again = subprocess.run(
        [ENRAYA, *command[1:], "--time", "0.1"], capture_output=True, text=True, check=False, env=environment
    )
    assert again.returncode == 1
    assert kept in again.stderr


@pytest.mark.parametrize("game", ["mnk(8,7,5)", "mnk(7,7,4,misere=true)"])
def test_ctrl_c_keeps_it_in_the_file_that_was_named_and_the_same_command_counts_on(solve_at_terminal, tmp_path, game):
    command = [game, "--checkpoint", str(tmp_path / "kept")]
    nodes = []
    for _ in range(2):
        child = solve_at_terminal(*command)
        child.expect(LIVE[game])
        nodes.append(int(re.search(r"([\d,]+) nodes", child.match[0])[1].replace(",", "")))
        assert interrupted(child, has_bounds="misere" not in game) == ["enraya", "solve", *command]
        nodes.append(read_header(tmp_path / "kept")["nodes"])
    assert nodes == sorted(nodes)


def test_after_a_moment_of_work_nothing_is_kept(solve_at_terminal, tmp_path):
    child = solve_at_terminal("connect(8,7,4)", "--memory", "4")
    child.expect(r"score -\d+ to \d+ · [\d,]+ nodes")
    child.sendintr()
    child.expect_exact("connect(8,7,4) was not solved before it was stopped.")
    child.expect_exact("Nothing was kept: next time it begins anew.")
    child.expect(pexpect.EOF)
    assert not (tmp_path / "our tables").exists()


# The same program as `enraya`, but what it has is written again and again.
RESTLESS = """
import sys
from enraya.solve.parallel import checkpoint
checkpoint.BETWEEN = checkpoint.WORK_FOR_WRITING = 0
from enraya.cli import main
sys.argv[0] = "enraya"
main()
"""


# The maker's search takes 10 s for this; tests/unit/solve/parallel shows without a kill that it goes on from a file.
KILLED = {"connect(6,6,4)": 1_500_000, "mnk(4,4,4,misere=true)": 200_000, **scaled({}, soak={"mnk(8,4,4)": 300_000})}


@pytest.mark.parametrize(("game", "nodes"), KILLED.items())
def test_a_solve_that_was_killed_goes_on_from_what_it_had_written(environment, tmp_path, game, nodes):
    checkpoint = tmp_path / "kept"
    command = ["solve", game, "--json", "--checkpoint", str(checkpoint)]
    started = subprocess.Popen(
        [sys.executable, "-c", RESTLESS, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment
    )
    while started.poll() is None and not (checkpoint.exists() and read_header(checkpoint)["nodes"] >= nodes):
        time.sleep(0.01)
    started.kill()
    # Whatever was being written was not under the file's name.
    assert (read_header(checkpoint)["nodes"] >= nodes, started.communicate()[1]) == (True, b"")
    went_on, anew = (
        json.loads(subprocess.run([ENRAYA, *arguments], capture_output=True, check=True, env=environment).stdout)
        for arguments in (command, command[:3])
    )
    for field in ("value", "score", "plies", "best"):
        assert went_on[field] == anew[field]
    assert went_on["nodes_before"] >= nodes
    assert went_on["nodes"] - went_on["nodes_before"] < 0.9 * anew["nodes"]


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


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_in_a_pipe_there_is_no_live_line_and_an_interrupt_is_heard(environment, tmp_path, number, code):
    checkpoint = tmp_path / "kept"
    command = [ENRAYA, "solve", "oso(7,7)", "--json", "--checkpoint", str(checkpoint)]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    # The file is there once the work has begun.
    while not checkpoint.exists():
        assert started.poll() is None
    started.send_signal(number)
    said, errors = started.communicate(timeout=PATIENCE)
    assert (started.returncode, said) == (code, "")
    assert errors.splitlines()[-1] == "  " + shlex.join(["enraya", *command[1:]])
    assert not re.search("[\r\x1b]", errors)
