from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from enraya import EnrayaError, Position, find_game
from enraya.exchange import FORMATS, LARGEST, Record, pgn, read_game, write_game
from enraya.match import GameResult, MoveMade
from tests.scale import scaled

GAMES = ["mnk(3,3,3)", "connect(7,6,4)", "cube(3,3)", "terni", "oso(3,3)", "gomoku(15,freestyle,free)"]
GAMES += ["gomoku(15,standard,swap2)", "tree(A[B[3 12 8] C[2 4 6]])"]
NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=20)


@st.composite
def records(draw, game=None):
    """A game played at random, perhaps to its end."""
    position = Position.start(draw(st.sampled_from(GAMES)) if game is None else game)
    for _ in range(draw(st.integers(0, 12))):
        if position.is_over:
            break
        position = position.play(draw(st.sampled_from(position.legal_moves)))
    return Record.of(position, (draw(NAMES), draw(NAMES)))


@settings(max_examples=60)
@given(record=records(), format=st.sampled_from(["json", "pgn"]))
def test_any_game_of_any_kind_comes_back_as_it_was(record, format):
    written = write_game(record, format)
    assert read_game(written, find_game) == (record, format)


@settings(max_examples=40)
@given(record=records("gomoku(15,standard,swap2)") | records("gomoku(15,freestyle,free)"))
def test_any_gomoku_comes_back_from_sgf(record):
    assert read_game(write_game(record, "sgf"), find_game) == (record, "sgf")


def test_times_and_what_a_machine_said_come_back_from_json():
    moves = (MoveMade(1, "b2", 1.25), MoveMade(0, "a1", 0.5, True, 7, 12.5, "rule.block"))
    result = GameResult(1, 1, 1, 1, "resigned", 1, moves, 0)
    record = Record.of(Position.start("mnk(3,3,3)").play_all("b2 a1"), ("Ana", "Luis"), result)
    assert record.players == ("Luis", "Ana")
    assert record.result == 1
    assert read_game(write_game(record, "json"), find_game)[0] == record


def test_the_example_of_the_text_format_is_read_and_so_are_the_numbers_of_chess():
    example = pgn.__doc__[pgn.__doc__.index("[Game") : pgn.__doc__.index("\n\nEvery move")]
    record = pgn.read_pgn(example, find_game)
    assert (record.players, record.result) == (("Ana", "alphabeta+"), 1)
    assert [made.seconds for made in record.moves] == [1.2, 0.1, 0, 0, 0]
    rounds = example.replace("2. a1", "a1").replace("3. c1 4. b1 5.", "2. c1 b1 3.")
    assert pgn.read_pgn(rounds, find_game) == record
    with pytest.raises(EnrayaError, match="number"):
        pgn.read_pgn(example.replace("4. b1", "5. b1"), find_game)


def test_whatever_counts_as_a_blank_may_stand_around_the_seconds_of_a_move():
    record = pgn.read_pgn('[Game "mnk(3,3,3)"]\n\n1. b2 {\x1f 1.5\u2003} 2. a1 {no time}', find_game)
    assert [made.seconds for made in record.moves] == [1.5, 0]


def test_a_game_from_another_position_comes_back():
    position = Position.start("mnk(3,3,3)", "X../.O./...").play("c3")
    record = Record.of(position, ("", ""))
    for format in ("json", "pgn"):
        assert read_game(write_game(record, format), find_game)[0] == record
    with pytest.raises(EnrayaError, match="only Gomoku can"):
        write_game(record, "sgf")


@settings(max_examples=300)
@given(data=st.binary(max_size=300), format=st.sampled_from([None, "json", "pgn", "sgf"]))
def test_any_bytes_are_read_or_refused_in_words(data, format):
    read_or_refuse(data, format)


def read_or_refuse(data, format=None):
    try:
        read_game(data, find_game, format)
    except EnrayaError as error:
        assert error.in_language("es")
        assert error.in_language("en")


@settings(max_examples=scaled(100, soak=300))
@given(record=records(), format=st.sampled_from(["json", "pgn", "sgf"]), data=st.data())
def test_a_damaged_file_is_read_or_refused_in_words(record, format, data):
    try:
        written = bytearray(write_game(record, format))
    except EnrayaError:
        return
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(written) - 1))
        change = data.draw(st.sampled_from(["drop", "flip", "double", "cut"]))
        if change == "drop":
            del written[at]
        elif change == "flip":
            written[at] = data.draw(st.integers(0, 255))
        elif change == "double":
            written[at:at] = written[at : at + 20]
        else:
            del written[at + 1 :]
        if not written:
            break
    read_or_refuse(bytes(written))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=scaled(70, soak=200))
