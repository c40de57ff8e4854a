"""Solve Connect 4 on boards of every size from the empty board, and compare with the known results.

    python bench/connect_sizes.py [--boards 9x5,6x8] [--seconds 60] [--total 3600] [--megabytes 64] [--threads 1]

Prints a line for each board that was solved in its time: the outcome for the first player, nodes and seconds of the
processor. The limits are by the clock. The exit code is 1 if an outcome is not the known one.
"""

from __future__ import annotations

import argparse
import sys
import time

from enraya.games.connect import Connect
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.solve.method import Resources
from enraya.solve.methods.connect4 import Connect4Solving

# For each number of rows the outcomes from 4 columns on: 1 the first player wins, 2 the second, D nobody.
KNOWN = {
    4: "DD2D22222",
    5: "DDDD1111",
    6: "DD21221",
    7: "DD1D11",
    8: "DD212",
    9: "DD1D1",
    10: "DD21",
}
LETTERS = {1: "1", 0: "D", -1: "2"}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--boards", help="columns x rows, with commas between them; all that are known if not given")
    options.add_argument("--seconds", type=float, default=60, help="for one board")
    options.add_argument("--total", type=float, default=3600, help="for all boards")
    options.add_argument("--megabytes", type=int, default=64, help="of the table")
    options.add_argument("--threads", type=int, default=1)
    chosen = options.parse_args()
    started, wrong = time.monotonic(), 0
    boards = sorted(
        ((columns, rows) for rows, outcomes in KNOWN.items() for columns in range(4, 4 + len(outcomes))),
        key=lambda board: (board[0] * board[1], board[0]),
    )
    for columns, rows in boards:
        if chosen.boards and f"{columns}x{rows}" not in chosen.boards.split(","):
            continue
        left = chosen.total - (time.monotonic() - started)
        if left <= 0:
            break
        game = Connect(columns, rows, 4)
        core = Connect4Solving(game, Resources(chosen.megabytes, chosen.threads, books=False))
        limit = Limit(seconds=min(chosen.seconds, left))
        budget = Budget(limit)
        begun = time.process_time()
        try:
            found = LETTERS[core.run(limit, budget).outcome(game.initial())]
        except OutOfBudget:
            spent = time.process_time() - begun
            print(f"{columns:2} × {rows:2}   not in {spent:.0f} s, {budget.nodes:,} nodes", flush=True)
            continue
        known = KNOWN[rows][columns - 4]
        wrong += found != known
        verdict = "as known" if found == known else f"but known as {known}"
        spent = time.process_time() - begun
        print(f"{columns:2} × {rows:2}   {found} {verdict}   {budget.nodes:,} nodes, {spent:.2f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
