"""Judges a try at a puzzle: right and what is answered, or wrong and the line that refutes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from enraya.lab.puzzles.puzzle import WINS, Puzzle, Solve
from enraya.lab.puzzles.tree import right_moves, stubborn_replies
from enraya.lab.values.explanation import Sentence
from enraya.position import Position
from enraya.solve.solution import SolvedValue

LONGEST_LINE = 12
LONGEST_QUIET_LINE = 3
"""The length of a line shown where nothing is forced any more."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on a tried move.

    A right one that does not solve the puzzle yet has the other side's *reply*; a wrong one has the *line* of best play
    that follows it.
    """

    is_right: bool
    is_solved: bool
    reply: str | None
    line: tuple[str, ...]
    sentence: Sentence


def judge(puzzle: Puzzle, tried: Sequence[str], solve: Solve) -> Verdict | None:
    """Judge the last of the moves *tried*, both sides' since the start of *puzzle*.

    None where *solve* does not say. The moves before it are taken as they are.
    """
    before = puzzle.position().play_all(tried[:-1])
    move = before.move(tried[-1])
    text, after = before.game.format_move(move), before.play(move)
    left = None if puzzle.plies is None else puzzle.plies - len(tried) + 1
    solution = solve(before)
    if solution is None:
        return None
    is_key = text == puzzle.solution
    if is_key if left is None or len(tried) == 1 else move in right_moves(solution, left):
        return _go_on(puzzle, after, solve)
    worth = dict(solution.moves)[move]
    line = best_line(after, solve, LONGEST_LINE if worth.outcome and not after.game.scored else LONGEST_QUIET_LINE)
    return Verdict(False, False, None, line, _why_not(puzzle, text, worth, line, left))


def best_line(position: Position, solve: Solve, most: int) -> tuple[str, ...]:
    """The moves of best play by both sides from *position*, at most *most*; the loser delays as long as it can."""
    moves: list[str] = []
    while len(moves) < most and not position.is_over and (solution := solve(position)) is not None:
        position = position.play(solution.best[0])
        moves.append(position.last_move_text)
    return tuple(moves)


def _go_on(puzzle: Puzzle, after: Position, solve: Solve) -> Verdict | None:
    if puzzle.kind not in WINS or after.is_over:
        return Verdict(True, True, None, (), _solved(puzzle))
    answered = solve(after)
    if answered is None:
        return None
    there = after.play(stubborn_replies(answered)[0])
    reply = there.last_move_text
    # In misère it is the other side's move that ends the game.
    sentence = _solved(puzzle) if there.is_over else Sentence("puzzle.said.go_on", {"reply": reply})
    return Verdict(True, there.is_over, reply, (), sentence)


def _solved(puzzle: Puzzle) -> Sentence:
    if puzzle.kind == "points":
        score = puzzle.score or 0
        return Sentence(f"puzzle.said.solved_points_{_standing(score)}", {"count": abs(score)})
    return Sentence("puzzle.said.solved_hold" if puzzle.kind == "hold" else "puzzle.said.solved_win")


def _why_not(puzzle: Puzzle, move: str, worth: SolvedValue, line: tuple[str, ...], left: int | None) -> Sentence:
    values: dict[str, Any] = {"move": move, "line": " ".join(line), "reply": line[0] if line else ""}
    if puzzle.kind == "points":
        score = int(worth.outcome)
        return Sentence(f"puzzle.said.fewer_points_{_standing(score)}", {**values, "count": abs(score)})
    if worth.outcome < 0:
        return Sentence("puzzle.said.loses" if line else "puzzle.said.loses_at_once", values)
    if worth.outcome == 0:
        return Sentence("puzzle.said.draws" if line else "puzzle.said.draws_at_once", values)
    return Sentence("puzzle.said.slower", {**values, "count": ((left or 0) + 1) // 2})


def _standing(score: int) -> str:
    return "ahead" if score > 0 else "behind" if score < 0 else "level"
