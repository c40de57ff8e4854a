"""The rows of small OSO boards, solved one after the other and written down as they are found.

    python bench/oso_rows.py 1x19 1x20 2x10 --memory 1024 --out rows.jsonl

Each row of the file is one board: its value, the nodes and the processor seconds. Boards that the file has are passed
over, so that the same command goes on after a stop; with --kept FOLDER the table of the board at work is kept there
and the solve goes on from it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from enraya.games.oso import Oso
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.solve.solver import Solver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="+", help="rows x columns, such as 3x7")
    parser.add_argument("--memory", type=int, default=1024, help="megabytes of the table")
    parser.add_argument("--seconds", type=float, help="for one board at most, by the clock; then the next one")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kept", type=Path, help="the folder of the checkpoints")
    options = parser.parse_args()
    done = {json.loads(row)["board"] for row in options.out.read_text().splitlines()} if options.out.exists() else set()
    for board in options.boards:
        if board in done:
            continue
        row = solved(board, options.memory, options.seconds, options.kept)
        print(json.dumps(row), flush=True)
        if row["value"] is not None:
            with options.out.open("a") as file:
                print(json.dumps(row), file=file)


def solved(board: str, megabytes: int, seconds: float | None, kept: Path | None) -> dict[str, object]:
    """One board; its value is None if the time was over first."""
    rows, columns = map(int, board.split("x"))
    game = Oso(columns, rows)
    checkpoint = None if kept is None else kept / f"oso-{board}.table"
    solver, began = Solver(game, megabytes=megabytes, checkpoint=checkpoint), time.process_time()
    solution = solver.solve(Position.start(game), Limit(seconds=seconds), one_is_enough=True)
    figures = {"seconds": round(time.process_time() - began, 2), "megabytes": megabytes}
    if solution is None:
        return {"board": board, "value": None, "nodes": None, **figures}
    nodes = solution.nodes_before + solution.nodes
    return {"board": board, "value": solution.worth.outcome, "nodes": nodes, **figures}


if __name__ == "__main__":
    main()
