import json
from importlib import resources
from string import Formatter

import pytest

from enraya.locale import LANGUAGES, Words
from enraya.match import HUMAN, Match, MatchSettings, Played
from enraya.match.record import Reason
from enraya.position import Position
from enraya.terminal.console import COMMANDS, fold
from enraya.terminal.menu import PRESETS
from enraya.terminal.wording import number, result_in_words, rules_in_words, seat_names, sign_to_move, signed

ENGLISH, SPANISH = Words("en"), Words("es")


def messages(language: str, area: str) -> dict[str, str]:
    file = resources.files("enraya.locale") / language / f"{area}.json"
    return json.loads(file.read_text(encoding="utf-8"))


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("area", ["match", "play", "rules"])
def test_both_languages_have_the_same_messages_in_order_with_the_same_values(area):
    english, spanish = messages("en", area), messages("es", area)
    assert list(english) == sorted(english) == list(spanish)
    assert {key: holes(text) for key, text in english.items()} == {key: holes(text) for key, text in spanish.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_every_preset_has_its_words(language):
    words = Words(language)
    assert all(words.has(f"match.reason.{reason}") for reason in Reason.__args__)
    assert all(words.has(f"preset.{preset}") for preset in PRESETS)


@pytest.mark.parametrize("game", [*PRESETS, "mnk(3,3,3,misere=true)", "tree([[3 5] [2 9]])"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_rules(game, language):
    match = Match.start(MatchSettings(game, HUMAN, HUMAN), at=0)
    assert len(rules_in_words(match, Words(language))) > 100


def test_one_person_is_you_and_two_are_counted():
    assert seat_names(MatchSettings(first=HUMAN, second="random"), SPANISH) == ("tú", "random")
    assert seat_names(MatchSettings(first=HUMAN, second=HUMAN), ENGLISH) == ("player 1", "player 2")
    assert seat_names(MatchSettings(first="mcts", second="mcts"), ENGLISH) == ("mcts (1)", "mcts (2)")


@pytest.mark.parametrize(
    ("game", "moves", "sign"),
    [
        ("mnk(3,3,3)", "", "X"),
        ("connect(7,6,4)", "4", "O"),
        ("terni", "a1 b1 b2 c3 c2 a2", "X"),
        ("oso(3,3)", "", None),
        ("tree([[3 5] [2 9]])", "", None),
        ("gomoku(15,freestyle,free)", "h8", "blancas (O)"),
        ("gomoku(15,freestyle,swap2)", "h8 h9", "blancas (O)"),
        ("gomoku(15,freestyle,swap2)", "h8 h9 i8", None),
        ("gomoku(15,freestyle,swap2)", "h8 h9 i8 more", "negras (X)"),
    ],
)
def test_the_sign_is_what_the_side_to_move_puts_down(game, moves, sign):
    assert sign_to_move(Position.start(game).play_all(moves), SPANISH) == sign


def test_numbers_are_written_as_the_language_writes_them():
    assert (number(12345.678, ENGLISH, 1), number(12345.678, SPANISH, 1)) == ("12,345.7", "12 345,7")
    assert (signed(0.5, SPANISH), signed(-3, ENGLISH), signed(0, ENGLISH)) == ("+0,5", "-3", "0")


def test_words_are_compared_without_accents_or_capitals():
    assert fold("  SÍ ") == "si"
    assert all(fold(word) == word for word in COMMANDS)


@pytest.mark.parametrize(
    ("words", "move", "said"),
    [
        (
            ENGLISH,
            "A1",
            "Winner of game 1: player 2 (the value reached is 3; best play gives 5; A2 was the right choice, not A1).",
        ),
        (ENGLISH, "A2", "Game 1 comes to the value of best play (the value reached is 5)."),
        (
            SPANISH,
            "A1",
            "Gana la partida 1: jugador 2 (se llega al valor 3; el mejor juego da 5; lo acertado era A2, no A1).",
        ),
        (SPANISH, "A2", "La partida 1 acaba en el valor del mejor juego (se llega al valor 5)."),
    ],
)
def test_a_game_on_a_tree_is_told_by_its_value_and_what_best_play_gives(words, move, said):
    chosen = MatchSettings("tree(A[3 5])", HUMAN, HUMAN, "first", None, games=1, seed=1)
    match = Match.start(chosen, at=0.0).apply(Played(move, 1.0))
    assert result_in_words(match, match.results[0], words) == said
