"""Marking what students handed in for a set: a result for each student and question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from enraya.errors import EnrayaError
from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.sets import ExerciseSet
from enraya.lab.marking.answers import read_answer
from enraya.lab.marking.marks import Marked, mark
from enraya.lab.marking.submissions import Submission
from enraya.lab.marking.tables import Separator, write_table
from enraya.locale import Words

COLUMNS = (
    "student", "question", "kind", "score", "points", "right", "wrong", "missing", "extra", "hints", "convention",
    "remarks",
)  # fmt: skip


@dataclass(frozen=True)
class QuestionResult:
    """One answer marked; without an answer, or with one that cannot be read, there is nothing to mark and no score."""

    number: int
    exercise: Exercise
    marked: Marked | None = None
    problem: EnrayaError | None = None

    @property
    def score(self) -> float:
        """The points earned."""
        return self.marked.score if self.marked else 0.0

    def remarks(self, language: str) -> list[str]:
        """The remarks on it, a sentence each."""
        words = Words(language)
        if self.problem:
            return [words("practise.grade.unreadable"), self.problem.in_language(language)]
        if self.marked is None:
            return [words("practise.grade.none")]
        said = [
            each.reason.in_language(language) for each in self.marked.marks if each.state != "right" and each.reason
        ]
        if self.marked.convention != self.exercise.convention:
            said.insert(0, words("practise.grade.other", convention=written_convention(self.marked.convention)))
        if self.marked.hints:
            said.append(words("practise.grade.hints", count=self.marked.hints))
        return said

    def as_data(self, language: str) -> dict[str, Any]:
        """The result for JSON."""
        marked = self.marked
        return {
            "question": self.number,
            "kind": self.exercise.kind,
            "score": self.score,
            "points": self.exercise.points,
            "answered": marked is not None,
            "right": marked.count("right") if marked else 0,
            "wrong": marked.count("wrong", "follows") if marked else 0,
            "missing": marked.count("missing") if marked else 0,
            "extra": marked.count("extra", "unasked") if marked else 0,
            "hints": marked.hints if marked else 0,
            "convention": marked.convention if marked and self.exercise.uses_convention else None,
            "marks": [
                {
                    "node": each.node,
                    "part": each.part,
                    "state": each.state,
                    "reason": each.reason.in_language(language) if each.reason else None,
                }
                for each in (marked.marks if marked else ())
            ],
            "remarks": self.remarks(language),
        }


@dataclass(frozen=True)
class StudentResult:
    """All answers of one student."""

    student: str
    results: tuple[QuestionResult, ...]
    strangers: tuple[str, ...]
    """Numbers that were answered and are no questions of the set."""

    @property
    def score(self) -> float:
        """The points earned in all."""
        return round(sum(result.score for result in self.results), 2)

    def as_data(self, language: str) -> dict[str, Any]:
        """The results for JSON."""
        return {
            "student": self.student,
            "score": self.score,
            "questions": [result.as_data(language) for result in self.results],
            "not_in_set": list(self.strangers),
        }


def grade(exercises: ExerciseSet, sheet: Submission) -> StudentResult:
    """Every question of the set, answered or not."""
    results = []
    for number, exercise in enumerate(exercises.questions, start=1):
        if str(number) not in sheet.answers:
            results.append(QuestionResult(number, exercise))
            continue
        try:
            given = read_answer(exercise, sheet.answers[str(number)])
        except EnrayaError as error:
            results.append(QuestionResult(number, exercise, problem=error))
            continue
        results.append(QuestionResult(number, exercise, mark(exercise, given, sheet.hints.get(str(number), 0))))
    known = {str(number) for number in range(1, len(exercises.questions) + 1)}
    return StudentResult(sheet.student, tuple(results), tuple(each for each in sheet.answers if each not in known))


def written_convention(convention: str) -> str:
    """A convention as it is said."""
    return "≥" if convention == ">=" else ">"


def as_table(students: Iterable[StudentResult], language: str, separator: Separator = "comma") -> str:
    """CSV: a row for each student and question."""
    rows: list[Sequence[Any]] = [COLUMNS]
    for student in students:
        for result in student.results:
            data = {**result.as_data(language), "student": student.student}
            data["remarks"] = " ".join(result.remarks(language))
            rows.append([data[column] for column in COLUMNS])
    return write_table(rows, separator)
