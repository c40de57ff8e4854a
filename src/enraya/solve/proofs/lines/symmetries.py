"""The automorphisms of a game of lines: the permutations of its cells that carry every line to a line.

Turning and mirroring the board are such permutations, but not always all: in a cube of side 4 the inner and the outer
cells may change places too. Positions that one of them carries to each other have the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MOST = 1000
MOST_STEPS = 100_000

Permutation = tuple[int, ...]
"""Cell c goes to permutation[c]."""


def keeps_lines(permutation: Sequence[int], lines: frozenset[frozenset[int]]) -> bool:
    """True if *permutation* carries every line to a line, different cells to different cells."""
    cells = range(len(permutation))
    return sorted(permutation) == list(cells) and {frozenset(permutation[c] for c in line) for line in lines} == lines


@lru_cache(maxsize=16)
def automorphisms(cells: int, lines: tuple[tuple[int, ...], ...]) -> tuple[Permutation, ...] | None:
    """All of them but the one that moves nothing; None if there are very many, as where cells are in no line."""
    whole = frozenset(map(frozenset, lines))
    shared = [[0] * cells for _ in range(cells)]
    for line in whole:
        for one in line:
            for two in line:
                shared[one][two] += 1
    # alike[b][n]: the cells that share n lines with b.
    alike: list[dict[int, int]] = [{} for _ in range(cells)]
    for one in range(cells):
        for two in range(cells):
            alike[one][shared[one][two]] = alike[one].get(shared[one][two], 0) | 1 << two
    crossed = [
        sum(1 << cell for cell in range(cells) if shared[cell][cell] == shared[one][one]) for one in range(cells)
    ]
    found: list[Permutation] = []
    steps = 0
    waiting: list[Permutation] = [()]
    while waiting:
        images = waiting.pop()
        steps += 1
        if steps > MOST_STEPS or len(found) > MOST:
            return None
        cell = len(images)
        if cell == cells:
            if images != tuple(range(cells)) and keeps_lines(images, whole):
                found.append(images)
            continue
        fitting = crossed[cell]
        for before, image in enumerate(images):
            fitting &= ~(1 << image) & alike[image].get(shared[before][cell], 0)
        while fitting:
            low = fitting & -fitting
            fitting ^= low
            waiting.append((*images, low.bit_length() - 1))
    return tuple(sorted(found))
