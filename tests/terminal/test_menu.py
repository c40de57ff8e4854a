"""The menu: every question has an answer on Enter, refuses in one line, and can be left."""

import pytest

QUESTIONS = ("Language", "Game:", "First player", "Second player", "Who starts", "Seconds per move", "Number of games")


def test_enter_answers_everything_and_the_match_begins(menu_in_pipe):
    said = menu_in_pipe("\n" * 7)
    for question in QUESTIONS:
        assert question in said.text
    assert "Tic-tac-toe (three in a row): you against alphabeta+.\n3 games. Time per move: 20 s." in said.text
    assert said.code == 0


@pytest.mark.parametrize("answered", range(len(QUESTIONS)))
@pytest.mark.parametrize("then", ["salir\n", "quit\n", ""])
def test_it_can_be_left_at_every_question(menu_in_pipe, answered, then):
    said = menu_in_pipe("\n" * answered + then)
    assert said.code == 0 and "Goodbye." in said.text
    assert "against" not in said.text


def test_the_language_is_chosen_first(menu_in_pipe):
    said = menu_in_pipe("español\n\n\n\n\n\n\n")
    assert "Juegos para elegir:" in said.text
    assert "Tres en raya: tú contra alphabeta+." in said.text


def test_bad_values_are_refused_next_to_their_question(menu_in_pipe):
    said = menu_in_pipe("xx\n\nchess\n6\n2\nnobody\n2\nme\nfirst\n0.2\nnan\n7,5\n0\n100\n2\n")
    for refusal in (
        "«xx» is not a language",
        "There is no game «chess»",
        "«nobody»",
        "«me» does not say who starts",
        "«0.2» is not a time per move",
        "«nan» is not a time per move",
        "«0» is not a number of games",
        "«100» is not a number of games",
    ):
        assert refusal in said.text
    assert (
        "Connect 4 (seven columns, pieces fall): random (1) against random (2).\n2 games. Time per move: 8 s."
        in said.text
    )


def test_numbers_names_and_own_words_choose(menu_in_pipe):
    said = menu_in_pipe("es\ncuatro\nhumano\nlevel\n11\n3\nprimero\nninguno\n1\nsalir\n")
    assert "Cuatro en raya en un tablero de 4×4: tú contra level:3." in said.text
    assert "Tiempo por jugada: sin reloj." in said.text
    assert "Turno: tú, con X." in said.text


def test_after_a_match_it_asks_again_with_the_same_answers_ready(menu_in_pipe):
    said = menu_in_pipe("\nterni\nrandom\nrandom\n\nnone\n1\n\n\n\n\n\n\n")
    assert (
        said.text.count("Terni lapilli (three pieces each, placed and then moved): random (1) against random (2).") == 2
    )


def test_who_cannot_play_the_next_game_is_not_offered_for_it(menu_in_pipe):
    said = menu_in_pipe("\n\nrules\nrandom\n\nnone\n1\nconnect4\n\n\n")
    assert "First player, a number or a name [human]:" in said.text.rpartition("A new match")[2]


def test_help_explains_and_asks_again(menu_in_pipe):
    said = menu_in_pipe("?\n")
    assert said.text.count("Language / Idioma") == 2 and "press Enter for what stands in brackets" in said.text
