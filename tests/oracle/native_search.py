"""Asks the native search, for whoever compares it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from enraya.games.lines import LineGame, Stones

native = pytest.importorskip("enraya._native", reason="needs the C++ build")
TO_THE_END = 1000


def searcher(game: LineGame) -> Any:
    return native.LineSearch(*game.kernel(), table_megabytes=4)


def search(core: Any, game: LineGame, state: Stones, **limits: Any) -> Any:
    kernel_state = game.kernel_state(state)
    assert kernel_state is not None
    core.clear()
    return core.search(kernel_state.first, kernel_state.second, int(kernel_state.turn), **limits)


def random_states(game: LineGame, count: int, least_plies: int) -> Iterator[Stones]:
    """Unfinished states, each after a random number of random moves."""
    source = random.Random(game.name)
    while count:
        state = game.initial()
        for _ in range(source.randint(least_plies, game.cells - 1)):
            if not game.legal_moves(state):
                break
            state = game.play(state, source.choice(game.legal_moves(state)))
        if game.legal_moves(state):
            yield state
            count -= 1
