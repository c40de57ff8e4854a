"""One place picks the exact method: the most special one that answers the question for the game."""

from __future__ import annotations

import pytest

from enraya import find_game
from enraya.search.native import is_available
from enraya.solve.method import Question
from enraya.solve.methods import choice
from enraya.solve.methods.alphabeta import NativeAlphaBeta
from enraya.solve.methods.choice import method_for
from enraya.solve.methods.connect4 import Connect4Solving
from enraya.solve.methods.deepening import PythonDeepening
from enraya.solve.methods.maker import MakerBreaker
from enraya.solve.methods.oso import OsoSolving
from enraya.solve.methods.retrograde import Retrograde

needs_native = pytest.mark.skipif(not is_available(), reason="needs the C++ build")
NATIVE = {
    "connect": Connect4Solving,
    "connect(6,5,3)": NativeAlphaBeta,
    "oso(6,6)": OsoSolving,
    "oso(9,9)": NativeAlphaBeta,
    "mnk(5,5,4)": MakerBreaker,
    "cube(4)": MakerBreaker,
    "mnk(17,16,5)": NativeAlphaBeta,
    "mnk(3,3,3,misere=true)": NativeAlphaBeta,
    "terni": Retrograde,
}


@needs_native
def test_each_game_has_the_method_made_for_it():
    assert {name: method_for(find_game(name), Question.POSITION) for name in NATIVE} == NATIVE


@needs_native
def test_few_methods_answer_the_other_questions():
    for question, method in ((Question.CERTIFICATE, MakerBreaker), (Question.FIRST_MOVE, OsoSolving)):
        for name, usual in NATIVE.items():
            assert method_for(find_game(name), question) is (method if usual is method else None), name


@needs_native
def test_boards_beyond_64_cells_have_the_same_method_but_no_certificate_of_lines():
    game = find_game("mnk(10,10,4)")
    assert method_for(game, Question.POSITION) is MakerBreaker
    assert method_for(game, Question.CERTIFICATE) is None
    for name in ("mnk(10,10,4)", "mnk(15,15,5)", "gomoku(15,freestyle,free)"):
        assert method_for(find_game(name), Question.TRANSCRIPT) is MakerBreaker
    for name in ("mnk(8,8,5)", "mnk(16,16,5)", "oso(9,9)", "connect"):
        assert method_for(find_game(name), Question.TRANSCRIPT) is None
    assert method_for(find_game("gomoku"), Question.POSITION) is NativeAlphaBeta


def test_positions_that_the_core_does_not_know_are_left_to_python(monkeypatch):
    swap2 = find_game("gomoku(size=15,opening=swap2)")
    assert method_for(swap2, Question.POSITION, swap2.initial()) is Retrograde
    monkeypatch.setattr(choice, "is_available", lambda: False)
    assert method_for(find_game("mnk(3,3,3)"), Question.POSITION) is Retrograde
    assert method_for(find_game("oso(3,3)"), Question.POSITION) is PythonDeepening
