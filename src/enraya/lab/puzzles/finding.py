"""The test whether a position is a good puzzle, and of which kind: from the exact value of each of its moves."""

from __future__ import annotations

from typing import Any

from enraya.lab.puzzles.grading import grade
from enraya.lab.puzzles.puzzle import Kind, Puzzle, Solve
from enraya.lab.puzzles.threats import FORCED_LENGTH, is_double_threat, is_forcing
from enraya.lab.puzzles.tree import solution_tree
from enraya.position import Position
from enraya.solve.solution import Solution, SolvedValue

SHORTEST_WIN = 3
"""Plies: a win at once is no puzzle."""

LONGEST_WIN = 11
"""Plies: what lies further ahead nobody sees, and the moves to it are many."""

SHORTEST_REFUTATION = 4
"""Plies that the longest refutation of a wrong move takes: to parry a win at once is no puzzle."""

FEWEST_MOVES = 3


def find_puzzle(position: Position, solve: Solve) -> Puzzle | None:
    """The puzzle that *position* is, graded; None if it is none, or *solve* does not say."""
    if position.is_over or len(position.playable()) < FEWEST_MOVES:
        return None
    solution = solve(position)
    if solution is None or (found := kind_of(position, solution)) is None:
        return None
    kind, key = found
    worth = dict(solution.moves)[key]
    game = position.game
    puzzle = Puzzle(
        game.name,
        tuple(position.move_texts),
        kind,
        game.format_move(key),
        worth.plies if kind not in ("hold", "points") else None,
        int(worth.outcome) if kind == "points" else None,
        1,
    )
    tree = solution_tree(position, puzzle, solve, widest=1)
    return None if tree is None else grade(puzzle, position, solution, tree)


def kind_of(position: Position, solution: Solution) -> tuple[Kind, Any] | None:
    """The kind of puzzle that *position* is, and its one right move."""
    ranked = sorted(solution.moves, key=lambda each: -each[1].outcome)
    (key, worth), (_, second) = ranked[:2]
    if second.outcome >= worth.outcome:
        return None
    if position.game.scored:
        return None if _is_obvious(position, key) else ("points", key)
    wrong = [each for _, each in ranked[1:]]
    if worth.outcome > 0:
        return _kind_of_win(position, key, worth)
    # All else loses: a draw is the best there is.
    refutations = [each.plies for each in wrong if each.plies is not None]
    if worth.outcome == 0 and len(refutations) == len(wrong) and max(refutations) >= SHORTEST_REFUTATION:
        return "hold", key
    return None


def _kind_of_win(position: Position, key: Any, worth: SolvedValue) -> tuple[Kind, Any] | None:
    if worth.plies is None or not SHORTEST_WIN <= worth.plies <= LONGEST_WIN:
        return None
    game, after = position.game, position.game.play(position.state, key)
    if worth.plies == SHORTEST_WIN and is_double_threat(game, after):
        return "double_threat", key
    if worth.plies >= FORCED_LENGTH and is_forcing(game, after, worth.plies - 1):
        return "forcing", key
    return "win", key


def _is_obvious(position: Position, key: Any) -> bool:
    """True if *key* is the one move that takes the most points at once."""
    game, state, mover = position.game, position.state, position.to_move
    taken = {move: game.evaluate(game.play(state, move), mover) for move in game.legal_moves(state)}
    most = max(taken.values())
    return taken[key] == most and list(taken.values()).count(most) == 1
