"""Without a C++ compiler the package still builds, and all that needs no speed works."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.scale import builds_anew

ROOT = Path(__file__).parents[2]
PATIENCE = 600
WORKS = """
from enraya import Position, Solver, find_strategy, Limit
from enraya.search.native import is_available, notice
assert not is_available()
notice()
position = Position.start("mnk(3,3,3)")
for player in ("alphabeta+", "level:10", "perfect", "mcts:nodes=50"):
    assert find_strategy(player, position.game, 1).choose(position, Limit(seconds=20)).move in position.playable()
for game, outcome in {"mnk(3,3,3)": 0, "mnk(4,3,3)": 1, "oso(3,2)": 0, "terni": 1}.items():
    start = Position.start(game)
    assert Solver(start.game).solve(start).worth.outcome == outcome
"""


@pytest.fixture(scope="module")
def python_without_native(tmp_path_factory):
    """A fresh environment with the package built where no compiler can be found.

    A path in a `.pth` file lends it the libraries of the tests, without the package that is installed among them.
    The page, which needs no compiler, is not built again.
    """
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder / "venv")
    python = folder / "venv" / "bin" / "python"
    scheme = {"base": str(folder / "venv"), "platbase": str(folder / "venv")}
    own, lent = sysconfig.get_path("purelib", vars=scheme), sysconfig.get_path("purelib")
    (Path(own) / "lent.pth").write_text(f"{lent}\n", encoding="utf-8")
    environment = {**os.environ, "CXX": str(folder / "no-compiler"), "CC": str(folder / "no-compiler")}
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "--quiet", "install", "--no-deps",
         "--no-build-isolation", "-C", f"build-dir={folder / 'build'}", "-C", "cmake.define.ENRAYA_WEB=OFF", ROOT],
        env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return python


@builds_anew
def test_it_installs_works_and_says_so_once(python_without_native, tmp_path):
    done = subprocess.run(
        [python_without_native, "-c", WORKS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "compiler" in done.stderr


@builds_anew
def test_its_command_plays(python_without_native, tmp_path):
    enraya = Path(python_without_native).with_name("enraya")
    done = subprocess.run(
        [enraya, "match", "alphabeta+", "random", "--games", "4", "--seed", "1"],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "0 lost" in done.stdout
