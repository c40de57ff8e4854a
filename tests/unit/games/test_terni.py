from __future__ import annotations

import pytest

from enraya import Player, Position, find_game
from tests.unit.games.refusals import refused

# X at a1, c1 and b3; O at a3, c3 and b1; the middle row is empty.
ALL_DOWN = "XOX/.../OXO first"


def terni(step="slide", start=ALL_DOWN, diagonals=True):
    return Position.start(f"terni(step={step},diagonals={str(diagonals).lower()})", start)


def test_three_pieces_each_are_placed_and_then_moved():
    position = Position.start("terni").play_all("a1 b1 c1 a3 b3 c3")
    assert position.game.format_state(position.state) == ALL_DOWN
    assert all("-" in move for move in position.legal_moves)


@pytest.mark.parametrize(
    ("step", "from_corner", "from_edge"),
    [
        ("slide", ["a2", "a3"], ["a3", "b2"]),
        ("adjacent", ["a2"], ["a3", "b2"]),
        ("drawn", ["a2", "b2"], ["a3", "b2"]),
        ("neighbour", ["a2", "b2"], ["a2", "a3", "b2"]),
        ("jump", ["a2", "a3", "b2"], ["a2", "a3", "b2"]),
    ],
)
def test_each_step_reaches_its_own_cells(step, from_corner, from_edge):
    legal = terni(step, "XOO/..X/.XO first").legal_moves
    assert sorted(move[3:] for move in legal if move.startswith("a1-")) == from_corner
    assert sorted(move[3:] for move in legal if move.startswith("b3-")) == from_edge


def test_a_piece_slides_any_distance_and_an_adjacent_one_does_not():
    start = "X../OO./XXO first"
    assert "a1-c1" in terni(start=start).legal_moves
    assert "a1-c1" not in terni("adjacent", start).legal_moves


def test_diagonals_through_the_centre_are_drawn_and_others_are_not():
    legal = terni("drawn", ".X./XO./OXO first").legal_moves
    assert "b1-a1" in legal
    assert "b1-c2" not in legal
    assert "b1-c2" in terni("neighbour", ".X./XO./OXO first").legal_moves
    assert "b2-a1" in terni("drawn", ".O./XX./OXO first").legal_moves


def test_a_jumping_piece_passes_over_others():
    assert terni("jump", "XOX/.X./O.O second", diagonals=False).play("b1-b3").outcome == -1


def test_a_diagonal_row_wins_unless_diagonals_do_not_count():
    moves = "a1 b1 b2 c1 c3"
    assert Position.start("terni").play_all(moves).outcome == 1
    assert Position.start("terni(diagonals=false)").play_all(moves).outcome is None


def test_moving_into_a_row_wins():
    position = terni(start="XX./OOX/..O first").play("c2-c1")
    assert position.outcome == 1
    assert position.game.winning_cells(position.state) == [0, 1, 2]


def test_whoever_cannot_move_loses():
    position = terni("adjacent", "XX./XO./O.O second", diagonals=False).play("c3-c2").play("b1-c1")
    assert position.outcome is None
    stuck = terni("adjacent", "XXO/XO./O.. first", diagonals=False)
    assert stuck.outcome == -1
    assert stuck.legal_moves == []


@pytest.mark.parametrize("text", ["a1-a2", "A1 - A2", "1-4", "1 1-2 1", "a1–a2", "a1->a2"])
def test_a_move_may_be_written_in_several_ways(text):
    assert terni().play(text).move_texts == ["a1-a2"]


@pytest.mark.parametrize("text", ["b2", "2 2", "5"])
def test_a_placing_may_be_written_in_several_ways(text):
    assert Position.start("terni").play(text).move_texts == ["b2"]


@pytest.mark.parametrize(
    ("step", "text", "code"),
    [
        ("slide", "b2", "terni_move_now"),
        ("slide", "b1-b2", "terni_not_yours"),
        ("slide", "a2-b2", "terni_no_piece"),
        ("slide", "a1-a1", "terni_stays"),
        ("slide", "a1-b1", "terni_taken"),
        ("slide", "a1-b2", "terni_slide"),
        ("adjacent", "a1-b2", "terni_adjacent"),
        ("drawn", "a1-c2", "terni_drawn"),
        ("neighbour", "a1-c2", "terni_neighbour"),
        ("jump", "a1-c3", "terni_taken"),
        ("slide", "a1-d1", "cell_outside"),
        ("slide", "a1-", "cell_digit"),
        ("slide", "hello", "cell_digit"),
    ],
)
def test_a_move_that_is_not_allowed_is_refused_with_the_reason(step, text, code):
    position = terni(step)
    with refused(code):
        position.play(text)
    assert position.moves == ()


def test_a_sliding_piece_does_not_jump():
    with refused("terni_jumps"):
        terni(start="XO./OX./X.O first").play("a1-c1")


def test_no_piece_is_moved_before_all_are_placed():
    position = Position.start("terni").play_all("a1 b1")
    with refused("terni_place_first"):
        position.play("a1-a2")
    with refused("cell_taken"):
        position.play("a1")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("XOX/.../OXO", "terni_turn"),
        ("XOX/.../OXO third", "position_turn"),
        ("XOX/.../OXO first second", "terni_position"),
        ("", "position_shape"),
        ("XXX/X../OOO first", "terni_pieces"),
        ("X../.../... first", "position_wrong_turn"),
        ("XX./.../... first", "position_counts"),
        ("XXX/.../OOO first", "position_two_winners"),
        ("XXX/OO./O.. first", "position_played_on"),
        ("XXX/OO./... second", None),
        ("X../.O./...", None),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text, code):
    if code is None:
        assert find_game("terni").parse_state(text).turn in Player
        return
    with refused(code):
        find_game("terni").parse_state(text)


def test_a_position_that_no_last_move_leads_to_is_refused():
    # The first player, with no way in or out of the corner, cannot be the one who has just moved.
    with refused("terni_unreachable"):
        find_game("terni(step=adjacent,diagonals=false)").parse_state("XXO/XO./O.. second")
