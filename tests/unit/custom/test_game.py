from __future__ import annotations

import sys
from importlib import import_module

import pytest

from enraya import NotationError, Player, Position, find_game
from enraya.custom import load_custom_game, name_edition
from enraya.custom.hosted import HostedGame
from enraya.errors import CustomGameError
from tests.conformance.samples import OWN_GAME
from tests.race import RACE

CLASS = """
class Take:
    scored = True
    def initial(self): return (3, 0)
    def legal_moves(self, state): return [1, 2][: state[0]]
    def play(self, state, move): return (state[0] - move, 1 - state[1])
    def outcome(self, state): return None if state[0] else (1 if state[1] else -1)
    def to_move(self, state): return state[1]
    def render(self, state): return "|" * state[0]
"""


@pytest.fixture
def file(tmp_path):
    def write(source):
        path = tmp_path / "mine.py"
        path.write_text(source, encoding="utf-8")
        return str(path)

    return write


def test_a_file_with_four_functions_is_a_game_and_turns_alternate():
    position = Position.start(OWN_GAME)
    assert position.to_move is Player.FIRST
    position = position.play("5").play("1")
    assert position.to_move is Player.FIRST
    assert position.state.state == "O...X...."


def test_the_only_class_with_the_four_functions_is_the_game(file):
    game = find_game(file(CLASS))
    assert game.scored
    assert game.render((3, 0)) == "|||"
    assert find_game(f"{file(CLASS)}:Take").to_move((2, 1)) is Player.SECOND


def test_a_class_that_comes_close_is_told_what_it_lacks(file):
    path = file(CLASS.replace("def play", "def move"))
    with pytest.raises(NotationError, match=r"mine\.py:Take is not a game: it lacks play;"):
        find_game(path)


def test_of_a_class_and_one_derived_from_it_the_derived_one_is_the_game(file):
    game = find_game(file(CLASS + "class Few(Take):\n    def initial(self): return (2, 0)\n"))
    assert game.initial() == (2, 0)


def test_of_two_games_in_a_file_one_must_be_named(file):
    path = file(CLASS + CLASS.replace("Take", "Give"))
    with pytest.raises(NotationError, match=r"several games: say which one, .*mine\.py:Take.*mine\.py:Give"):
        find_game(path)
    assert find_game(f"{path}:Give").initial() == (3, 0)


def test_blanks_around_the_name_of_a_file_do_not_matter():
    assert find_game(f" {OWN_GAME} ") == find_game(OWN_GAME)


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("", "own_empty"),
        ("def initial(): return 1", "own_missing"),
        ("x = 3", "own_missing"),
        ("def (", "own_syntax"),
        ("x = 1 / 0", "own_fails"),
        ("x = '\\0'\n\x00", "own_syntax"),
    ],
)
def test_a_file_that_is_no_game_is_refused_with_the_reason(file, source, code):
    with pytest.raises(NotationError) as refusal:
        find_game(file(source))
    assert refusal.value.code == f"error.{code}"
    assert refusal.value.in_language("es") != refusal.value.in_language("en")


def test_a_failing_file_is_told_by_its_line(file):
    with pytest.raises(NotationError, match=r"line 3.*ZeroDivisionError"):
        find_game(file("a = 1\nb = 2\nc = a / 0\n"))


def test_a_file_that_is_not_there_is_refused():
    with pytest.raises(NotationError) as refusal:
        find_game("nowhere.py")
    assert refusal.value.code == "error.own_unreadable"


def test_a_name_that_is_not_in_the_file_is_refused(file):
    with pytest.raises(NotationError) as refusal:
        find_game(f"{file(CLASS)}:Give")
    assert refusal.value.code == "error.own_no_name"


def test_a_file_is_loaded_once_and_again_when_it_changes(file):
    path = file(CLASS)
    game = find_game(path)
    assert find_game(path) is game
    file(CLASS.replace("(3, 0)", "(4, 0)"))
    changed = find_game(path)
    assert changed.initial() == (4, 0)
    assert changed != game
    with pytest.raises(NotationError, match="has changed since"):
        find_game(name_edition(path, game.edition))
    file(CLASS)
    assert find_game(name_edition(path, game.edition)) == game


@pytest.mark.parametrize(("given", "outcome"), [("1.0", 1), ("-0.0", 0), ("0.25", 1), ("-2.5", -3)])
def test_an_outcome_that_is_no_whole_number_still_says_who_won(file, given, outcome):
    source = CLASS.replace("(1 if state[1] else -1)", given).replace("    scored = True\n", "")
    name = file(source)
    told = find_game(name).outcome((0, 0))
    assert (told, str(told)) == (outcome, str(outcome))
    # The same rules in a process of their own: their answers come as JSON.
    hosted = HostedGame(name, "mine.py")
    try:
        hosted.thread.submit(hosted.prepare).result()
        assert hosted.fault is None
    finally:
        hosted.close()


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (CLASS.replace("(3, 0)", "[3, 0]"), "def initial"),
        (
            CLASS.replace("def legal_moves(self, state): return", "def legal_moves(self, state): return 3 or"),
            "def legal",
        ),
        (CLASS.replace("None if state[0]", "'won' if state[0]"), "def outcome"),
    ],
)
def test_a_wrong_answer_is_told_with_the_line_of_the_function_that_gave_it(file, wrong, line):
    number = next(number for number, text in enumerate(wrong.splitlines(), 1) if line in text)
    with pytest.raises(CustomGameError) as told:
        game = find_game(file(wrong))
        state = game.initial()
        game.legal_moves(state)
        game.outcome(state)
    assert f"mine.py, line {number}: " in told.value.in_language("en")
    assert f"mine.py, línea {number}: " in told.value.in_language("es")


def test_a_move_that_nobody_can_type_is_told_with_the_line_of_legal_moves_whatever_was_called_since(file):
    wrong = CLASS.replace("return [1, 2][: state[0]]", "return ['up\\n']")
    game = find_game(file(wrong))
    (move,) = game.legal_moves(game.initial())
    game.outcome((3, 0))
    with pytest.raises(CustomGameError) as told:
        game.format_move(move)
    number = next(number for number, text in enumerate(wrong.splitlines(), 1) if "def legal_moves" in text)
    assert f"mine.py, line {number}: " in told.value.in_language("en")


@pytest.mark.parametrize(
    ("word", "written"),
    [("async", "async def play(self, state, move): return"), ("yield", "def play(self, state, move): yield")],
)
def test_a_function_that_gives_nothing_when_it_is_called_is_refused_by_name(file, word, written):
    with pytest.raises(NotationError, match=f"play is written with {word}"):
        find_game(file(CLASS.replace("def play(self, state, move): return", written)))


@pytest.mark.parametrize("name", ["wave", "textual", "enraya"])
def test_a_file_with_the_name_of_a_module_does_not_take_its_place(tmp_path, monkeypatch, name):
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / f"{name}.py"
    file.write_text(
        "from dataclasses import dataclass\n@dataclass\nclass Held:\n    x: 'int'\n" + RACE, encoding="utf-8"
    )
    assert load_custom_game(str(file)).initial().state == (0, 0)
    assert import_module(name).__file__ != str(file)
