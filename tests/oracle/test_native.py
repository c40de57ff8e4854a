"""The native search against the Python rules: the same values, move for move, as plain minimax."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from enraya.game import Player
from enraya.games.connect import Connect
from enraya.games.cube import Cube
from enraya.games.lines import LineGame, Stones
from enraya.games.mnk import MNK
from enraya.games.oso import Letters, Oso, Writing

native = pytest.importorskip("enraya._native", reason="needs the C++ build")
WIN = native.WIN
TO_THE_END = 1000
POSITIONS = int(os.environ.get("ENRAYA_TEST_POSITIONS", "2000"))

# The reference: minimax as in the textbook, for line games and for OSO


class Minimax:
    """Plain minimax of a line game, for the player to move, over the moves that *moves* allows."""

    def __init__(self, game: LineGame, moves: Callable[[Stones], Sequence[int]] | None = None) -> None:
        self.game, self.moves = game, moves or game.legal_moves
        self.known: dict[tuple[Stones, int], int] = {}

    def value(self, state: Stones, depth: int) -> int:
        """What an unfinished *state* is worth, *depth* plies deep."""
        if (state, depth) not in self.known:
            self.known[state, depth] = max(self.value_after(state, move, depth) for move in self.moves(state))
        return self.known[state, depth]

    def value_after(self, state: Stones, move: int, depth: int) -> int:
        """What *state* is worth if its mover plays *move*."""
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


class OsoMinimax:
    """Plain minimax of OSO: the points still to come for the player to move, less the opponent's."""

    def __init__(self, game: Oso) -> None:
        self.game = game
        self.known: dict[tuple[int, int, int], int] = {}

    def value(self, state: Letters, depth: int) -> int:
        """What *state* is worth, *depth* plies deep."""
        moves = self.game.legal_moves(state)
        if depth == 0 or not moves:
            return 0
        key = (state.s_cells, state.o_cells, depth)
        if key not in self.known:
            self.known[key] = max(self.value_after(state, move, depth) for move in moves)
        return self.known[key]

    def value_after(self, state: Letters, move: Writing, depth: int) -> int:
        """What *state* is worth if its mover writes *move*."""
        after = self.game.play(state, move)
        if after.turn is not state.turn:
            return -self.value(after, depth - 1)
        points = sum(after[3:]) - sum(state[3:])
        return points + self.value(after, depth - 1)


# Asking the native search


