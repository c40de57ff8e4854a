"""The OSO solver against brute force, known values and itself: whole, interrupted, and with threads."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from enraya.games.oso import Letters, Oso
from tests.scale import POSITIONS

native = pytest.importorskip("enraya._native", reason="needs the C++ build")
Goal = native.OsoGoal


def brute_force(game: Oso) -> Any:
    """The value of letters on a board, for the player to move, by the rules and nothing else."""

    @cache
    def value(s_cells: int, o_cells: int) -> int:
        moves = game.legal_moves(Letters(s_cells, o_cells, game.initial().turn, 0, 0))
        return max((value_after(s_cells, o_cells, *move) for move in moves), default=0)

    def value_after(s_cells: int, o_cells: int, letter: str, cell: int) -> int:
        points = game.points_of(s_cells, o_cells, letter, cell)
        after = (s_cells | 1 << cell, o_cells) if letter == "S" else (s_cells, o_cells | 1 << cell)
        return points + value(*after) if points else -value(*after)

    value.after = value_after  # type: ignore[attr-defined]
    return value


def random_letters(cells: int, most_empty: int, source: random.Random) -> tuple[int, int]:
    """Sets of S and O, now with few and now with many Os, and at least one cell empty."""
    s_cells = o_cells = 0
    share = source.choice((0.3, 0.5, 0.6, 0.7, 0.8))
    for cell in source.sample(range(cells), cells - source.randint(1, most_empty)):
        if source.random() < share:
            o_cells |= 1 << cell
        else:
            s_cells |= 1 << cell
    return s_cells, o_cells


def solve(solver: Any, s_cells: int = 0, o_cells: int = 0, **how: Any) -> Any:
    return solver.solve(s_cells, o_cells, **how)


# Values


@pytest.mark.parametrize(
    ("columns", "rows", "most_empty"),
    [(3, 3, 9), (9, 1, 9), (1, 8, 8), (2, 5, 7), (3, 4, 6), (4, 4, 5), (5, 5, 4), (6, 6, 4), (8, 8, 3), (33, 1, 5)],
)
def test_values_are_those_of_brute_force(columns: int, rows: int, most_empty: int) -> None:
    game, source = Oso(columns, rows), random.Random(columns * 100 + rows)
    value, solver = brute_force(game), native.OsoSolver(columns, rows, 4)
    for _ in range(POSITIONS if most_empty > 6 else POSITIONS // 4):
        letters = random_letters(game.cells, min(most_empty, game.cells), source)
        found = solve(solver, *letters)
        assert (found.lower, found.upper, found.stopped) == (value(*letters), value(*letters), False), letters


@pytest.mark.parametrize(("columns", "rows", "most_empty"), [(3, 3, 9), (8, 1, 8), (4, 3, 6), (5, 5, 4)])
def test_every_move_has_its_exact_value_and_the_best_moves_are_all_there(
    columns: int, rows: int, most_empty: int
) -> None:
    game, source = Oso(columns, rows), random.Random(8)
    value, solver = brute_force(game), native.OsoSolver(columns, rows, 4)
    for _ in range(POSITIONS // 10):
        letters = random_letters(game.cells, most_empty, source)
        every = solve(solver, *letters, goal=Goal.EVERY_MOVE)
        expected = {}
        for move, lower, upper in every.roots:
            expected[move] = value.after(*letters, *game.kernel_move(move))
            assert (lower, upper) == (expected[move],) * 2, (letters, move)
        assert len(expected) == 2 * (game.cells - (letters[0] | letters[1]).bit_count())
        solver.clear()
        best = solve(solver, *letters, goal=Goal.BEST_MOVES)
        keeping = {move for move, lower, _ in best.roots if lower == best.lower}
        assert keeping == {move for move, worth in expected.items() if worth == value(*letters)}


def test_a_middle_worth_eight_points_or_four_is_counted_right() -> None:
    game = Oso(5, 5)
    ring = [6, 7, 8, 11, 13, 16, 17, 18]
    outer = [0, 2, 4, 10, 14, 20, 22, 24]
    everywhere = (1 << 25) - 1 & ~(1 << 12)
    inner_s, ends_o = sum(1 << cell for cell in ring), sum(1 << cell for cell in outer)
    found = solve(native.OsoSolver(5, 5, 1), inner_s, ends_o | everywhere & ~inner_s, goal=Goal.EVERY_MOVE)
    assert [(move, lower) for move, lower, _ in found.roots] == [(24, 0), (25, 8)]
    found = solve(native.OsoSolver(5, 5, 1), everywhere & ~inner_s, inner_s, goal=Goal.EVERY_MOVE)
    assert [(move, lower) for move, lower, _ in found.roots] == [(24, 4), (25, 0)]
    assert game.points_of(everywhere & ~inner_s, inner_s, "S", 12) == 4


def test_one_move_is_asked_of_and_the_answer_is_on_the_side_where_its_value_is() -> None:
    game, source = Oso(3, 3), random.Random(4)
    value, solver = brute_force(game), native.OsoSolver(3, 3, 1)
    for _ in range(POSITIONS // 4):
        s_cells, o_cells = random_letters(9, 7, source)
        move = source.choice(game.legal_moves(Letters(s_cells, o_cells, game.initial().turn, 0, 0)))
        index, worth = 2 * move.cell + (move.letter == "O"), value.after(s_cells, o_cells, *move)
        for asked in (worth - 1, worth, worth + 1):
            found = solver.ask(s_cells, o_cells, index, asked)
            assert found.roots == [(index, found.lower, found.upper)]
            assert found.lower <= worth <= found.upper
            assert found.lower >= asked or found.upper < asked
    taken = next(cell for cell in range(9) if (s_cells | o_cells) >> cell & 1)
    with pytest.raises(ValueError, match="no such move"):
        solver.ask(s_cells, o_cells, 2 * taken, 0)


@pytest.mark.parametrize(
    ("columns", "first_rows", "values"),
    [
        (1, 3, [0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, -1, 1, 0]),
        (2, 3, [0, 0, 0, 0, -1, -1, -1]),
        (3, 3, [0, 0, 0, 0]),
        (4, 4, [0, 0]),
    ],
)
def test_small_boards_have_their_known_values(columns: int, first_rows: int, values: list[int]) -> None:
    for rows, value in enumerate(values, first_rows):
        found = solve(native.OsoSolver(columns, rows))
        assert (found.lower, found.upper) == (value, value), (columns, rows)


def test_a_board_is_worth_the_same_from_every_side() -> None:
    source = random.Random(9)
    wide, tall = native.OsoSolver(5, 3), native.OsoSolver(3, 5)
    for _ in range(50):
        letters = random_letters(15, 9, source)
        turned = [
            sum(1 << (cell % 5 * 3 + cell // 5) for cell in range(15) if letter >> cell & 1) for letter in letters
        ]
        assert solve(wide, *letters).lower == solve(tall, *turned).lower


# Work


NODES = {
    (1, 12, Goal.VALUE): 1_517,
    (1, 12, Goal.BEST_MOVES): 2_800,
    (2, 6, Goal.VALUE): 157,
    (2, 6, Goal.BEST_MOVES): 355,
    (3, 4, Goal.VALUE): 1_914,
    (3, 4, Goal.BEST_MOVES): 6_349,
    (3, 5, Goal.VALUE): 33_436,
    (3, 5, Goal.BEST_MOVES): 45_473,
    (4, 4, Goal.VALUE): 40_891,
    (4, 4, Goal.BEST_MOVES): 147_092,
}


def test_the_nodes_of_known_boards_are_as_many_as_ever() -> None:
    counts = {}
    for columns, rows, goal in NODES:
        counts[columns, rows, goal] = solve(native.OsoSolver(columns, rows, 64), goal=goal).nodes
    assert counts == NODES


def test_a_solve_can_be_repeated_exactly() -> None:
    solver = native.OsoSolver(3, 5, 4)
    first = solve(solver, goal=Goal.BEST_MOVES)
    solver.clear()
    again = solve(solver, goal=Goal.BEST_MOVES)
    assert (first.nodes, first.roots) == (again.nodes, again.roots)
    assert solve(solver, goal=Goal.BEST_MOVES).nodes < first.nodes / 10


def test_threads_on_one_table_find_the_same() -> None:
    alone, together = native.OsoSolver(4, 4, 16), native.OsoSolver(4, 4, 16, 3)
    source = random.Random(10)
    for letters in [(0, 0), *(random_letters(16, 12, source) for _ in range(50))]:
        one, many = (solve(solver, *letters, goal=Goal.EVERY_MOVE) for solver in (alone, together))
        assert [root[:2] for root in one.roots] == [root[:2] for root in many.roots]


def test_a_tiny_table_changes_nodes_and_nothing_else() -> None:
    assert solve(native.OsoSolver(3, 6, 1)).lower == 0


# Stopping


def test_a_solve_stops_at_its_nodes_with_bounds_that_hold() -> None:
    found = solve(native.OsoSolver(4, 4, 4), nodes=1000)
    assert found.stopped
    assert found.nodes == 1000
    assert found.lower <= 0 <= found.upper


def test_a_solve_stops_at_its_seconds_and_when_told() -> None:
    solver = native.OsoSolver(7, 7, 4, 2)
    assert solve(solver, seconds=0.1).stopped
    timer = threading.Timer(0.2, solver.stop)
    timer.start()
    assert solve(solver).stopped
    timer.join()
    # It is none the worse for it.
    assert solve(solver, seconds=0.1).stopped


def test_progress_is_told_of_every_question_and_may_end_the_solve() -> None:
    told: list[tuple[int, ...]] = []
    found = solve(native.OsoSolver(3, 4), progress=lambda *news: told.append(news))
    assert {news[0] for news in told} == {0, 1}
    assert all(news[3] == 24 and news[4] <= found.lower <= news[5] for news in told)
    assert told[-1][-1] <= found.nodes

    def fail(*_: int) -> None:
        raise ZeroDivisionError("told too much")

    solver = native.OsoSolver(4, 4, 4, 2)
    with pytest.raises(ZeroDivisionError, match="told too much"):
        solve(solver, progress=fail)
    assert solve(solver).lower == 0


def test_a_second_solve_at_the_same_time_is_refused() -> None:
    solver, refused = native.OsoSolver(7, 7, 4), []

    def intrude(*_: int) -> None:
        for attempt in (solver.clear, lambda: solve(solver), lambda: solver.load("nowhere")):
            with pytest.raises(RuntimeError, match="a search is running") as caught:
                attempt()
            refused.append(caught)
        solver.stop()

    assert solve(solver, progress=intrude).stopped
    assert len(refused) == 3


# Checkpoints


def test_an_interrupted_solve_goes_on_where_it_was(tmp_path: Path) -> None:
    path = str(tmp_path / "table")
    whole = solve(native.OsoSolver(4, 4, 16), goal=Goal.BEST_MOVES)
    done, rounds = 0, 0
    while True:
        solver = native.OsoSolver(4, 4, 16)
        if rounds:
            solver.load(path)
        found = solve(solver, goal=Goal.BEST_MOVES, nodes=whole.nodes // 4)
        solver.save(path)
        done, rounds = done + found.nodes, rounds + 1
        if not found.stopped:
            break
        assert rounds < 100
    assert rounds > 2
    assert [root[:2] for root in found.roots if root[1] == 0] == [root[:2] for root in whole.roots if root[1] == 0]
    assert (found.lower, found.upper) == (whole.lower, whole.upper)
    # What was lost is the unfinished work of each interruption.
    assert done < 3 * whole.nodes


def test_a_finished_solve_is_read_again_without_work(tmp_path: Path) -> None:
    path = str(tmp_path / "table")
    solver = native.OsoSolver(4, 4, 16)
    first = solve(solver)
    solver.save(path)
    other = native.OsoSolver(4, 4, 1, 2)
    other.load(path)
    assert solve(other).lower == first.lower
    assert solve(other).nodes < 1000


def test_a_checkpoint_can_be_written_while_threads_work(tmp_path: Path) -> None:
    path = tmp_path / "table"
    solver, sizes = native.OsoSolver(4, 4, 4, 2), []

    def keep(*_: int) -> None:
        solver.save(str(path))
        sizes.append(path.stat().st_size)

    assert solve(solver, progress=keep).lower == 0
    assert sizes[0] < sizes[-1]
    other = native.OsoSolver(4, 4, 4)
    other.load(str(path))
    assert solve(other).lower == 0
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


def test_a_killed_solve_leaves_a_whole_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "table"
    program = (
        "import sys; from pathlib import Path; from enraya import _native\n"
        "from enraya.solve.checked_file import replacing\n"
        "solver = _native.OsoSolver(5, 5, 16)\n"
        "def keep(*_):\n"
        "    with replacing(Path(sys.argv[1])) as unfinished: solver.save(str(unfinished))\n"
        "    print(flush=True)\n"
        "solver.solve(0, 0, progress=keep)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        # A busy machine has less to save at each progress.
        saves = 0
        while saves < 3 or path.stat().st_size <= 100_000:
            assert process.stdout.readline(), "the solve ended before it had a table worth keeping"
            saves += 1
        process.kill()
    size = path.stat().st_size
    solver = native.OsoSolver(5, 5, 16)
    solver.load(str(path))
    solver.save(str(path))
    assert path.stat().st_size > size / 2


def test_a_damaged_checkpoint_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "table"
    solver = native.OsoSolver(3, 5, 4)
    whole_nodes = solve(solver).nodes
    solver.save(str(path))
    whole, source = path.read_bytes(), random.Random(11)
    damaged = [whole[:length] for length in (0, 5, 24, 100, len(whole) - 8, len(whole) - 1)] + [whole + b"\0"]
    for _ in range(60):
        place = source.randrange(len(whole))
        flipped = whole[place] ^ 1 << source.randrange(8)
        damaged.append(whole[:place] + bytes([flipped]) + whole[place + 1 :])
    other = native.OsoSolver(3, 5, 4)
    for content in damaged:
        path.write_bytes(content)
        with pytest.raises((RuntimeError, ValueError), match=r"damaged|another board|not a file"):
            other.load(str(path))
    assert solve(other).nodes == whole_nodes


def test_a_checkpoint_of_another_board_or_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table"
    native.OsoSolver(3, 5, 4).save(str(path))
    with pytest.raises(ValueError, match="another board"):
        native.OsoSolver(5, 3, 4).load(str(path))
    with pytest.raises(RuntimeError, match="cannot open"):
        native.OsoSolver(3, 5, 4).load(str(tmp_path / "nowhere"))
    with pytest.raises(RuntimeError, match="cannot open"):
        native.OsoSolver(3, 5, 4).save(str(tmp_path / "no folder" / "table"))


# What is refused


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (-2, -2), (13, 5), (65, 1), (1 << 16, 1 << 16)])
def test_a_board_of_an_impossible_size_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="64"):
        native.OsoSolver(*size)


@pytest.mark.parametrize("change", [{"table_megabytes": 0}, {"threads": 0}, {"threads": 257}], ids=str)
def test_an_impossible_table_or_number_of_threads_is_refused(change: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        native.OsoSolver(3, 3, **change)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"s_cells": 0x10}, "not on the board"),
        ({"s_cells": 1, "o_cells": 1}, "two letters"),
        ({"s_cells": 0b101, "o_cells": 0b010}, "the game is over"),
        ({"nodes": -1}, "not negative"),
        ({"seconds": -0.5}, "not negative"),
        ({"seconds": float("nan")}, "not negative"),
    ],
    ids=str,
)
def test_what_cannot_be_solved_is_refused(arguments: dict[str, Any], reason: str) -> None:
    asked = {"s_cells": 0, "o_cells": 0} | arguments
    with pytest.raises(ValueError, match=reason):
        native.OsoSolver(3, 1).solve(**asked)
