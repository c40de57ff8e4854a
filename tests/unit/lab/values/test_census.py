from enraya import Position
from enraya.lab.values.census import largest_symmetry_class, take_census
from enraya.search.limit import Budget


def test_tic_tac_toe_has_138_ends_up_to_symmetry_three_of_them_drawn():
    census = take_census(Position.start("mnk(3,3,3)"), Budget())
    assert (census.count.positions, census.count.positions_up_to_symmetry) == (5478, 765)
    assert (census.count.terminal, census.count.terminal_up_to_symmetry) == (958, 138)
    assert census.ends == {"first": 91, "second": 44, "drawn": 3}
    assert len(census.drawn) == 3
    assert census.can_walk


def test_a_game_that_goes_round_has_no_number_of_games_to_walk_through():
    census = take_census(Position.start("terni"), Budget())
    assert not census.can_walk
    assert census.count.positions == 5390


def test_a_class_of_symmetric_positions_of_a_square_has_eight_images():
    position = Position.start("mnk(3,3,3)")
    images = largest_symmetry_class(position.game, position.state)
    assert len(images) == len(set(images)) == 8
