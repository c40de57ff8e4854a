"""Kills solves by signal 9 at random moments and lets them go on from their checkpoint: the answer must be the same.

    python bench/solve_kills.py "connect(7,6,4)" "oso(5,5)" "mnk(8,7,5)" --kills 20 --longest 120

Each solve is killed so many times, after up to --longest seconds each, and then left alone. A row tells whether the
answer is the same, the most seconds of work that a kill lost (since the checkpoint was last written, or since the
start), the nodes of one solve without a kill and those that the last checkpoint counts, which leave out what a kill
lost. With --between the checkpoint is written more often than every fifty seconds.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

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


def killed(game: str, kills: int, longest: float, between: float, seed: int) -> dict[str, object]:
    """One game, killed and taken up again."""
    dice = random.Random(seed)
    whole = answer(begin(game, 0.0))
    with tempfile.TemporaryDirectory() as folder:
        kept = str(Path(folder) / "kept")
        done, lost = 0, 0.0
        while done < kills:
            began = time.time()
            solve = begin(game, between, "--checkpoint", kept)
            try:
                solve.wait(dice.uniform(0, longest))
                break
            except subprocess.TimeoutExpired:
                solve.kill()
                solve.wait()
                done += 1
                written = Path(kept).stat().st_mtime if Path(kept).exists() else 0.0
                lost = max(lost, time.time() - max(began, written))
        last = answer(begin(game, between, "--checkpoint", kept))
    same = all(whole[field] == last[field] for field in ("value", "score", "plies", "best"))
    return {
        "game": game,
        "kills": done,
        "same": same,
        "most_seconds_lost": round(lost, 1),
        "nodes": whole["nodes"],
        "nodes_with_kills": last["nodes"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--longest", type=float, default=60.0)
    parser.add_argument("--between", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    are_same = True
    for game in options.games:
        row = killed(game, options.kills, options.longest, options.between, options.seed)
        are_same &= bool(row["same"])
        print(json.dumps(row), flush=True)
    raise SystemExit(0 if are_same else 1)


if __name__ == "__main__":
    main()
