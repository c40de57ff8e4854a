"""Whether each level beats the one below: `python bench/levels.py [--games N] [GAME …]`.

For each pair of neighbouring levels it plays games with the starter alternating and prints the upper level's score
(win 1, draw ½) with how many standard errors it stands above one half. Three or more is sure enough.
"""

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from threading import Event

from enraya.arena.duel import Duel, play_duel

GAMES = ["mnk(3,3,3)", "mnk(4,4,4)", "connect(7,6,4)", "oso(4,4)"]
BATCH = 20


def play_batch(game: str, level: int, seed: int) -> list[float]:
    duel = Duel(game, f"level:{level + 1}", f"level:{level}", BATCH, seed)
    points = {0: 1.0, None: 0.5, 1: 0.0}
    return [points[each.result.winner] for each in play_duel(duel, Event())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME", help=f"default: {' '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=400, help="games for each pair of levels")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    batches = math.ceil(said.games / BATCH)
    with ProcessPoolExecutor() as pool:
        for game in said.games_named or GAMES:
            for level in range(10):
                seeds = [said.seed + 1000 * batch for batch in range(batches)]
                results = pool.map(play_batch, [game] * batches, [level] * batches, seeds)
                points = [point for batch in results for point in batch]
                mean = sum(points) / len(points)
                spread = math.sqrt(sum((point - mean) ** 2 for point in points) / len(points) / len(points)) or 1e-9
                sure = (mean - 0.5) / spread
                print(
                    f"{game:<16} {level + 1:>2} against {level:<2}  {mean:6.1%}  {sure:5.1f} standard errors above half"
                    f"{'' if sure >= 3 else '  NOT SURE'}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
