"""Runs pip and tells what it is doing, step by step with the seconds: `python install.py .venv/bin/python -e .`

The first argument is the Python to install into, the others are pip's. On a terminal the seconds of the present step
run; elsewhere a line is printed when a step begins, and now and then while it lasts. If pip fails, its own last words
are shown and its exit code is kept. Standard library only: nothing is installed yet when this runs.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time

STEPS = (
    (r"Obtaining ", "Reading what Enraya needs"),
    (r"Installing build dependencies", "Fetching the tools that build it"),
    (r"Preparing editable metadata", "Looking for a C++ compiler and Node"),
    (r"Collecting ", "Fetching the packages it uses"),
    (r"Building editable for enraya", "Building the C++ search and the web page, the longest step"),
    (r"Installing collected packages", "Installing"),
)
"""What pip says at the start of a line, in this order, and what that means to people."""

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


def main(python: str, *arguments: str) -> int:
    """Install with *python*'s pip; its exit code."""
    command = [python, "-u", "-m", "pip", "--disable-pip-version-check", "--no-color", "install"]
    began, said, telling = time.monotonic(), [], Telling()
    # Not a terminal for pip: it then writes one line for each thing it does.
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        assert pip.stdout is not None
        reached = 0
        for line in pip.stdout:
            said.append(line.rstrip())
            for number, (pattern, text) in enumerate(STEPS, start=1):
                # What pip comes back to is part of the step it is at.
                if number > reached and re.match(rf"\s*{pattern}", line):
                    reached = number
                    telling.step(f"{number} of {len(STEPS)}: {text}")
                    break
    telling.end()
    if pip.returncode:
        print("\n".join(said[-SHOWN_OF_A_FAILURE:]), file=sys.stderr)
        return pip.returncode
    print(f"  Ready after {round(time.monotonic() - began)} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
