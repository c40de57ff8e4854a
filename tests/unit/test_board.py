from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from enraya import find_game
from enraya.board import bits, cells_of


@given(some.sets(some.integers(0, 400)))
def test_a_set_of_cells_comes_back_from_its_bits(cells):
    assert cells_of(bits(cells)) == sorted(cells)


def test_a_board_is_printed_with_its_columns_and_rows():
    game = find_game("mnk(3,3,3)")
    assert game.render(game.parse_state("X../.O./..X")) == "   a b c\n1  X . .\n2  . O .\n3  . . X"


def test_a_board_that_columns_are_chosen_on_numbers_them():
    game = find_game("connect(10,2,3)")
    assert game.render(game.initial()).splitlines()[0] == "    1  2  3  4  5  6  7  8  9 10"


def test_the_levels_of_a_cube_are_printed_one_after_another():
    game = find_game("cube(2)")
    assert game.render(game.play(game.initial(), 7)) == "@1\n   a b\n1  . .\n2  . .\n\n@2\n   a b\n1  . .\n2  . X"


def test_no_line_of_a_printed_board_ends_in_a_blank():
    for name in ("mnk(19,19,5)", "connect", "cube(3)", "oso(10,10)", "terni"):
        game = find_game(name)
        assert all(line == line.rstrip() for line in game.render(game.initial()).splitlines())
