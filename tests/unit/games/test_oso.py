from __future__ import annotations

import pytest

from enraya import Player, Position, find_game
from enraya.board import Strike
from enraya.games.oso import OsoMove
from tests.unit.games.refusals import refused


def test_a_letter_that_spells_nothing_passes_the_turn():
    position = Position.start("oso(3,3)").play("O@a1")
    assert position.to_move is Player.SECOND
    assert position.state[3:] == (0, 0)


def test_whoever_spells_oso_scores_and_moves_again():
    position = Position.start("oso(3,3)").play_all("O@a1 S@b1 O@c1")
    assert position.to_move is Player.FIRST
    assert position.state[3:] == (1, 0)


def test_the_middle_letter_completes_as_well():
    position = Position.start("oso(3,1)").play_all("O@a1 O@c1 S@b1")
    assert (position.outcome, position.to_move) == (1, Player.FIRST)


@pytest.mark.parametrize(
    ("letter", "board", "points"), [("S", "OOO/O.O/OOO", 4), ("O", "O.O.O/.SSS./OS.SO/.SSS./O.O.O", 8)]
)
def test_one_letter_can_spell_several(letter, board, points):
    side = board.count("/") + 1
    game = find_game(f"oso({side},{side})")
    empty = board.replace("/", "").index(".", side * side // 2)
    cells = [[cell for cell, sign in enumerate(board.replace("/", "")) if sign == wanted] for wanted in "SO"]
    s_cells, o_cells = (sum(1 << cell for cell in found) for found in cells)
    assert game.points_of(s_cells, o_cells, letter, empty) == points


def test_sos_scores_nothing():
    assert Position.start("oso(3,1)").play_all("S@a1 O@b1 S@c1").outcome == 0


def test_the_outcome_is_the_difference_of_points():
    position = Position.start("oso(1,4)").play_all("O@a1 S@a2 S@a4 O@a3")
    assert position.outcome == -1
    assert position.game.evaluate(position.state, Player.SECOND) == 1


@pytest.mark.parametrize("text", ["S@b2", "s@b2", "S b2", "sb2", "S@2 2", "s 2,2", " S @ b2 ", "S5"])
def test_a_move_may_be_written_in_several_ways(text):
    assert Position.start("oso(3,3)").move(text) == OsoMove("S", 4)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "oso_move"),
        ("b2", "oso_move"),
        ("X@b2", "oso_move"),
        ("S", "oso_move"),
        ("S@d4", "cell_outside"),
        ("S@@b2", "cell_digit"),
    ],
)
def test_what_is_no_move_is_refused_with_the_forms_accepted(text, code):
    with refused(code):
        Position.start("oso(3,3)").play(text)


def test_a_letter_never_changes():
    with refused("cell_taken"):
        Position.start("oso(3,3)").play("S@b2").play("O@b2")


def test_each_oso_is_struck_through_by_whoever_spelled_it():
    position = Position.start("oso(3,2)").play_all("O@a1 S@b1 O@c1 O@a2 O@c2 S@b2")
    assert position.game.strikes_of(position.states) == [Strike((0, 1, 2), 0), Strike((3, 4, 5), 0)]
    assert position.game.board(position.state).strikes == ()


def test_two_osos_of_one_letter_are_both_struck_through():
    position = Position.start("oso(3,3)", "OOO/..O/O.O first 0 0").play("S@b2")
    assert len(position.game.strikes_of(position.states)) == 2


def test_the_native_search_numbers_moves_by_cell_and_letter():
    game = find_game("oso(3,3)")
    assert [game.kernel_move(index) for index in (0, 1, 9)] == [("S", 0), ("O", 0), ("O", 4)]
    assert game.kernel_state(game.parse_state("S.O/.../... first 0 0")) == (1, 4, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("S.O/.../...", "oso_fields"),
        ("S.O/.../... first 0", "oso_fields"),
        ("S.X/.../... first 0 0", "position_sign"),
        ("S.O/... first 0 0", "position_shape"),
        ("S.O/.../... nobody 0 0", "position_turn"),
        ("S.O/.../... first -1 1", "oso_points"),
        ("S.O/.../... first one 0", "oso_points"),
        ("S.O/.../... first 1 0", "oso_count"),
        ("OSO/.../... first 0 0", "oso_count"),
        ("OSO/.../... second 1 0", "oso_order"),
        ("OSO/.../... first 0 1", "oso_order"),
        ("S../.../... first 0 0", "oso_order"),
        ("OSO/.../... first 1 0", None),
        ("OSO/S../... second 0 1", None),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text, code):
    game = find_game("oso(3,3)")
    if code is None:
        assert game.format_state(game.parse_state(text)) == text
        return
    with refused(code):
        game.parse_state(text)
