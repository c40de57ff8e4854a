"""Puzzles, as tasks of a worker process: the solver judges every try."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from threading import Event

from enraya.catalogue import find_built_in
from enraya.errors import NotationError
from enraya.lab.puzzles.attempt import judge
from enraya.lab.puzzles.making import exact_solver
from enraya.lab.puzzles.puzzle import Solve
from enraya.lab.puzzles.sets import shipped_set
from enraya.lab.puzzles.tree import solution_tree
from enraya.server.views.puzzles import (
    PuzzlesAnswer,
    SolutionAnswer,
    VerdictAnswer,
    show_set,
    show_solution,
    show_verdict,
)
from enraya.server.workers.exports import offered_games_of
from enraya.workers.task import Json, OnProgress

NODES = 4_000_000
"""More than making a puzzle may take: what follows a wrong move may be harder than the puzzle."""


@lru_cache(maxsize=2)
def _solver_of(game: str) -> Solve:
    """The solver of a puzzle's game, cached because one try follows another."""
    return exact_solver(find_built_in(game), NODES)


def list_puzzles(job: Json, stop: Event, on_progress: OnProgress) -> PuzzlesAnswer:
    """The set, and the puzzle of a day."""
    return show_set(shipped_set(), date.fromisoformat(job["day"]), offered_games_of(job))


def judge_try(job: Json, stop: Event, on_progress: OnProgress) -> VerdictAnswer:
    """Judge a try and return its verdict."""
    puzzle = shipped_set().named(job["name"])
    verdict = judge(puzzle, job["moves"], _solver_of(puzzle.game))
    if verdict is None:
        raise NotationError("error.no_values", game=puzzle.game)
    return show_verdict(verdict)


def solve_puzzle(job: Json, stop: Event, on_progress: OnProgress) -> SolutionAnswer:
    """The solution tree."""
    puzzle = shipped_set().named(job["name"])
    tree = solution_tree(puzzle.position(), puzzle, _solver_of(puzzle.game))
    if tree is None:
        raise NotationError("error.no_values", game=puzzle.game)
    return show_solution(tree)
