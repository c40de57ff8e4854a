"""Hard openings of Connect 4: `python bench/openings.py [--count 40] [--seed 1] > hard`, for `enraya bench connect`.

Random games are stopped after fewer than fourteen moves; kept are those that go on for more than twenty-eight with best
play, as in the public set of that kind. Each line is `moves score`. A position takes about a second.
"""

from __future__ import annotations

import argparse
import random

from enraya import Position
from enraya.games.connect import Connect
from enraya.solve.solver import Solver

MOST_MOVES = 13
LEAST_LEFT = 29


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game, chance = Connect(7, 6, 4), random.Random(chosen.seed)
    solver = Solver(game)
    seen: set[str] = set()
    while len(seen) < chosen.count:
        position = Position.start(game)
        for _ in range(chance.randint(1, MOST_MOVES)):
            position = position if position.is_over else position.play(chance.choice(position.playable()))
        moves = "".join(position.move_texts)
        if position.is_over or moves in seen:
            continue
        solution = solver.solve(position, one_is_enough=True)
        assert solution is not None, "nothing limits it"
        worth = solution.worth
        left = worth.plies if worth.plies is not None else game.plies_left(position.state)
        if left >= LEAST_LEFT:
            seen.add(moves)
            print(moves, int(game.score(position.state, worth.outcome, worth.plies)), flush=True)


if __name__ == "__main__":
    main()
