"""Solving by asking who can win gives the same values, and distances where they are cheap."""

from __future__ import annotations

from random import Random
from threading import Event

import pytest

from enraya import Player, Position, find_game
from enraya.search.limit import UNLIMITED, Limit
from enraya.search.native import is_available
from enraya.solve.method import Question
from enraya.solve.methods import choice, maker
from enraya.solve.methods.alphabeta import NativeAlphaBeta
from enraya.solve.methods.choice import method_for
from enraya.solve.methods.maker import MakerBreaker, MakerCore
from enraya.solve.solution import SolvedValue
from enraya.solve.solver import Solver

pytestmark = pytest.mark.skipif(not is_available(), reason="it is the C++ search that asks")


@pytest.mark.parametrize("name", ["mnk(17,16,5)", "mnk(3,3,3,misere=true)", "mnk(3,3,1)", "connect", "oso(3,3)"])
def test_other_games_are_left_to_other_searches(name):
    assert method_for(find_game(name), Question.POSITION) is not MakerBreaker
    with pytest.raises(LookupError):
        MakerCore(find_game(name))


def test_no_permutations_are_searched_for_on_a_board_that_it_cannot_play(monkeypatch):
    monkeypatch.setattr(maker, "automorphisms", lambda *_: pytest.fail("searched for"))
    with pytest.raises(LookupError):
        MakerCore(find_game("mnk(19,19,5)"))


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "mnk(4,4,3)", "mnk(5,4,4)", "cube(3)"])
def test_with_and_without_it_a_solver_says_the_same(monkeypatch, name):
    game, dice = find_game(name), Random(name)
    asking, searching = Solver(game), Solver(game)
    for _ in range(15):
        position = Position.start(game)
        for _ in range(dice.randint(3, 8)):
            if not position.is_over:
                position = position.play(dice.choice(position.playable()))
        for every_move in (False, True):
            one = asking.solve(position, every_move=every_move)
            with monkeypatch.context() as patched:
                patched.setattr(choice, "NATIVE", (NativeAlphaBeta,))
                other = searching.solve(position, every_move=every_move)
            assert (one.worth, one.best, one.moves) == (other.worth, other.best, other.moves), position.move_texts


def test_a_win_too_far_away_to_be_measured_is_a_win_all_the_same():
    solution = Solver(find_game("mnk(6,6,4)")).solve(Position.start("mnk(6,6,4)"))
    assert solution.worth == SolvedValue(1, None)
    assert len(solution.best) == 1


def test_of_a_lost_position_every_move_is_best_if_distances_are_unknown(monkeypatch):
    monkeypatch.setattr(maker, "NODES_FOR_DISTANCE", 1)
    position = Position.start("mnk(6,6,4)").play("c3")
    solution = Solver(position.game).solve(position)
    assert solution.worth == SolvedValue(-1, None)
    assert solution.best == tuple(position.playable())


def test_every_move_has_its_value_where_distances_are_unknown(monkeypatch):
    monkeypatch.setattr(maker, "NODES_FOR_DISTANCE", 1)
    position = Position.start("mnk(4,3,3)", "XX../OO../....")
    moves = dict(Solver(position.game).solve(position, every_move=True).moves)
    values = {position.game.format_move(move): worth for move, worth in moves.items()}
    assert values["c1"] == SolvedValue(1, 1)
    assert {worth for name, worth in values.items() if name not in ("c1", "c2")} == {SolvedValue(-1, None)}


def test_a_search_stops_when_told_and_when_time_is_up():
    game = find_game("mnk(8,4,4)")
    told = Event()
    told.set()
    assert Solver(game).solve(Position.start(game), stop=told) is None
    assert Solver(game).solve(Position.start(game), Limit(seconds=0.01)) is None
    assert MakerCore(game).can_win(game.initial(), Player.FIRST, Limit(nodes=1000)) is None


def test_progress_is_told_with_growing_nodes():
    game, heard = find_game("mnk(5,5,4)"), []
    Solver(game).solve(
        Position.start(game), UNLIMITED, on_progress=lambda depth, nodes, *_: heard.append((depth, nodes))
    )
    assert heard[0][0] >= 1
    assert [nodes for _, nodes in heard] == sorted(nodes for _, nodes in heard)


def test_progress_tells_how_many_first_moves_are_decided():
    game, heard = find_game("mnk(7,7,5)"), []
    Solver(game).solve(Position.start(game), UNLIMITED, on_progress=lambda *told: heard.append(told[3:]))
    shares = [told[0] for told in heard if told and told[0]]
    assert len({all_moves for _, all_moves in shares}) == 1
    decided = [done for done, _ in shares]
    assert decided == sorted(decided)
    assert len(set(decided)) > 1
    assert all(0 <= done <= all_moves <= 49 for done, all_moves in shares)


def test_from_the_empty_board_only_the_first_player_is_asked_about(monkeypatch):
    game, asked = find_game("mnk(6,6,5)"), []
    can_win = MakerCore.can_win

    def noted(self, state, player, *rest, **more):
        asked.append(player)
        return can_win(self, state, player, *rest, **more)

    monkeypatch.setattr(MakerCore, "can_win", noted)
    solution = Solver(game).solve(Position.start(game))
    assert (solution.worth.outcome, len(solution.best)) == (0, 36)
    assert asked == [Player.FIRST]
    [central] = Solver(game).solve(Position.start(game), one_is_enough=True).best
    assert game.format_move(central) in {"c3", "d3", "c4", "d4"}
