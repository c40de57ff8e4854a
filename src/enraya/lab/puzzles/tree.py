"""The solution tree of a puzzle: what to play, what the other side may answer, and what to play then."""

from __future__ import annotations

from dataclasses import dataclass

from enraya.lab.puzzles.puzzle import Puzzle, Solve
from enraya.position import Position
from enraya.solve.solution import Solution

MOST_REPLIES = 3


@dataclass(frozen=True)
class Step:
    """A turn of the puzzle's solver: the moves that keep the claim, and the answers to the first of them.

    *choices* is how many moves there are to choose from.
    """

    moves: tuple[str, ...]
    choices: int
    replies: tuple[Reply, ...] = ()

    @property
    def line(self) -> tuple[str, ...]:
        """The moves of both sides along the first branch."""
        return (self.moves[0], *((self.replies[0].move, *self.replies[0].then.line) if self.replies else ()))


@dataclass(frozen=True)
class Reply:
    """An answer of the other side, and what follows it."""

    move: str
    then: Step


def solution_tree(position: Position, puzzle: Puzzle, solve: Solve, widest: int = MOST_REPLIES) -> Step | None:
    """The solution of *puzzle* from its start *position*, with the *widest* most stubborn answers to each move.

    None where *solve* does not say. Who is to hold, or to make points, makes one move.
    """
    choices = len(position.playable())
    if puzzle.plies is None:
        return Step((puzzle.solution,), choices)
    return _step(position, (puzzle.solution,), puzzle.plies, solve, widest)


def right_moves(solution: Solution, plies: int) -> list[object]:
    """The moves that win within *plies*."""
    return [
        move for move, worth in solution.moves if worth.outcome > 0 and worth.plies is not None and worth.plies <= plies
    ]


def stubborn_replies(solution: Solution) -> list[object]:
    """The moves of a lost position that put the end off longest."""
    longest = max(worth.plies or 0 for _, worth in solution.moves)
    return [move for move, worth in solution.moves if (worth.plies or 0) == longest]


def _step(position: Position, moves: tuple[str, ...], plies: int, solve: Solve, widest: int) -> Step | None:
    choices, after = len(position.playable()), position.play(moves[0])
    if after.is_over:
        return Step(moves, choices)
    answered = solve(after)
    if answered is None:
        return None
    replies = []
    for reply in stubborn_replies(answered)[:widest]:
        there = after.play(reply)
        text = there.last_move_text
        if there.is_over:
            # In misère whoever completes a row loses by it.
            continue
        solved = solve(there)
        if solved is None:
            return None
        right = tuple(position.game.format_move(move) for move in right_moves(solved, plies - 2))
        assert right, "a win that is claimed can be kept"
        then = _step(there, right, plies - 2, solve, widest)
        if then is None:
            return None
        replies.append(Reply(text, then))
    return Step(moves, choices, tuple(replies))
