"""Positions of random games, for the checks of players and evaluations."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from enraya.game import Game
from enraya.position import Position


def random_games(game: Game[object, object], dice: Random, until: float) -> Iterator[Iterator[Position]]:
    """Random games without end, each as its positions from the start to the last, until the clock shows *until*."""
    while time.monotonic() < until:
        yield _random_game(game, dice, until)


def _random_game(game: Game[object, object], dice: Random, until: float) -> Iterator[Position]:
    position = Position.start(game)
    yield position
    while not position.is_over and time.monotonic() < until:
        position = position.play(dice.choice(position.playable()))
        yield position
