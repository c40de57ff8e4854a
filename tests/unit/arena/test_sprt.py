"""The sequential test: published ratios, and error rates on simulated players."""

import pytest
from bench.arena_statistics import decided
from tests.scale import scaled

from enraya.arena.sprt.pentanomial import count_pairs, elo_interval, elo_of_score, mean_of, score_of_elo, variance_of
from enraya.arena.sprt.ratio import Sprt


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "ratio"),
    [
        (0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        (0.0, 2.0, (871, 26175, 55983, 26678, 821), -4.98),
    ],
)
def test_the_ratio_is_that_of_published_tests_of_chess_programs(elo0, elo1, counts, ratio):
    """The counts and ratios are those of fastchess's own tests (app/tests/sprt_test.cpp, "logistic pentanomial"), which
    counts a win with a loss apart from two draws: both are the middle here.
    """
    assert Sprt(elo0, elo1).ratio(counts) == pytest.approx(ratio, abs=0.01)


def test_the_bounds_are_walds():
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 5, alpha=0.05, beta=0.1).bounds == pytest.approx((-2.251, 2.890), abs=1e-3)


def test_swapped_hypotheses_swap_the_sign():
    counts = (3, 10, 40, 14, 5)
    assert Sprt(0, 20).ratio(counts) == pytest.approx(-Sprt(20, 0).ratio(counts))


def test_without_pairs_nothing_is_decided_and_few_pairs_decide_nothing():
    test = Sprt(0, 30)
    assert test.decide((0, 0, 0, 0, 0)) is None
    for alike in range(5):
        assert test.decide(tuple(int(place == alike) for place in range(5))) is None


def test_a_long_run_of_wins_is_decided_for_and_one_of_losses_against():
    test = Sprt(0, 50)
    assert test.decide((0, 2, 5, 30, 60)) == "H1"
    assert test.decide((60, 30, 5, 2, 0)) == "H0"


@pytest.mark.parametrize(
    ("elo0", "elo1", "opening", "draws"), [(0.0, 60.0, 0.0, 0.0), (0.0, 100.0, 200.0, 3.0), (-40.0, 40.0, 300.0, 0.8)]
)
def test_the_test_errs_no_more_often_than_promised(elo0, elo1, opening, draws):
    tests = scaled(40, soak=100)
    for truth, wrong in ((elo0, "H1"), (elo1, "H0")):
        errors = sum(decided(f"{truth} {n}", Sprt(elo0, elo1), truth, opening, draws)[0] == wrong for n in range(tests))
        # Twice the promised 5 % is beyond what chance does in a hundred tests (98.8 %); the seeds are fixed anyway.
        assert errors <= tests // 10


def test_pairs_are_counted_by_their_points():
    assert count_pairs([(0, 0), (0, 0.5), (1, 0), (0.5, 0.5), (1, 0.5), (1, 1)]) == (1, 1, 2, 1, 1)
    assert mean_of((1, 1, 2, 1, 1)) == 0.5
    assert variance_of((1, 0, 0, 0, 1)) == 0.25


def test_elo_and_score_are_each_others_inverse():
    assert score_of_elo(0) == 0.5
    assert elo_of_score(score_of_elo(123)) == pytest.approx(123)
    middle, low, high = elo_interval((0, 0, 0, 0, 3))
    assert low < 200 < middle == high
    middle, low, high = elo_interval((5, 10, 40, 20, 10))
    assert low < middle < high
