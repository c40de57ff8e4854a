"""Plain play through a pipe: what comes out depends only on what goes in."""

import random

import pytest

WON = "a1 a2 b1 b2 c1"
BOTH_LANGUAGES = pytest.mark.parametrize("lang", ["es", "en"])


def lines(*written: str) -> str:
    return "".join(f"{line}\n" for line in " ".join(written).split())


def prompts(said) -> int:
    return said.text.count("Your move")


def test_a_whole_game_in_spanish(play_in_pipe):
    said = play_in_pipe(lines(WON), lang="es")
    assert said.code == 0 and not said.errors
    for expected in (
        "Tres en raya: jugador 1 contra jugador 2.",
        "Turno: jugador 1, con X.",
        "Turno: jugador 2, con O.",
        "Tu jugada (una casilla, como b3, fila y columna, como 3 2, o una cifra del 1 al 9):",
        "1  X X X\n2  O O .\n3  . . .\n",
        "Gana la partida 1: jugador 1 (una línea completa: a1, b1, c1).",
        "Gana el encuentro: jugador 1, por 1 partida.",
        "Tiempo (jugador 2): media de 0,",
        "¿La revancha, con los mismos ajustes?",
    ):
        assert expected in said.text


def test_a_whole_game_in_english(play_in_pipe):
    said = play_in_pipe(lines(WON))
    assert said.code == 0 and not said.errors
    for expected in (
        "Game 1 of 1. Score: player 1 0, player 2 0, draws 0.",
        "Turn: player 2, with O.",
        "Last move: player 2: b2, ",
        "Winner of game 1: player 1 (a full line: a1, b1, c1).",
        "The match is over: 1 of 1 game played.\nScore: player 1 1, player 2 0, draws 0.",
        "Winner of the match: player 1, by 1 game.",
        "Time (player 1): mean 0.",
        "per move over 3 moves. Each: ",
    ):
        assert expected in said.text


def test_a_series_alternates_the_starter_and_asks_between_games(play_in_pipe):
    said = play_in_pipe(lines(WON, "yes", WON, "maybe sí", WON), games=3)
    assert "1 of 3 played: go on? yes or no [yes]:" in said.text
    assert "Game 2 of 3. Score: player 1 1, player 2 0, draws 0." in said.text
    assert "Winner of game 2: player 2" in said.text and "Winner of game 3: player 1" in said.text
    assert said.text.count("Please answer yes or no.") == 1
    assert "Winner of the match: player 1, by 1 game." in said.text


def test_a_no_between_games_shows_the_standing_and_offers_a_new_match(play_in_pipe):
    said = play_in_pipe(lines(WON, "no"), games=3)
    assert "The match is over: 1 of 3 games played." in said.text
    assert said.text.rstrip().endswith("A rematch with the same settings? yes or no [no]:")


def test_a_rematch_has_the_same_settings(play_in_pipe):
    said = play_in_pipe(lines(WON, "s", WON))
    assert said.text.count("Tic-tac-toe (three in a row): player 1 against player 2.") == 2
    assert said.text.count("Winner of the match") == 2


@pytest.mark.parametrize("wrong", ["", "zz", "d4", "0", "a1 b2 c3", "«»", "b2; exit", "99999999999999999999", "%s{x}"])
def test_wrong_input_gets_one_clear_line_and_asks_again(play_in_pipe, wrong):
    right, asked = play_in_pipe(""), play_in_pipe(f"{wrong}\n")
    assert prompts(asked) == prompts(right) + 1
    assert len(asked.text.splitlines()) == len(right.text.splitlines()) + 2
    assert asked.code == 0


def test_a_taken_cell_is_said_to_be_taken(play_in_pipe):
    assert "b2 is taken; free: a1, " in play_in_pipe(lines("b2 b2")).text


@BOTH_LANGUAGES
@pytest.mark.parametrize("word", ["salir", "exit", "quit", "  EXIT ", "Salir"])
def test_leaving_shows_the_standing_in_either_language(play_in_pipe, lang, word):
    said = play_in_pipe(f"b2\n{word}\nc3\n", lang=lang)
    left = "El encuentro queda sin terminar: 0 de 1 partida" if lang == "es" else "The match was left: 0 of 1 game"
    assert left in said.text and said.code == 0
    assert said.text.count("Tu jugada" if lang == "es" else "Your move") == 2


