"""The native search of OSO against the Python rules: the same values, move for move, as plain minimax."""

from __future__ import annotations

import random
from typing import Any

import pytest

from enraya.games.oso import Letters, Oso, OsoMove
from tests.oracle.native_search import TO_THE_END, native
from tests.scale import POSITIONS


class OsoMinimax:
    """Plain minimax of OSO: the points still to come for the player to move, less the opponent's."""

    def __init__(self, game: Oso) -> None:
        self.game = game
        self.known: dict[tuple[int, int, int], int] = {}

    def value(self, state: Letters, depth: int) -> int:
        """The value of *state*, *depth* plies deep."""
        moves = self.game.legal_moves(state)
        if depth == 0 or not moves:
            return 0
        key = (state.s_cells, state.o_cells, depth)
        if key not in self.known:
            self.known[key] = max(self.value_after(state, move, depth) for move in moves)
        return self.known[key]

    def value_after(self, state: Letters, move: OsoMove, depth: int) -> int:
        """The value of *state* if its mover writes *move*."""
        after = self.game.play(state, move)
        if after.turn is not state.turn:
            return -self.value(after, depth - 1)
        points = sum(after[3:]) - sum(state[3:])
        return points + self.value(after, depth - 1)


def search_oso(core: Any, game: Oso, state: Letters, **limits: Any) -> Any:
    kernel_state = game.kernel_state(state)
    assert kernel_state is not None
    core.clear()
    return core.search(kernel_state.s_cells, kernel_state.o_cells, int(kernel_state.turn), **limits)


def random_letters(game: Oso, source: random.Random, least_plies: int) -> Letters:
    state = game.initial()
    for _ in range(source.randint(least_plies, game.cells - 1)):
        state = game.play(state, source.choice(game.legal_moves(state)))
    return state


@pytest.mark.parametrize(
    ("columns", "rows", "leaves", "least_plies"),
    [(3, 3, 5000, 0), (4, 4, 250, 0), (8, 1, 4000, 0), (1, 9, 4000, 0), (5, 3, 300, 4)],
)
def test_oso_of_any_depth_gives_the_plain_minimax_value(columns: int, rows: int, leaves: int, least_plies: int) -> None:
    game = Oso(columns, rows)
    core, minimax, source = native.OsoSearch(columns, rows, 4), OsoMinimax(game), random.Random(5)
    for _ in range(POSITIONS):
        state = random_letters(game, source, least_plies)
        moves = len(game.legal_moves(state))
        deepest = next((depth for depth in range(1, game.cells) if moves ** (depth + 1) > leaves), game.cells)
        depth = source.randint(1, deepest)
        assert search_oso(core, game, state, depth=depth).value == minimax.value(state, depth), (state, depth)


def test_oso_to_the_end_gives_every_root_move_its_exact_value() -> None:
    game = Oso(3, 3)
    core, minimax, source = native.OsoSearch(3, 3, 4), OsoMinimax(game), random.Random(6)
    for _ in range(300):
        state = random_letters(game, source, 2)
        report = search_oso(core, game, state, depth=TO_THE_END, every_root_move=True)
        assert report.complete
        empties = len(game.legal_moves(state)) // 2
        found = {game.kernel_move(move): (value, bound) for move, value, bound in report.roots}
        assert found == {move: (minimax.value_after(state, move, empties), 0) for move in game.legal_moves(state)}


@pytest.mark.parametrize(
    ("columns", "first_rows", "values"),
    [
        (1, 3, [0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0]),
        (2, 3, [0, 0, 0, 0, -1]),
        (3, 3, [0, 0, 0]),
        (4, 4, [0]),
    ],
)
def test_small_oso_boards_have_their_known_values(columns: int, first_rows: int, values: list[int]) -> None:
    for rows, value in enumerate(values, first_rows):
        game = Oso(columns, rows)
        report = search_oso(native.OsoSearch(columns, rows), game, game.initial(), depth=TO_THE_END)
        assert (report.value, report.complete) == (value, True), (columns, rows)


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (-2, -2), (11, 10), (101, 1), (1 << 16, 1 << 16)])
def test_an_oso_board_of_an_impossible_size_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="100"):
        native.OsoSearch(*size)
