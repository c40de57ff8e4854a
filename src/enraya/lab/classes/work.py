"""What was handed in for one item, and which of several attempts counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from enraya.lab.classes.assignment import Assignment
from enraya.lab.exercises.exercise import POINTS

WRONG_TRY_COST = 0.5
"""The part of a puzzle's points that is left after the first wrong move."""

MARKED_STEPS = ("check", "exercise")
"""The kinds of a lesson's steps that the server marks itself."""


@dataclass(frozen=True)
class Work:
    """One item of one student: the score that counts, how often it was handed in, and when last.

    `detail` is what the kind of assignment needs: answers and marks, the steps of a lesson, the tries at a puzzle, what
    was found in a file.
    """

    score: float
    points: float
    attempts: int
    at: float
    is_done: bool = True
    detail: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """It as plain data, which `work_from` reads."""
        return {**vars(self), "detail": dict(self.detail)}


def work_from(data: Mapping[str, Any]) -> Work:
    """The work that *data*, written by `to_json`, holds."""
    return Work(**{name: data[name] for name in ("score", "points", "attempts", "at", "is_done", "detail")})


def answered(
    assignment: Assignment, item: str, before: Work | None, score: float, detail: Mapping[str, Any], at: float
) -> Work:
    """An answer to a question. Where its mark was told the first one counts, as in Practise; else the last."""
    points = assignment.points_of(item)
    if before is None:
        return Work(score, points, 1, at, detail=detail)
    counts = before.score if assignment.tells_marks else score
    return Work(counts, points, before.attempts + 1, at, detail=detail)


def stepped(
    kinds: Sequence[str], before: Work | None, place: int, right: float | None, of: float | None, at: float
) -> Work:
    """A step of a lesson with steps of these *kinds* was done; the first score of a step is the one that stays.

    A lesson is worth the part of its questions and exercises that was right. One without any is worth the part of it
    that was gone through, which nobody but the student's page can tell.
    """
    done = dict(before.detail["steps"]) if before else {}
    said = {} if right is None or of is None else {"right": right, "of": of}
    if str(place) not in done or (said and not done[str(place)]):
        done[str(place)] = said
    marked = [str(index) for index, kind in enumerate(kinds) if kind in MARKED_STEPS]
    earned = sum(done[index]["right"] / done[index]["of"] for index in marked if done.get(index))
    part = earned / len(marked) if marked else len(done) / max(1, len(kinds))
    attempts = before.attempts if before else 1
    detail = {"steps": done, "of": len(kinds)}
    return Work(round(POINTS * part, 2), POINTS, attempts, at, len(done) >= len(kinds), detail)


def follows(before: Work | None, moves: Sequence[str]) -> bool:
    """Whether all *moves* at a puzzle but the last are ones that were judged right, each with the reply it got.

    Only the last one is judged: whoever could choose the others would choose the replies too.
    """
    reached = before.detail.get("reached", []) if before else []
    earlier = list(moves[:-1])
    return earlier == reached[: len(earlier)] and len(earlier) % 2 == 0


def tried(
    before: Work | None, is_right: bool, is_solved: bool, moves: Sequence[str], reply: str | None, at: float
) -> Work:
    """A move was tried at a puzzle: all its points where it was solved without a wrong move, else half of them."""
    if before is not None and before.is_done:
        return replace(before, at=at)
    wrong = (before.detail["wrong"] if before else 0) + (not is_right)
    score = POINTS * (WRONG_TRY_COST if wrong else 1.0) if is_solved else 0.0
    reached = before.detail.get("reached", []) if before else []
    if is_right and reply is not None and len(moves) > len(reached):
        reached = [*moves, reply]
    detail = {"wrong": wrong, "solved": is_solved, "moves": list(moves), "reached": reached}
    return Work(score, POINTS, (before.attempts if before else 0) + 1, at, is_solved, detail)


def checked(before: Work | None, detail: Mapping[str, Any], at: float) -> Work:
    """A file was handed in and checked: its points where nothing was found wrong; the last one counts."""
    score = float(POINTS) if detail["verdict"] is None else 0.0
    return Work(score, POINTS, (before.attempts if before else 0) + 1, at, score > 0, detail)
