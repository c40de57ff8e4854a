"""Ratings and the sequential test against simulated players of known strength.

    python bench/arena_statistics.py                    # 200 tournaments of 20 players, 2,000 tests of each kind
    python bench/arena_statistics.py --tournaments 20 --tests 200

Printed are the share of true strengths inside their 95 % interval, and for several hypotheses how often the test, whose
promise is 5 %, decided wrongly, with the mean number of pairs that it took.
"""

from __future__ import annotations

import argparse
import random
import time

from enraya.arena.rating.davidson import rate
from enraya.arena.schedule.meeting import fixtures_of
from enraya.arena.schedule.round_robin import RoundRobin
from enraya.arena.sprt.pentanomial import Counts, score_of_elo
from enraya.arena.sprt.ratio import Sprt

PLAYERS, SPREAD, ADVANTAGE, DRAWS = 20, 200.0, 60.0, 0.8
MOST_PAIRS = 20_000


def outcome(dice: random.Random, lead: float, draws: float) -> float:
    """The points of the first player in Davidson's model, *lead* Elo ahead with the first move."""
    strength = 10 ** (lead / 800)
    won, lost = strength, 1 / strength
    drawn = dice.random() * (won + lost + draws)
    return 1.0 if drawn < won else 0.0 if drawn < won + lost else 0.5


def covered(seed: int, games: int) -> tuple[int, float]:
    """Of one simulated tournament, how many true strengths lie inside their interval, and the mean half width."""
    dice = random.Random(f"ratings {seed}")
    drawn = [dice.gauss(0, SPREAD) for _ in range(PLAYERS)]
    true = [each - sum(drawn) / PLAYERS for each in drawn]
    fixtures = fixtures_of(RoundRobin(PLAYERS, games).stage([]), 0)
    ratings = rate(
        PLAYERS,
        (
            (each.first, each.second, outcome(dice, true[each.first] - true[each.second] + ADVANTAGE, DRAWS))
            for each in fixtures
        ),
    )
    intervals = [ratings.interval(player) for player in range(PLAYERS)]
    inside = sum(low <= strength <= high for strength, (low, high) in zip(true, intervals, strict=True))
    return inside, sum(high - low for low, high in intervals) / (2 * PLAYERS)


def lead_of_score(score: float, opening: float, draws: float) -> float:
    """The difference in strength that gives a mean *score* over both colours, found by bisection."""

    def mean(lead: float) -> float:
        total = 0.0
        for first in (lead + opening, lead - opening):
            strength = 10 ** (first / 800)
            total += (strength + draws / 2) / (strength + 1 / strength + draws) / 2
        return total

    low, high = -4000.0, 4000.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < score else (low, middle)
    return low


def decided(seed: str, test: Sprt, elo: float, opening: float, draws: float) -> tuple[str | None, int]:
    """The decision of a test on simulated pairs whose expected score is that of *elo*, and after how many pairs.

    Openings are unfair by *opening* Elo, for one colour or the other.
    """
    dice, counts = random.Random(seed), [0] * 5
    lead = lead_of_score(score_of_elo(elo), opening, draws)
    for pairs in range(1, MOST_PAIRS + 1):
        first = outcome(dice, lead + opening, draws)
        second = 1 - outcome(dice, opening - lead, draws)
        counts[round(2 * (first + second))] += 1
        found: Counts = (counts[0], counts[1], counts[2], counts[3], counts[4])
        if (decision := test.decide(found)) is not None:
            return decision, pairs
    return None, MOST_PAIRS


KINDS = (
    (0.0, 30.0, 0.0, 0.8),
    (0.0, 30.0, 300.0, 0.8),
    (0.0, 60.0, 0.0, 0.0),
    (0.0, 100.0, 200.0, 3.0),
    (-20.0, 20.0, 0.0, 0.3),
)
"""elo0, elo1, how unfair openings are, and how many draws there are."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--games", type=int, default=4, help="games of each two players")
    parser.add_argument("--tests", type=int, default=2000)
    said = parser.parse_args()
    started = time.monotonic()
    found = [covered(seed, said.games) for seed in range(said.tournaments)]
    inside, of = sum(each for each, _ in found), PLAYERS * said.tournaments
    width = sum(each for _, each in found) / max(1, len(found))
    print(
        f"{said.tournaments} tournaments of {PLAYERS} players, {said.games} games a meeting: {inside} of {of} true "
        f"strengths inside the 95 % interval, {inside / of:.2%} (± {width:.0f} Elo), "
        f"{time.monotonic() - started:.0f} s",
        flush=True,
    )
    for elo0, elo1, opening, draws in KINDS:
        test, started = Sprt(elo0, elo1), time.monotonic()
        for truth, wrong in ((elo0, "H1"), (elo1, "H0")):
            results = [decided(f"{truth} {number}", test, truth, opening, draws) for number in range(said.tests)]
            errors = sum(decision == wrong for decision, _ in results)
            undecided = sum(decision is None for decision, _ in results)
            pairs = sum(each for _, each in results) / len(results)
            print(
                f"SPRT [{elo0:g}, {elo1:g}], openings unfair by {opening:g} Elo, draws {draws:g}, truth {truth:g}: "
                f"{errors} of {said.tests} wrong ({errors / said.tests:.2%}), {undecided} undecided, "
                f"{pairs:.0f} pairs on average, {time.monotonic() - started:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
