"""Linear equations with a symmetric, positive definite matrix, by Cholesky's decomposition."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

Matrix = list[list[float]]


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    """The sum of the products, as far as the shorter goes."""
    total: float = sum(map(mul, one, other))
    return total


def decompose(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The lower triangle L with L·Lᵀ = *matrix*."""
    lower: Matrix = []
    for row, values in enumerate(matrix):
        found: list[float] = []
        for column in range(row + 1):
            above = lower[column] if column < row else found
            rest = values[column] - dot(found[:column], above[:column])
            found.append(math.sqrt(rest) if column == row else rest / above[column])
        lower.append(found)
    return lower


def solve(lower: Matrix, right: Sequence[float]) -> list[float]:
    """The x with L·Lᵀ·x = *right*."""
    size = len(right)
    forward: list[float] = []
    for row in range(size):
        forward.append((right[row] - dot(lower[row][:row], forward)) / lower[row][row])
    found = [0.0] * size
    for row in reversed(range(size)):
        behind = sum(lower[below][row] * found[below] for below in range(row + 1, size))
        found[row] = (forward[row] - behind) / lower[row][row]
    return found


def invert(lower: Matrix) -> Matrix:
    """The inverse of L·Lᵀ."""
    size = len(lower)
    return [solve(lower, [float(row == column) for row in range(size)]) for column in range(size)]
