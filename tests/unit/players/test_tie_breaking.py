"""Strong players press: of moves worth the same they make the one after which most goes wrong for the other side."""

from random import Random
from statistics import mean

import pytest

from enraya import Position, find_game
from enraya.players.catalogue import find_strategy
from enraya.players.tie_breaking import TieBreaker
from enraya.search.limit import Limit
from enraya.solve.solver import Solver

SMALL_GAMES = [
    "mnk(3,3,3)",
    "mnk(3,3,3,misere=true)",
    "mnk(4,3,3)",
    "connect(4,4,3)",
    "oso(3,3)",
    "terni",
    "tree([[3 12 8] [2 4 6] [3 5 3]])",
]
FOUR = "mnk(4,4,4)"
LOST, NOT_WON = {-1}, {-1, 0}


def random_positions(game, dice, count, most=7):
    """Positions that are not over, each after a random number of random moves, below *most*."""
    found = []
    while len(found) < count:
        position = Position.start(game)
        for _ in range(dice.randrange(most)):
            position = position if position.is_over else position.play(dice.choice(position.playable()))
        if not position.is_over:
            found.append(position)
    return found


def replies_worth(solver, position, move, outcomes):
    """The number of replies to *move* that bring their maker one of *outcomes*."""
    child = position.play(move)
    moves = () if child.is_over else solver.solve(child, every_move=True).moves
    return sum(worth.outcome in outcomes for _, worth in moves)


@pytest.mark.parametrize("game", SMALL_GAMES)
@pytest.mark.parametrize("player", ["alphabeta+", "alphabeta+:native=false", "perfect"])
def test_what_is_proven_is_never_given_up(game, player):
    found = find_game(game)
    solver, strategy, proven = Solver(found), find_strategy(player, found, 3), 0
    for position in random_positions(game, Random(11), 8):
        report = strategy.choose(position, Limit(nodes=20_000))
        if report.complete:
            proven += 1
            assert report.move in solver.solve(position).best, position
    assert proven > 0


def test_in_drawn_positions_more_replies_lose_than_after_the_average_move_that_keeps_the_draw():
    game, dice = find_game(FOUR), Random(5)
    solver, breaker = Solver(game), TieBreaker(game)
    chosen, average = [], []
    for position in random_positions(FOUR, dice, 60):
        best = solver.solve(position)
        if best.worth.outcome or len(position.moves) < 3 or len(best.best) < 2:
            continue
        move = breaker.choose(position, best.best, Limit(nodes=50_000), dice=Random(1)).move
        assert move in best.best
        chosen.append(replies_worth(solver, position, move, LOST))
        average.append(mean(replies_worth(solver, position, each, LOST) for each in best.best))
    assert len(chosen) > 10
    assert mean(chosen) > 1.2 * mean(average)


def test_a_lost_game_is_held_as_long_as_can_be_where_most_replies_let_the_win_go():
    game, dice = find_game("connect(5,4,4)"), Random(2)
    solver, strategy = Solver(game), find_strategy("perfect", game, 1)
    chosen, average = [], []
    for position in random_positions(game.name, dice, 60, most=12):
        solution = solver.solve(position)
        if solution.worth.outcome >= 0 or len(solution.best) < 2:
            continue
        move = strategy.choose(position, Limit()).move
        # The best of a lost position are the slowest losses.
        assert move in solution.best
        chosen.append(replies_worth(solver, position, move, NOT_WON))
        average.append(mean(replies_worth(solver, position, each, NOT_WON) for each in solution.best))
    assert len(chosen) >= 3
    assert mean(chosen) >= mean(average)


def test_the_seed_decides_only_between_moves_with_the_same_chances_and_looks():
    position = Position.start("mnk(3,3,3)")
    chosen = {find_strategy("alphabeta+", position.game, seed).choose(position, Limit()).move for seed in range(20)}
    assert chosen in ({4}, {0, 2, 6, 8})
