"""Kills solves by signal 9 at random moments and lets them go on from their checkpoint: the answer must be the same.

    python bench/solve_kills.py "connect(9,4,4)" "oso(5,5)" "mnk(8,7,5)" --kills 20 --between 1

Each solve is run once without a kill, then killed so many times, and then left alone. The moments are drawn from the
processor time that the solve has had, up to --longest seconds each (by default so that all kills together take about as
much as the solve itself), so that a busy machine makes the run longer and no kill comes too late. A row tells whether
the answer is the same; the kills, and how many of them came when a checkpoint of this run had been written; the most
processor and clock seconds of work that one lost (since the checkpoint was last written, or since the start); the nodes
of one solve without a kill and those that the last checkpoint counts, which leave out what a kill lost. --between is
the seconds between two checkpoints; without it they are written as always, every fifty seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

BETWEEN_LOOKS = 0.02
LEAST_SECONDS = 1.0
"""Python and the program take some of these to begin."""

SOLVE = """
import sys
from enraya.cli import main
from enraya.solve.parallel import checkpoint
if (between := float(sys.argv.pop(1))):
    checkpoint.BETWEEN, checkpoint.WORK_FOR_WRITING = between, 0
main()
"""


def begin(game: str, between: float, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SOLVE, str(between), "solve", game, "--json", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def answer(solve: subprocess.Popen[str]) -> dict[str, Any]:
    told, _ = solve.communicate()
    if solve.returncode:
        raise SystemExit(f"a solve ended with code {solve.returncode}")
    return dict(json.loads(told))


class Work(NamedTuple):
    """How much a process has worked: the seconds that it had a processor, and those on the clock."""

    processor: float
    clock: float

    def since(self, before: Work) -> Work:
        return Work(self.processor - before.processor, self.clock - before.clock)


def work_of(solve: subprocess.Popen[str]) -> Work:
    fields = Path(f"/proc/{solve.pid}/stat").read_text().rpartition(")")[2].split()
    return Work((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), time.monotonic())


def kill_after(solve: subprocess.Popen[str], seconds: float, kept: Path) -> tuple[Work, bool] | None:
    """Kill *solve* after so many seconds of its processor time; the work that this lost, and whether it had written its
    checkpoint *kept*. None if it ended before.
    """
    stamp = kept.stat().st_mtime_ns if kept.exists() else 0
    written, has_written = work_of(solve), False
    while solve.poll() is None:
        done = work_of(solve)
        if kept.exists() and kept.stat().st_mtime_ns != stamp:
            stamp, written, has_written = kept.stat().st_mtime_ns, done, True
        if done.processor >= seconds:
            solve.kill()
            solve.communicate()
            return done.since(written), has_written
        time.sleep(BETWEEN_LOOKS)
    return None


def killed(game: str, kills: int, longest: float | None, between: float, seed: int) -> dict[str, object]:
    """One game, killed and taken up again."""
    dice = random.Random(seed)
    before = os.times()
    whole = answer(begin(game, 0.0))
    after = os.times()
    took = after.children_user + after.children_system - before.children_user - before.children_system
    most = longest or LEAST_SECONDS + 1.2 * took / kills
    lost, written = [], 0
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        while len(lost) < kills:
            solve = begin(game, between, "--checkpoint", str(kept))
            killing = kill_after(solve, dice.uniform(0, most), kept)
            if killing is None:
                break
            lost.append(killing[0])
            written += killing[1]
        last = answer(begin(game, between, "--checkpoint", str(kept)))
    same = all(whole[field] == last[field] for field in ("value", "score", "plies", "best"))
    return {
        "game": game,
        "kills": len(lost),
        "after_writing": written,
        "same": same,
        "most_seconds_lost": round(max((each.processor for each in lost), default=0.0), 1),
        "most_clock_seconds_lost": round(max((each.clock for each in lost), default=0.0), 1),
        "seconds": round(took, 1),
        "nodes": whole["nodes"],
        "nodes_with_kills": last["nodes"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--longest", type=float, help="processor seconds of a run")
    parser.add_argument("--between", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    are_same = True
    for game in options.games:
        row = killed(game, options.kills, options.longest, options.between, options.seed)
        are_same &= bool(row["same"]) and row["kills"] == options.kills
        print(json.dumps(row), flush=True)
    raise SystemExit(0 if are_same else 1)


if __name__ == "__main__":
    main()
