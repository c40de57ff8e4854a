"""The permutations that keep all lines: turns and mirrors, and in the cube of side 4 more than these."""

from __future__ import annotations

import pytest

from enraya import find_game
from enraya.solve.proofs.lines.symmetries import automorphisms, keeps_lines


@pytest.mark.parametrize(("name", "count"), [("mnk(3,3,3)", 8), ("mnk(9,4,4)", 4), ("cube(3)", 48), ("cube(4)", 192)])
def test_there_are_as_many_as_there_should_be(name, count):
    kernel = find_game(name).kernel()
    found = automorphisms(kernel.cells, kernel.lines)
    assert len({*found, tuple(range(kernel.cells))}) == count
    assert set(kernel.symmetries) <= {*found, tuple(range(kernel.cells))}
    assert all(keeps_lines(each, frozenset(map(frozenset, kernel.lines))) for each in found)


def test_too_many_are_not_listed():
    kernel = find_game("mnk(5,4,5)").kernel()
    assert automorphisms(kernel.cells, kernel.lines) is None


def test_what_keeps_no_lines_is_none():
    lines = frozenset({frozenset({0, 1, 2})})
    assert keeps_lines((2, 0, 1, 3), lines)
    assert not keeps_lines((3, 0, 1, 2), lines)
    assert not keeps_lines((0, 0, 1, 2), lines)