@pytest.mark.parametrize("before", ["", "b2", "pause", WON, f"{WON} no", f"{WON} y b2 pause"])
@pytest.mark.parametrize("then", ["exit\n", ""])
def test_leaving_or_the_end_of_input_is_polite_at_every_prompt(play_in_pipe, before, then):
    said = play_in_pipe(lines(before) + then, games=2)
    assert said.code == 0 and not said.errors
    assert "Score: " in said.text.rpartition("The match ")[2]


@BOTH_LANGUAGES
@pytest.mark.parametrize(("spanish", "english"), [("reglas", "rules"), ("jugadas", "moves"), ("ayuda", "?")])
def test_commands_hold_in_both_languages_whichever_is_spoken(play_in_pipe, lang, spanish, english):
    assert play_in_pipe(lines(spanish), lang=lang).text == play_in_pipe(lines(english), lang=lang).text


def test_the_rules_and_the_help_are_there_on_request(play_in_pipe):
    said = play_in_pipe(lines("reglas help"), game="connect(7,6,4)", lang="es")
    assert "Por turnos, cada uno deja caer una ficha en una columna" in said.text
    assert "Escribe una jugada: un número de columna." in said.text
    assert "deshacer" in said.text


def test_a_winning_line_in_columns_can_be_found_on_the_board(play_in_pipe):
    said = play_in_pipe(lines("1 2 1 2 1 2 1"), game="connect(7,6,4)")
    assert "(a full line: column 1 row 3, column 1 row 4, column 1 row 5, column 1 row 6)." in said.text


def test_misere_says_who_filled_the_line(play_in_pipe):
    said = play_in_pipe(lines(WON), game="mnk(3,3,3,misere=true)")
    assert "Winner of game 1: player 2 (the other side filled a line, which loses: a1, b1, c1)." in said.text


def test_two_persons_take_back_the_last_move_and_put_it_again(play_in_pipe):
    said = play_in_pipe(lines("b2 undo redo undo a1 redo moves"))
    assert said.text.count("2  . X .") == 2
    assert "There is nothing to redo." in said.text
    assert "1. player 1: a1, " in said.text


def test_against_a_machine_undo_goes_back_to_ones_own_move(play_in_pipe):
    said = play_in_pipe(lines("b2 deshacer moves"), second="random")
    assert said.text.rstrip().count("No move has been made yet.") == 1


def test_with_nothing_to_undo_one_is_told_so(play_in_pipe):
    assert "You have no move to undo." in play_in_pipe(lines("undo")).text


def test_an_exam_refuses_undo_and_hints(play_in_pipe):
    said = play_in_pipe(lines("b2 undo pista"), exam=True)
    assert said.text.count("This match is an exam") == 3


def test_a_hint_names_a_legal_move(play_in_pipe):
    assert "Hint: c1." in play_in_pipe(lines("a1 a2 b1 b2 hint")).text


def test_resigning_gives_the_game_to_the_other(play_in_pipe):
    said = play_in_pipe(lines("b2 rendirse"))
    assert "Winner of game 1: player 1 (the other side resigned)." in said.text


def test_after_the_game_its_moves_can_be_read_and_not_undone(play_in_pipe):
    said = play_in_pipe(lines(WON, "moves undo"), games=2)
    assert "5. player 1: c1, " in said.text
    assert "This game has ended and counts" in said.text


def test_machines_play_a_whole_series_by_themselves(play_in_pipe):
    said = play_in_pipe("", first="random", second="random", games=3)
    assert said.code == 0 and "random (1) against random (2)" in said.text
    assert "The match is over: 3 of 3 games played." in said.text
    assert "?" not in said.text


def test_the_same_seed_plays_the_same_match(play_in_pipe):
    texts = [play_in_pipe("", first="random", second="random", seed=9).text for _ in range(2)]
    boards = ["\n".join(line for line in text.splitlines() if line[:1] in "123") for text in texts]
    assert boards[0] == boards[1] != ""


def test_a_machine_says_its_time_its_nodes_its_value_and_its_rule(play_in_pipe):
    said = play_in_pipe(lines("a1"), second="rules", lang="es")
    assert "Última jugada: rules: b2, 0," in said.text and "1 nodo. " in said.text
    assert " nodes; value " in play_in_pipe(lines("a1"), second="alphabeta").text


