from __future__ import annotations

import pytest

from enraya import NotationError, Player, Position, find_game
from enraya.games.tree import parse_tree
from tests.unit.games.refusals import refused

TEXTBOOK = "A[B[3 12 8] C[2 4 6] D[14 5 2]]"


def test_a_move_is_a_child_and_a_leaf_ends_the_game():
    position = Position.start(f"tree({TEXTBOOK})")
    assert position.legal_moves == ["B", "C", "D"]
    position = position.play("B").play("B2")
    assert position.outcome == 12


def test_turns_alternate_from_whoever_moves_at_the_root():
    assert parse_tree(TEXTBOOK).initial().turn is Player.FIRST
    for said in ("root=min", "root=second", "ROOT = MIN"):
        tree = parse_tree(f"{TEXTBOOK}, {said}")
        assert tree.initial().turn is Player.SECOND
        assert tree.name == f"tree({TEXTBOOK}, root=min)"
    assert parse_tree(f"{TEXTBOOK}, root=first").name == f"tree({TEXTBOOK})"


def test_nodes_without_names_are_named_level_by_level():
    assert parse_tree("[[−2 4][6 [9 1]]]").name == "tree(A[B[-2 4] C[6 D[9 1]]])"


def test_names_in_use_are_passed_over():
    tree = parse_tree("[B[1 2] [3 A=4] B1=7]")
    assert tree.name == "tree(C[B[1 2] D[3 A=4] B1=7])"
    assert tree.legal_moves(tree.parse_state("B")) == ["B1'", "B2"]
    assert find_game(tree.name).nodes.keys() == tree.nodes.keys()


def test_children_may_be_parted_by_commas():
    assert parse_tree("A[1, x=-2,B[3,4]]").name == "tree(A[1 x=-2 B[3 4]])"


def test_a_child_may_be_typed_in_any_case_where_only_one_is_meant():
    position = Position.start("tree(A[b[1 2] B[3 4] C[5 6]])")
    assert position.play("c").move_texts == ["C"]
    assert position.play("b").move_texts == ["b"]
    with refused("tree_child"):
        position.play("Z")


def test_a_position_is_the_name_of_a_node():
    tree = find_game(f"tree({TEXTBOOK})")
    assert tree.parse_state("C") == ("C", Player.SECOND)
    assert tree.path(tree.parse_state("C2")) == ["A", "C", "C2"]
    with refused("tree_node"):
        tree.parse_state("Z")


def test_a_node_is_judged_by_the_mean_of_its_children():
    tree = find_game(f"tree({TEXTBOOK})")
    assert tree.evaluate(tree.parse_state("D"), Player.FIRST) == 7


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "tree_empty"),
        ("   ", "tree_empty"),
        ("3", "tree_root_leaf"),
        ("x=3", "tree_root_leaf"),
        ("A[]", "tree_childless"),
        ("A[1 B[]]", "tree_childless"),
        ("A[1 2", "tree_unclosed"),
        ("A[B[1 2]", "tree_unclosed"),
        ("A[1 2]]", "tree_unopened"),
        ("A[1 B 2]", "tree_bare_name"),
        ("A", "tree_bare_name"),
        ("A[1 3.5]", "tree_junk"),
        ("A[1 2x]", "tree_junk"),
        ("A[1 ?]", "tree_junk"),
        ("A[1 1234567]", "tree_junk"),
        ("A[,1]", "tree_junk"),
        ("A[1,,2]", "tree_junk"),
        ("A[x=y 1]", "tree_value"),
        ("A[x= 1.5]", "tree_value"),
        ("A[x=", "tree_value"),
        ("A[B[1] B[2]]", "tree_duplicate"),
        ("A[A=1]", "tree_duplicate"),
        ("A[1 2] B[3]", "tree_after"),
        ("A[1 2], root=left", "tree_after"),
        ("A[1 2], root=min, max", "tree_after"),
    ],
)
def test_a_tree_written_badly_is_refused_with_the_place_and_what_is_expected(text, code):
    with refused(code):
        parse_tree(text)


def test_a_refusal_counts_characters_from_one():
    with pytest.raises(NotationError, match=r"^Character 5 "):
        parse_tree("A[1 ?]")


def test_a_tree_may_be_sixty_moves_deep_and_no_more():
    assert parse_tree("[" * 60 + "1" + "]" * 60).longest == 60
    with refused("tree_deep"):
        parse_tree("[" * 61 + "1" + "]" * 61)


def test_a_tree_may_have_ten_thousand_nodes_and_no_more():
    full = f"tree([{'1 ' * 9999}])"
    assert find_game(find_game(full).name).legal_moves(find_game(full).initial())[-1] == "A9999"
    with refused("tree_large"):
        parse_tree(f"[{'1 ' * 10_000}]")


def test_a_text_of_unreasonable_length_is_refused():
    with refused("too_long"):
        parse_tree(" " * 500_000)


@pytest.mark.parametrize(
    ("tree", "par"),
    [
        ("tree([[3 12 8] [2 4 6] [14 5 2]])", 3),
        ("tree([3 5])", 5),
        ("tree([-5 -3])", -3),
    ],
)
def test_par_is_what_best_play_gives(tree, par):
    assert Position.start(tree).par == par


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (["B", "B1"], None),  # both play best
        (["B", "B2"], Player.FIRST),  # the second player throws 9 away
        (["C", "C1"], Player.SECOND),  # the first player throws 1 away
        (["D", "D1"], Player.FIRST),  # the first throws 1 away, and the second 12
    ],
)
def test_a_game_on_a_tree_is_won_by_who_comes_off_better_than_by_best_play(moves, winner):
    played = Position.start(f"tree({TEXTBOOK})").play_all(moves)
    assert (played.par, played.winner) == (3, winner)


def test_par_is_counted_from_where_the_game_began():
    assert Position.start(f"tree({TEXTBOOK})", "C").par == 2


def test_other_games_are_won_as_they_always_were():
    over = Position.start("mnk(3,3,3)").play_all(["a1", "b1", "a2", "b2", "a3"])
    assert (over.par, over.winner) == (None, Player.FIRST)
    assert Position.start("mnk(3,3,3)").winner is None
