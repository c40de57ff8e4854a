"""Values of moves, by whatever strategy: exact where it can be, and best moves by distance."""

from threading import Event

import pytest

from enraya import EnrayaError, Position
from enraya.lab.values.valuation import STRATEGIES, Valuer, strategies_for
from enraya.search.limit import Limit
from enraya.solve.solver import Solver


def last(name, moves="", strategy="alphabeta+", **limit):
    position = Position.start(name).play_all(moves)
    return Valuer(position.game, strategy).last(position, Limit(**limit))


@pytest.mark.parametrize("strategy", ["alphabeta+", "alphabeta", "minimax"])
@pytest.mark.parametrize("moves", ["b2 a2", "a1 b2 c3", "b2 a1 c3 a3 a2", ""])
def test_on_tic_tac_toe_every_search_finds_what_the_solver_proves(strategy, moves):
    if not moves and strategy == "minimax":
        moves = "b2"
    position = Position.start("mnk(3,3,3)").play_all(moves)
    found = Valuer(position.game, strategy).last(position, Limit())
    solution = Solver(position.game).solve(position, every_move=True)
    text = position.game.format_move
    assert found.exact
    assert found.best == [text(move) for move in position.playable() if move in solution.best]
    for move, worth in solution.moves:
        told = found.of(text(move))
        assert told.value == {1: "win", 0: "draw", -1: "loss"}[worth.outcome]
        assert told.plies == (worth.plies if worth.outcome else None)


def test_moves_of_equal_value_are_graded_by_distance():
    found = last("mnk(4,4,3)")
    assert {worth.value for worth in found.moves} == {"win"}
    assert found.best == ["b2", "c2", "b3", "c3"]
    assert found.of("b1").plies > found.of("b2").plies


def test_each_valuation_looks_further_than_the_one_before():
    position = Position.start("connect").play_all("4453")
    found = list(Valuer(position.game).valuations(position, Limit(depth=5)))
    assert [each.depth for each in found] == [1, 2, 3, 4, 5]
    assert not found[-1].exact
    assert all(each.value is None for each in found[-1].moves)


def test_a_depth_too_small_to_know_leaves_a_guess_but_a_forced_end_is_none():
    found = last("mnk(3,3,3)", "a1 a2 b1 b2", depth=1)
    assert (found.of("c1").value, found.of("c1").exact) == ("win", True)
    assert (found.of("c3").value, found.of("c3").exact) == (None, False)
    assert found.best == ["c1"]


def test_points_are_told_as_points():
    found = last("tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])")
    assert [(worth.move, worth.score, worth.exact) for worth in found.moves] == [
        ("B", 3, True), ("C", 2, True), ("D", 2, True),
    ]  # fmt: skip


def test_monte_carlo_guesses_and_cannot_count_points():
    found = last("mnk(3,3,3)", "a1 a2 b1 b2", strategy="mcts", seconds=0.3)
    assert found.best[0] == "c1"
    assert not found.exact
    game = Position.start("oso(3,3)").game
    assert strategies_for(game) == [name for name in STRATEGIES if name != "mcts"]
    with pytest.raises(EnrayaError, match="«mcts» does not value moves"):
        Valuer(game, "mcts")


def test_on_a_large_board_a_move_that_the_search_left_out_can_still_be_asked_about():
    position = Position.start("gomoku").play_all("h8 h9")
    valuer = Valuer(position.game)
    found = valuer.last(position, Limit(depth=2))
    assert found.of("a15") is None
    assert valuer.including(found, position, "a15", Limit(depth=2)).of("a15").score < found.of(found.best[0]).score


def test_a_repetition_that_ends_the_game_counts_as_its_draw():
    position = Position.start("terni").play_all("b2 a1 a2 c2 c3 a3")
    found = Valuer(position.game).last(position, Limit())
    assert found.exact
    assert len(found.moves) == len(position.playable())


def test_told_to_stop_it_stops_and_a_finished_game_has_nothing_to_value():
    stop = Event()
    stop.set()
    position = Position.start("connect")
    assert Valuer(position.game, "minimax").last(position, Limit(), stop) is None
    over = Position.start("mnk(3,3,3)").play_all("a1 a2 b1 b2 c1")
    assert list(Valuer(over.game).valuations(over, Limit())) == []
