"""A tournament killed at random moments and resumed, against the same tournament left alone.

    python bench/tournament_kills.py                          # 10,000 games, 50 kills
    python bench/tournament_kills.py --games 600 --kills 10
    python bench/tournament_kills.py --kills 0                # only games a second and memory

Four built-in players meet in a round robin. Printed are the games a second and the most memory of the whole family of
processes while it is left alone, and then what differs after the kills: nothing should.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PLAYERS = ("random", "level:1", "level:2", "rules")
MEETINGS = 6


def start(log: Path, games: int, *more: str) -> subprocess.Popen[str]:
    command = [
        str(Path(sys.executable).with_name("enraya")),
        "tournament",
        *PLAYERS,
        "--games",
        str(games),
        "--seed",
        "7",
    ]
    command += ["--resume", str(log), "--json", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def result_of(log: Path, games: int) -> dict[str, Any]:
    done = start(log, games)
    told, _ = done.communicate()
    if done.returncode:
        raise SystemExit(f"exit code {done.returncode}")
    return without_times(json.loads(told))


def without_times(told: dict[str, Any]) -> dict[str, Any]:
    for game in told["games"]:
        del game["seconds"]
    return told


def family(number: int) -> list[int]:
    """A process and all that it started, by number."""
    found = [number]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += [int(child) for child in task.read_text().split()]
            except OSError:
                continue
    return found


def memory_of(number: int) -> float:
    """The megabytes that a family of processes has to itself or shares within, now."""
    total = 0
    for each in family(number):
        try:
            rows = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
    return total / 1024


def finished(log: Path) -> int:
    """The number of games in the file."""
    return max(0, log.read_bytes().count(b"\n") - 2) if log.exists() else 0


def compare(folder: Path, games: int, kills: int, seed: int) -> list[str]:
    """Compare a tournament left alone with one that is killed; every third kill is a Ctrl-C. Return the differences.

    Each kill comes within a tenth of a second after a random number of games have been finished; the first one before
    any has.
    """
    dice = random.Random(seed)
    alone = result_of(folder / "alone.log", games)
    log = folder / "killed.log"
    moments = sorted([0, *(dice.randrange(MEETINGS * games * 95 // 100) for _ in range(kills - 1))])
    done = []
    for number, moment in enumerate(moments):
        process = start(log, games)
        while finished(log) < moment and process.poll() is None:
            time.sleep(0.02)
        time.sleep(dice.uniform(0, 0.1))
        if process.poll() is None:
            process.send_signal(signal.SIGINT if number % 3 == 2 else signal.SIGKILL)
            done.append(finished(log))
        process.communicate()
    killed = result_of(log, games)
    differences = [] if killed == alone else ["the results differ"]
    numbers = [json.loads(row[9:])["number"] for row in log.read_text().splitlines()[2:]]
    if sorted(numbers) != list(range(MEETINGS * games)):
        differences.append(f"{len(numbers)} games were kept, {len(set(numbers))} different")
    told = ", ".join(differences) or "no difference"
    print(f"killed {len(done)} times, after {', '.join(map(str, done))} games: {told}", flush=True)
    return differences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games in all")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    each = -(-said.games // MEETINGS)
    with tempfile.TemporaryDirectory() as folder:
        began, most = time.monotonic(), 0.0
        process = start(Path(folder) / "measured.log", each)
        while True:
            try:
                process.communicate(timeout=0.5)
                break
            except subprocess.TimeoutExpired:
                most = max(most, memory_of(process.pid))
        seconds = time.monotonic() - began
        print(
            f"{each * MEETINGS} games in {seconds:.1f} s: {each * MEETINGS / seconds:.0f} a second, "
            f"{most:.0f} MB at most, load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        if said.kills and compare(Path(folder), each, said.kills, said.seed):
            raise SystemExit(1)


if __name__ == "__main__":
    main()
