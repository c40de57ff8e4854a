"""The games that the suite runs, and random plays of them.

Each game is played at random from a fixed seed: hundreds of times where that is quick (in `make soak` thousands), a few
times on large boards, where one game already has hundreds of states. What costs much is looked at on a part of the
states met.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

from enraya import Position, find_game
from enraya.game import Game
from tests.scale import scaled

OWN_GAME = str(Path(__file__).parents[2] / "docs" / "examples" / "tictactoe.py")
SEED = 20_240
MOST_MOVES_LOOKED_AT = 25
MOST_PLIES_THAT_REPEAT = 300

# How many games are played of each in `make soak`; `make test` plays a quarter of those that are many.
GAMES = {
    "mnk(3,3,3)": 3000,
    "mnk(3,3,3,misere=true)": 3000,
    "mnk(4,3,3)": 3000,
    "mnk(5,4,4)": 400,
    "mnk(1,1,1)": 3,
    "mnk(7,2,2)": 1500,
    "mnk(4,4,4,misere=true)": 400,
    "mnk(19,19,5)": 2,
    "connect(7,6,4)": 300,
    "connect(5,4,3)": 3000,
    "connect(10,3,3)": 500,
    "cube(3,3)": 500,
    "cube(4,4)": 60,
    "cube(2,2)": 1000,
    "gomoku(15,freestyle,free)": 3,
    "gomoku(15,standard,free)": 3,
    "gomoku(15,standard,swap2)": 4,
    "gomoku(19,freestyle,swap2)": 2,
    "terni": 3000,
    "terni(step=adjacent)": 2000,
    "terni(step=drawn)": 1000,
    "terni(step=neighbour)": 1000,
    "terni(step=jump)": 1000,
    "terni(diagonals=false)": 500,
    "terni(step=adjacent,diagonals=false)": 500,
    "oso(3,3)": 3000,
    "oso(6,6)": 60,
    "oso(1,3)": 500,
    "oso(3,1)": 500,
    "oso(4,5)": 200,
    "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])": 100,
    "tree([[−2 4][6 9]], root=min)": 100,
    "tree(A[x=3 [4, [5 [−6 7]]] é[8 9]], root=second)": 100,
    OWN_GAME: 2000,
}


class Play(NamedTuple):
    """One game from its start: the states met and the moves between them."""

    states: tuple[Any, ...]
    moves: tuple[Any, ...]
    outcome: int | None


def label(spec: str) -> str:
    """The name of a test: a path has no place in it."""
    return "own" if spec == OWN_GAME else spec


def random_play(game: Game[Any, Any], chance: random.Random, most: int | None = None) -> Play:
    """A game played to its end, or to *most* moves."""
    position = Position.start(game)
    if game.repeats:
        # Only a position remembers what has come up before.
        while position.outcome is None and len(position.moves) < (most or MOST_PLIES_THAT_REPEAT):
            position = position.play(chance.choice(position.playable()))
        return Play(position.states, position.moves, position.outcome)
    states, moves = [position.state], []
    while (legal := game.legal_moves(states[-1])) and (most is None or len(moves) < most):
        moves.append(chance.choice(legal))
        states.append(game.play(states[-1], moves[-1]))
    return Play(tuple(states), tuple(moves), game.outcome(states[-1]))


def played(spec: str) -> int:
    """How many games are played of *spec*."""
    return min(GAMES[spec], scaled(max(60, GAMES[spec] // 4), soak=GAMES[spec]))


class Sample:
    """The random games of *spec*, and the states met in them."""

    def __init__(self, spec: str) -> None:
        game, chance = find_game(spec), random.Random(SEED)
        self.plays = [random_play(game, chance) for _ in range(played(spec))]
        self._states = list(dict.fromkeys(state for play in self.plays for state in play.states))

    def states(self, most: int) -> list[Any]:
        """The states met, each once: all of them, or *most* drawn at random."""
        return self._states if len(self._states) <= most else random.Random(SEED).sample(self._states, most)


def some_moves(game: Game[Any, Any], state: Any) -> list[Any]:
    """The legal moves, or a part of them where there are many."""
    moves = list(game.legal_moves(state))
    return moves if len(moves) <= MOST_MOVES_LOOKED_AT else random.Random(SEED).sample(moves, MOST_MOVES_LOOKED_AT)
