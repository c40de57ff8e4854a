"""The native search of line games against the Python rules: the same values, move for move, as plain minimax."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from enraya.game import Player
from enraya.games.connect import Connect
from enraya.games.cube import Cube
from enraya.games.lines import LineGame, Stones
from enraya.games.mnk import MNK
from tests.oracle.native_search import TO_THE_END, native, random_states, search, searcher
from tests.scale import POSITIONS

WIN = native.WIN


class Minimax:
    """Plain minimax of a line game, for the player to move, over the moves that *moves* allows."""

    def __init__(self, game: LineGame, moves: Callable[[Stones], Sequence[int]] | None = None) -> None:
        self.game, self.moves = game, moves or game.legal_moves
        self.known: dict[tuple[Stones, int], int] = {}

    def value(self, state: Stones, depth: int) -> int:
        """The value of an unfinished *state*, *depth* plies deep."""
        if (state, depth) not in self.known:
            self.known[state, depth] = max(self.value_after(state, move, depth) for move in self.moves(state))
        return self.known[state, depth]

    def value_after(self, state: Stones, move: int, depth: int) -> int:
        """The value of *state* if its mover plays *move*."""
        after = self.game.play(state, move)
        result = self.game.outcome(after)
        if result is not None:
            return result * (WIN - 1) * (1 if state.turn is Player.FIRST else -1)
        if depth == 1:
            return int(self.game.evaluate(after, state.turn))
        return a_ply_later(-self.value(after, depth - 1))


def a_ply_later(value: int) -> int:
    """A value seen from one ply before: a win or a loss is one ply farther away."""
    return value - (value > WIN // 2) + (value < -WIN // 2)


def exact_depth(state: Stones) -> int:
    """A number that is the same for every state of one search to the end, and larger than any game is long."""
    return TO_THE_END - (state.first | state.second).bit_count()


def depth_for(game: LineGame, state: Stones, leaves: int, source: random.Random) -> int:
    """A random depth at which plain minimax has at most about so many leaves."""
    moves = len(game.legal_moves(state))
    deepest = next((depth for depth in range(1, 8) if moves ** (depth + 1) > leaves), 8)
    return source.randint(1, deepest)


def test_every_position_of_tic_tac_toe_has_its_exact_value() -> None:
    game = MNK(3, 3, 3)
    core, minimax, seen, waiting = searcher(game), Minimax(game), {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        if state.result is not None:
            with pytest.raises(ValueError, match="over"):
                search(core, game, state, depth=9)
            continue
        report = search(core, game, state, depth=9)
        assert (report.value, report.complete) == (minimax.value(state, exact_depth(state)), True)
        for move in game.legal_moves(state):
            after = game.play(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    assert len(seen) == 5478


@pytest.mark.parametrize(
    ("game", "leaves", "least_plies"),
    [
        (MNK(3, 3, 3), 300, 0),
        (MNK(4, 4, 3), 250, 0),
        (MNK(4, 4, 4), 250, 0),
        (MNK(5, 4, 4), 250, 0),
        (MNK(7, 5, 4), 200, 12),
        (MNK(3, 3, 3, misere=True), 300, 0),
        (MNK(4, 3, 3, misere=True), 250, 0),
        (MNK(1, 6, 1), 10, 0),
        (Connect(7, 6, 4), 350, 0),
        (Connect(4, 4, 3), 300, 0),
        (Connect(5, 4, 4), 300, 0),
        (Cube(3), 200, 8),
        (Cube(4), 40, 20),
    ],
    ids=lambda value: value.name if isinstance(value, LineGame) else "",
)
def test_a_search_of_any_depth_gives_the_plain_minimax_value(game: LineGame, leaves: int, least_plies: int) -> None:
    core, minimax, source = searcher(game), Minimax(game), random.Random(1)
    for state in random_states(game, POSITIONS, least_plies):
        depth = depth_for(game, state, leaves, source)
        report = search(core, game, state, depth=depth)
        assert report.value == minimax.value(state, depth), (state, depth)


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        (MNK(4, 4, 3), 7),
        (MNK(4, 4, 4), 9),
        (MNK(5, 4, 4), 13),
        (MNK(3, 3, 3, misere=True), 2),
        (MNK(4, 3, 3, misere=True), 5),
        (Connect(4, 4, 3), 4),
        (Connect(4, 4, 4), 8),
        (Connect(5, 4, 4), 11),
        (Cube(3), 16),
    ],
    ids=lambda value: value.name if isinstance(value, LineGame) else "",
)
def test_a_search_to_the_end_gives_the_exact_value(game: LineGame, plies: int) -> None:
    core, minimax = searcher(game), Minimax(game)
    for state in random_states(game, 200, plies):
        report = search(core, game, state, depth=TO_THE_END)
        assert report.complete
        assert report.value == minimax.value(state, exact_depth(state)), state


@pytest.mark.parametrize("game", [MNK(4, 4, 3), MNK(4, 4, 4, misere=True), Connect(4, 4, 4), Cube(3)], ids=str)
def test_every_root_move_has_its_exact_value(game: LineGame) -> None:
    core, minimax, source = searcher(game), Minimax(game), random.Random(2)
    for state in random_states(game, 150, 6):
        depth = depth_for(game, state, 300, source)
        report = search(core, game, state, depth=depth, every_root_move=True)
        assert sorted(move for move, _, _ in report.roots) == sorted(game.legal_moves(state))
        for move, value, bound in report.roots:
            assert (value, bound) == (minimax.value_after(state, move, depth), 0), (state, move)
        assert report.value == max(value for _, value, _ in report.roots)


def near_moves(game: LineGame) -> Callable[[Stones], list[int]]:
    """The rule of large boards: cells at most two steps along a line from a piece."""
    near: list[set[int]] = [set() for _ in range(game.cells)]
    for line in game.lines:
        for index, cell in enumerate(line):
            near[cell].update(line[max(0, index - 2) : index + 3])

    def moves(state: Stones) -> list[int]:
        taken = state.first | state.second
        wanted = {other for cell in range(game.cells) if taken >> cell & 1 for other in near[cell]}
        return [cell for cell in sorted(wanted) if not taken >> cell & 1]

    return moves


def gathered_states(game: LineGame, count: int) -> Iterator[Stones]:
    """Unfinished states with the pieces close together, as in real games."""
    source, near = random.Random(3), near_moves(game)
    while count:
        state = game.play(game.initial(), game.cells // 2)
        for _ in range(source.randint(0, 30)):
            if state.result is None:
                state = game.play(state, source.choice(near(state)[:40]))
        if state.result is None:
            yield state
            count -= 1


@pytest.mark.parametrize("exact", [False, True], ids=["freestyle", "exactly five"])
def test_on_a_large_board_the_cells_near_the_pieces_are_searched(exact: bool) -> None:
    game = LineGame((15, 15), 5, exact=exact)
    game.name = f"large({exact})"
    core, minimax = searcher(game), Minimax(game, near_moves(game))
    for index, state in enumerate(gathered_states(game, 40)):
        depth = 2 if index % 20 == 0 else 1
        report = search(core, game, state, depth=depth)
        assert report.value == minimax.value(state, depth), (state, depth)


def test_exactly_five_is_counted_as_the_rules_count_it() -> None:
    game = LineGame((7, 3), 3, exact=True)
    game.name = "exactly three"
    core, minimax, source = searcher(game), Minimax(game), random.Random(4)
    for state in random_states(game, POSITIONS, 5):
        depth = depth_for(game, state, 200, source)
        assert search(core, game, state, depth=depth).value == minimax.value(state, depth), state


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (MNK(3, 3, 3), 0),
        (MNK(4, 4, 4), 0),
        (MNK(5, 4, 4), 0),
        (MNK(5, 5, 5), 0),
        (MNK(4, 3, 3), 1),
        (MNK(4, 4, 3), 1),
        (MNK(5, 3, 3), 1),
        (Cube(3), 1),
        (Connect(4, 4, 4), 0),
        (Connect(5, 4, 4), 0),
        (MNK(3, 3, 3, misere=True), 0),
        (MNK(4, 3, 3, misere=True), -1),
        (MNK(4, 4, 3, misere=True), -1),
        (MNK(5, 3, 3, misere=True), -1),
        (MNK(4, 4, 4, misere=True), 0),
    ],
    ids=lambda value: value.name if isinstance(value, LineGame) else "",
)
def test_known_games_have_their_known_values(game: LineGame, value: int) -> None:
    report = search(searcher(game), game, game.initial(), depth=TO_THE_END)
    assert report.complete
    assert (report.value > 0) - (report.value < 0) == value
