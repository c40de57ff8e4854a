from __future__ import annotations

import pytest

from enraya import Player, Position, find_game
from tests.unit.games.refusals import refused

SIX = "a1 a3 b1 b3 c1 c3 e1 e3 f1 g3 d1"
EMPTY = "/".join(["." * 15] * 15)


def swap2(moves="", start=None):
    return Position.start("gomoku(15,standard,swap2)", start).play_all(moves)


def board(*rows):
    """The text of a board whose first rows are these."""
    return "/".join([row.ljust(15, ".") for row in rows] + ["." * 15] * (15 - len(rows)))


def test_six_in_a_row_win_only_in_freestyle():
    assert Position.start("gomoku(15,freestyle)").play_all(SIX).outcome == 1
    assert Position.start("gomoku(15,standard)").play_all(SIX).outcome is None


def test_exactly_five_win_by_either_rule():
    five = "a1 a3 b1 b3 c1 c3 e1 e3 d1"
    assert Position.start("gomoku(15,freestyle)").play_all(five).outcome == 1
    assert Position.start("gomoku(15,standard)").play_all(five).outcome == 1


def test_stones_are_black_and_white():
    game = find_game("gomoku(19)")
    drawn = game.board(game.play(game.initial(), 180))
    assert (drawn.style, drawn.owners[180]) == ("stones", Player.FIRST)


def test_the_first_player_places_two_black_and_one_white():
    position = swap2()
    for move, sign in (("h8", "X"), ("h9", "X"), ("i9", "O")):
        assert position.to_move is Player.FIRST
        position = position.play(move)
        assert position.game.board(position.state).cells[position.moves[-1]] == sign
    assert position.to_move is Player.SECOND
    assert position.legal_moves == ["black", "white", "more"]


@pytest.mark.parametrize(("choice", "white"), [("black", Player.FIRST), ("white", Player.SECOND)])
def test_after_the_choice_white_moves_next(choice, white):
    position = swap2(f"h8 h9 i9 {choice}")
    assert position.to_move is white
    assert position.play("a1").to_move is white.opponent


def test_more_places_one_of_each_and_hands_the_choice_back():
    position = swap2("h8 h9 i9 more")
    assert position.to_move is Player.SECOND
    position = position.play("a1").play("a2")
    cells = position.game.board(position.state).cells
    assert (cells[0], cells[15]) == ("X", "O")
    assert position.to_move is Player.FIRST
    assert position.legal_moves == ["black", "white"]
    assert position.play("white").to_move is Player.FIRST


@pytest.mark.parametrize("word", ["BLACK", " black ", "negro", "Negras"])
def test_a_choice_may_be_said_in_either_language(word):
    assert swap2("h8 h9 i9").play(word).move_texts[-1] == "black"


def test_more_may_be_said_in_spanish():
    assert swap2("h8 h9 i9").play("más") == swap2("h8 h9 i9").play("mas") == swap2("h8 h9 i9 more")


@pytest.mark.parametrize(("choice", "outcome"), [("black", -1), ("white", 1)])
def test_the_outcome_is_for_the_first_player_whatever_the_colour(choice, outcome):
    # Black completes a row; the second player has just chosen.
    position = swap2(f"a1 b1 a15 {choice} b15 c1 c15 d1 e15 e1")
    assert position.outcome == outcome
    assert position.game.evaluate(position.state, Player.FIRST) * outcome > 0


def test_the_native_search_is_given_players_and_not_colours():
    game = find_game("gomoku(15,freestyle,swap2)")
    opening = swap2("h8 h9 i9")
    assert game.kernel_state(opening.state) is None
    taken = opening.play("black").state
    assert game.kernel_state(taken) == (1 << 128, 1 << 112 | 1 << 127, Player.FIRST)


def test_a_choice_at_the_wrong_time_is_refused():
    with refused("swap2_no_choice"):
        swap2().play("black")
    with refused("swap2_choose"):
        swap2("h8 h9 i9").play("a1")
    with refused("swap2_choose"):
        swap2("h8 h9 i9 more a1 a2").play("more")
    with refused("cell_taken"):
        swap2("h8").play("h8")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (EMPTY, "swap2_stage"),
        (f"{EMPTY} maybe", "swap2_stage"),
        (f"{EMPTY} choose", "swap2_counts"),
        (f"{EMPTY} black=first", "swap2_counts"),
        (f"{board('XXO')} place", "swap2_counts"),
        (f"{board('XX')} place2", "swap2_counts"),
        (f"{board('XXX.OOO')} black=second", None),
        (f"{board('XXX.O')} black=second", "position_counts"),
        (f"{board('XXXXX', 'OOOOO')} black=first", "position_two_winners"),
        ("XO place", "position_shape"),
    ],
)
def test_a_position_that_swap2_cannot_lead_to_is_refused(text, code):
    if code is None:
        assert swap2(start=text).game.format_state(swap2(start=text).state) == text
        return
    with refused(code):
        swap2(start=text)
