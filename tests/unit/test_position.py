from __future__ import annotations

import json
from pathlib import Path

import pytest

from enraya import IllegalMove, IllegalPosition, NotationError, Player, Position


def test_a_game_is_played_move_by_move():
    position = Position.start("mnk(3,3,3)").play("b2").play("2 1").play("1")
    assert position.move_texts == ["b2", "a2", "a1"]
    assert position.to_move is Player.SECOND
    assert not position.is_over


def test_a_taken_cell_is_refused_and_nothing_changes():
    position = Position.start("mnk(3,3,3)").play("b2")
    with pytest.raises(IllegalMove, match="b2 is taken"):
        position.play("b2")
    assert position.move_texts == ["b2"]


def test_a_position_is_not_changed_by_playing_from_it():
    start = Position.start("mnk(3,3,3)")
    start.play("a1")
    assert start == Position.start("mnk(3,3,3)")


def test_a_won_game_takes_no_more_moves():
    position = Position.start("tictactoe").play_all("a1 a2 b1 b2 c1")
    assert (position.outcome, position.legal_moves) == (1, [])
    with pytest.raises(IllegalMove, match="over"):
        position.play("c3")
    with pytest.raises(IllegalMove, match="over"):
        position.play(8)


def test_a_move_of_the_wrong_kind_is_refused():
    with pytest.raises(IllegalMove):
        Position.start("mnk(3,3,3)").play(0).play(0)


def test_undo_gives_the_position_before():
    position = Position.start("connect").play_all("4453")
    assert position.undo().move_texts == ["4", "4", "5"]
    with pytest.raises(IllegalMove, match="no move to undo"):
        Position.start("connect").undo()


def test_a_game_can_start_from_any_legal_position():
    position = Position.start("mnk(3,3,3)", "XX./OO./...")
    assert position.play("c1").outcome == 1
    assert Position.load(position.play("c2").save()) == position.play("c2")


@pytest.mark.parametrize(
    ("game", "text", "code"),
    [
        ("mnk(3,3,3)", "XX./.../...", "position_counts"),
        ("mnk(3,3,3)", "XXX/OOO/...", "position_two_winners"),
        ("mnk(3,3,3)", "XXX/OO./O..", "position_played_on"),
        ("mnk(7,3,3)", "XXX.XXX/OO.O.OO/......O", "position_played_on"),
        ("mnk(7,3,3)", "XXX.XXX/OO.O.OO/.......", "position_two_rows"),
        ("connect(4,4,3)", "..../X.../..../....", "position_floating"),
        ("connect(3,3,3)", ".../O../X..", None),
        ("connect(3,3,3)", ".../X../O..", "position_order"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(game, text, code):
    if code is None:
        Position.start(game, text)
        return
    with pytest.raises(IllegalPosition) as refusal:
        Position.start(game, text)
    assert refusal.value.code == f"error.{code}"
    assert refusal.value.in_language("es").startswith("Posición imposible")


def test_the_third_time_a_state_comes_up_the_game_is_drawn():
    position = Position.start("terni").play_all("a1 c1 a3 c3 b1 b3")
    for move in ["b1-b2", "c1-c2", "b2-b1", "c2-c1"] * 2:
        assert position.outcome is None
        position = position.play(move)
    assert position.is_repeated
    assert (position.outcome, position.legal_moves) == (0, [])


@pytest.mark.parametrize(
    ("saved", "code"),
    [
        ("{", "save_json"),
        ("[]", "save_format"),
        ('{"format": "other"}', "save_format"),
        ('{"format": "enraya.position", "version": 99}', "save_version"),
        ('{"format": "enraya.position", "version": 1, "game": 3, "moves": []}', "save_fields"),
        ('{"format": "enraya.position", "version": 1, "game": "terni", "moves": [1]}', "save_fields"),
    ],
)
def test_a_damaged_save_is_refused(saved, code):
    with pytest.raises(NotationError) as refusal:
        Position.load(saved)
    assert refusal.value.code == f"error.{code}"


def test_a_save_is_plain_json():
    saved = json.loads(Position.start("terni").play("b2").save())
    assert saved == {"format": "enraya.position", "version": 1, "game": "terni", "moves": ["b2"]}


def test_a_position_shows_the_lines_that_only_its_past_knows():
    position = Position.start("oso(3,1)").play_all("O@a1 S@b1 O@c1")
    assert [strike.owner for strike in position.board.strikes] == [Player.FIRST]
    assert "<line" in position._repr_svg_()
    assert Position.start("tree(A[1 2])").board is None


def test_a_position_shows_itself():
    position = Position.start("mnk(3,3,3)").play("b2")
    assert str(position).splitlines()[2] == "2  . X ."
    assert repr(position) == "<mnk(3,3,3) after b2>"
    assert position._repr_svg_().startswith("<svg")


def test_a_saved_text_never_makes_the_file_that_it_names_run(tmp_path):
    own = Path(__file__).parents[2] / "docs" / "examples" / "tictactoe.py"
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n" + own.read_text())
    saved = Position.start(str(own)).play("5").save()
    with pytest.raises(NotationError, match="never makes one run"):
        Position.load(saved.replace(str(own), str(trap)))
    assert not (tmp_path / "sprung").exists()
    assert Position.load(saved, str(own)).move_texts == ["5"]


@pytest.mark.parametrize("move", [3.5, None, (9, 9), [1], 10, -1])
def test_an_object_that_is_no_move_is_refused_as_it_was_given(move):
    with pytest.raises(IllegalMove) as refused:
        Position.start("mnk(3,3,3)").play(move)
    assert f"«{move!r}»" in str(refused.value)
