"""Measure the cost of the jail: the start of a player, and a move of it, in milliseconds at the median.

python bench/jail.py [GAMES] [namespaces|bubblewrap|landlock]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from threading import Event

from enraya.jail import start_in_jail, warm
from enraya.players.turn import Allowance
from enraya.position import Position
from enraya.workers import process as worker_process
from enraya.workers.contestant import find_contestant
from enraya.workers.move_choice import WORKER

PLAYER = "def choose(state, limit, game):\n    return game.legal_moves(state)[0]\n"
ASKED = 200


def main() -> None:
    """Print both."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    if len(sys.argv) > 2:
        worker_process.start_in_jail = partial(start_in_jail, mode=sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mine.py")
        file.write_text(PLAYER, encoding="utf-8")
        warm(WORKER)
        starts, moves = [], []
        position, allowed = Position.start("mnk(3,3,3)"), Allowance(None, 60.0)
        for number in range(games + 1):
            contestant = find_contestant(str(file))
            begun = time.perf_counter()
            contestant.begin("mnk(3,3,3)", None, number, Event())
            starts.append(time.perf_counter() - begun)
            for _ in range(ASKED // games + 1):
                begun = time.perf_counter()
                contestant.choose(position, allowed, Event())
                moves.append(time.perf_counter() - begun)
            contestant.close()
    print(f"start {1000 * statistics.median(starts[1:]):.1f} ms, a move {1000 * statistics.median(moves):.3f} ms")


if __name__ == "__main__":
    main()
