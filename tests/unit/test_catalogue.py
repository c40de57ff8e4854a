from __future__ import annotations

import pytest

from enraya import NotationError, find_game
from enraya.catalogue import ALIASES, FAMILIES, known_names


@pytest.mark.parametrize("family", FAMILIES)
def test_every_preset_is_a_game_with_that_name(family):
    for preset in FAMILIES[family].presets:
        assert find_game(preset).name == preset


@pytest.mark.parametrize("alias", ALIASES)
def test_every_alias_is_a_game(alias):
    assert find_game(alias.upper()).name == ALIASES[alias]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("gomoku", "gomoku(15,freestyle,free)"),
        ("gomoku(19)", "gomoku(19,freestyle,free)"),
        ("Gomoku(rule=STANDARD, opening=swap2)", "gomoku(15,standard,swap2)"),
        ("terni(slide,true)", "terni"),
        ("terni(step=adjacent)", "terni(step=adjacent)"),
        ("terni(step=jump,diagonals=false)", "terni(step=jump,diagonals=false)"),
        ("oso", "oso(6,6)"),
        ("oso(1,3)", "oso(1,3)"),
        ("cube", "cube(4,4)"),
        ("cube(size=3)", "cube(3,3)"),
        ("connect(k=3)", "connect(7,6,3)"),
        ("mnk(m=3,n=3,k=3,misere=true)", "mnk(3,3,3,misere=true)"),
        ("TREE([1 2])", "tree(A[1 2])"),
    ],
)
def test_options_may_be_left_out_or_named(text, name):
    assert find_game(text).name == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("chess", "game_unknown"),
        ("", "game_spec"),
        ("mnk", "option_missing"),
        ("mnk(3,3)", "option_missing"),
        ("mnk(3,3,4)", "k_too_large"),
        ("mnk(3,3,0)", "option_number"),
        ("mnk(20,3,3)", "option_number"),
        ("mnk(3,3,three)", "option_number"),
        ("mnk(3,3,3,maybe)", "option_word"),
        ("mnk(3,3,3,true,5)", "too_many_options"),
        ("mnk(3,3,3,m=4)", "option_unknown"),
        ("gomoku(16)", "option_word"),
        ("gomoku(15,renju)", "option_word"),
        ("terni(step=fly)", "option_word"),
        ("terni(diagonals=no)", "option_word"),
        ("oso(2,2)", "oso_small"),
        ("oso(11,3)", "option_number"),
        ("cube(7)", "option_number"),
        ("tree", "tree_empty"),
        ("tree()", "tree_empty"),
        ("tree(A[3 4]", "game_spec"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_both_languages(text, code):
    with pytest.raises(NotationError) as refusal:
        find_game(text)
    assert refusal.value.code == f"error.{code}"
    assert refusal.value.in_language("es") != refusal.value.in_language("en")


def test_every_family_and_trees_are_known():
    assert {"mnk", "gomoku", "connect", "cube", "terni", "oso", "tree"} <= set(known_names())


def test_an_object_with_the_four_functions_is_a_game():
    class Countdown:
        def initial(self):
            return 3

        def legal_moves(self, state):
            return [1] if state else []

        def play(self, state, move):
            return state - move

        def outcome(self, state):
            return None if state else 1

    assert find_game(Countdown()).name == "Countdown"
    with pytest.raises(NotationError):
        find_game(object())
