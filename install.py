"""Installs Enraya from a lock and tells what it is doing: `python install.py .venv/bin/python runtime`

The first argument is the Python to install into, the second the lock: `runtime`, or `development` for what tests it.
Every package comes with a hash of the lock or not at all, those that build Enraya included; then Enraya itself is built
with what is installed. On a terminal the seconds of the present step run; elsewhere a line is printed when a step
begins, and now and then while it lasts. If a command fails, its own last words are shown and its exit code is kept.
Standard library only: nothing is installed yet when this runs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

LOCKS = Path(__file__).resolve().parent / "locks"
STEPS = (
    (r"Collecting ", "Fetching the packages it uses"),
    (r"Installing collected packages", "Installing them"),
    (r"Obtaining ", "Looking for a C++ compiler and Node"),
    (r"Building editable for enraya", "Building the C++ search and the web page, the longest step"),
)
"""What pip says at the start of a line, in this order, and what that means to people."""

BUILD_TOOLS = "from scikit_build_core.build import get_requires_for_build_editable as needs; print(*needs({}))"
"""Names CMake and Ninja where the machine has none that is new enough."""

BEAT = 1.0
REMIND = 15
SHOWN_OF_A_FAILURE = 40


class Telling:
    """The present step on one line, with its seconds."""

    def __init__(self) -> None:
        self._step, self._began, self._reminded = "", 0.0, 0
        self._is_terminal = sys.stdout.isatty()
        self._lock = threading.Lock()
        self._over = threading.Event()
        threading.Thread(target=self._beat, daemon=True).start()

    def step(self, text: str) -> None:
        """*text* is what happens from now on."""
        with self._lock:
            self._finish()
            self._step, self._began, self._reminded = text, time.monotonic(), 0
            if self._is_terminal:
                self._show()
            else:
                print(f"  {text} ...", flush=True)

    def end(self) -> None:
        """Nothing happens any more."""
        with self._lock:
            self._finish()
            self._step = ""
        self._over.set()

    def _finish(self) -> None:
        if self._step and self._is_terminal:
            self._show()
            print(flush=True)
        elif self._step:
            print(f"      done after {self._seconds} s", flush=True)

    @property
    def _seconds(self) -> int:
        return round(time.monotonic() - self._began)

    def _show(self) -> None:
        print(f"\r  {self._step} ... {self._seconds} s", end="", flush=True)

    def _beat(self) -> None:
        while not self._over.wait(BEAT):
            with self._lock:
                if not self._step:
                    continue
                if self._is_terminal:
                    self._show()
                elif self._seconds >= self._reminded + REMIND:
                    self._reminded = self._seconds
                    print(f"      {self._seconds} s ...", flush=True)


class Installation:
    """The commands that install Enraya, one after another."""

    def __init__(self, python: str, lock: str) -> None:
        self._python, self._lock = python, lock
        self._said: list[str] = []
        self._reached = 0
        self._telling = Telling()

    def run(self) -> int:
        """Install; the exit code of the command that failed, or 0."""
        began = time.monotonic()
        failed = self._locked(self._lock) or self._build_tools() or self._enraya()
        self._telling.end()
        if failed:
            print("\n".join(self._said[-SHOWN_OF_A_FAILURE:]), file=sys.stderr)
            return failed
        print(f"  Ready after {round(time.monotonic() - began)} s.", flush=True)
        return 0

    def _locked(self, lock: str) -> int:
        # A lock holds all that is needed, so nothing is to be resolved.
        return self._pip("--require-hashes", "--no-deps", "-r", str(LOCKS / f"{lock}.txt"))

    def _build_tools(self) -> int:
        asked = subprocess.run([self._python, "-c", BUILD_TOOLS], capture_output=True, text=True, check=False)
        self._said.append(asked.stderr)
        return asked.returncode or (self._locked("cmake") if asked.stdout.strip() else 0)

    def _enraya(self) -> int:
        # Without isolation: there, pip would fetch what builds Enraya without looking at a hash.
        return self._pip("--no-deps", "--no-build-isolation", "-e", str(LOCKS.parent))

    def _pip(self, *arguments: str) -> int:
        """pip's exit code; its lines tell the steps."""
        command = [self._python, "-u", "-m", "pip", "--disable-pip-version-check", "--no-color", "install"]
        environment = {**os.environ, "ENRAYA_WEB_PACKAGES": self._lock}
        # Not a terminal for pip: it then writes one line for each thing it does.
        with subprocess.Popen(
            [*command, *arguments], env=environment, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as pip:  # fmt: skip
            assert pip.stdout is not None
            for line in pip.stdout:
                self._said.append(line.rstrip())
                self._tell(line)
        return pip.returncode

    def _tell(self, line: str) -> None:
        for number, (pattern, text) in enumerate(STEPS, start=1):
            # What pip comes back to is part of the step it is at.
            if number > self._reached and re.match(rf"\s*{pattern}", line):
                self._reached = number
                self._telling.step(f"{number} of {len(STEPS)}: {text}")
                break


if __name__ == "__main__":
    sys.exit(Installation(*sys.argv[1:]).run())
