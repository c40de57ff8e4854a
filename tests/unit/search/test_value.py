from math import inf

import pytest

from enraya import find_game
from enraya.search.value import Scale, squeeze


def test_a_win_in_p_plies_is_shown_as_a_hundred_less_p():
    scale = Scale(find_game("mnk(3,3,3)"))
    assert [scale.shown(scale.of_outcome(1, ply)) for ply in (1, 5, 9)] == [99, 95, 91]
    assert [scale.shown(scale.of_outcome(-1, ply)) for ply in (2, 8)] == [-98, -92]
    assert scale.shown(scale.of_outcome(0, 9)) == 0
    plain = Scale(find_game("mnk(3,3,3)"), distance=False)
    assert [plain.shown(plain.of_outcome(outcome, 5)) for outcome in (1, 0, -1)] == [1, 0, -1]
    large = Scale(find_game("gomoku(15)"))
    assert large.shown(large.of_outcome(1, 9)) == 991


@pytest.mark.parametrize("guess", [0, 50, -0.219, 1e-9, 99.5, -(10**9)])
@pytest.mark.parametrize("distance", [True, False])
def test_an_estimate_is_shown_as_the_evaluation_gave_it(guess, distance):
    scale = Scale(find_game("mnk(3,3,3)"), distance=distance, evaluate=lambda state, player: guess)
    assert scale.shown(scale.of_unfinished(None)) == guess


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "connect", "mnk(8,8,5)", "gomoku", "cube", "mnk(19,19,5)"])
@pytest.mark.parametrize("guess", [10**9, 1e300, inf])
def test_no_evaluation_is_worth_as_much_as_the_last_win_there_can_be(name, guess):
    game = find_game(name)
    scale = Scale(game)
    assert scale.of_guess(guess) < scale.of_outcome(1, game.longest)
    assert scale.of_guess(-guess) > scale.of_outcome(-1, game.longest)
    assert not scale.is_decided(scale.of_guess(guess))
    assert scale.is_decided(scale.of_outcome(1, game.longest))


def test_a_value_tells_how_far_away_the_end_is():
    scale = Scale(find_game("connect"))
    assert scale.plies(scale.of_outcome(1, 7)) == 7
    assert scale.plies(scale.of_outcome(-1, 8)) == 8
    assert scale.plies(scale.of_guess(97)) is None
    assert scale.plies(0) is None
    assert scale.is_decided_within(scale.of_outcome(1, 7), 7)
    assert not scale.is_decided_within(scale.of_outcome(1, 7), 6)


def test_a_win_at_a_distance_that_nobody_knows_is_one():
    assert Scale(find_game("mnk(3,3,3)")).shown_worth(-1, None) == -1


def test_points_are_their_own_worth():
    scale = Scale(find_game("oso(3,3)"))
    assert scale.of_outcome(-3, 9) == scale.shown(-3) == -3
    assert scale.plies(5) is None


def test_what_is_squeezed_keeps_its_order_and_its_limits():
    squeezed = [squeeze(guess, 80) for guess in (-inf, -1e300, -50, 0, 0.5, 50, 1e9, inf)]
    assert squeezed == sorted(squeezed)
    assert (squeezed[0], squeezed[3], squeezed[-1]) == (-80, 0, 80)
