"""Results of pairs of games: two games from one opening with colours swapped are one of five outcomes.

The two games of a pair hang together through their opening, so what varies independently is the pair. Counted in
fifths, an unfair opening costs nothing: it gives a point to each side and so a pair of the middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The mean score of a pair: two losses, a loss and a draw, even, a win and a draw, two wins."""

Counts = tuple[int, int, int, int, int]
"""The number of pairs with each of OUTCOMES."""

NEAREST = 1e-6
"""The smallest distance of a score from 0 and 1 at which it is still given in Elo."""


def count_pairs(pairs: Iterable[tuple[float, float]]) -> Counts:
    """The counts of *pairs*, each the points of one player in two games."""
    counts = [0] * len(OUTCOMES)
    for one, other in pairs:
        counts[round(2 * (one + other))] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def mean_of(counts: Counts) -> float:
    """The mean score; there must be pairs."""
    return sum(count * outcome for count, outcome in zip(counts, OUTCOMES, strict=True)) / sum(counts)


def variance_of(counts: Counts) -> float:
    """The variance of the score of a pair."""
    mean = mean_of(counts)
    spread = sum(count * (outcome - mean) ** 2 for count, outcome in zip(counts, OUTCOMES, strict=True))
    return spread / sum(counts)


def score_of_elo(elo: float) -> float:
    """The score that a player *elo* points stronger is expected to have."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """The difference in Elo that a score stands for."""
    within = min(1 - NEAREST, max(NEAREST, score))
    return -400 * math.log10(1 / within - 1)


def elo_interval(counts: Counts, confidence: float = 0.95) -> tuple[float, float, float]:
    """The difference in Elo, and its confidence interval by the normal approximation of the score.

    Half a pair lost and half a pair won are added to the spread: a few pairs that are all alike do not prove that all
    others will be.
    """
    mean, pairs = mean_of(counts), sum(counts)
    spread = pairs * variance_of(counts) + (mean**2 + (1 - mean) ** 2) / 2
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(spread) / (pairs + 1)
    return elo_of_score(mean), elo_of_score(mean - reach), elo_of_score(mean + reach)
