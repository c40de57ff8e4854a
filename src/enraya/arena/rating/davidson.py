"""Ratings by maximum likelihood in Davidson's model: Bradley–Terry with draws, and with an advantage of the first move.

Players of strengths p and q, p moving first, win, draw and lose in the proportion

    a·p  :  ν·√(a·p·q)  :  q

Davidson's draws (1970) and not Rao and Kupper's threshold: here the points alone, a draw for half a win, say what there
is to know of strength, so where all have met equally often the ratings order the players as the points do. The
logarithm of the likelihood is concave in the logarithms of p, a and ν, so Newton's method finds its one maximum.

A player who has won every game would be infinitely strong. A weak prior, normal with a deviation of PRIOR Elo around
the mean of all, keeps every figure finite; after some dozens of games nothing is to be seen of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from enraya.arena.rating.linear import Matrix, decompose, dot, invert, solve

ELO = 400 / math.log(10)
"""Points of Elo in a unit of the logarithm of strength."""

PRIOR = 1000.0
PRIOR_OF_DRAWS = 5.0
"""The deviation of the logarithm of ν around that of 1."""

CONFIDENCE = 0.95
MOST_STEPS = 100
CLOSE = 1e-5
"""A step so small that the next would change nothing: each has twice as many right digits as the last."""

Played = tuple[int, int, float]
"""A result: the player who moved first, the second, and the points of the first: 1, ½ or 0."""


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, their mean 0, with the covariance of their errors.

    `advantage` is what moving first is worth, in Elo; `draws` is ν: 1 where equals win, draw and lose equally often.
    """

    ratings: tuple[float, ...]
    covariance: Matrix
    advantage: float
    draws: float

    def error(self, player: int) -> float:
        """The standard error of a rating."""
        return math.sqrt(max(0.0, self.covariance[player][player]))

    def interval(self, player: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the player's rating at the level *confidence*."""
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self.error(player)
        return self.ratings[player] - reach, self.ratings[player] + reach

    def superiority(self, one: int, other: int) -> float:
        """The likelihood that *one* is stronger than *other*."""
        rows = self.covariance
        variance = rows[one][one] + rows[other][other] - 2 * rows[one][other]
        difference = self.ratings[one] - self.ratings[other]
        if variance <= 0:
            return 0.5
        return NormalDist().cdf(difference / math.sqrt(variance))


def rate(players: int, games: Iterable[Played]) -> Ratings:
    """The ratings of *players* players by their *games*."""
    counts: dict[tuple[int, int], Counter[float]] = {}
    for first, second, points in games:
        counts.setdefault((first, second), Counter())[points] += 1
    return rate_counts(players, {pair: (each[1.0], each[0.5], each[0.0]) for pair, each in counts.items()})


def rate_counts(players: int, counts: Mapping[tuple[int, int], tuple[float, float, float]]) -> Ratings:
    """The same by how often each first player won, drew and lost against each second."""
    model = _Model(players, counts)
    at = [0.0] * (players + 2)
    height = model.height(at)
    for _ in range(MOST_STEPS):
        slope, information = model.slope(at)
        step = solve(decompose(information), slope)
        if max(map(abs, step)) < CLOSE:
            at = [here + by for here, by in zip(at, step, strict=True)]
            break
        size = 1.0
        while True:
            then = [here + size * by for here, by in zip(at, step, strict=True)]
            # Far from the maximum a whole step may go beyond it.
            if (reached := model.height(then)) >= height or size < CLOSE:
                break
            size /= 2
        at, height = then, reached
    _, information = model.slope(at)
    covariance = invert(decompose(information))
    return Ratings(
        tuple(ELO * (each - sum(at[:players]) / players) for each in at[:players]),
        _around_their_mean([row[:players] for row in covariance[:players]]),
        ELO * at[players],
        math.exp(at[players + 1]),
    )


class _Model:
    """The logarithm of likelihood and prior at a point: strengths, then the advantage, then ν, all as logarithms."""

    def __init__(self, players: int, counts: Mapping[tuple[int, int], tuple[float, float, float]]) -> None:
        self.players, self.counts = players, list(counts.items())
        deviations = [*[PRIOR / ELO] * (players + 1), PRIOR_OF_DRAWS]
        self.precisions = [1 / deviation**2 for deviation in deviations]

    def height(self, at: Sequence[float]) -> float:
        total = -dot(self.precisions, [each**2 for each in at]) / 2
        for (first, second), (wins, draws, losses) in self.counts:
            lead = (at[first] - at[second] + at[self.players]) / 2
            highest = max(abs(lead), at[-1])
            weights = math.exp(lead - highest) + math.exp(-lead - highest) + math.exp(at[-1] - highest)
            games = wins + draws + losses
            total += (wins - losses) * lead + draws * at[-1] - games * (highest + math.log(weights))
        return total

    def slope(self, at: Sequence[float]) -> tuple[list[float], Matrix]:
        """The gradient, and the observed information: the negative of the matrix of second derivatives."""
        size, advantage = len(at), self.players
        slope = [-precision * here for precision, here in zip(self.precisions, at, strict=True)]
        information = [[0.0] * size for _ in range(size)]
        for place, precision in enumerate(self.precisions):
            information[place][place] = precision
        for (first, second), (wins, draws, losses) in self.counts:
            lead, games = (at[first] - at[second] + at[advantage]) / 2, wins + draws + losses
            highest = max(abs(lead), at[-1])
            won, lost, drawn = math.exp(lead - highest), math.exp(-lead - highest), math.exp(at[-1] - highest)
            total = won + lost + drawn
            mean, drawn = (won - lost) / total, drawn / total
            by_lead, by_draws = wins - losses - games * mean, draws - games * drawn
            # Variances and covariance of "won less lost" and "drawn"; the lead holds half of each of its three terms.
            of_lead, of_draws = games * (1 - drawn - mean**2), games * drawn * (1 - drawn)
            of_both = -games * mean * drawn
            signs = ((first, 0.5), (second, -0.5), (advantage, 0.5))
            slope[-1] += by_draws
            information[-1][-1] += of_draws
            for place, sign in signs:
                slope[place] += sign * by_lead
                information[place][-1] += sign * of_both
                information[-1][place] += sign * of_both
                for other, other_sign in signs:
                    information[place][other] += sign * other_sign * of_lead
        return slope, information


def _around_their_mean(covariance: Matrix) -> Matrix:
    """The covariance, in Elo, of what each deviates by from the mean of all."""
    size = len(covariance)
    rows = [sum(row) / size for row in covariance]
    mean = sum(rows) / size
    return [
        [ELO**2 * (covariance[row][column] - rows[row] - rows[column] + mean) for column in range(size)]
        for row in range(size)
    ]
