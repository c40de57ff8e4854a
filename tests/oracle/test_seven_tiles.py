"""The tiles of docs/seven.md: every seven in a row meets one, and what the core says of lines of several lengths."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

pytest.importorskip("enraya._native", reason="needs the C++ build")

from bench.seven_tiles import BORDERS, LENGTH, MAKER, ROWS, Line, Tile, of_one_length

from enraya._native import MakerSearch


@pytest.mark.parametrize("width", [7, 8, 11])
@pytest.mark.parametrize("borders", BORDERS)
def test_every_seven_of_the_plane_contains_a_line_of_a_tile(width: int, borders: str) -> None:
    tile = Tile.of(width, borders)
    lines = [{divmod(cell, width) for cell in line} for line in tile.lines()]
    # The plane repeats itself after so many rows and columns: sevens that begin in one tile are all there are.
    for row, column, step in product(range(ROWS), range(width), ((0, 1), (1, 0), (1, 1), (-1, 1))):
        seven = {(row + i * step[0], column + i * step[1]) for i in range(LENGTH)}
        tiles = {(y // ROWS, x // width) for y, x in seven}
        assert any({(y + ROWS * at[0], x + width * at[1]) for y, x in line} <= seven for at in tiles for line in lines)


def maker_wins(lines: list[Line], cells: int) -> bool:
    """By brute force; the maker moves first."""

    @cache
    def wins(maker: int, breaker: int) -> bool:
        free = [1 << cell for cell in range(cells) if not (maker | breaker) >> cell & 1]
        return any(
            is_full(maker | own)
            or (bool(free[1:]) and all(wins(maker | own, breaker | other) for other in free if other != own))
            for own in free
        )

    def is_full(maker: int) -> bool:
        return any(all(maker >> cell & 1 for cell in line) for line in lines)

    return wins(0, 0)


def test_lines_of_several_lengths_are_held_exactly_where_brute_force_says_so() -> None:
    dice, cells, answers = random.Random(3), 8, set()
    for _ in range(40):
        sets = {frozenset(dice.sample(range(cells), dice.randint(2, 4))) for _ in range(dice.randint(3, 9))}
        lines = sorted(tuple(sorted(line)) for line in sets if not any(other < line for other in sets))
        more, padded = of_one_length(lines, cells)
        core = MakerSearch(cells + more, padded, [()] * len(padded), [], False, [], 1)
        found = core.hold_by_zone(((1 << more) - 1) << cells, 0, MAKER, 1 - MAKER)
        assert found.known
        assert found.holds != maker_wins(lines, cells)
        answers.add(found.holds)
    assert answers == {True, False}
