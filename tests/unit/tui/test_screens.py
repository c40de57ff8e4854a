"""Gallery, set-up, tree viewer and help; languages, themes and sizes."""

import pytest
from textual.containers import VerticalScroll
from textual.scroll_view import ScrollView

from enraya.locale import LANGUAGES
from enraya.tui.palettes import PALETTES
from enraya.tui.preferences import load_preferences
from tests.unit.tui.conftest import match_of


def test_one_key_plays_and_the_arrows_choose_the_level(sit):
    async def journey(user):
        await user.until_said("against 2 · Novice")
        await user.press("down", "right", "right")
        await user.until_said("against 4 · Improver")
        await user.press("enter")
        await user.until(lambda: user.match is not None)
        assert (user.match.settings.game, user.match.settings.second) == ("mnk(4,4,4)", "level:4")

    sit(journey)
    assert load_preferences().level_for("mnk(4,4,4)") == 4


def test_language_and_theme_are_switched_in_the_middle_of_a_match_and_remembered(sit):
    async def journey(user):
        await user.until_said("Player 2 to move")
        await user.press("f2", "f3")
        await user.until_said("Juega Jugador 2", "Deshacer", "Papel")

    sit(journey, settings=match_of(), moves=["b2"])
    assert (load_preferences().language, load_preferences().theme) == ("es", "paper")


def test_bad_settings_are_refused_beside_the_field_and_good_ones_start(sit):
    async def journey(user):
        await user.press("s")
        await user.until_said("Number of games")
        user.screen.query_one("#games").value = "none"
        user.screen.query_one("#option-k").value = "9"
        await user.press("f5")
        await user.until_said("«none» is not a number of games", "k = 9")
        user.screen.query_one("#games").value = "2"
        user.screen.query_one("#option-k").value = "3"
        user.screen.query_one("#option-m").value = "4"
        user.screen.query_one("#position").value = "nonsense"
        await user.press("f5")
        await user.until_said("nonsense", "Start")
        user.screen.query_one("#position").value = ""
        await user.press("f5")
        await user.until(lambda: user.match is not None)
        assert (user.match.settings.game, user.match.settings.games) == ("mnk(4,3,3)", 2)

    sit(journey)


def test_the_tree_viewer_steps_forward_and_back_and_jumps_to_cuts_with_their_reason(sit):
    async def journey(user):
        await user.until_said("B1 = 3")
        await user.press("t")
        await user.until(lambda: getattr(user.screen, "replay", None) is not None)
        await user.press("right")
        await user.until_said("Into A: MAX moves here.")
        await user.press("n")
        await user.until_said("Cut at C: 2 ≤ α = 3.", "✂ C2, C3: 2 ≤ α = 3")
        await user.press("left")
        await user.until(lambda: "✂" not in user.text())
        await user.press("end")
        await user.until_said("A is done: it is worth 3.")
        await user.press("n")
        await user.until_said("There is no more cut that way.")
        await user.press("1", "1")
        await user.until(lambda: user.screen.recipe.algorithm == "minimax" and user.screen.replay is not None)
        await user.press("end")
        await user.until_said("Nodes", "13 / 13", "0 / 0")

    sit(journey, settings=match_of("tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"))


def test_a_review_can_be_tried_again_from_before_the_mistake(sit):
    async def journey(user):
        await user.until_said("Player 1 wins.")
        await user.press("w")
        await user.until(lambda: getattr(user.screen, "is_done", False))
        await user.until_said("Every value is exact.")
        await user.press("home", "n")
        await user.until_in("words", "turns a draw into a loss")
        plies = user.screen.ply
        await user.press("a")
        await user.until_played(plies - 1)

    sit(journey, settings=match_of(), moves=["b2", "b1", "a1", "c1", "c3"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_80_by_24_no_word_of_a_screen_is_cut_off(sit, language):
    """Whatever a panel or a bar says must fit the room it has; only lists of moves and rules scroll."""

    async def journey(user):
        await user.until_played(2)
        await _until_whole(user)
        await user.press("t")
        await user.until(lambda: getattr(user.screen, "replay", None) is not None)
        await user.press("n")
        await _until_whole(user)
        await user.press("escape", "x")
        await user.pilot.pause()
        await user.press("down", "enter")
        await user.until(lambda: user.match.phase != "playing")
        await _until_whole(user)
        await user.press("w")
        await user.until(lambda: getattr(user.screen, "is_done", False))
        await _until_whole(user)
        await user.press("escape", "q")
        await user.until(lambda: user.screen.query("#games"))
        await _until_whole(user)
        await user.press("down", "s")
        await user.until(lambda: user.screen.query("#level"))
        await _until_whole(user)

    sit(journey, language=language, settings=match_of(games=3, seconds=60), moves=["b2", "a1"])


async def _until_whole(user):
    """Wait until nothing is cut off: a text that has just changed gets its room a moment later."""
    cut = []

    def is_whole():
        cut[:] = _cut_off(user)
        return not cut

    try:
        await user.until(is_whole)
    except AssertionError as error:
        raise AssertionError(f"cut off: {cut}") from error


def _cut_off(user):
    """The widgets that are shown and do not lie inside the screen, and those whose text does not fit into them."""
    screen = user.screen.region
    for widget in user.screen.walk_children():
        scrolls = any(isinstance(parent, (ScrollView, VerticalScroll)) for parent in widget.ancestors_with_self)
        if not widget.display or not widget.is_on_screen or scrolls or widget.id == "too-small":
            continue
        if "name" in widget.classes:
            # A title too long for its row would end in an ellipsis.
            fits = len(str(widget.render())) <= widget.content_size.width
        elif type(widget).__name__ in ("Static", "KeyBar"):
            needed = widget.get_content_height(widget.size, user.app.size, widget.content_size.width)
            fits = needed <= widget.content_size.height
        else:
            fits = True
        if not fits or not screen.contains_region(widget.region):
            yield widget, widget.render()


def test_a_terminal_that_is_too_small_is_told_in_a_sentence(sit):
    async def journey(user):
        await user.until_said("This terminal has 60 columns and 20 rows.")
        await user.pilot.resize_terminal(80, 24)
        await user.until_said("What shall we play?")

    sit(journey, size=(60, 20))


def test_every_theme_can_be_taken_in_turn(sit):
    async def journey(user):
        for theme in PALETTES:
            await user.until_said(user.app.words(f"board.theme.{theme}"), "Connect 4")
            await user.press("f3")
        assert user.app.theme == next(iter(PALETTES))

    sit(journey)


def test_a_board_larger_than_the_screen_scrolls_with_the_cursor(sit):
    async def journey(user):
        await user.until(lambda: user.match is not None)
        await user.press("end", *["down"] * 19)
        await user.until_said("19")
        await user.press("enter")
        await user.until_played(1)
        assert user.match.history[0].move == "s19"

    sit(journey, settings=match_of("mnk(19,19,5)"), size=(80, 24))
