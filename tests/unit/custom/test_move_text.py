"""Moves that are tuples or hold blanks: typed, given to a command one after another, exported and read back."""

import json

import pytest

from enraya import IllegalMove, Position
from enraya.custom.move_text import format_custom_move, split_first_move
from enraya.exchange import Record, read_game, write_game
from tests.unit.commands.running import data, run

GRID = """
def initial(): return ()
def legal_moves(state):
    return [] if len(state) == 4 else [(x, y) for x in (0, 1) for y in (0, 1) if (x, y) not in state]
def play(state, move): return (*state, move)
def outcome(state): return 0 if len(state) == 4 else None
"""
WORDS = """
MOVES = ["take one", "take one and pass", "take, two", "pass"]
def initial(): return ()
def legal_moves(state): return [] if len(state) == 3 else MOVES
def play(state, move): return (*state, move)
def outcome(state): return 0 if len(state) == 3 else None
"""


@pytest.fixture
def file(tmp_path):
    def write(source):
        path = tmp_path / "mine.py"
        path.write_text(source, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("text", ["0,1", "(0,1)", "(0, 1)", "0 1", " 0, 1 ", "[0, 1]"])
def test_a_tuple_may_be_typed_with_or_without_brackets(file, text):
    position = Position.start(file(GRID)).play(text)
    assert position.moves == ((0, 1),)
    assert position.move_texts == ["0,1"]


@pytest.mark.parametrize("text", ["0,2", "(0)", "0", "0,1,1", "", "(", "x"])
def test_what_is_no_tuple_of_the_game_is_refused(file, text):
    with pytest.raises(IllegalMove, match="not a legal move here"):
        Position.start(file(GRID)).play(text)


@pytest.mark.parametrize("text", ["(0, 1) (1, 1)", "0,1 1,1", "0,1;1,1", "(0,1),(1,1)", "0,1, 1,1", "0 1 1 1"])
def test_tuples_may_follow_each_other(file, text):
    assert Position.start(file(GRID)).play_all(text).moves == ((0, 1), (1, 1))


def test_a_tuple_that_is_not_legal_is_refused_by_its_name(file):
    with pytest.raises(IllegalMove, match=r"«\(0, 1\)» is not a legal move here"):
        Position.start(file(GRID)).play_all("(0, 1) (0, 1)")


def test_moves_with_blanks_may_follow_each_other_and_the_longest_is_meant(file):
    position = Position.start(file(WORDS)).play_all("take one and pass pass take, two")
    assert position.moves == ("take one and pass", "pass", "take, two")


def test_numbers_may_still_be_parted_by_commas(file):
    assert Position.start("docs/examples/tictactoe.py").play_all("5,1;9 3").moves == (5, 1, 9, 3)


def test_the_own_notation_of_a_game_is_read_move_by_move(file):
    own = GRID + "def parse_move(state, text): return (int(text[1]), int(text[3]))\n"
    own += "def format_move(move): return f'x{move[0]}y{move[1]}'\n"
    assert Position.start(file(own)).play_all("x0y1 X1Y1").moves == ((0, 1), (1, 1))


def test_a_text_that_the_own_parse_move_cannot_read_is_no_failure_of_the_game(file):
    own = GRID + "def parse_move(state, text): return (int(text[0]), int(text[2]))\n"
    with pytest.raises(IllegalMove, match="not a legal move here"):
        Position.start(file(own)).play("nonsense")


def test_nested_tuples_keep_their_brackets():
    assert format_custom_move(((0, 1), (2, 3))) == "(0,1),(2,3)"
    assert format_custom_move((1,)) == "1"
    assert split_first_move("nothing of this", ["0,1"]) == ("nothing", " of this")


def test_commands_take_tuples_and_words(file):
    assert data("solve", file(GRID), "--moves", "(0, 1) (1, 1)", "--json")["moves"] == "0,1 1,1"
    assert data("solve", file(WORDS), "--moves", "take, two pass", "--json")["moves"] == "take, two pass"


def test_a_person_types_a_tuple(file):
    done = run(
        "play", "--game", file(GRID), "--first=human", "--second=human", "--games=1", input="(0, 1)\n1,1\n0 0\n1 0\n"
    )
    assert done.returncode == 0, done.stdout
    assert "not a legal move" not in done.stdout


@pytest.mark.parametrize("format", ["json", "pgn"])
@pytest.mark.parametrize(("source", "moves"), [(GRID, "0,1 1,1"), (WORDS, "take one and pass take, two")])
def test_a_game_with_such_moves_is_exported_and_read_back(file, source, moves, format):
    name = file(source)
    position = Position.start(name).play_all(moves)
    written = write_game(Record.of(position, ["Ana", "Luis"]), format, None)
    record, _ = read_game(written, lambda text: position.game)
    assert record.position.moves == position.moves
    assert format != "json" or json.loads(written)["moves"][0]["move"] == position.move_texts[0]
