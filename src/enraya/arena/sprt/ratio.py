"""The generalised sequential probability ratio test: stop as soon as one of two hypotheses is enough more likely.

H0 says that a player is *elo0* points stronger than the other, H1 that it is *elo1*. Only the mean score is tested; how
pairs of games spread around it is unknown, so each hypothesis may choose the distribution of pairs that fits the
results best among those with its mean (Van den Bergh's and fishtest's pentanomial test).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from enraya.arena.sprt.pentanomial import OUTCOMES, Counts, score_of_elo

Decision = Literal["H0", "H1"]

LEAST = 1e-3
"""The pseudo-count of an outcome that has not occurred, in pairs: no distribution may rule it out."""

CAUTION = 8
"""Pairs by which the ratio is damped: it takes the spread of the pairs from the pairs themselves, and a test that may
stop at any time stops too often where that spread happens to look small. Without it, tests that end after about 100
pairs err in some 6 % of cases, with it in 4 % (`bench/arena_statistics.py`); after thousands nothing is seen of it."""

MOST_STEPS = 100
CLOSE = 1e-12


@dataclass(frozen=True)
class Sprt:
    """A test of *elo1* against *elo0*, wrong with a probability of at most *alpha* (H1 found) or *beta* (H0 found)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted, as Wald has them."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Counts) -> float:
        """The logarithm of how much more likely H1 makes *counts* than H0 does."""
        pairs = [max(float(count), LEAST) for count in counts]
        zero, one = (_best_fit(pairs, score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        ratio = sum(count * math.log(q / p) for count, p, q in zip(pairs, zero, one, strict=True))
        return ratio * sum(counts) / (sum(counts) + CAUTION)

    def decide(self, counts: Counts) -> Decision | None:
        """The hypothesis that *counts* have decided for, if it is one."""
        if not any(counts):
            return None
        lower, upper = self.bounds
        ratio = self.ratio(counts)
        return "H1" if ratio >= upper else "H0" if ratio <= lower else None


def _best_fit(pairs: list[float], mean: float) -> list[float]:
    """The probabilities of the outcomes, with the given mean, that make *pairs* most likely.

    By Lagrange's multipliers each is proportional to count / (1 + x·(outcome − mean)), for the x with the right mean:
    the zero of a sum that falls with x, found by Newton's method, and by bisection where that would leave the range.
    """
    total = sum(pairs)
    weighted = [(count, outcome - mean) for count, outcome in zip(pairs, OUTCOMES, strict=True)]
    low, high = -1 / (1 - mean), 1 / mean
    x = 0.0
    for _ in range(MOST_STEPS):
        parts = [by / (1 + x * by) for _, by in weighted]
        height = sum(count * part for (count, _), part in zip(weighted, parts, strict=True))
        if height > 0:
            low = x
        else:
            high = x
        then = x + height / sum(count * part**2 for (count, _), part in zip(weighted, parts, strict=True))
        if not low < then < high:
            then = (low + high) / 2
        if abs(then - x) <= CLOSE * (1 + abs(x)):
            break
        x = then
    return [count / total / (1 + x * by) for count, by in weighted]
