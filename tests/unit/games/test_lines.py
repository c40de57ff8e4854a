from __future__ import annotations

import pytest

from enraya import Player, Position, find_game
from tests.unit.games.refusals import refused


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("cube(4,4)", 76),
        ("cube(3,3)", 49),
        ("connect(7,6,4)", 69),
        ("gomoku", 572),
        ("mnk(3,3,3)", 8),
        ("mnk(1,1,1)", 1),
    ],
)
def test_the_number_of_winning_lines_is_the_known_one(game, lines):
    assert len(find_game(game).lines) == lines


@pytest.mark.parametrize(
    ("game", "symmetries"),
    [("mnk(3,3,3)", 7), ("mnk(4,3,3)", 3), ("mnk(7,1,3)", 1), ("mnk(1,1,1)", 0), ("connect", 1), ("cube(3)", 47)],
)
def test_a_board_has_the_symmetries_of_its_shape(game, symmetries):
    assert len(find_game(game).symmetries()) == symmetries


def test_completing_a_line_wins_and_in_misere_loses():
    moves = "a1 a2 b1 b2 c1"
    assert Position.start("mnk(3,3,3)").play_all(moves).outcome == 1
    assert Position.start("mnk(3,3,3,misere=true)").play_all(moves).outcome == -1


def test_a_full_board_without_a_line_is_drawn():
    assert Position.start("mnk(3,3,3)").play_all("b2 a1 b1 b3 a3 c1 c2 a2 c3").outcome == 0


def test_the_winning_cells_are_those_of_the_line():
    position = Position.start("mnk(4,4,3)").play_all("a2 a1 b2 b1 c2")
    assert position.game.winning_cells(position.state) == [4, 5, 6]


def test_more_pieces_in_open_lines_are_worth_more():
    game = find_game("mnk(5,5,4)")
    one, two = (game.parse_state(f"O...O/...../..X../{row}/.....") for row in ("X....", "..X.."))
    assert game.evaluate(two, Player.FIRST) > game.evaluate(one, Player.FIRST)


def test_a_piece_falls_to_the_lowest_free_cell():
    position = Position.start("connect").play_all("443")
    assert position.game.format_state(position.state).endswith("...O.../..XX...")


def test_a_full_column_is_refused_with_the_open_ones():
    position = Position.start("connect(3,2,3)").play_all("11")
    with refused("column_full"):
        position.play("1")
    with refused("column"):
        position.play("4")
    with refused("column"):
        position.play("a1")


def test_whatever_counts_as_a_blank_may_stand_around_the_level_of_a_cell():
    assert Position.start("cube(3,3)").move("a1 @\x1f2\u2003") == 9


def test_a_pillar_and_a_space_diagonal_win_in_a_cube():
    for moves in ("a1@1 a2@1 a1@2 a2@2 a1@3", "a1@1 a2@1 b2@2 a2@2 c3@3"):
        assert Position.start("cube(3)").play_all(moves).outcome == 1


@pytest.mark.parametrize("text", ["b3", "b3@", "b3@9", "@1", "b3@x"])
def test_a_cell_of_a_cube_needs_its_level(text):
    with refused("cube_cell"):
        Position.start("cube(4)").play(text)