@pytest.mark.parametrize(
    "option", [{"game": "chess"}, {"games": 0}, {"seconds": 0}, {"starter": "me"}, {"second": "x"}]
)
def test_bad_settings_are_refused_before_anything_starts(play_in_pipe, option):
    said = play_in_pipe("", **option)
    assert (said.text, said.code) == ("", 2) and said.errors.strip()


def test_a_megabyte_on_one_line_is_shortened(play_in_pipe):
    said = play_in_pipe(b"x" * (1 << 20) + b"\nb2\n")
    assert said.code == 0 and len(said.text) < 5_000
    assert "2  . X ." in said.text


def test_binary_garbage_harms_nothing(play_in_pipe):
    garbage = random.Random(3).randbytes(4_000)
    said = play_in_pipe(garbage + b"\nb2\n")
    assert said.code == 0 and "2  . X ." in said.text
    assert "\x1b" not in said.text and "\x00" not in said.text


def test_lines_may_end_as_on_windows(play_in_pipe):
    assert "Winner of game 1: player 1" in play_in_pipe("\r\n".join(WON.split()) + "\r\n").text


@pytest.mark.parametrize(
    ("game", "moves", "expected"),
    [
        ("cube(3)", "a1@1 a1@2 b1@1 a1@3 c1@1", "(a full line: a1@1, b1@1, c1@1)."),
        ("oso(3,1)", "O@a1 S@b1 O@c1", "Points: player 1 1, player 2 0."),
        ("terni", "a1 a2 b1 b2 c1", "(a full line: a1, b1, c1)."),
        ("gomoku(15,freestyle,free)", "h8", "Turn: player 2, with white (O)."),
        ("gomoku(15,freestyle,swap2)", "h8 h9 i8 black", "Turn: player 1, with white (O)."),
        ("tree([[3 5] [2 9]])", "", "Your move ("),
    ],
)
def test_every_game_plays(play_in_pipe, game, moves, expected):
    said = play_in_pipe(lines(moves), game=game)
    assert expected in said.text and said.code == 0


def test_a_program_without_any_input_ends_politely(play_without_input):
    said = play_without_input()
    assert said.code == 0 and "The match was left" in said.text and not said.errors


def test_values_tell_what_each_move_is_worth(play_in_pipe):
    said = play_in_pipe(lines(WON[:11], "values exit"))
    assert "c1  + win   In 1 ply." in said.text
    refused = play_in_pipe(lines("valores exit"), exam=True)
    assert "  a1  =" not in refused.text


def test_a_game_is_saved_and_gone_on_with(play_in_pipe, tmp_path):
    file = tmp_path / "game.pgn"
    said = play_in_pipe(f"a1\nb2\nsave {file}\nexit\n")
    assert f"Saved in {file}." in said.text
    again = play_in_pipe("moves\nexit\n", load=file)
    assert "1. player 1: a1" in again.text and "2. player 2: b2" in again.text


def test_a_game_that_cannot_be_saved_or_loaded_is_refused_in_a_sentence(play_in_pipe, tmp_path):
    said = play_in_pipe(f"save\nsave {tmp_path}/game.doc\nguardar {tmp_path}/none/game.json\nexit\n")
    assert "Write the name of a file" in said.text
    assert "end the name with one of .json, .pgn, .svg, .gif" in said.text
    assert "No such file or directory" in said.text
    over = tmp_path / "over.json"
    # A game of one move that wins is over as soon as it is saved.
    play_in_pipe(f"a1\nsave {over}\nexit\n", game="mnk(2,2,1)")
    for file in (over, tmp_path / "missing.pgn"):
        refused = play_in_pipe("exit\n", load=file)
        assert (refused.code, refused.text) == (2, "") and refused.errors.count("\n") == 1


def test_the_game_may_stand_as_a_word_of_its_own_but_not_twice(run_in_pipe):
    said = run_in_pipe("play", "mnk(3,3,3,misere=true)", "--second", "human", "--games", "1", typed="quit\n")
    assert "Reverse tic-tac-toe (three in a row loses)" in said.text
    twice = run_in_pipe("play", "connect", "--game", "terni")
    assert twice.code == 2
    assert "twice" in twice.errors
