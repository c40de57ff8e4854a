import pytest

from enraya import find_game
from enraya.search.value import Scale


def test_a_win_in_p_plies_is_worth_a_hundred_less_p():
    scale = Scale(find_game("mnk(3,3,3)"))
    assert [scale.of_outcome(1, ply) for ply in (1, 5, 9)] == [99, 95, 91]
    assert [scale.of_outcome(-1, ply) for ply in (2, 8)] == [-98, -92]
    assert scale.of_outcome(0, 9) == 0


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "connect", "mnk(8,8,5)", "gomoku", "cube", "mnk(19,19,5)"])
def test_no_evaluation_is_worth_as_much_as_the_last_win_there_can_be(name):
    game = find_game(name)
    scale = Scale(game)
    assert scale.squeeze(10**9) < scale.of_outcome(1, game.longest)
    assert scale.squeeze(-(10**9)) > scale.of_outcome(-1, game.longest)
    assert not scale.is_decided(scale.squeeze(10**9))
    assert scale.is_decided(scale.of_outcome(1, game.longest))


def test_a_value_tells_how_far_away_the_end_is():
    scale = Scale(find_game("connect"))
    assert scale.plies(scale.of_outcome(1, 7)) == 7
    assert scale.plies(scale.of_outcome(-1, 8)) == 8
    assert scale.plies(scale.squeeze(12)) is None
    assert scale.plies(0) is None


def test_points_are_their_own_worth():
    scale = Scale(find_game("oso(3,3)"))
    assert scale.of_outcome(-3, 9) == -3
    assert scale.plies(5) is None
