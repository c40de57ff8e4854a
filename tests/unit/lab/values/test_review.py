"""A game looked back on."""

from __future__ import annotations

import pytest

from enraya.game import Player
from enraya.lab.values.history import history
from enraya.lab.values.review import Accuracy, Review, accuracy_of
from enraya.lab.values.valuation import Valuer
from enraya.position import Position
from enraya.search.limit import UNLIMITED

PATIENCE = 900.0
"""Seconds, far more than a busy machine takes for these."""


def reviewed(game, moves, seconds=PATIENCE):
    position = Position.start(game).play_all(moves)
    review = Review(position, Valuer(position.game), seconds)
    points = sorted(review.points(), key=lambda point: point.ply)
    return position, points, list(review.mistakes(points))


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("mnk(3,3,3)", "a1 b1 a2 b2 c3 a3 c1"),
        ("connect(5,4,4)", "3 3 3 3 1 1 2 4 4 2 4 1"),
        ("oso(3,3)", "O@a1 S@b2 O@c3 S@b1 O@c1 S@a2 O@a3"),
        ("terni", "b2 a1 c3 a3 a2 c2"),
    ],
)
def test_a_review_says_of_every_position_and_move_what_looking_at_each_alone_says(game, moves):
    position, points, _ = reviewed(game, moves)
    alone = list(history(position, Valuer(position.game), UNLIMITED))
    told = [(point.ply, point.value, point.score, point.exact, point.mistake) for point in points]
    assert told == [(point.ply, point.value, point.score, point.exact, point.mistake) for point in alone]
    assert all(point.exact for point in points)


def test_a_mistake_has_a_better_move_its_line_and_what_followed_in_sentences():
    position, points, mistakes = reviewed("mnk(3,3,3)", "a1 b1 a2 b2 c3 a3 c1")
    wrong = {point.ply: point for point in points if point.mistake}
    assert [mistake.ply for mistake in mistakes] == sorted(wrong)
    first = mistakes[0]
    assert wrong[first.ply].mistake == "draw_loss" and first.played[0] == position.move_texts[first.ply]
    before = Position.start("mnk(3,3,3)").play_all(position.move_texts[: first.ply])
    assert before.play_all(first.better) and before.play_all(first.played).winner == before.to_move.opponent
    sentences = [sentence.in_language("es") for sentence in first.sentences]
    assert first.better[0] in sentences[0] and first.played[0] in sentences[1]


def test_accuracy_is_over_decisions_and_a_draw_turned_into_a_loss_keeps_half():
    position, points, mistakes = reviewed("mnk(3,3,3)", "a1 b1 a2 a3 b2 c3 c2")
    assert [mistake.ply for mistake in mistakes] == [1]
    assert accuracy_of(points, Player.SECOND, position) == Accuracy(1, 50), "what is lost is no decision any more"
    assert accuracy_of(points, Player.FIRST, position).percent == 100
    nothing = reviewed("mnk(3,3,3)", "b2 a1")
    assert accuracy_of(nothing[1], Player.FIRST, nothing[0]) == Accuracy(0, None)


def test_what_the_solver_does_not_answer_is_searched_and_says_how_deep():
    _, points, _ = reviewed("gomoku(15)", "h8 h9 i8 g8 j8 k8", seconds=3.0)
    assert len(points) == 7
    assert all(not point.exact and point.depth >= 1 for point in points)
