"""The OSO solver against a second, plain program that shares no code with it: `tests/native/oso_again.cpp`."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.scale import POSITIONS

native = pytest.importorskip("enraya._native", reason="needs the C++ build")
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
SOURCE = Path(__file__).parent.parent / "native" / "oso_again.cpp"

pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler")


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("oso") / "oso_again"
    command = [str(COMPILER), "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(SOURCE)]
    subprocess.run(command, check=True)
    return program


def random_board(cells: int, most_empty: int, source: random.Random) -> str:
    blanks = set(source.sample(range(cells), source.randint(1, most_empty)))
    share = source.choice((0.3, 0.5, 0.6, 0.7, 0.8))
    return "".join("." if cell in blanks else "O" if source.random() < share else "S" for cell in range(cells))


def cells_of(board: str, letter: str) -> int:
    return sum(1 << cell for cell, sign in enumerate(board) if sign == letter)


@pytest.mark.parametrize(
    ("columns", "rows", "most_empty"), [(5, 5, 10), (4, 5, 11), (6, 4, 9), (3, 9, 10), (14, 2, 12), (1, 20, 14)]
)
def test_random_positions_have_the_same_value(columns: int, rows: int, most_empty: int, again: Path) -> None:
    source = random.Random(columns * 100 + rows)
    boards = [random_board(columns * rows, most_empty, source) for _ in range(POSITIONS // (1 if rows == 5 else 10))]
    told = subprocess.run(
        [str(again), str(columns), str(rows), "64", "-"],
        input="\n".join(boards) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    solver = native.OsoSolver(columns, rows, 16)
    values = [solver.solve(cells_of(board, "S"), cells_of(board, "O")).lower for board in boards]
    assert values == [int(line) for line in told.stdout.split()]


@pytest.mark.parametrize("size", [(1, 13), (2, 7), (3, 4), (3, 5), (4, 4)])
def test_whole_boards_have_the_same_value(size: tuple[int, int], again: Path) -> None:
    told = subprocess.run([str(again), *map(str, size), "64"], capture_output=True, text=True, check=True)
    assert f"value {native.OsoSolver(*size).solve(0, 0).lower}" in told.stdout.splitlines()
