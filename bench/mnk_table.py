"""The table of m,n,k-games: who wins each board, by the solver, with the nodes and the processor seconds.

    python bench/mnk_table.py --seconds 10 --out docs/mnk-table.jsonl
    python bench/mnk_table.py --boards 14,5,5 12,6,5 --seconds 60 --out docs/mnk-wide.jsonl

Boards that the file has are passed over, so a longer time can be given to those that are missing. The picture of it is
drawn by docs/mnk_picture.py.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from enraya.games.mnk import MNK
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.solve.method import Question, Resources
from enraya.solve.methods.choice import method_for

VALUES = {1: "win", 0: "draw", -1: "loss"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", nargs="+", type=board_of, help="these alone: columns,rows,k")
    parser.add_argument("--lengths", nargs="+", type=int, default=[3, 4, 5])
    parser.add_argument("--largest", type=int, default=8, help="columns and rows at most; columns also up to 64 cells")
    parser.add_argument("--seconds", type=float, default=10.0, help="for one board at most, by the clock")
    parser.add_argument("--memory", type=int, default=256)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    known = [json.loads(row) for row in options.out.read_text().splitlines()] if options.out.exists() else []
    done = {tuple(row["board"]) for row in known}
    boards = options.boards or [
        (columns, rows, k)
        for k in options.lengths
        for rows in range(2, options.largest + 1)
        for columns in range(max(rows, k), max(options.largest, 12) + 1)
        if columns * rows <= 64 and (columns <= options.largest or rows == 4)
    ]
    for board in sorted(boards, key=lambda board: (board[2], board[0] * board[1])):
        if board not in done and (row := solved(board, options.seconds, options.memory)) is not None:
            print(json.dumps(row), flush=True)
            with options.out.open("a") as file:
                print(json.dumps(row), file=file)


def board_of(text: str) -> tuple[int, int, int]:
    """The board of a text such as 7,7,5."""
    columns, rows, k = map(int, text.split(","))
    return columns, rows, k


def solved(board: tuple[int, int, int], seconds: float, megabytes: int) -> dict[str, object] | None:
    """One board; None if the time was over first."""
    game, budget, limit = MNK(*board), Budget(), Limit(seconds=seconds)
    kind = method_for(game, Question.POSITION)
    assert kind is not None
    run, began = kind(game, Resources(megabytes)).run(limit, budget), time.process_time()
    try:
        value = VALUES[run.outcome(game.initial())]
    except OutOfBudget:
        return None
    return {
        "board": list(board),
        "value": value,
        "nodes": budget.nodes,
        "seconds": round(time.process_time() - began, 3),
    }


if __name__ == "__main__":
    main()
