"""Whole games in the full-screen terminal, by keys and by mouse."""

import pytest

from tests.unit.tui.conftest import match_of


@pytest.mark.parametrize(
    ("language", "won", "turn"), [("en", "Player 1 wins.", "Player 2 to move"), ("es", "Gana Jugador 1", "Juega")]
)
def test_a_whole_game_by_keyboard_is_won_reviewed_and_played_again(sit, language, won, turn):
    async def journey(user):
        await user.until(lambda: user.match is not None)
        await user.press("enter")
        await user.until_said(turn)
        for plies, keys in enumerate((["up"], ["left"], ["right", "right"]), 1):
            await user.until_played(plies)
            await user.press(*keys, "enter")
        await user.until_played(4)
        await user.press("m", *"c3", "enter")
        await user.until_said(won)
        await user.press("w")
        await user.until(lambda: getattr(user.screen, "is_done", False))
        assert any(point.mistake for point in user.screen.points.values())
        await user.press("home", "n")
        assert "?" in user.text()
        await user.press("escape", "n")
        await user.until_played(0)
        assert user.match.starter == 1

    sit(journey, language=language, settings=match_of())


def test_a_whole_game_by_mouse_against_a_machine_raises_the_level(sit):
    async def journey(user):
        await user.pilot.click("#games", offset=(4, 0))
        await user.until(lambda: user.match is not None)
        assert user.match.settings.second == "level:0"
        while user.match.phase == "playing":
            moves = list(user.screen._pointing.open)
            plies = len(user.match.history)
            await user.click_cell(moves[0])
            await user.until(lambda plies=plies: user.match.phase != "playing" or len(user.match.history) == plies + 2)
        result = user.match.results[-1]
        gain = 0 if result.winner is None else 1 if result.winner == 0 else -1
        assert user.app.preferences.suited["mnk(3,3,3)"] == max(0, gain)

    from enraya.tui.preferences import Preferences, save_preferences

    save_preferences(Preferences(suited={"mnk(3,3,3)": 0}))
    sit(journey)


def test_undo_redo_hint_values_pause_and_resign(sit):
    async def journey(user):
        await user.until_played(4)
        await user.press("h")
        # On a busy machine nothing may be found in time, and that is said.
        await user.until(lambda: "Hint: c3." in user.text() or "No hint was found" in user.text())
        await user.press("v")
        await user.until(lambda: "W1" in user.text() or "No values could be found" in user.text())
        await user.press("v")
        await user.until_said("Values are off.")
        await user.press("u")
        await user.until_played(3)
        await user.press("r")
        await user.until_played(4)
        await user.press("p")
        await user.until_said("Paused")
        await user.press("enter")
        assert "The game is paused." in user.text()
        await user.press("p")
        await user.until_said("Player 1 to move")
        await user.press("x")
        await user.until_said("Do you resign?")
        await user.press("down", "enter")
        await user.until_said("Player 2 wins.")

    sit(journey, settings=match_of(), moves=["a1", "a2", "b2", "b1"])


def test_an_exam_offers_neither_undo_nor_hints_nor_values(sit):
    async def journey(user):
        await user.until(lambda: user.match is not None)
        assert "Undo" not in user.text()
        for key in "uhvt":
            await user.press(key)
            await user.until_said("This match is an exam")
            await user.press("m", "escape")

    sit(journey, settings=match_of(exam=True))


def test_a_taken_cell_and_a_wrong_word_are_refused_in_a_sentence_and_nothing_changes(sit):
    async def journey(user):
        await user.until_played(1)
        await user.press("enter")
        assert "That cell is taken." in user.text()
        await user.press("m", *"z9", "enter")
        await user.until_said("z9")
        assert len(user.match.history) == 1

    sit(journey, settings=match_of(), moves=["b2"])


def test_when_the_time_is_up_a_random_move_is_played_and_the_person_is_told(sit):
    async def journey(user):
        await user.until_said("Time is up (Player 1)")
        await user.until_played(9)
        assert user.match.history[-1].timed_out

    # It is the last move of the game: nobody's time runs out after it, and the sentence stays.
    sit(journey, settings=match_of(seconds=1), moves=["a1", "b1", "c1", "b2", "a2", "a3", "b3", "c3"])


def test_between_games_the_result_is_shown_and_the_starter_alternates(sit):
    async def journey(user):
        await user.until_said("1 of 3 played")
        await user.press("enter")
        await user.until(lambda: user.match.game_number == 2 and user.match.phase == "playing")
        assert user.match.starter == 1

    sit(journey, settings=match_of(games=3), moves=["a1", "a2", "b1", "b2", "c1"])


def test_terni_is_played_by_picking_a_piece_and_where_it_goes(sit):
    async def journey(user):
        await user.until_said("Now move one of your pieces")
        await user.click_cell(1)
        await user.until_said("First press one of your pieces")
        await user.click_cell(2)
        await user.click_cell(1)
        await user.until_played(7)
        assert user.match.history[-1].move == "c1-b1"

    sit(journey, settings=match_of("terni"), moves=["b2", "a1", "c1", "a3", "a2", "c3"])


