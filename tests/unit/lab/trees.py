"""Random trees, and minimax and alpha-beta written a second time, as plainly as can be, to check the first by."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from enraya.lab.exercises.exercise import Exercise
from enraya.position import Position

leaves = st.integers(-9, 9)
nested = st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=16)
trees = st.lists(nested, min_size=1, max_size=3)
starters = st.sampled_from(["max", "min"])


def written(tree):
    return str(tree) if isinstance(tree, int) else f"[{' '.join(map(written, tree))}]"


def exercise_on(tree, kind, starter="max", **more):
    return Exercise(kind, Position.start(f"tree({written(tree)}, root={starter})"), **more)


def minimax_value(tree, is_max):
    if isinstance(tree, int):
        return tree
    below = [minimax_value(child, not is_max) for child in tree]
    return max(below) if is_max else min(below)


def explore(tree, is_max, strict, path=(), low=-math.inf, high=math.inf, seen=None):
    """The value that alpha-beta finds, every inner node entered with its window, and the branches cut."""
    windows, cut = seen if seen is not None else ({}, set())
    if isinstance(tree, int):
        return tree, windows, cut
    windows[path] = (low, high)
    best = -math.inf if is_max else math.inf
    for place, child in enumerate(tree):
        value, _, _ = explore(child, not is_max, strict, (*path, place), low, high, (windows, cut))
        if is_max:
            best = max(best, value)
            is_past = best > high if strict else best >= high
            low = max(low, best)
        else:
            best = min(best, value)
            is_past = best < low if strict else best <= low
            high = min(high, best)
        if is_past:
            cut |= {(*path, later) for later in range(place + 1, len(tree))}
            break
    return best, windows, cut


def path_of(node):
    return () if node.parent is None else (*path_of(node.parent), node.place)


def part_at(tree, path):
    return tree if not path else part_at(tree[path[0]], path[1:])
