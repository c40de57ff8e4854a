"""Seven in a row on the endless board: does the breaker hold a finite tile? The reduction is in docs/seven.md.

    python bench/seven_tiles.py --widths 7 8 9 10 --seconds 60
    python bench/seven_tiles.py --widths 13 --borders 4:lr --nodes 500000000 --memory 4096 --out tiles.jsonl

A tile has four rows. `--borders 4:lr` says how its two ends share the lines that run on into the next tile: of seven
cells along a row the last 4 at the right end and the first 8 - 4 at the left; of the diagonals that are cut in halves,
the rising ones at the right end (l: they belong to the tile to the left of the border) and the falling ones at the
left end (r). A row of output says whether the breaker holds the tile, the maker wins it, or neither was found.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from enraya._native import MakerSearch

ROWS = 4
LENGTH = 7
MAKER, BREAKER = 0, 1
MOST_CELLS, MOST_THROUGH, MOST_TOGETHER = 64, 64, 7
"""What the core takes: cells, lines through one cell, and lines through two."""

BORDERS = ("4:lr", "4:ll", "5:lr", "5:rr", "5:ll", "6:ll")
Line = tuple[int, ...]


class Tile(NamedTuple):
    """Four rows of *width* cells. *right* cells along a row are guarded at the right end and 8 - right at the left."""

    width: int
    right: int
    rising: str
    falling: str

    @classmethod
    def of(cls, width: int, borders: str) -> Tile:
        right, _, halves = borders.partition(":")
        return cls(width, int(right), *halves)

    def cell(self, row: int, column: int) -> int:
        return row * self.width + column

    def lines(self) -> list[Line]:
        """The sets of cells of which the breaker needs one each; none contains another."""
        found = {frozenset(line) for line in (*self._columns(), *self._rows(), *self._diagonals())}
        return sorted(tuple(sorted(line)) for line in found if not any(other < line for other in found))

    def _columns(self) -> Iterator[Line]:
        for column in range(self.width):
            yield tuple(self.cell(row, column) for row in range(ROWS))

    def _rows(self) -> Iterator[Line]:
        for row in range(ROWS):
            for column in range(self.width - LENGTH + 1):
                yield tuple(self.cell(row, column + step) for step in range(LENGTH))
            yield tuple(self.cell(row, self.width - self.right + step) for step in range(self.right))
            yield tuple(self.cell(row, step) for step in range(LENGTH + 1 - self.right))

    def _diagonals(self) -> Iterator[Line]:
        for first_row, down, half in ((0, 1, self.falling), (ROWS - 1, -1, self.rising)):
            for start in range(1 - ROWS, self.width):
                inside = [step for step in range(ROWS) if 0 <= start + step < self.width]
                is_at_right_end = start + ROWS > self.width
                if len(inside) > ROWS // 2 or (len(inside) == ROWS // 2 and is_at_right_end == (half == "l")):
                    yield tuple(self.cell(first_row + down * step, start + step) for step in inside)


def of_one_length(lines: Sequence[Line], first: int) -> tuple[int, list[Line]]:
    """The lines, made as long as the longest by cells from *first* on that the maker has from the start; their number.

    A piece that the maker has already changes nothing of what is left to fill. The core wants few lines through two
    cells, so these are shared out.
    """
    longest = max(map(len, lines))
    for count in range(longest - min(map(len, lines)), MOST_CELLS):
        padded, together = [], Counter[tuple[int, ...]]()
        for line in sorted(lines, key=len):
            full = list(line)
            for _ in range(longest - len(line)):
                crowds = {
                    cell: max([together[tuple(sorted((cell, other)))] for other in full])
                    for cell in range(first, first + count)
                    if cell not in full and together[cell,] < MOST_THROUGH
                }
                best = min(crowds, key=lambda cell: (crowds[cell], together[cell,]), default=None)
                if best is None or crowds[best] >= MOST_TOGETHER:
                    break
                full.append(best)
            if len(full) < longest:
                break
            together.update((*combinations(sorted(full), 2), *((cell,) for cell in full)))
            padded.append(tuple(full))
        else:
            return count, padded
    raise ValueError("the tile has too many lines")


def ask(tile: Tile, megabytes: int, nodes: int, seconds: float) -> dict[str, object]:
    """Whether the breaker, moving second and without lines of its own, holds the tile."""
    cells = ROWS * tile.width
    more, lines = of_one_length(tile.lines(), cells)
    row: dict[str, object] = {"width": tile.width, "borders": f"{tile.right}:{tile.rising}{tile.falling}"}
    row |= {"cells": cells, "lines": len(lines)}
    if cells + more > MOST_CELLS:
        return {**row, "answer": "too large"}
    core = MakerSearch(cells + more, lines, [()] * len(lines), [], False, [], megabytes)
    began = time.process_time()
    found = core.hold_by_zone(((1 << more) - 1) << cells, 0, MAKER, BREAKER, nodes=nodes, seconds=seconds)
    answer = ("held" if found.holds else "maker wins") if found.known else "open"
    return {**row, "answer": answer, "nodes": found.nodes, "seconds": round(time.process_time() - began, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--widths", nargs="+", type=int, default=list(range(7, 15)))
    parser.add_argument("--borders", nargs="+", default=list(BORDERS))
    parser.add_argument("--memory", type=int, default=512, help="megabytes of the table")
    parser.add_argument("--nodes", type=int, default=0, help="for each tile at most; 0: any number")
    parser.add_argument("--seconds", type=float, default=0.0, help="for each tile at most, by the clock; 0: any time")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    for width in options.widths:
        for borders in options.borders:
            row = json.dumps(ask(Tile.of(width, borders), options.memory, options.nodes, options.seconds))
            print(row, flush=True)
            if options.out is not None:
                with options.out.open("a") as file:
                    print(row, file=file)


if __name__ == "__main__":
    main()
