"""A tournament that is killed at random moments and resumed plays the same games as one that is left alone."""

from bench.tournament_kills import compare


def test_killed_and_interrupted_tournaments_lose_and_repeat_nothing(tmp_path):
    assert compare(tmp_path, games=40, kills=5, seed=1) == []
