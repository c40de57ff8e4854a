"""A player's exact values and bounds agree with the solver; every other value calls itself an estimate."""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest

from enraya import Position, find_game
from enraya.commands.analyse import Analyser
from enraya.commands.framework.output import written_worth
from enraya.custom.game import CustomGame
from enraya.lab.values.valuation import Valuer, strategies_for
from enraya.search.limit import Limit
from enraya.solve.solver import Solver
from tests.scale import scaled

POSITIONS = int(os.environ.get("ENRAYA_TEST_POSITIONS", scaled("30", soak="60"))) // 10


class Nim:
    """Heaps of 1, 2 and 3: whoever takes the last stone wins. A position is met after many numbers of moves."""

    def initial(self):
        return (0, (1, 2, 3))

    def to_move(self, state):
        return state[0]

    def legal_moves(self, state):
        return [(heap, stones) for heap, size in enumerate(state[1]) for stones in range(1, size + 1)]

    def play(self, state, move):
        turn, heaps = state
        return 1 - turn, tuple(size - move[1] if heap == move[0] else size for heap, size in enumerate(heaps))

    def outcome(self, state):
        turn, heaps = state
        return None if any(heaps) else 1 if turn else -1

    def evaluate(self, state, player):
        return 7 * sum(state[1]) - 20


GAMES = {
    "mnk(3,3,3)": (0, 5),
    "mnk(3,3,3,misere=true)": (0, 5),
    "mnk(4,4,3)": (5, 9),
    "mnk(5,5,4)": (16, 20),
    "connect(5,4,4)": (8, 14),
    "connect(4,4,3)": (4, 8),
    "cube(3)": (14, 20),
    "terni": (3, 12),
    "oso(3,3)": (3, 6),
    "tree([[3 12] [2 [4 -6]] [14 5 2]])": (0, 1),
    "nim": (0, 3),
}
"""Games, and after how many random moves positions of them are looked at."""

ENDINGS = ["h8 a1 h9 a3 h10 c1", "h8 h7 h9 a1 h10 c1", "h8 a1 i9 c1 j10 a3 k11 e1", "h8 h7 i8 i7 j8 g8 k8"]
"""Games of Gomoku near their end: an open three, one that is met, an open four, one that is met."""

PLAYERS = [
    "random",
    "rules",
    "minimax:depth=1",
    "minimax:depth=2",
    "minimax:depth=3",
    "minimax:depth=3,native=false",
    "minimax:depth=2,distance=false",
    "minimax:nodes=60",
    "alphabeta:depth=1",
    "alphabeta:depth=3",
    "alphabeta:depth=3,cut=>",
    "alphabeta:depth=4,native=false",
    "alphabeta:depth=5,distance=false",
    "alphabeta:nodes=150,native=false",
    "alphabeta+:depth=1",
    "alphabeta+:depth=2",
    "alphabeta+:depth=3,native=false",
    "alphabeta+:nodes=300,native=false",
    "alphabeta+:nodes=500",
    "alphabeta+:depth=5",
    "mcts:nodes=40",
    "mcts:nodes=500",
    "level:3",
    "level:7",
    "perfect",
]
WORTHS = {"win": 1, "draw": 0, "loss": -1}


def game_of(name):
    return CustomGame(Nim(), "nim") if name == "nim" else find_game(name)


@cache
def solved_positions(name):
    """Positions of a game, each with what the solver says of it and of its moves."""
    game, dice = game_of(name), Random(name)
    solver, found = Solver(game), []
    while len(found) < POSITIONS:
        position = Position.start(game)
        for _ in range(dice.randint(*GAMES[name])):
            if not position.is_over:
                position = position.play(dice.choice(position.playable()))
        if position.is_over:
            continue
        solution = solver.solve(position, every_move=True)
        moves = {game.format_move(move): written_worth(position, worth) for move, worth in solution.moves}
        found.append((position, written_worth(position, solution.worth), moves))
    return found


def asked(player, name):
    game = game_of(name)
    analyser = Analyser(game, player, 5, seed=3)
    return [(analyser.analyse(position), *rest) for position, *rest in solved_positions(name)]


CASES = [(player, name) for name in GAMES for player in PLAYERS if player != "rules" or name == "mnk(3,3,3)"]


