"""`enraya book` on the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from enraya.search.native import is_available
from tests.unit.commands.running import ENRAYA, PATIENCE, data, run

pytestmark = pytest.mark.skipif(not is_available(), reason="books are for the C++ core, which was not built")
SMALL = "connect(5,4,4)"


def test_a_book_is_built_lengthened_and_checked(tmp_path):
    file = tmp_path / "small.book"
    for plies in (2, 3):
        built = data("book", "build", SMALL, "--plies", plies, "--file", file, "--json")
        assert built["plies"] == plies
        assert built["bytes"] == file.stat().st_size
    checked = data("book", "check", SMALL, "--file", file, "--json")
    assert (checked["positions"], checked["plies"]) == (built["positions"], 3)
    assert [path.name for path in tmp_path.iterdir()] == ["small.book"]


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path):
    file = tmp_path / "seven.book"
    command = [ENRAYA, "book", "build", "connect(5,6,4)", "--plies", "6", "--file", str(file)]
    environment = {**os.environ, "ENRAYA_LANG": "en"}
    building = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    journal = tmp_path / "seven.book.journal"
    while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
        assert building.poll() is None, building.stderr.read()
        time.sleep(0.05)
    os.killpg(building.pid, signal.SIGINT)  # as a terminal does: everybody hears it
    _, said = building.communicate(timeout=PATIENCE)
    assert building.returncode == 130
    assert said.count("\n") == 1
    assert "the same command goes on" in said
    before = journal.read_bytes().splitlines()
    assert len(before) >= 2
    done = run(*command[1:], "--time", "0.001")
    assert done.returncode == 1
    assert journal.read_bytes().splitlines()[: len(before)] == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("burn",), "«burn» is not something to do with a book: build, check"),
        (("build", "mnk(3,3,3)"), "mnk(3,3,3) is not one"),
        (("build", "connect(9,9,4)"), "connect(9,9,4) is not one"),
        (("build", "connect(7,6,5)"), "connect(7,6,5) is not one"),
        (("build", "--plies", "0"), "0"),
        (("check", "connect(4,4,4)"), "There is no book of connect(4,4,4) yet"),
        (("check", "--file", "nowhere.book"), "nowhere.book"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(arguments, words, tmp_path):
    done = run("book", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
