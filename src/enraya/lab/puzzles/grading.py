"""The difficulty of a puzzle: the bits it takes to find its moves, more where wrong moves look as good as the right
one.

A move of several is worth the logarithm of how many there are to choose from, over how many of them are right. A win
at once, and the one answer to a threat to win at once, are seen at a glance.
"""

from __future__ import annotations

from dataclasses import replace
from math import log2

from enraya.lab.puzzles.puzzle import GRADES, Puzzle
from enraya.lab.puzzles.threats import winning_moves
from enraya.lab.puzzles.tree import Step
from enraya.position import Position
from enraya.solve.solution import Solution

GLANCE = 0.5
LIMITS = (4.0, 6.0, 9.0, 13.0)
"""The efforts at which a puzzle is of the next difficulty."""

assert len(LIMITS) == GRADES - 1


def grade(puzzle: Puzzle, position: Position, solution: Solution, tree: Step) -> Puzzle:
    """*puzzle* with its difficulty, from the worth of each move at its start and its solution."""
    effort = effort_of(position, tree) * (1 + _tempting(puzzle, position))
    if puzzle.kind == "hold":
        # Every wrong move is to be refuted, and the longer that takes the less it is seen.
        effort += max(worth.plies or 0 for move, worth in solution.moves if worth.outcome < 0) / 2
    return replace(puzzle, difficulty=1 + sum(effort >= limit for limit in LIMITS))


def effort_of(position: Position, step: Step) -> float:
    """The bits of the moves along the first branch."""
    effort = 0.0
    while True:
        if position.game.scored or not winning_moves(position.game, position.state):
            effort += log2(step.choices / len(step.moves))
        else:
            effort += GLANCE
        if not step.replies:
            return effort
        position = position.play(step.moves[0]).play(step.replies[0].move)
        step = step.replies[0].then


def _tempting(puzzle: Puzzle, position: Position) -> float:
    """The share of the wrong moves after which the position looks at least as good as after the right one."""
    game, state, mover = position.game, position.state, position.to_move
    right = position.move(puzzle.solution)
    looks = {move: game.evaluate(game.play(state, move), mover) for move in position.playable()}
    wrong = [look for move, look in looks.items() if move != right]
    return sum(look >= looks[right] for look in wrong) / len(wrong)