def as_bytes(cells: int) -> bytes:
    return cells.to_bytes((cells.bit_length() + 7) // 8, "little")


def searcher(game: LineGame) -> Any:
    return native.LineSearch(*game.kernel(), table_megabytes=4)


def search(core: Any, game: LineGame, state: Stones, **limits: Any) -> Any:
    kernel_state = game.kernel_state(state)
    assert kernel_state is not None
    core.clear()
    return core.search(as_bytes(kernel_state.first), as_bytes(kernel_state.second), int(kernel_state.turn), **limits)


def search_oso(core: Any, game: Oso, state: Letters, **limits: Any) -> Any:
    kernel_state = game.kernel_state(state)
    assert kernel_state is not None
    core.clear()
    return core.search(as_bytes(kernel_state.s_cells), as_bytes(kernel_state.o_cells), int(kernel_state.turn), **limits)


def random_letters(game: Oso, source: random.Random, least_plies: int) -> Letters:
    state = game.initial()
    for _ in range(source.randint(least_plies, game.cells - 1)):
        state = game.play(state, source.choice(game.legal_moves(state)))
    return state


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


def exact_depth(state: Stones) -> int:
    """A number that is the same for every state of one search to the end, and larger than any game is long."""
    return TO_THE_END - (state.first | state.second).bit_count()


def depth_for(game: LineGame, state: Stones, leaves: int, source: random.Random) -> int:
    """A random depth at which plain minimax has at most about so many leaves."""
    moves = len(game.legal_moves(state))
    deepest = next((depth for depth in range(1, 8) if moves ** (depth + 1) > leaves), 8)
    return source.randint(1, deepest)


# Values


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


# Limits, and whoever watches


def test_the_line_is_a_line_of_legal_moves_that_begins_with_the_move() -> None:
    for game in (MNK(4, 4, 3), Connect(7, 6, 4), Cube(3)):
        core = searcher(game)
        for state in random_states(game, 60, 3):
            report = search(core, game, state, depth=5)
            assert report.line[0] == report.move
            for move in report.line:
                assert move in game.legal_moves(state)
                state = game.play(state, move)  # noqa: PLW2901


def test_one_node_is_enough_for_a_legal_move() -> None:
    for game in (MNK(5, 5, 4), Connect(7, 6, 4), LineGame((19, 19), 5)):
        game.name = getattr(game, "name", "large")
        for state in random_states(game, 20, 0):
            report = search(searcher(game), game, state, depth=TO_THE_END, nodes=1)
            assert report.stopped
            assert report.nodes == 1
            assert report.move in game.legal_moves(state)


def test_a_search_keeps_to_its_nodes_and_can_be_repeated() -> None:
    game = MNK(7, 7, 5)
    reports = [search(searcher(game), game, game.initial(), depth=TO_THE_END, nodes=30_000) for _ in range(2)]
    assert reports[0].nodes == 30_000
    assert reports[0].stopped
    assert not reports[0].complete
    one, other = ((r.move, r.value, r.depth, r.line, r.roots) for r in reports)
    assert one == other


def test_a_search_keeps_to_its_seconds() -> None:
    game = LineGame((15, 15), 5)
    began = time.monotonic()
    report = search(searcher(game), game, game.play(Stones(0, 0, Player.FIRST, None), 112), depth=100, seconds=0.3)
    assert report.stopped
    assert 0.25 < time.monotonic() - began < 5


def test_an_empty_large_board_is_opened_in_the_middle() -> None:
    for size, middle in ((15, 112), (19, 180)):
        game = LineGame((size, size), 5)
        assert search(searcher(game), game, game.initial(), depth=3).move == middle


@pytest.mark.parametrize("kind", ["lines", "oso"])
def test_a_search_is_stopped_from_another_thread(kind: str) -> None:
    game = MNK(8, 8, 5)
    core = searcher(game) if kind == "lines" else native.OsoSearch(8, 8)
    timer = threading.Timer(0.3, core.stop)
    timer.start()
    report = core.search(b"", b"", 0, depth=TO_THE_END)
    timer.join()
    assert report.stopped
    assert not report.complete
    assert report.depth > 0
    # The core is none the worse for it.
    assert core.search(b"", b"", 0, depth=2).depth == 2


def test_a_second_search_at_the_same_time_is_refused() -> None:
    game = MNK(8, 8, 5)
    core, running, refused = searcher(game), threading.Event(), []

    def intrude() -> None:
        running.wait()
        for attempt in (core.clear, lambda: core.search(b"", b"", 0, depth=1)):
            try:
                attempt()
            except RuntimeError as error:
                refused.append(str(error))
        core.stop()

    thread = threading.Thread(target=intrude)
    thread.start()
    core.search(b"", b"", 0, depth=TO_THE_END, progress=lambda *_: running.set())
    thread.join()
    assert refused == ["a search is running"] * 2


def test_progress_is_told_of_every_iteration() -> None:
    told: list[tuple[int, int, int, int]] = []
    game = MNK(6, 6, 5)
    report = search(searcher(game), game, game.initial(), depth=5, progress=lambda *news: told.append(news))
    assert sorted({depth for depth, *_ in told}) == [1, 2, 3, 4, 5]
    assert told[-1] == (5, report.nodes, report.value, report.move)
    assert all(one[1] <= other[1] for one, other in pairwise(told))


def test_an_error_in_progress_ends_the_search_and_comes_through() -> None:
    def fail(*_: int) -> None:
        raise ZeroDivisionError("told too much")

    game = MNK(6, 6, 5)
    core = searcher(game)
    for core, limits in ((searcher(game), {}), (native.OsoSearch(6, 6), {"every_root_move": True})):
        with pytest.raises(ZeroDivisionError, match="told too much"):
            core.search(b"", b"", 0, depth=TO_THE_END, progress=fail, **limits)
        assert core.search(b"", b"", 0, depth=2).depth == 2


# What is refused

ROW = {"cells": 3, "lines": [[0, 1, 2]], "ends": [[]], "columns": [], "misere": False, "symmetries": [[2, 1, 0]]}


@pytest.mark.parametrize(
    "change",
    [
        {"cells": 0},
        {"cells": 362},
        {"cells": 2},
        {"lines": [[]]},
        {"lines": [[0, 1, 3]]},
        {"lines": [[0, 1, -1]]},
        {"lines": [[0, 0, 1]]},
        {"ends": []},
        {"ends": [[3]]},
        {"columns": [[0, 1]]},
        {"columns": [[0, 1, 2], []]},
        {"columns": [[0, 1], [1, 2]]},
        {"columns": [[0, 1], [2, 7]]},
        {"columns": [[0, 1, 2]]},
        {"symmetries": [[0, 1]]},
        {"symmetries": [[0, 0, 1]]},
        {"symmetries": [[0, 1, 5]]},
        {"lines": [[0, 1]], "symmetries": [[2, 1, 0]]},
        {"table_megabytes": 0},
        {"table_megabytes": -5},
    ],
    ids=str,
)
def test_what_is_no_game_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        native.LineSearch(**ROW | change)


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (-2, -2), (11, 10), (101, 1), (1 << 16, 1 << 16)])
def test_an_oso_board_of_an_impossible_size_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="100"):
        native.OsoSearch(*size)


@pytest.mark.parametrize(
    "arguments",
    [
        {"first": b"\x10"},
        {"first": b"\0" * 60 + b"\1"},
        {"first": b"\1", "second": b"\1"},
        {"first": b"\7"},
        {"first": b"\5", "second": b"\2"},
        {"turn": 2},
        {"turn": -1},
        {"depth": 0},
        {"depth": -1},
        {"nodes": -1},
        {"seconds": -0.5},
        {"seconds": float("nan")},
    ],
    ids=str,
)
def test_what_cannot_be_searched_is_refused(arguments: dict[str, Any]) -> None:
    asked = {"first": b"", "second": b"", "turn": 0, "depth": 3} | arguments
    with pytest.raises(ValueError, match=r"\w"):
        native.LineSearch(**ROW).search(**asked)
    asked["s_cells"], asked["o_cells"] = asked.pop("first"), asked.pop("second")
    with pytest.raises(ValueError, match=r"\w"):
        native.OsoSearch(3, 1).search(**asked)


def test_a_piece_in_the_air_is_refused() -> None:
    game = Connect(4, 4, 3)
    with pytest.raises(ValueError, match="floats"):
        searcher(game).search(b"\1", b"", 1, depth=3)
