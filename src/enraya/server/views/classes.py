"""Classes as the teacher and as a student get them: what a student may not know yet is not in it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from enraya.lab.classes.assignment import Assignment
from enraya.lab.classes.marks import progress_of, standings
from enraya.lab.classes.work import Work
from enraya.server.api.answers.classes import (
    AssignmentContent,
    AssignmentShown,
    ClassAnswer,
    LessonAssigned,
    ProgressShown,
    RankedShown,
    StudentAnswer,
    StudentShown,
    TaskAnswer,
    TaskShown,
    WorkShown,
)
from enraya.server.classes.live import LiveClass
from enraya.server.views.exercises import MarksAnswer
from enraya.store.classes import StoredStudent


def show_class(live: LiveClass) -> ClassAnswer:
    """A class for its teacher."""
    return ClassAnswer(
        id=live.id,
        number=live.number,
        now=time.time(),
        code=live.stored.code,
        title=live.title,
        created=live.stored.created,
        is_joining=live.is_joining,
        damaged=live.damaged,
        assignments=[show_assignment(each) for each in live.assignments.values()],
        students=[_student(live, each) for each in live.students.values()],
    )


def show_assignment(assignment: Assignment) -> AssignmentShown:
    """An assignment for the teacher."""
    return AssignmentShown(
        number=assignment.number,
        kind=assignment.kind,
        title=assignment.title,
        stage=assignment.stage,
        shows=assignment.shows,
        deadline=assignment.deadline,
        has_variants=assignment.has_variants,
        published=assignment.published,
        items=len(assignment.items),
        points=assignment.points,
        content=_content(assignment, is_teacher=True),
    )


def _content(assignment: Assignment, *, is_teacher: bool) -> AssignmentContent:
    said = assignment.content
    is_shown = is_teacher or assignment.published
    return AssignmentContent(
        text=said.get("text") if is_teacher else None,
        lessons=[
            LessonAssigned(name=lesson["name"], title=lesson["title"], steps=lesson["steps"])
            for lesson in said.get("lessons", ())
        ],
        puzzles=list(said.get("puzzles", ())),
        game=said.get("game"),
        tournament=said.get("tournament") if is_shown else None,
    )


def _student(live: LiveClass, student: StoredStudent) -> StudentShown:
    every = [(number, progress_of(student.id, each, live.work)) for number, each in live.assignments.items()]
    return StudentShown(
        id=student.id,
        name=student.name,
        joined=student.created,
        is_here=live.is_here(student.id),
        looks_at=live.looks_at.get(student.id),
        progress=[
            ProgressShown(number=number, done=each.done, begun=each.begun, score=each.score) for number, each in every
        ],
        score=round(sum(each.score for _, each in every), 2),
    )


def show_to_student(live: LiveClass, student: StoredStudent) -> StudentAnswer:
    """A class for one of its students: what is hidden is not in it."""
    return StudentAnswer(
        id=live.id,
        number=live.notices.number,
        now=time.time(),
        title=live.title,
        name=student.name,
        tasks=[show_task(live, student.id, each) for each in live.assignments.values() if each.is_seen],
    )


def show_task(live: LiveClass, student: str, assignment: Assignment) -> TaskShown:
    """An assignment for a student."""
    progress = progress_of(student, assignment, live.work)
    return TaskShown(
        number=assignment.number,
        kind=assignment.kind,
        title=assignment.title,
        stage=assignment.stage,
        shows=assignment.shows,
        deadline=assignment.deadline,
        published=assignment.published,
        items=progress.items,
        done=progress.done,
        points=progress.points,
        score=progress.score if assignment.tells_marks else None,
    )


def show_task_whole(live: LiveClass, student: StoredStudent, assignment: Assignment) -> TaskAnswer:
    """An assignment for a student, with what was handed in."""
    ranked = None
    if assignment.published:
        rows = standings(live.names, assignment, live.work)
        ranked = [
            RankedShown(name=name, done=each.done, score=each.score, is_you=name == student.name) for name, each in rows
        ]
    return TaskAnswer(
        task=show_task(live, student.id, assignment),
        content=_content(assignment, is_teacher=False),
        work=show_work(live, student.id, assignment),
        ranked=ranked,
    )


def show_work(live: LiveClass, student: str, assignment: Assignment, *, is_teacher: bool = False) -> list[WorkShown]:
    """What *student* has handed in for an assignment, item by item."""
    keys = [(item, (student, assignment.number, item)) for item in assignment.items]
    return [_work(item, live.work[key], assignment, is_teacher) for item, key in keys if key in live.work]


def _work(item: str, work: Work, assignment: Assignment, is_teacher: bool) -> WorkShown:
    detail: Mapping[str, Any] = work.detail
    tells_marks = is_teacher or assignment.tells_marks
    marks = detail.get("marks") if tells_marks else None
    if marks is not None and not (is_teacher or assignment.tells_reasons):
        # Which branch was missed would tell the solution: the score alone.
        marks = {**marks, "marks": []}
    return WorkShown(
        item=item,
        at=work.at,
        attempts=work.attempts,
        is_done=work.is_done,
        score=work.score if tells_marks else None,
        points=work.points,
        answers=detail.get("answers"),
        marks=None if marks is None else MarksAnswer.model_validate(marks),
        steps=sorted(int(place) for place in detail.get("steps", ())),
        wrong=detail.get("wrong"),
        file=detail.get("file"),
        # A file is checked at once, and its author is always told.
        verdict=detail.get("verdict"),
    )