@given(
    changes=st.dictionaries(
        st.sampled_from(["game", "start", "players", "result", "moves", "version", "more"]), JSON, min_size=1
    )
)
def test_any_value_in_any_field_is_read_or_refused_in_words(changes):
    good = json.loads(write_game(Record.of(Position.start("mnk(3,3,3)").play("b2"), ("a", "b")), "json"))
    # Without it, and the fields themselves are looked at.
    del good["checksum"]
    read_or_refuse(json.dumps({**good, **changes}).encode())


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "exchange.format", "JSON, PGN and SGF"),
        ("hello", "exchange.format", "JSON, PGN and SGF"),
        ('{"format": "enraya.game"', "exchange.bad_json", "line 1, character 25"),
        ("{" * 100_000, "exchange.bad_json", "line 1"),
        ('{"format": ' * 20_000, "exchange.bad_json", "line 1"),
        ('{"format": "other"}', "exchange.json_format", "enraya.game"),
        ('[Game "mnk(3,3,3)"]\n[Bad tag]\n', "exchange.pgn_tag", "Line 2"),
        ('[First "Ana"]\n\n1. b2', "exchange.pgn_game", "Game"),
        ('[Game "mnk(3,3,3)"]\n\n1. b2\n3. a1', "exchange.pgn_move_number", "Line 4"),
        ('[Game "mnk(3,3,3)"]\n\n1. b2 2. z9', "exchange.damaged", "Move 2"),
        ("(;GM[1];B[aa])", "exchange.sgf_property", "Character 6"),
        ("(;GM[4]SZ[13])", "exchange.sgf_size", "Character 11"),
        ("(;GM[4];B[hh];B[ii])", "exchange.sgf_turn", "Character 17"),
        ("(;GM[4];B[hh", "exchange.sgf_expected", "Character 13"),
        ("(;GM[4];AB[hh][ii])", "exchange.sgf_property", "Character 12"),
        ("(", "exchange.sgf_expected", "Character 2"),
        ("(;GM[4]" + ";" * 2000 + ")", "exchange.too_many_moves", "1000"),
    ],
)
def test_a_bad_file_is_refused_with_the_place_and_the_reason(text, code, words):
    with pytest.raises(EnrayaError) as refused:
        read_game(text.encode(), find_game)
    assert refused.value.code == code
    assert words in str(refused.value)


def test_a_file_that_is_too_large_or_not_text_is_refused():
    for data, code in ((b" " * (LARGEST + 1), "exchange.too_large"), (b"{\xff", "exchange.unicode")):
        with pytest.raises(EnrayaError) as refused:
            read_game(data, find_game)
        assert refused.value.code == code


def test_sgf_of_other_programs_is_read():
    text = "(;FF[4]GM[4]SZ[15]AP[Other:1]\n;B[h8]C[a comment \\] with a bracket];W[gh](;B[gg])(;B[ff]))"
    record, _ = read_game(text.encode(), find_game)
    assert record.position.move_texts == ["h8", "g8", "g7"]


@pytest.mark.parametrize("game", [game for game in GAMES if not game.startswith("tree")])
def test_a_game_becomes_a_moving_picture_with_a_frame_for_each_board(game):
    position, boards = Position.start(game), {Position.start(game).board}
    for _ in range(5):
        position = position.play(position.legal_moves[0])
        boards.add(position.board)
    picture = Image.open(io.BytesIO(write_game(Record.of(position, ("", "")), "gif")))
    # A choice of colour changes nothing to see.
    assert picture.n_frames == len(boards) >= 5
    assert picture.info["loop"] == 0
    picture.close()


def test_a_tree_is_no_moving_picture_but_a_picture():
    record = Record.of(Position.start("tree(A[3 5])"), ("", ""))
    with pytest.raises(EnrayaError, match="has no board to draw"):
        write_game(record, "gif")
    assert write_game(record, "svg").startswith(b"<svg")


def test_every_format_is_known():
    record = Record.of(Position.start("gomoku(15,freestyle,free)").play("h8"), ("", ""))
    assert all(write_game(record, format) for format in FORMATS)


@pytest.mark.parametrize(("move", "result"), [("A1", -1), ("A2", 0)])
def test_a_game_on_a_tree_ends_in_a_file_as_best_play_judges_it(move, result):
    record = Record.of(Position.start("tree(A[3 5])").play(move), ("Ana", "Luis"))
    assert record.result == result
    for format in ("json", "pgn"):
        assert read_game(write_game(record, format), find_game) == (record, format)
