"""From a position on, to reach a state for the third time is a draw, whoever looks at it."""

import pytest

from enraya import Position
from enraya.lab.values.valuation import Valuer, strategies_for
from enraya.players.catalogue import find_strategy
from enraya.search.limit import Limit
from enraya.solve.solver import Solver

LOSING_BUT_FOR_THE_PAST = "c3 c2 a2 a3 a1 c1 c3-b3 c1-b1 b3-c3 b1-c1 c3-b3 c1-b1 b3-c3"
"""b1-c1 brings the position up for the third time; without the past it would lose at once."""

WINNING_BUT_FOR_THE_PAST = "b3 b2 a1 c2 c3 b1 a1-a2 c2-c1 b3-a3 b1-a1 c3-b3 c1-c2 b3-c3 c2-c1 c3-b3 c1-c2 b3-c3"
"""c2-c1 would win, but brings a position up for the third time."""

CASES = [(LOSING_BUT_FOR_THE_PAST, "b1-c1", "loss"), (WINNING_BUT_FOR_THE_PAST, "c2-c1", "win")]
PLAYERS = ["minimax:depth=3", "alphabeta:depth=4", "alphabeta+:depth=5", "mcts:nodes=2000", "level:9", "perfect"]
NAMES = {1: "win", 0: "draw", -1: "loss"}


def position_after(moves):
    return Position.start("terni").play_all(moves)


def solved(position):
    moves = Solver(position.game).solve(position, every_move=True).moves
    return {position.game.format_move(move): worth for move, worth in moves}


def forced_within(position, plies):
    """The outcome that the side to move can force within so many *plies* by the rules of a match; None if nothing."""
    if position.is_over:
        return position.outcome if position.to_move == 0 else -position.outcome
    if not plies:
        return None
    replies = [forced_within(position.play(move), plies - 1) for move in position.playable()]
    known = [-reply for reply in replies if reply is not None]
    return 1 if 1 in known else None if None in replies else max(known)


@pytest.mark.parametrize(("moves", "move", "without_past"), CASES)
def test_the_solver_knows_that_the_past_makes_a_move_a_draw(moves, move, without_past):
    position = position_after(moves)
    assert position.play(move).outcome == 0
    assert NAMES[solved(position)[move].outcome] == "draw"
    assert NAMES[solved(Position(position.game, (position.state,)))[move].outcome] == without_past


@pytest.mark.parametrize("moves", [moves for moves, *_ in CASES])
def test_the_solver_says_of_each_move_what_the_rules_of_a_match_make_of_it(moves):
    position = position_after(moves)
    decided = 0
    for move, worth in solved(position).items():
        forced = forced_within(position.play(move), 3)
        decided += forced is not None
        assert forced is None or worth.outcome == -forced
    assert decided


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("moves", [moves for moves, *_ in CASES])
def test_what_a_player_calls_exact_takes_the_past_into_account(player, moves):
    position = position_after(moves)
    true = solved(position)
    report = find_strategy(player, position.game, seed=3).choose(position, Limit(seconds=20))
    for root in report.roots:
        worth = true[position.game.format_move(root.move)]
        if root.certainty == "exact":
            assert ((root.value > 0) - (root.value < 0), root.plies or worth.plies) == (worth.outcome, worth.plies)


@pytest.mark.parametrize("moves", [moves for moves, *_ in CASES])
def test_what_the_lab_calls_exact_takes_the_past_into_account(moves):
    position = position_after(moves)
    true = solved(position)
    for strategy in strategies_for(position.game):
        for valuation in Valuer(position.game, strategy).valuations(position, Limit(seconds=20, depth=4, nodes=3000)):
            assert all(worth.value == NAMES[true[worth.move].outcome] for worth in valuation.moves if worth.exact)


def test_a_game_without_repetitions_is_its_own_game_onward():
    position = Position.start("mnk(3,3,3)").play_all("b2 a1")
    assert position.onward is position.game