@pytest.mark.parametrize(("player", "name"), CASES)
def test_what_a_player_calls_exact_is_what_the_solver_says(player, name):
    is_scored = game_of(name).scored
    for data, root, moves in asked(player, name):
        if data["exact"]:
            check_exact(data, root, is_scored)
        else:
            assert data["value"] is data["plies"] is None
        for said in data["moves_values"]:
            true = moves[said["move"]]
            match said["certainty"]:
                case "exact":
                    check_exact(said, true, is_scored)
                case "guess":
                    assert said["value"] is said["plies"] is None
                case "unknown":
                    assert said["value"] is said["score"] is said["plies"] is said["bound"] is None
                case bound:
                    assert said["plies"] is None
                    assert said["bound"] == bound
                    assert said["value"] in (None, true["value"])
                    above = 1 if bound == "upper" else -1
                    if is_scored or name.startswith("connect"):
                        assert (said["score"] - true["score"]) * above >= 0
                    else:
                        assert (said["score"] - WORTHS[true["value"]]) * above >= 0


def check_exact(said, true, is_scored):
    assert said["value"] == true["value"]
    # A player that proves a win may not know when it comes.
    assert said["plies"] in (None, true["plies"])
    assert said["score"] in (None, true["score"]) if said["plies"] is None else said["score"] == true["score"]


def test_of_the_moves_beside_a_proven_win_nothing_is_claimed():
    position = Position.start("mnk(3,3,3)", "XO./.X./O..")
    for player in ("minimax:depth=1", "mcts:nodes=500"):
        data = Analyser(position.game, player, None, seed=1).analyse(position)
        named = {said["move"]: said["value"] for said in data["moves_values"] if said["value"]}
        assert (data["exact"], data["value"], named) == (True, "win", {"c3": "win"})
        assert all(said["certainty"] in ("guess", "unknown") for said in data["moves_values"] if said["move"] != "c3")


def test_a_search_to_the_end_of_a_game_calls_all_of_it_exact():
    position = Position.start("mnk(3,3,3)").play_all("b2 a1 c3 a3")
    for player in ("minimax:depth=5", "minimax:depth=5,native=false", "mcts:nodes=20000"):
        data = Analyser(position.game, player, None, seed=1).analyse(position)
        assert data["exact"]
        if player.startswith("minimax"):
            assert {said["certainty"] for said in data["moves_values"]} == {"exact"}


def test_what_alphabeta_cut_is_a_bound_and_no_more():
    position = Position.start("mnk(3,3,3)").play_all("b2 a1 c3 a3")
    data = Analyser(position.game, "alphabeta:depth=5", None, seed=1).analyse(position)
    assert data["exact"]
    assert {said["certainty"] for said in data["moves_values"]} == {"exact", "upper"}


@pytest.mark.parametrize("moves", ENDINGS)
@pytest.mark.parametrize("player", ["alphabeta+:depth=2", "alphabeta+:depth=4", "minimax:depth=1", "level:6"])
def test_near_the_end_of_a_game_of_gomoku_a_forced_end_is_told_and_nothing_else(player, moves):
    position = Position.start("gomoku(15)").play_all(moves)
    data = Analyser(position.game, player, 5, seed=3).analyse(position)
    at_once = {move for move in position.legal_moves if position.play(move).is_over}
    for said in data["moves_values"]:
        if said["certainty"] == "exact":
            assert said["value"] in ("win", "loss")
            assert (said["plies"] == 1) == (said["move"] in at_once)
        else:
            assert said["plies"] is None


@pytest.mark.parametrize("name", GAMES)
def test_what_the_lab_calls_exact_is_what_the_solver_says(name):
    game = game_of(name)
    for strategy in strategies_for(game):
        # One valuer for all positions: what it has learned must not make it say too much of the next one.
        valuer = Valuer(game, strategy)
        for position, _, moves in solved_positions(name):
            for valuation in valuer.valuations(position, Limit(seconds=5, depth=4, nodes=3000)):
                for worth in valuation.moves:
                    if not worth.exact:
                        assert worth.value is worth.plies is None
                        continue
                    true = moves[worth.move]
                    if game.scored:
                        assert game.score(position.state, worth.score, None) == true["score"]
                        continue
                    assert worth.value == true["value"]
                    if worth.plies is not None:
                        assert worth.plies == true["plies"]
                assert valuation.exact == all(worth.exact for worth in valuation.moves)
