"""Rules as plain data, for the C++ core.

A game that returns one of these from `Game.kernel` can be searched by the C++ core; the core knows no names.
Sets of cells are integers, a bit a cell.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple


class LineKernel(NamedTuple):
    """A game of placing pieces where a full line ends it."""

    cells: int
    lines: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, ...], ...]
    """For each line, the cells next to its ends that must not be its owner's too (exactly five); empty where longer
    rows count.
    """
    columns: tuple[tuple[int, ...], ...]
    """With gravity: each column's cells from the bottom; a move is then a column. Empty: a move is a cell."""
    misere: bool
    symmetries: tuple[tuple[int, ...], ...]
    """Permutations of the cells, other than none: cell c goes to permutation[c]."""

    @property
    def move_count(self) -> int:
        """The moves are numbered from 0 to one less."""
        return len(self.columns) or self.cells

    @property
    def least_positions(self) -> int:
        """A lower bound on the number of positions reachable from the empty board."""
        if self.columns:
            return 1
        # Until a player can have filled a line, the pieces may lie anywhere.
        pieces = min(self.cells, 2 * min(map(len, self.lines), default=1) - 2)
        return sum(comb(self.cells, some) * comb(some, some // 2) for some in range(pieces + 1))


class FiveKernel(NamedTuple):
    """Five in a row on a flat board, for the engine of its own that plays it on large boards."""

    columns: int
    rows: int
    exact: bool
    """True if a longer row does not win."""


class OsoKernel(NamedTuple):
    """The letters game: a move is 2 × cell for S and 2 × cell + 1 for O, cells in rows from the top."""

    columns: int
    rows: int

    @property
    def move_count(self) -> int:
        """The moves are numbered from 0 to one less."""
        return 2 * self.columns * self.rows

    @property
    def least_positions(self) -> int:
        """A lower bound on the number of positions reachable from the empty board: a cell holds S, O or nothing."""
        return int(3 ** (self.columns * self.rows))


class LineState(NamedTuple):
    """A state of a `LineKernel`."""

    first: int
    second: int
    turn: int


class OsoState(NamedTuple):
    """A state of an `OsoKernel`; points so far do not change what is still to come."""

    s_cells: int
    o_cells: int
    turn: int


Kernel = LineKernel | OsoKernel
KernelState = LineState | OsoState
