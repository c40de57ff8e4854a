"""Ratings: a published example, simulated players of known strength, and the cases that have no finite maximum."""

import math

import pytest
from bench.arena_statistics import PLAYERS, covered

from enraya.arena.rating.davidson import ELO, rate, rate_counts
from enraya.arena.rating.linear import decompose, invert, solve

PUDDINGS = """
1 2 19 22 16    1 3 16 19 12    2 3 19 19 10    1 4 18 23 13    2 4 23 19 9
3 4 19 20 15    1 5 13 19 18    2 5 16 20 12    3 5 16 15 17    4 5 17 14 16
1 6 18 21 12    2 6 22 20 12    3 6 13 18 10    4 6 14 19 18    5 6 11 21 12
"""
"""Brands i and j, preferences for i, for j, and for neither: the example of R. R. Davidson, JASA 65 (1970).

The counts are those of the data set `pudding` of the R package PlackettLuce (shown whole on
https://robinhankin.github.io/hyper2/pudding.html).
"""

PUBLISHED = 0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855
PUBLISHED_TIES = 0.7468147
"""The worths and the prevalence of ties that the overview of PlackettLuce prints for them (vignette "Introduction to
PlackettLuce", section 2.1.1). It stops after seven iterations "to obtain the same worth parameters as Davidson", so
they are a little off the maximum; the paper itself was not at hand.
"""


def iterated(rows):
    """Worths that add up to 1 and the prevalence of ties, by iterating Davidson's likelihood equations."""
    worths, ties = [1 / 6] * 6, 1.0
    for _ in range(2000):
        scores, shares, roots = [0.0] * 6, [0.0] * 6, 0.0
        for one, other, preferred, opposed, neither in rows:
            root = math.sqrt(worths[one] * worths[other])
            weight = (preferred + opposed + neither) / (worths[one] + worths[other] + ties * root)
            roots += weight * root
            for each, won in ((one, preferred), (other, opposed)):
                scores[each] += won + neither / 2
                shares[each] += weight * (1 + ties * root / worths[each] / 2)
        worths = [score / share for score, share in zip(scores, shares, strict=True)]
        worths = [worth / sum(worths) for worth in worths]
        ties = sum(row[4] for row in rows) / roots
    return worths, ties


def test_davidsons_own_example_is_fitted_as_published_and_as_his_own_iteration_fits_it():
    numbers = [int(word) for word in PUDDINGS.split()]
    rows = [(at[0] - 1, at[1] - 1, *at[2:]) for at in (numbers[each : each + 5] for each in range(0, 75, 5))]
    counts = {}
    for one, other, preferred, opposed, neither in rows:
        # Tasting has no first move: half of each comparison is counted either way round.
        counts[one, other] = (preferred / 2, neither / 2, opposed / 2)
        counts[other, one] = (opposed / 2, neither / 2, preferred / 2)
    found = rate_counts(6, counts)
    worths, ties = iterated(rows)
    fitted = [math.exp(each / ELO) for each in found.ratings]
    assert [each / sum(fitted) for each in fitted] == pytest.approx(worths, abs=1e-4)
    assert [each / sum(fitted) for each in fitted] == pytest.approx(PUBLISHED, abs=1e-4)
    assert found.draws == pytest.approx(ties, abs=2e-4)
    assert found.draws == pytest.approx(PUBLISHED_TIES, abs=5e-4)
    assert found.advantage == pytest.approx(0, abs=1e-6)


def test_three_quarters_of_the_points_are_191_points_of_elo_without_draws():
    found = rate_counts(2, {(0, 1): (3000, 0, 1000), (1, 0): (1000, 0, 3000)})
    assert found.ratings[0] - found.ratings[1] == pytest.approx(400 * math.log10(3), abs=0.1)
    assert found.interval(0)[0] < found.ratings[0] < found.interval(0)[1]


def test_the_advantage_of_the_first_move_is_told_apart_from_strength():
    found = rate_counts(2, {(0, 1): (900, 0, 100), (1, 0): (900, 0, 100)})
    assert found.ratings == pytest.approx((0, 0), abs=1e-6)
    assert found.advantage == pytest.approx(400 * math.log10(9), abs=1)


def test_intervals_hold_the_true_strengths_of_simulated_players_as_often_as_they_promise():
    tournaments = 30
    inside = sum(covered(seed, 4)[0] for seed in range(tournaments))
    assert 0.92 <= inside / (tournaments * PLAYERS) <= 0.98


def test_who_has_won_every_game_has_a_finite_rating_with_a_wide_interval():
    found = rate(3, [(0, 1, 1.0), (0, 2, 1.0), (1, 0, 0.0), (2, 0, 0.0), (1, 2, 0.5), (2, 1, 0.5)])
    low, high = found.interval(0)
    assert 100 < found.ratings[0] < 2000
    assert high - low > 500


def test_without_games_nothing_is_known():
    found = rate(2, [])
    assert found.ratings == (0, 0)
    assert found.superiority(0, 1) == 0.5


def test_equal_points_in_a_balanced_tournament_are_equal_ratings_and_more_points_are_more():
    games = [(0, 1, 1.0), (1, 0, 0.5), (0, 2, 0.0), (2, 0, 0.5), (1, 2, 1.0), (2, 1, 1.0)]
    found = rate(3, games)
    # Points: 2, 1½ and 2½.
    assert found.ratings[2] > found.ratings[0] > found.ratings[1]


def test_superiority_grows_with_games_and_its_two_sides_add_up_to_1():
    few, many = (rate_counts(2, {(0, 1): (6 * n, 0, 4 * n), (1, 0): (4 * n, 0, 6 * n)}) for n in (1, 50))
    assert 0.5 < few.superiority(0, 1) < many.superiority(0, 1) < 1
    assert few.superiority(0, 1) + few.superiority(1, 0) == pytest.approx(1)


def test_thousands_of_games_between_very_unequal_players_are_fitted_too():
    counts = {(0, 1): (5000, 0, 0), (1, 0): (0, 0, 5000), (1, 2): (5000, 0, 0), (2, 1): (0, 1, 4999)}
    found = rate_counts(3, counts)
    assert found.ratings[0] > found.ratings[1] > found.ratings[2]
    assert all(map(math.isfinite, found.ratings))


def test_equations_are_solved_and_matrices_inverted():
    matrix = [[4.0, 2.0, 0.5], [2.0, 5.0, 1.0], [0.5, 1.0, 3.0]]
    lower = decompose(matrix)
    assert solve(lower, [6.5, 8.0, 4.5]) == pytest.approx([1, 1, 1])
    inverse = invert(lower)
    for row in range(3):
        product = [sum(matrix[row][k] * inverse[k][column] for k in range(3)) for column in range(3)]
        assert product == pytest.approx([float(row == column) for column in range(3)], abs=1e-12)
