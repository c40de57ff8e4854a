"""The script that installs Enraya tells its steps; a pip of the tests' own says what pip says."""

import re
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "install.py"
SAID = """
Obtaining file:///enraya
  Installing build dependencies: started
  Installing build dependencies: finished with status 'done'
Collecting rich
Obtaining file:///enraya
Installing collected packages: rich, enraya
"""


def install(folder, said, code):
    (folder / "pip.py").write_text(f"import sys\nprint({said!r})\nsys.exit({code})\n")
    command = [sys.executable, SCRIPT, sys.executable, "-e", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_each_step_is_told_once_in_order_and_with_its_seconds(tmp_path):
    done = install(tmp_path, SAID, 0)
    assert done.returncode == 0
    steps = [line.strip() for line in done.stdout.splitlines() if " of 6: " in line]
    assert [step[0] for step in steps] == ["1", "2", "4", "6"]
    assert steps[1] == "2 of 6: Fetching the tools that build it ..."
    assert len(re.findall(r"done after \d+ s", done.stdout)) == 4
    assert re.search(r"Ready after \d+ s\.", done.stdout)


def test_what_pip_says_last_is_shown_when_it_fails_and_its_code_is_kept(tmp_path):
    done = install(tmp_path, f"{SAID}error: no compiler", 3)
    assert done.returncode == 3
    assert "error: no compiler" in done.stderr
    assert "Ready" not in done.stdout
