"""The full-screen terminal at a real pseudo-terminal."""

import os

import pexpect
import pytest
from tests.nursery import ENRAYA, run_enraya
from tests.terminal.conftest import PATIENCE


@pytest.fixture
def start(tmp_path):
    """Starts `enraya tui` at a pseudo-terminal of 80 by 24, with a data folder of its own."""
    children = []

    def begin(*arguments):
        environment = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path)}
        child = pexpect.spawn(
            ENRAYA, ["tui", *arguments], encoding="utf-8", timeout=PATIENCE, dimensions=(24, 80), env=environment
        )
        children.append(child)
        return child

    yield begin
    for child in children:
        child.close(force=True)


def test_a_game_is_begun_left_and_gone_on_with_after_the_program_has_ended(start):
    child = start("--lang", "en", "--theme", "dark")
    child.expect("What shall we play")
    child.send("\r")
    child.expect("Your turn")
    child.send("\r")
    child.expect("b2")
    child.send("q")
    child.expect("Go on: Tic-tac-toe")
    child.send("q")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    child = start("--lang", "es")
    child.expect("Seguir: Tres en raya")
    child.send("\r")
    child.expect("b2")
    child.send("\x11")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_without_a_terminal_and_with_a_wrong_theme_there_is_one_sentence(start):
    done = run_enraya(["tui", "--lang", "en"], written=b"", patience=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.decode() == "enraya: enraya tui needs a terminal to draw on; in a pipe, use enraya play.\n"
    child = start("--lang", "en", "--theme", "pink")
    child.expect("There is no theme «pink»; there are wood, paper")
    child.expect(pexpect.EOF)


def test_the_command_line_is_not_slowed_down_by_what_only_the_full_screen_needs():
    done = run_enraya(["--help"], written=b"", patience=PATIENCE)
    assert "tui" in done.stdout.decode()
    import subprocess
    import sys

    code = "import enraya, enraya.cli, sys; sys.exit(any(name.partition('.')[0] == 'textual' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=PATIENCE).returncode == 0
