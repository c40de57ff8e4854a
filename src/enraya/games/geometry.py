"""Cells, straight lines and symmetries of boards with one, two or three dimensions.

A shape is (columns, rows) or (columns, rows, levels); cells are numbered along columns, then rows, then levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

from enraya.board import bits, cells_of

Line = tuple[int, ...]
"""k cells in a row."""

Permutation = tuple[int, ...]
"""A permutation of the cells of a board: cell c goes to `permutation[c]`."""

Coordinates = tuple[int, ...]


def most_cached(cells: int) -> int:
    """How many positions of a board keep the list of their free cells: however much is played, some two megabytes."""
    return min(1 << 14, (1 << 18) // cells)


def cell_number(at: Sequence[int], shape: Sequence[int]) -> int:
    """The number of the cell at these coordinates."""
    number = 0
    for place, size in zip(reversed(at), reversed(shape), strict=True):
        number = number * size + place
    return number


def is_inside(at: Sequence[int], shape: Sequence[int]) -> bool:
    """True if there is a cell at these coordinates."""
    return all(0 <= place < size for place, size in zip(at, shape, strict=True))


def _directions(dimensions: int) -> Iterator[Coordinates]:
    """One of each two opposite directions."""
    return (step for step in product((-1, 0, 1), repeat=dimensions) if step > (0,) * dimensions)


def lines_with_ends(shape: Sequence[int], k: int, *, diagonals: bool = True) -> dict[Line, tuple[int, ...]]:
    """Every line of *k* cells, with the cells just beyond its two ends."""
    lines: dict[Line, tuple[int, ...]] = {}
    for step in _directions(len(shape)):
        if not diagonals and sum(map(abs, step)) > 1:
            continue
        for start in product(*(range(size) for size in shape)):
            run = [tuple(at + index * move for at, move in zip(start, step, strict=True)) for index in range(-1, k + 1)]
            if is_inside(run[k], shape):
                beyond = tuple(cell_number(at, shape) for at in (run[0], run[-1]) if is_inside(at, shape))
                lines[tuple(cell_number(at, shape) for at in run[1:-1])] = beyond
    return dict(sorted(lines.items()))


def board_symmetries(shape: Sequence[int]) -> list[Permutation]:
    """The symmetries of a board, other than none.

    Each swaps some axes of equal size and then turns some axes round.
    """
    axes = range(len(shape))
    found = []
    for order in permutations(axes):
        if any(shape[order[axis]] != shape[axis] for axis in axes):
            continue
        for turned in product((False, True), repeat=len(shape)):
            permutation = []
            for places in product(*(range(size) for size in reversed(shape))):
                at = places[::-1]
                seen = [shape[axis] - 1 - at[order[axis]] if turned[axis] else at[order[axis]] for axis in axes]
                permutation.append(cell_number(seen, shape))
            found.append(tuple(permutation))
    # Some of these are equal on a board one cell wide, and one is the identity.
    same = tuple(range(len(found[0])))
    return [permutation for permutation in dict.fromkeys(found) if permutation != same]


def bit_permuter(permutation: Permutation) -> Callable[[int], int]:
    """The function that permutes a set of cells, given as bits: a look-up for each eight cells."""
    tables = []
    for start in range(0, len(permutation), 8):
        targets = permutation[start : start + 8]
        tables.append([bits(targets[at] for at in cells_of(byte)) for byte in range(1 << len(targets))])

    def permute(cells: int) -> int:
        result = 0
        for table in tables:
            if not cells:
                break
            result |= table[cells & 255]
            cells >>= 8
        return result

    return permute
