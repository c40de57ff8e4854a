"""Puzzles as a page needs them: the set, and what a try comes to."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StrictStr

from enraya.catalogue import find_built_in
from enraya.lab.puzzles.attempt import Verdict
from enraya.lab.puzzles.puzzle import GRADES, Puzzle
from enraya.lab.puzzles.sets import PuzzleSet
from enraya.lab.puzzles.tree import Step
from enraya.server.api.answers.refusals import SentenceShown
from enraya.server.api.requests import LONGEST_MOVE, Request
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.views.board import Both, WireModel

MOST_TRIED = 60


class PuzzleShown(WireModel):
    """A puzzle without its solution."""

    name: str
    game: str
    title: Both
    moves: list[str]
    kind: Literal["win", "double_threat", "forcing", "hold", "points"]
    misere: bool = Field(description="whether a win is to make the other side complete a row")
    own_moves: int = Field(description="how many moves are to be found")
    difficulty: int = Field(ge=1, le=GRADES)


class PuzzlesAnswer(WireModel):
    """The set that comes with the program, and which of them is the one of the day asked for."""

    daily: str
    puzzles: list[PuzzleShown]


class TryRequest(Request):
    """The moves of both sides since the start of a puzzle; the last one is judged."""

    moves: list[Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_MOVE)]] = Field(
        min_length=1, max_length=MOST_TRIED
    )


class VerdictAnswer(WireModel):
    """The verdict on a try: the reply to a right move, or the line that refutes a wrong one."""

    right: bool
    solved: bool
    reply: str | None
    line: list[str]
    sentence: SentenceShown


class StepShown(WireModel):
    """The moves that are right at a point of the solution, and what may be answered to the first of them."""

    moves: list[str]
    replies: list[ReplyShown]


class ReplyShown(WireModel):
    """An answer, and what is right then."""

    move: str
    then: StepShown


class SolutionAnswer(WireModel):
    """The solution of a puzzle: its tree, and the line along the first branch."""

    line: list[str]
    tree: StepShown


def show_set(puzzles: PuzzleSet, day: date, offered: OfferedGames) -> PuzzlesAnswer:
    """All of them, and the puzzle of the *day*."""
    shown = [show_puzzle(puzzle, offered) for puzzle in puzzles.puzzles]
    return PuzzlesAnswer(daily=puzzles.of_day(day).name, puzzles=shown)


def show_puzzle(puzzle: Puzzle, offered: OfferedGames) -> PuzzleShown:
    """One of them, without its solution."""
    game = find_built_in(puzzle.game)
    return PuzzleShown(
        name=puzzle.name,
        game=puzzle.game,
        title=offered.title(game),
        moves=list(puzzle.moves),
        kind=puzzle.kind,
        misere=bool(getattr(game, "misere", False)),
        own_moves=puzzle.own_moves,
        difficulty=puzzle.difficulty,
    )


def show_verdict(verdict: Verdict) -> VerdictAnswer:
    """The view of a verdict on a try."""
    return VerdictAnswer(
        right=verdict.is_right,
        solved=verdict.is_solved,
        reply=verdict.reply,
        line=list(verdict.line),
        sentence=SentenceShown.model_validate(verdict.sentence),
    )


def show_solution(tree: Step) -> SolutionAnswer:
    """A solution tree."""
    return SolutionAnswer(line=list(tree.line), tree=_show_step(tree))


def _show_step(step: Step) -> StepShown:
    replies = [ReplyShown(move=reply.move, then=_show_step(reply.then)) for reply in step.replies]
    return StepShown(moves=list(step.moves), replies=replies)
