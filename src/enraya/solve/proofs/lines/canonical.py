"""Canonical forms of positions of free lines, under permutations of the cells that carry lines to lines."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.solve.proofs.lines.symmetries import Permutation

MOST_PIECES = 6
"""Positions with more pieces are their own canonical form: hardly two of them are symmetric."""


class SymmetryReduction:
    """Replaces positions with few pieces by their canonical form: of all symmetric images the least."""

    def __init__(self, permutations: Sequence[Permutation]) -> None:
        self._permutations = permutations

    def canonical(self, one: int, two: int) -> tuple[tuple[int, int], Permutation | None]:
        """The canonical form of the pieces of both players, and the permutation that carries them there, if any."""
        least, best = (one, two), None
        if (one | two).bit_count() <= MOST_PIECES:
            cells = [[cell for cell in range(each.bit_length()) if each >> cell & 1] for each in (one, two)]
            for permutation in self._permutations:
                image = (
                    sum(1 << permutation[cell] for cell in cells[0]),
                    sum(1 << permutation[cell] for cell in cells[1]),
                )
                if image < least:
                    least, best = image, permutation
        return least, best


def carried_back(permutation: Permutation, cells: int) -> int:
    """The cells that *permutation* carries to *cells*."""
    return sum(1 << cell for cell, image in enumerate(permutation) if cells >> image & 1)
