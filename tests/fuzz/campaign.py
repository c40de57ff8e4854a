"""A campaign against one target, in a process of its own (`child`), and what it came to."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.target import Target

SHOWN_OF_A_FAILURE = 6000


@dataclass(frozen=True)
class Outcome:
    """How many inputs were run, which share of the target's lines was reached, and what was found, if anything."""

    inputs: int
    coverage: float
    failure: str | None


def run_campaign(target: Target, seconds: float, most: int, corpus: Path, seed: int) -> Outcome:
    """Fuzz *target* for about so many seconds, with *most* inputs at most.

    Inputs that reach something new are kept below the folder *corpus*.
    """
    kept = corpus / target.name
    kept.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(target.seeds):
        (kept / f"seed-{number}").write_bytes(data)
    modules = [f"enraya.{module.replace('/', '.')}" for module in target.modules]
    code, said = _run(target.name, str(seconds), str(most), str(kept), str(seed), *modules)
    counts = [int(number) for number in re.findall(r"^(?:#|Done )(\d+)", said, re.MULTILINE)]
    failure = f"exit code {code}\n{said[-SHOWN_OF_A_FAILURE:]}" if code else None
    code, told = _run(target.name, "replay", "0", str(kept), str(seed))
    share = re.search(r"^Coverage ([0-9.]+)", told, re.MULTILINE)
    if failure is None and share is None:
        failure = f"exit code {code}\n{told[-SHOWN_OF_A_FAILURE:]}"
    return Outcome(max(counts, default=0), float(share[1]) if share else 0.0, failure)


def _run(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.fuzz.child", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")