def test_oso_asks_for_the_letter_or_takes_it_from_the_keyboard(sit):
    async def journey(user):
        await user.until(lambda: user.match is not None)
        await user.click_cell(0)
        await user.until_said("Which letter")
        await user.press("s")
        await user.until_played(1)
        await user.press("right", "o")
        await user.until_played(2)
        assert [made.move for made in user.match.history] == ["S@a1", "O@b1"]

    sit(journey, settings=match_of("oso(4,4)"))


def test_connect_takes_a_column_by_its_number_and_by_a_click_anywhere_in_it(sit):
    async def journey(user):
        await user.until(lambda: user.match is not None)
        await user.press("3", "enter")
        await user.until_played(1)
        await user.click_cell(3)
        await user.until_played(2)
        assert [made.move for made in user.match.history] == ["3", "4"]

    sit(journey, settings=match_of("connect(7,6,4)"))


def test_swap2_offers_its_choices_and_a_tree_its_branches(sit):
    async def swap2(user):
        await user.until_said("Play white")
        await user.press("down", "enter")
        await user.until_played(4)
        assert user.match.history[-1].move == "white"

    async def tree(user):
        await user.until_said("B1 = 3")
        await user.press("down", "enter")
        await user.until_played(1)
        assert user.match.history[-1].move == "C"

    sit(swap2, settings=match_of("gomoku(15,standard,swap2)"), moves=["h8", "i8", "h9"])
    sit(tree, settings=match_of("tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"))


def test_a_cube_is_walked_from_level_to_level(sit):
    async def journey(user):
        await user.until(lambda: user.match is not None)
        await user.press("pagedown", "enter")
        await user.until_played(1)
        await user.press("home", "up", "up", "left", "enter")
        await user.until_played(2)
        assert [made.move for made in user.match.history] == ["b2@2", "c1@1"]

    sit(journey, settings=match_of("cube(3,3)"))


def test_a_custom_game_without_a_board_is_chosen_from_a_list(sit, own_folder):
    path = own_folder / "nim.py"
    path.write_text(
        "def initial(): return 5\n"
        "def legal_moves(heap): return [n for n in (1, 2, 3) if n <= heap]\n"
        "def play(heap, n): return heap - n\n"
        "def outcome(heap): return None if heap else 1\n"
    )

    async def journey(user):
        await user.until(lambda: user.match is not None)
        await user.press("down", "enter")
        await user.until_played(1)
        assert user.match.history[-1].move == "2"

    sit(journey, settings=match_of(str(path)))


def test_a_custom_game_that_never_answers_does_not_freeze_the_screen(sit, own_folder):
    path = own_folder / "endless.py"
    path.write_text(
        "def initial(): return 0\n"
        "def legal_moves(n): return [1, 2]\n"
        "def play(n, move):\n"
        "    import time\n"
        "    while True: time.sleep(0.01)\n"
        "def outcome(n): return None\n"
    )

    async def journey(user):
        await user.until(lambda: user.match is not None)
        await user.press("enter")
        # One word of it: the sentence is broken wherever the name of the file ends.
        await user.until_said("answered")
        await user.press("q")
        await user.until_said("What shall we play?")

    sit(journey, settings=match_of(str(path)))


def test_a_file_that_is_no_game_is_told_in_a_sentence(sit, own_folder):
    async def journey(user):
        await user.until_said("nothere.py")
        await user.press("q")
        await user.until_said("What shall we play?")

    sit(journey, settings=match_of(str(own_folder / "nothere.py")))


def test_leaving_keeps_the_match_and_the_gallery_goes_on_with_it(sit):
    async def leave(user):
        await user.until_played(2)
        await user.press("q")
        await user.until_said("Go on: Tic-tac-toe")

    async def come_back(user):
        await user.until_said("Go on: Tic-tac-toe")
        await user.press("enter")
        await user.until_said("Paused")
        assert [made.move for made in user.match.history] == ["b2", "a1"]
        await user.press("p")
        await user.until_said("Player 1 to move")
        await user.press("m", *"c3", "enter")
        await user.until_played(3)

    sit(leave, settings=match_of(seconds=60), moves=["b2", "a1"])
    sit(come_back)


def test_a_game_is_saved_to_a_file_that_can_be_gone_on_with(sit, own_folder):
    from enraya.terminal.game_files import load_game

    path = own_folder / "left.pgn"

    async def journey(user):
        await user.until_played(2)
        await user.press("ctrl+s")
        await user.until_said("Save the game as")
        user.screen.query_one("Input").value = str(path)
        await user.press("enter")
        await user.until_said("Saved in")

    sit(journey, settings=match_of(), moves=["b2", "a1"])
    assert load_game(path).position.move_texts == ["b2", "a1"]
