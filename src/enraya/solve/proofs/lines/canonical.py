"""Positions seen from all sides: views are permutations of the cells that carry lines to lines."""

from __future__ import annotations

from collections.abc import Sequence

SEEN_FROM_ALL_SIDES = 6
"""How many pieces a position may have to be carried to another: with more, hardly two are the same."""

View = tuple[int, ...]


class Views:
    """Chooses for positions with few pieces the side they are looked at from."""

    def __init__(self, views: Sequence[View]) -> None:
        self._views = views

    def see(self, one: int, two: int) -> tuple[tuple[int, int], View | None]:
        """The pieces of both players as they are looked at, and the view that carries them there, unless it is none."""
        least, best = (one, two), None
        if (one | two).bit_count() <= SEEN_FROM_ALL_SIDES:
            cells = [[cell for cell in range(each.bit_length()) if each >> cell & 1] for each in (one, two)]
            for view in self._views:
                seen = sum(1 << view[cell] for cell in cells[0]), sum(1 << view[cell] for cell in cells[1])
                if seen < least:
                    least, best = seen, view
        return least, best


def seen_back(view: View, cells: int) -> int:
    """The cells that *view* carries to *cells*."""
    return sum(1 << cell for cell, image in enumerate(view) if cells >> image & 1)
