"""The wheel, installed into an empty environment with all it needs, does every line of the README.

It takes the compiled parts and the page from the installed package, so nothing is compiled again, and what the package
needs is copied from the environment of the tests. With ENRAYA_TEST_WHEEL=whole (`make wheel-test`) all of that is
installed, too, which takes a minute or more.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from release.components import needed_by
from tests.scale import IS_SOAK

ROOT = Path(__file__).parents[2]
PATIENCE = 3600
COMMANDS = re.search(r"## The command line\n\n```\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)[1]
# What a person or another program would say; a command that asks for nothing gets nothing.
SAID = {"enraya play": "quit\n", "enraya practise": "quit\n", "enraya engine": "START 15\nEND\n"}
# These go on for as long as somebody wants, or for minutes: they must begin, and end in order when they are told to.
# This one needs a terminal, has tests of its own in one, and says so in a pipe.
SCREENS = {"enraya tui": "needs a terminal"}
ENDLESS = {"enraya": 6, "enraya bench": 4, 'enraya solve "mnk(9,4,4)" --proof nine.proof': 4}
SHORTER = {"alphabeta mcts ": "alphabeta:depth=3 mcts:nodes=50 ", "--games 20": "--games 1"}
FILES = {
    "mygame.py": "examples/tictactoe.py",
    "mine.py": "examples/cautious.py",
    "mine.yaml": "../src/enraya/lab/lessons/course/01-trees.yaml",
    "set.yaml": "examples/exercises.yaml",
    "ana.json": "examples/answers.yaml",
    "luis.json": "examples/answers.yaml",
}


WHOLE = os.environ.get("ENRAYA_TEST_WHEEL") == "whole"


@pytest.fixture
def folder():
    """A folder that is not in the one for temporary files, of which a process in the jail has one of its own."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build", prefix="wheel-test-") as path:
        yield Path(path)


def _run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def _build(folder):
    """The package as it would be published, from the parts that are built already."""
    built = Path(sysconfig.get_path("purelib")) / "enraya"
    _run(
        sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--no-build-isolation", "-w", folder,
        "-C", f"build-dir={folder / 'build'}", "-C", "cmake.define.ENRAYA_WEB=OFF",
        "-C", f"cmake.define.ENRAYA_PREBUILT={built}", ROOT,
    )  # fmt: skip
    return next(folder.glob("*.whl"))


def _install(wheel, folder):
    """The command `enraya` of an environment that was empty before."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--quiet", "install", "--no-deps"]
    _run(*pip, wheel)
    if WHOLE:
        _run(*pip, "--require-hashes", "-r", ROOT / "locks" / "runtime.txt")
    else:
        own = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
        for name in needed_by("enraya"):
            for file in metadata.files(name):
                if ".." not in file.parts:
                    (own / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file.locate(), own / file)
    return python.with_name("enraya")


def _lines():
    """Each command of the README, without what is said of it."""
    return [re.split(r"\s{2,}|(?<=--games 20) ", line, maxsplit=1)[0] for line in COMMANDS.splitlines()]


def _what_is_wrong_with(line, program, folder_of_reader):
    """The failure of a line of the README, typed in the folder *folder_of_reader*; empty if it works."""
    command = line
    for long, short in SHORTER.items():
        command = command.replace(long, short)
    home = {
        "HOME": str(folder_of_reader),
        "XDG_DATA_HOME": str(folder_of_reader),
        "ENRAYA_TABLES": str(folder_of_reader / "tables"),
    }
    said = next((text for begin, text in SAID.items() if line.startswith(begin)), "")
    with subprocess.Popen(
        [str(program), *shlex.split(command)[1:]], cwd=folder_of_reader, text=True,
        env={**os.environ, **home, "BROWSER": "true", "ENRAYA_LANG": "en"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            out, error = process.communicate(said, timeout=ENDLESS.get(line, PATIENCE))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=PATIENCE)
    is_refused = line in SCREENS and SCREENS[line] in error
    is_good = "Traceback" not in out + error and (line in ENDLESS or is_refused or process.returncode == 0)
    return "" if is_good else f"{line}: {process.returncode}\n{out}\n{error}"


@pytest.mark.skipif(not (IS_SOAK or WHOLE), reason="takes minutes: `make soak` and `make wheel-test` run it")
def test_the_wheel_in_an_empty_environment_does_every_line_of_the_readme(folder):
    wheel = _build(folder)
    names = zipfile.ZipFile(wheel).namelist()
    assert {"enraya/py.typed", "enraya/locale/es/web.json", "enraya/adapters/aima.py"} <= set(names)
    assert not [name for name in names if name.endswith((".cpp", ".svelte"))]
    program = _install(wheel, folder / "empty")
    folder_of_reader = folder / "folder_of_reader"
    folder_of_reader.mkdir()
    for name, source in FILES.items():
        (folder_of_reader / name).write_bytes((ROOT / "docs" / source).read_bytes())
    assert [wrong for line in _lines() if (wrong := _what_is_wrong_with(line, program, folder_of_reader))] == []
    code = f"import doctest, sys; sys.exit(doctest.testfile({str(ROOT / 'README.md')!r}, module_relative=False).failed)"
    _run(program.with_name("python"), "-c", code)
