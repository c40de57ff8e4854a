"""The meaning of pointing at cells, for every kind of game."""

from enraya.position import Position
from enraya.tui.board.pointing import Pointed, Pointing, choices_of, spoken_moves


def pointing_at(game, moves=""):
    return Pointing(choices_of(Position.start(game).play_all(moves)))


def test_one_click_is_a_move_where_only_one_move_is_made_there():
    assert pointing_at("mnk(3,3,3)").point(4) == Pointed(move="b2")
    assert pointing_at("connect(7,6,4)").point(2).move == "3"


def test_a_taken_cell_means_nothing():
    assert pointing_at("mnk(3,3,3)", "b2").point(4) == Pointed(meant=False)


def test_a_piece_is_picked_dropped_and_changed_for_another():
    hand = pointing_at("terni", "b2 a1 c1 a3 a2 c3")
    assert hand.point(2) == Pointed()
    assert hand.point(2) == Pointed() and hand.clicked == []
    hand.point(2)
    assert hand.point(4).meant and hand.clicked == [4]
    assert hand.point(1).move == "b2-b1"


def test_two_letters_for_one_cell_are_asked_about():
    hand = pointing_at("oso(4,4)")
    assert set(hand.point(0).ask) == {"S@a1", "O@a1"}
    assert hand.point_with_sign(0, "o") == "O@a1"


def test_choices_of_an_opening_and_branches_of_a_tree_are_spoken():
    swap2 = choices_of(Position.start("gomoku(15,standard,swap2)").play_all("h8 i8 h9"))
    assert spoken_moves(swap2) == ["black", "white", "more"]
    assert spoken_moves(choices_of(Position.start("tree(A[B[1 2] C[3 4]])"))) == ["B", "C"]
