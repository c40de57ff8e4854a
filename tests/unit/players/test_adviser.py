"""Hints: a move as the default opponent chooses it, with a reason in a person's words."""

from random import Random

import pytest

from enraya import Position
from enraya.locale import LANGUAGES, Words
from enraya.players.adviser import Adviser
from enraya.search.limit import Limit
from enraya.solve.solver import Solver

LIMIT = Limit(nodes=20_000)


def hint(position, seed=1):
    report = Adviser(position.game, seed).choose(position, LIMIT)
    return position.game.format_move(report.move), report.reason, dict(report.reason_values)


def test_the_first_hint_of_tic_tac_toe_is_the_centre_or_a_corner_and_says_how_many_replies_lose():
    position = Position.start("mnk(3,3,3)")
    move, reason, values = hint(position)
    assert move in ("b2", "a1", "a3", "c1", "c3")
    solution = Solver(position.game).solve(position.play(move), every_move=True)
    assert reason == "hint.draw_replies"
    assert values == {"count": sum(worth.outcome < 0 for _, worth in solution.moves), "replies": 8}


@pytest.mark.parametrize(
    ("game", "moves", "move", "reason", "values"),
    [
        ("mnk(3,3,3)", "a1 a2 b1 b2", "c1", "hint.win", {}),
        ("mnk(3,3,3)", "a1 b2 a3", "a2", "hint.block", {}),
        ("mnk(3,3,3)", "a1 b1", None, "hint.win_in", {"count": 3}),
        ("mnk(3,3,3)", "a1 b2 c3 b1 b3 a3 c1 c2", "a2", "hint.only", {}),
        ("mnk(3,3,3)", "a1 b1 b2 c3", None, "hint.win_in", {"count": 2}),
        ("mnk(3,3,3)", "b2 a3 c2 a2 c1 c3", None, "hint.loss_replies", {"count": 1, "replies": 2}),
        ("mnk(3,3,3)", "c3 b3 b2 a3 b1 c1 a2", None, "hint.loss_in", {"count": 1}),
        ("mnk(5,5,5)", "", "c3", "hint.centre", {"count": 4}),
        ("mnk(3,3,3,misere=true)", "", "b2", "hint.only_draw", {}),
        ("cube(3,3)", "", "b2@2", "hint.win_in", {"count": 4}),
        ("oso(4,4)", "O@a1 S@b1", "O@c1", "hint.points_again", {"count": 1}),
        ("tree([[3 12 8] [2 4 6]])", "", "B", "hint.payoff", {"score": 3}),
    ],
)
def test_the_reason_is_the_most_telling_one_that_holds(game, moves, move, reason, values):
    chosen, *why = hint(Position.start(game).play_all(moves))
    assert why == [reason, values]
    assert move in (None, chosen)


@pytest.mark.parametrize(
    "game", ["mnk(4,4,4)", "connect(5,4,4)", "terni", "oso(3,3)", "gomoku(15,standard,swap2)", "tree([[3 1] [2 4]])"]
)
def test_every_hint_of_every_game_is_a_sentence_in_both_languages(game):
    dice, position = Random(4), Position.start(game)
    for _ in range(6):
        if position.is_over:
            break
        _, reason, values = hint(position)
        for language in LANGUAGES:
            assert Words(language)(reason, **values).endswith(".")
        position = position.play(dice.choice(position.playable()))
