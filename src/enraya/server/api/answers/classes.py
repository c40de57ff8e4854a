"""Classes as answers: what the teacher sees, and what a student sees of them."""

from __future__ import annotations

from typing import Any

from enraya.lab.classes.assignment import Kind, Shows, Stage
from enraya.server.api.answers.refusals import SentenceShown
from enraya.server.views.board import Both, WireModel
from enraya.server.views.exercises import MarksAnswer


class ClassOpened(WireModel):
    """A new class: its secret is told once, to who opened it."""

    id: str
    code: str
    secret: str


class LessonAssigned(WireModel):
    """A lesson of an assignment, and how many steps it has."""

    name: str
    title: Both
    steps: int


class AssignmentContent(WireModel):
    """What an assignment is about, by its kind; `text` is the file of a set, for the teacher alone."""

    text: str | None
    lessons: list[LessonAssigned]
    puzzles: list[str]
    game: str | None
    tournament: str | None


class AssignmentShown(WireModel):
    """An assignment as the teacher sees it."""

    number: int
    kind: Kind
    title: str
    stage: Stage
    shows: Shows
    deadline: float | None
    has_variants: bool
    published: bool
    items: int
    points: float
    content: AssignmentContent


class ProgressShown(WireModel):
    """How far somebody is with an assignment."""

    number: int
    done: int
    begun: int
    score: float


class StudentShown(WireModel):
    """Somebody in a class; `looks_at` is the assignment that was opened last."""

    id: str
    name: str
    joined: float
    is_here: bool
    looks_at: int | None
    progress: list[ProgressShown]
    score: float


class ClassAnswer(WireModel):
    """A class as its teacher sees it. `number` grows with every change; `damaged` rows could not be read."""

    id: str
    number: int
    now: float
    code: str
    title: str
    created: float
    is_joining: bool
    damaged: int
    assignments: list[AssignmentShown]
    students: list[StudentShown]


class JoinAnswer(WireModel):
    """Somebody has joined: the personal word is told once, to who is new."""

    id: str
    title: str
    name: str
    word: str | None
    token: str | None


class WordAnswer(WireModel):
    """Another personal word."""

    word: str


class TaskShown(WireModel):
    """An assignment as a student sees it; the score only where marks are told."""

    number: int
    kind: Kind
    title: str
    stage: Stage
    shows: Shows
    deadline: float | None
    published: bool
    items: int
    done: int
    points: float
    score: float | None


class StudentAnswer(WireModel):
    """A class as one of its students sees it. `number` grows with what all students are told of."""

    id: str
    number: int
    now: float
    title: str
    name: str
    tasks: list[TaskShown]


class WorkShown(WireModel):
    """What was handed in for one item: what of it was found wrong only where that is told."""

    item: str
    at: float
    attempts: int
    is_done: bool
    score: float | None
    points: float
    answers: Any
    marks: MarksAnswer | None
    steps: list[int]
    wrong: int | None
    file: str | None
    verdict: Both | None


class RankedShown(WireModel):
    """A row of what was published."""

    name: str
    done: int
    score: float
    is_you: bool


class TaskAnswer(WireModel):
    """An assignment with what a student has handed in, and everybody's marks where they were published."""

    task: TaskShown
    content: AssignmentContent
    work: list[WorkShown]
    ranked: list[RankedShown] | None


class HandedInAnswer(WireModel):
    """It is on disk: the assignment as it stands now for this student."""

    task: TaskShown
    work: list[WorkShown]


class TryAnswer(WireModel):
    """What a move at a puzzle comes to; the line and the sentence only where reasons are told."""

    right: bool
    solved: bool
    reply: str | None
    line: list[str]
    sentence: SentenceShown | None
    task: TaskShown
