"""Explanations of moves in sentences; and the moves that gave value away."""

import pytest

from enraya import EnrayaError, Position
from enraya.lab.values.explanation import explain
from enraya.lab.values.history import history
from enraya.lab.values.valuation import Valuer
from enraya.locale import LANGUAGES
from enraya.search.limit import Limit


def said(name, moves="", language="en", **options):
    position = Position.start(name).play_all(moves)
    found = explain(position, Valuer(position.game), options.pop("limit", Limit()), **options)
    return found, " ".join(sentence.in_language(language) for sentence in found.sentences)


def test_a_forced_win_is_told_with_its_line_and_what_the_others_lead_to():
    found, words = said("terni")
    assert words.startswith(f"b2 wins by force in 9 plies: {' '.join(found.principal_variation)}.")
    assert "The next best, a1, only draws." in words
    assert words.endswith("would lose in 8 plies.")


def test_the_line_can_be_played_and_ends_as_it_says():
    found, _ = said("mnk(3,3,3)", "b2 a2")
    end = Position.start("mnk(3,3,3)").play_all("b2 a2").play_all(found.principal_variation)
    assert len(found.principal_variation) == 5
    assert end.outcome == 1


def test_a_bad_move_is_told_with_the_better_one():
    _, words = said("mnk(3,3,3)", "b2", move="a2")
    assert words.startswith("a2 loses by force, in 6 plies at the latest")
    assert "a1 was better: it draws." in words


def test_a_player_that_goes_by_rules_is_explained_by_its_rule():
    _, words = said("mnk(3,3,3)", "a1", move="b2", player="rules")
    assert words.startswith("Rule: take the centre. b2 draws")
    assert words.endswith("Every other move loses.")


def test_what_is_only_a_guess_is_called_one():
    _, words = said("connect", "4453", limit=Limit(depth=4))
    assert "that is an estimate, not proven" in words


def test_points_are_explained_as_points():
    _, words = said("tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])")
    assert words.startswith("B ends at +3 points")


def test_an_only_move_is_called_that():
    _, words = said("mnk(3,3,3)", "a1 b2 c3 b1 b3 a3 c1 c2")
    assert words.endswith("It is the only legal move.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moves", ["", "b2", "b2 a2", "a1 b2 c3 a2", "a1 a2 b1 b2"])
def test_every_sentence_has_words_in_both_languages(language, moves):
    position = Position.start("mnk(3,3,3)").play_all(moves)
    for move in position.legal_moves:
        _, words = said("mnk(3,3,3)", moves, language, move=move)
        assert "{" not in words


def test_a_finished_game_and_an_illegal_move_are_refused():
    with pytest.raises(EnrayaError, match="The game is over"):
        said("mnk(3,3,3)", "a1 a2 b1 b2 c1")
    with pytest.raises(EnrayaError, match="a1 is taken"):
        said("mnk(3,3,3)", "a1", move="a1")


def test_a_history_from_a_ply_on_is_the_end_of_the_whole_one():
    game = Position.start("mnk(3,3,3)").play_all("b2 a2 a1 c3 c1 b1 a3")
    whole = list(history(game, Valuer(game.game), Limit()))
    assert list(history(game, Valuer(game.game), Limit(), first=5)) == whole[5:]
    assert list(history(game, Valuer(game.game), Limit(), first=8)) == []


def test_what_every_move_would_throw_away_is_known_before_it_is_played():
    before = Position.start("mnk(3,3,3)").play_all("b2")
    (_, last) = history(before, Valuer(before.game), Limit())
    assert len(last.losses) == 8
    for loss in last.losses:
        after = before.play(loss.move)
        judged = next(history(after, Valuer(after.game), Limit(), first=1))
        assert (judged.move, judged.mistake, judged.lost) == (loss.move, loss.mistake, loss.lost)


def test_the_history_of_a_game_names_each_kind_of_mistake():
    game = Position.start("mnk(3,3,3)").play_all("b2 a2 c2 b1 c1 a3 c3")
    points = list(history(game, Valuer(game.game), Limit()))
    assert [(point.move, point.mistake) for point in points if point.mistake] == [
        ("a2", "draw_loss"), ("c2", "win_draw"), ("b1", "draw_loss"),
    ]  # fmt: skip
    assert points[2].best == ("a1", "b1", "c1", "a3", "b3", "c3")
    assert (points[-1].level, points[-1].move) == (100, None)


def test_points_given_away_are_a_mistake_too():
    game = Position.start("tree(A[B[3 12 8] C[-2 4 6]])").play_all("C C1")
    mistakes = [(point.move, point.mistake, point.lost) for point in history(game, Valuer(game.game), Limit())]
    assert mistakes[0] == ("C", "points", 5)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "c3 wins by force, for instance c3."), ("es", "c3 gana seguro, por ejemplo c3.")]
)
def test_of_a_win_that_is_proven_without_its_distance_no_distance_is_told(language, said):
    position = Position.start("mnk(3,3,3)", "XO./.X./O..")
    found = explain(position, Valuer(position.game, "mcts"), Limit(seconds=5, nodes=2000))
    assert found.sentences[0].in_language(language) == said
