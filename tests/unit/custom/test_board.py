"""The board of a custom game: what `board(state)` may give, and where moves are made on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from enraya import Position, find_game
from enraya.conformance.contract import check_game
from enraya.errors import CustomGameError
from enraya.locale import LANGUAGES

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
ROUND = """
def initial(): return {start!r}
def legal_moves(state): return [] if outcome(state) is not None else {moves}
def play(state, move): return {play}
def outcome(state): return 0 if state != initial() else None
def board(state): return {board}
"""


@pytest.fixture
def game(tmp_path):
    def write(start=("..", "X."), moves="[(0, 1)]", play="('.X', 'X.')", board="state", more=""):
        path = tmp_path / "mine.py"
        path.write_text(ROUND.format(start=start, moves=moves, play=play, board=board) + more, encoding="utf-8")
        return find_game(str(path))

    return write


def clicks(game):
    state = game.initial()
    return {game.format_move(move): game.gesture(state, move).clicks for move in game.legal_moves(state)}


@pytest.mark.parametrize(
    "board", ["['X.', '.O']", "('X ', ' O')", "[['X', None], ['', 'o']]", "'X.\\n.O'", "[('x', '.'), (' ', 'O')]"]
)
def test_rows_are_texts_or_lists_and_blanks_dots_and_none_are_empty(game, board):
    drawn = game(board=board).board(game(board=board).initial())
    assert (drawn.columns, drawn.rows, drawn.cells, drawn.owners) == (2, 2, ("X", "", "", "O"), (0, None, None, 1))
    assert drawn.style == "crosses"


@pytest.mark.parametrize(
    ("board", "more", "style", "cells"),
    [
        ("[[10, 'K']]", "", "letters", ("10", "K")),
        ("['●○']", "", "stones", ("X", "O")),
        ("['XO']", "style = 'stones'", "stones", ("X", "O")),
        ("['XO']", "style = 'letters'", "letters", ("X", "O")),
    ],
)
def test_pieces_say_how_a_board_is_drawn_unless_the_file_does(game, board, more, style, cells):
    drawn = game(board=board, more=more).board(game(board=board, more=more).initial())
    assert (drawn.style, drawn.cells) == (style, cells)


@pytest.mark.parametrize(
    ("code", "board", "more"),
    [
        ("check.board_kind", "None", ""),
        ("check.board_kind", "[1, 2]", ""),
        ("check.board_lengths", "['...', '..']", ""),
        ("check.board_size", "[]", ""),
        ("check.board_size", "['.' * 27]", ""),
        ("check.board_cell", "[['knight']]", ""),
        ("check.board_cell", "[[1.5]]", ""),
        ("check.board_cell", "['\\t\\x07']", ""),
        ("check.board_piece", "['Q']", "style = 'stones'"),
        ("check.board_changes", "['.' * (1 if state == initial() else 2)]", ""),
        ("check.cells_kind", "state", "def cells(state, move): return [(0, 5)]"),
        ("check.cells_kind", "state", "def cells(state, move): return 3"),
        ("check.winning_cells", "state", "def winning_cells(state): return [(0, 2)]"),
        ("check.raises", "state[7]", ""),
        ("check.function_changes", "state.pop()", ""),
    ],
)
def test_a_bad_board_is_one_sentence_of_the_check_in_every_language(game, code, board, more):
    source = {"start": ("..", "X.")}
    if code == "check.function_changes":
        more = "class Rows(list):\n    def __hash__(self): return 1\ndef initial(): return Rows(['..', 'X.', '..'])\n"
    if code == "check.winning_cells":
        more += "\ndef outcome(state): return 1 if state != initial() else None\n"
    found = {breach.code: breach for breach in check_game(game(**source, board=board, more=more), games=3).breaches}
    assert code in found
    for language in LANGUAGES:
        error = CustomGameError(code, name="mine.py", **found[code].values)
        assert "{" not in error.in_language(language).replace(str(found[code].values.get("answer")), "")


def test_an_unknown_style_is_refused_when_the_file_is_loaded(game):
    with pytest.raises(CustomGameError, match="style is 'wood'"):
        game(more="style = 'wood'")


@pytest.mark.parametrize(
    ("start", "then", "wanted"),
    [
        (("..", "X."), ("X.", "X."), ((0,),)),
        (("..", "X."), ("X.", ".."), ((2,), (0,))),
        (("OX", "X."), ("XX", ".."), ((2,), (0,))),
        (("XO.",), ("..X",), ((0,), (2,))),
        (("XOO.",), ("XXXX",), ((3,),)),
        (("12",), ("13",), ((1,),)),
        (("XO",), (".O",), ((0,),)),
    ],
    ids=["put", "slide", "take", "jump", "flip", "change", "remove"],
)
def test_a_move_is_made_where_it_changes_the_board(game, start, then, wanted):
    assert clicks(game(start, moves="['go']", play=repr(then))) == {"go": wanted}


@pytest.mark.parametrize(
    ("move", "wanted"),
    [
        ("(1, 0)", ((2,),)),
        ("(1, 0, 0, 1)", ((2,), (1,))),
        ("((1, 0), (0, 1))", ((2,), (1,))),
        ("((1, 0), 'left')", ((2,),)),
        ("'b1'", ((1,),)),
        ("'a2xb1'", ((2,), (1,))),
        ("'pass'", ()),
        ("(7, 7)", ()),
        ("3", ()),
    ],
)
def test_a_move_that_changes_many_cells_is_made_at_the_cells_that_it_names(game, move, wanted):
    assert list(clicks(game(moves=f"[{move}]", play="('XO', 'OX')")).values()) == [wanted]


def test_the_author_may_say_where_a_move_is_made(game):
    said = "def cells(state, move): return [[(0, 0), (1, 0)], (1, 1)]"
    assert list(clicks(game(more=said)).values()) == [((0, 2), (3,))]


def test_a_move_that_fails_can_still_be_looked_at(game):
    assert clicks(game(moves="['b1']", play="1 / 0")) == {"b1": ((1,),)}


def test_text_and_picture_are_drawn_from_the_board_and_the_winning_line_is_struck_through(game):
    won = "def winning_cells(state): return [(0, 0), (1, 1)]\ndef outcome(state): return 1 if 'XX' in state else None\n"
    made = game(("X.", ".X"), board="['X.', '.X']", play="('XX', '.X')", more=won)
    position = Position.start(made).play("0,1")
    assert str(position) == "   a b\n1  X .\n2  . X"
    assert [strike.cells for strike in position.board.strikes] == [(0, 3)]
    assert position._repr_svg_().count("<line ") == 2


def test_the_example_with_a_board_keeps_the_contract_and_is_clicked():
    made = find_game(str(EXAMPLES / "reversi.py"))
    assert check_game(made, games=20).breaches == []
    assert clicks(made) == {"c2": ((8,),), "b3": ((13,),), "e4": ((22,),), "d5": ((27,),)}
