"""The solver gives exact values, distances and all best moves, whichever method it takes."""

from random import Random
from threading import Event

import pytest

from enraya import Player, Position, find_game
from enraya.search.limit import Limit
from enraya.search.native import is_available
from enraya.solve.methods import choice
from enraya.solve.solution import SolvedValue
from enraya.solve.solver import Solver


def brute(position, known):
    """(outcome, plies) for the side to move: the fastest win, the slowest loss; points where points count.

    Many orders of moves lead to one state: each is tried out once, and *known* from then on.
    """
    if position.outcome is not None:
        return (position.outcome if position.to_move == Player.FIRST else -position.outcome), 0
    if position.state not in known:
        worths = (worth for _, worth in brute_moves(position, known))
        known[position.state] = max(worths, key=preference(position.game))
    return known[position.state]


def brute_moves(position, known):
    for move in position.playable():
        child = position.play(move)
        outcome, plies = brute(child, known)
        yield move, (outcome if child.to_move == position.to_move else -outcome, plies + 1)


def preference(game):
    return lambda worth: worth[0] if game.scored else (worth[0], -worth[0] * worth[1])


def late_positions(name, count, plies_left):
    game, dice = find_game(name), Random(name)
    found = 0
    while found < count:
        position = Position.start(game)
        while not position.is_over and game.plies_left(position.state) > plies_left:
            position = position.play(dice.choice(position.playable()))
        if not position.is_over:
            found += 1
            yield position


GAMES = [
    "mnk(3,3,3)",
    "mnk(4,3,3)",
    "mnk(4,4,4)",
    "mnk(3,3,3,misere=true)",
    "connect(5,4,3)",
    "connect(7,6,4)",
    "cube(3,3)",
    "oso(3,3)",
    "oso(4,3)",
]


@pytest.mark.parametrize("with_native", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_values_distances_and_best_moves_are_those_of_brute_force(name, with_native, monkeypatch):
    if with_native and not is_available():
        pytest.skip("needs the C++ build")
    monkeypatch.setattr(choice, "is_available", lambda: with_native)
    game = find_game(name)
    solver, known = Solver(game), {}
    for position in late_positions(name, 25 if with_native else 8, 5 if game.scored else 6):
        solution = solver.solve(position, every_move=True)
        expected = dict(brute_moves(position, known))
        assert {move: (worth.outcome, worth.plies) for move, worth in solution.moves} == {
            move: (outcome, plies if game.scored or outcome else game.plies_left(position.state))
            for move, (outcome, plies) in expected.items()
        }
        best = max(expected.values(), key=preference(game))
        assert solver.solve(position).best == solution.best
        assert solver.solve(position).worth == solution.worth
        assert list(solution.best) == [
            move
            for move in position.playable()
            if preference(game)(expected[move]) == preference(game)(best) or (best[0] == 0 == expected[move][0])
        ]


@pytest.mark.parametrize(
    ("name", "plies_left"), [("connect(6,4,4)", 14), ("connect(7,6,4)", 18), ("mnk(5,4,4)", 14), ("oso(4,4)", 9)]
)
@pytest.mark.skipif(not is_available(), reason="needs the C++ build")
def test_the_best_moves_are_the_same_whether_every_move_is_worked_out_or_not(name, plies_left):
    for position in late_positions(name, 25, plies_left):
        quick = Solver(position.game).solve(position)
        thorough = Solver(position.game).solve(position, every_move=True)
        assert (quick.worth, quick.best) == (thorough.worth, thorough.best), position.move_texts


def test_a_position_that_is_over_is_worth_its_outcome():
    position = Position.start("mnk(3,3,3)", "XXX/OO./...")
    solution = Solver(position.game).solve(position)
    assert (solution.worth, solution.best) == (SolvedValue(-1, 0), ())


def test_a_limit_gives_no_answer_rather_than_a_wrong_one():
    position = Position.start("connect(7,7,4)")
    assert Solver(position.game).solve(position, Limit(nodes=1000)) is None


def test_a_stop_is_obeyed():
    stop = Event()
    stop.set()
    position = Position.start("connect(7,7,4)")
    assert Solver(position.game).solve(position, stop=stop) is None


def test_the_score_of_connect_four_counts_the_winners_stones_left():
    position = Position.start("connect").play_all("6146")
    game = position.game
    # Four stones lie; a win with the mover's third stone from now leaves 42 + 1 − (4 + 4) = 35, halved.
    assert game.score(position.state, 1, 5) == 17
    assert game.score(position.state, -1, 6) == -17
    assert game.score(position.state, 0, 38) == 0
