"""The script that installs Enraya tells its steps; a Python of the tests' own says what pip says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "install.py"
FETCHED = """
Collecting rich
  Downloading rich
Collecting typer
Installing collected packages: rich, typer
"""
BUILT = """
Obtaining file:///enraya
  Building editable for enraya (pyproject.toml): started
Installing collected packages: enraya
"""
STAND_IN = """#!{python}
import pathlib, sys
said = pathlib.Path({folder!r}, "asked").open("a")
print(*sys.argv[1:], file=said)
if "-c" in sys.argv:
    print({missing!r})
elif "-e" in sys.argv:
    print({built!r})
    sys.exit({code})
else:
    print({fetched!r})
"""


@pytest.fixture
def install(tmp_path):
    """Runs the script with a Python that installs nothing; what was said, and what that Python was asked."""

    def run(built=BUILT, code=0, missing=""):
        python = tmp_path / "python"
        shown = {"python": sys.executable, "folder": str(tmp_path), "fetched": FETCHED}
        python.write_text(STAND_IN.format(**shown, built=built, code=code, missing=missing))
        python.chmod(0o755)
        done = subprocess.run([sys.executable, SCRIPT, python, "runtime"], capture_output=True, text=True, check=False)
        return done, (tmp_path / "asked").read_text().splitlines()

    return run


def test_each_step_is_told_once_in_order_and_with_its_seconds(install):
    done, _ = install()
    assert done.returncode == 0
    steps = [line.strip() for line in done.stdout.splitlines() if " of 4: " in line]
    assert [step[0] for step in steps] == ["1", "2", "3", "4"]
    assert steps[0] == "1 of 4: Fetching the packages it uses ..."
    assert len(re.findall(r"done after \d+ s", done.stdout)) == 4
    assert re.search(r"Ready after \d+ s\.", done.stdout)


def test_what_pip_says_last_is_shown_when_it_fails_and_its_code_is_kept(install):
    done, _ = install(f"{BUILT}error: no compiler", 3)
    assert done.returncode == 3
    assert "error: no compiler" in done.stderr
    assert "Ready" not in done.stdout


def test_every_package_is_checked_by_hash_and_nothing_is_fetched_while_building(install):
    _, asked = install()
    fetching = [line for line in asked if " install " in line and " -e " not in line]
    assert len(fetching) == 1
    assert all("--require-hashes" in line and "locks/runtime.txt" in line for line in fetching)
    building = next(line for line in asked if " -e " in line)
    assert "--no-build-isolation" in building and "--no-deps" in building


def test_cmake_comes_from_its_lock_where_the_machine_has_none(install):
    _, asked = install(missing="cmake>=3.20 ninja>=1.5")
    assert any("--require-hashes" in line and "locks/cmake.txt" in line for line in asked)
