from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from enraya import NotationError
from enraya.notation import (
    format_cell,
    format_game_spec,
    format_grid,
    parse_cell,
    parse_game_spec,
    parse_grid,
    parse_integer,
    parse_player_spec,
    parse_turn,
    split_moves,
)


@given(some.integers(1, 19), some.integers(1, 19), some.data())
def test_the_name_of_every_cell_names_it(columns, rows, data):
    column, row = data.draw(some.integers(0, columns - 1)), data.draw(some.integers(0, rows - 1))
    assert parse_cell(format_cell(column, row), columns, rows) == (column, row)
    assert parse_cell(f"{row + 1} {column + 1}", columns, rows) == (column, row)


@pytest.mark.parametrize("text", ["b3", "B3", " b 3 ", "3 2", "3,2", "8"])
def test_a_cell_may_be_written_in_three_ways(text):
    assert parse_cell(text, 3, 3) == (1, 2)


@pytest.mark.parametrize("text", ["", "b", "3b", "b3b", "0x1", "b٣", "b-1", "1 2 3", "b1.0"])
def test_what_is_no_cell_is_refused_with_the_forms_accepted(text):
    with pytest.raises(NotationError, match="or a digit 1 to 9"):
        parse_cell(text, 3, 3)


def test_what_counts_as_a_blank_may_stand_around_a_number():
    assert parse_integer(" \x1f 12\u2003", "error.cell") == 12


@pytest.mark.parametrize("text", ["d1", "a4", "4 1", "1 4", "a0", "z99"])
def test_a_cell_outside_the_board_is_refused_with_the_last_one(text):
    with pytest.raises(NotationError) as refusal:
        parse_cell(text, 3, 3)
    assert refusal.value.code == "error.cell_outside"
    assert "c3" in str(refusal.value)


def test_a_digit_is_a_cell_only_on_a_three_by_three_board():
    with pytest.raises(NotationError):
        parse_cell("5", 4, 4)


@given(some.lists(some.sampled_from(["", "X", "O"]), min_size=12, max_size=12))
def test_a_grid_reads_back_as_it_was_written(cells):
    assert parse_grid(format_grid(cells, 4, 3), 4, 3, 1, ("X", "O")) == cells
    assert parse_grid(format_grid(cells, 2, 3), 2, 3, 2, ("X", "O")) == cells


@pytest.mark.parametrize(("text", "code"), [("X./..", "position_shape"), ("XZ./.../...", "position_sign")])
def test_a_grid_of_another_shape_or_sign_is_refused(text, code):
    with pytest.raises(NotationError) as refusal:
        parse_grid(text, 3, 3, 1, ("X", "O"))
    assert refusal.value.code == f"error.{code}"


def test_a_game_has_arguments_and_then_options():
    assert parse_game_spec("mnk(3, 4,k=3)") == ("mnk", ("3", "4"), {"k": "3"})
    assert parse_game_spec(" terni ") == ("terni", (), {})
    assert format_game_spec("mnk", (3, 4), {"k": 3}) == "mnk(3,4,k=3)"


@pytest.mark.parametrize("text", ["", "mnk(", "mnk)3", "(3)", "mnk(k=3,4)", "mnk(3,,4)"])
def test_a_game_written_badly_is_refused(text):
    with pytest.raises(NotationError) as refusal:
        parse_game_spec(text)
    assert refusal.value.code == "error.game_spec"


def test_a_player_has_options_behind_a_colon():
    assert parse_player_spec("alphabeta:depth=6,cut=strict") == ("alphabeta", (), {"depth": "6", "cut": "strict"})


def test_a_text_of_unreasonable_length_is_refused():
    with pytest.raises(NotationError) as refusal:
        parse_game_spec("mnk(" + "3" * 5000 + ")")
    assert refusal.value.code == "error.too_long"


def test_moves_are_parted_by_blanks_commas_or_semicolons():
    assert split_moves(" a1, b2;c3\n d4 ") == ["a1", "b2", "c3", "d4"]


def test_a_turn_is_first_or_second():
    assert [parse_turn("first"), parse_turn("SECOND")] == [0, 1]
    with pytest.raises(NotationError, match="first, second"):
        parse_turn("third")
