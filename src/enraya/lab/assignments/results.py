"""The points earned, by aspect, part and student; and the averages of a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from enraya.lab.assignments.assignment import Assignment, Part
from enraya.locale import Sentence


@dataclass
class PartResult:
    """One part of one student: for each aspect how much of it is right (0 to 1), what is to be said, and where."""

    part: Part
    shares: dict[str, float] = field(default_factory=dict)
    remarks: list[Sentence] = field(default_factory=list)
    tree: str | None = None
    """The first difference between the student's search and the right one."""

    @property
    def score(self) -> float:
        """The points: each aspect counts the same."""
        if not self.part.compare:
            return 0.0
        share = sum(self.shares.get(aspect, 0.0) for aspect in self.part.compare) / len(self.part.compare)
        return round(self.part.points * share, 2)

    @property
    def is_right(self) -> bool:
        """True if all points were earned."""
        return self.score >= self.part.points

    def said(self, language: str) -> list[str]:
        """The remarks in *language*."""
        return [remark.in_language(language) for remark in self.remarks]


@dataclass(frozen=True)
class StudentMarks:
    """All parts of one student; without a file there is nothing to mark."""

    student: str
    file: str | None
    parts: tuple[PartResult, ...]
    seconds: float
    problem: Sentence | None = None
    """The reason why nothing could be marked."""

    @property
    def score(self) -> float:
        """The points earned in all."""
        return round(sum(result.score for result in self.parts), 2)

    def as_data(self, language: str) -> dict[str, Any]:
        """The marks for JSON."""
        return {
            "student": self.student,
            "file": self.file,
            "score": self.score,
            "problem": self.problem.in_language(language) if self.problem else None,
            "seconds": round(self.seconds, 2),
            "parts": [
                {
                    "title": result.part.title,
                    "kind": result.part.kind,
                    "score": result.score,
                    "points": result.part.points,
                    "right": {aspect: round(result.shares.get(aspect, 0.0), 4) for aspect in result.part.compare},
                    "remarks": result.said(language),
                    "tree": result.tree,
                }
                for result in self.parts
            ],
        }


def class_means(assignment: Assignment, students: Sequence[StudentMarks]) -> list[float | None]:
    """The mean score of each part over all *students*; None without any."""
    if not students:
        return [None] * len(assignment.parts)
    return [
        round(sum(student.parts[number].score for student in students if student.parts) / len(students), 2)
        for number in range(len(assignment.parts))
    ]
