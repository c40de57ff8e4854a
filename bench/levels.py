"""Test that a higher level is a better player: `python bench/levels.py [--games N] [--pairs N] [GAME …]`.

First, how many games each level wins against random moves, the starter alternating: `37` of 40, with losses behind a
minus sign, and how long the level's longest move took. A level that wins fewer than the best one below it by more than
chance explains is marked. Then each level against the one below it: its score (win 1, draw ½), and by how many standard
errors that stands above one half; what stands that far below it is marked.
"""

import argparse
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from threading import Event
from typing import NamedTuple

from enraya.arena.duel import Duel, play_duel
from enraya.players.levels import LEVELS

GAMES = ["mnk(3,3,3)", "mnk(4,4,4)", "mnk(5,5,5)", "connect(7,6,4)", "oso(4,4)", "cube(3,3)"]
BATCH = 10
SURE = 3.0
"""Standard errors beyond which something is no chance."""


class Tally(NamedTuple):
    """The games of the first player of some duels: won, drawn, lost, and the seconds of its longest move."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    longest: float = 0.0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(one + two for one, two in zip(self[:3], other[:3], strict=True)), max(self[3], other[3]))

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        return (self.won + self.drawn / 2) / self.games

    @property
    def error(self) -> float:
        """The standard error of the score."""
        squares = self.won * (1 - self.score) ** 2 + self.drawn * (0.5 - self.score) ** 2 + self.lost * self.score**2
        return math.sqrt(squares) / self.games or 0.5 / self.games


def play_batch(duel: Duel) -> Tally:
    tally = Tally()
    for played in play_duel(duel, Event()):
        assert played.failure is None, played.failure
        winner = played.result.winner
        longest = max((each.seconds or 0.0 for each in played.result.history if each.seat == 0), default=0.0)
        tally = tally.plus(Tally(winner == 0, winner is None, winner == 1, longest))
    return tally


def tallies(
    pool: ProcessPoolExecutor, game: str, pairs: list[tuple[str, str]], games: int, seed: int
) -> Iterator[Tally]:
    """For each pair of players, how the first of them fares."""
    batches = math.ceil(games / BATCH)
    running = [
        [pool.submit(play_batch, Duel(game, *pair, BATCH, seed + 1000 * batch)) for batch in range(batches)]
        for pair in pairs
    ]
    for futures in running:
        total = Tally()
        for future in futures:
            total = total.plus(future.result())
        yield total


def fewer_by_chance(one: Tally, two: Tally) -> bool:
    """True if chance explains that *one* won fewer games than *two*."""
    share = (one.won + two.won + 1) / (one.games + two.games + 2)
    spread = math.sqrt(share * (1 - share) * (1 / one.games + 1 / two.games))
    return two.won / two.games - one.won / one.games <= SURE * spread


def against_random(pool: ProcessPoolExecutor, game: str, games: int, seed: int) -> None:
    pairs = [(f"level:{level}", "random") for level in range(len(LEVELS))]
    print(f"{game:<15}", end="", flush=True)
    best, marked = Tally(), []
    for level, tally in enumerate(tallies(pool, game, pairs, games, seed)):
        print(f"{tally.won:>4}{f'−{tally.lost}' if tally.lost else '':<4}", end="", flush=True)
        if best.games and not fewer_by_chance(tally, best):
            marked.append(level)
        best = max(best, tally)
    print(f" {tally.longest:5.2f} s" + (f"  FEWER THAN BELOW: {marked}" if marked else ""))


def against_the_one_below(pool: ProcessPoolExecutor, game: str, games: int, seed: int) -> None:
    pairs = [(f"level:{level + 1}", f"level:{level}") for level in range(len(LEVELS) - 1)]
    for level, tally in enumerate(tallies(pool, game, pairs, games, seed)):
        sure = (tally.score - 0.5) / tally.error
        remark = "" if sure >= SURE else "  WORSE" if sure <= -SURE else "  not sure"
        print(
            f"{game:<15} {level + 1:>2} against {level:<2}  {tally.score:6.1%}  "
            f"{sure:6.1f} standard errors above half{remark}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME", help=f"default: {' '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=40, help="games of each level against random; 0: none")
    parser.add_argument("--pairs", type=int, default=40, help="games of each level against the one below; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, help="default: one for each core")
    said = parser.parse_args()
    named = said.games_named or GAMES
    with ProcessPoolExecutor(said.processes) as pool:
        if said.games:
            print(f"Won against random, of {math.ceil(said.games / BATCH) * BATCH}; the longest move of the last level")
            print(f"{'level':<15}" + "".join(f"{level:>4}    " for level in range(len(LEVELS))))
            for game in named:
                against_random(pool, game, said.games, said.seed)
        if said.pairs:
            print("Each level against the one below")
            for game in named:
                against_the_one_below(pool, game, said.pairs, said.seed)


if __name__ == "__main__":
    main()
