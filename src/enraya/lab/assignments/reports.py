"""Marks as files: a table with a row for each student, and the results that Gradescope reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enraya.lab.assignments.assignment import Assignment
from enraya.lab.assignments.results import PartResult, StudentMarks, class_means
from enraya.lab.marking.tables import Separator, write_table
from enraya.locale import Words


def as_table(assignment: Assignment, students: Sequence[StudentMarks], language: str, separator: Separator) -> str:
    """CSV: a row for each student with a column for each part, then the row of the class's means."""
    words = Words(language)
    titles = [part.title for part in assignment.parts]
    rows: list[list[Any]] = [["student", "score", "points", *titles, "remarks"]]
    for student in students:
        said = [] if student.problem is None else [student.problem.in_language(language)]
        said += [
            f"{result.part.title}: {' '.join(result.said(language))}" for result in student.parts if result.remarks
        ]
        scores = [result.score for result in student.parts]
        rows.append([student.student, student.score, assignment.points, *scores, " ".join(said)])
    means = class_means(assignment, students)
    mean = round(sum(student.score for student in students) / len(students), 2) if students else ""
    rows.append([words("grade.mean"), mean, assignment.points, *means, ""])
    return write_table(rows, separator)


def as_gradescope(assignment: Assignment, student: StudentMarks, language: str) -> dict[str, Any]:
    """The results of one student in the format of Gradescope's autograder."""
    output = "" if student.problem is None else student.problem.in_language(language)
    return {
        "score": student.score,
        "execution_time": round(student.seconds, 2),
        "output": output,
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": [_as_test(number, result, language) for number, result in enumerate(student.parts, start=1)],
        "extra_data": {"assignment": assignment.title, "student": student.student},
    }


def _as_test(number: int, result: PartResult, language: str) -> dict[str, Any]:
    return {
        "name": result.part.title,
        "number": str(number),
        "score": result.score,
        "max_score": result.part.points,
        "status": "passed" if result.is_right else "failed",
        "output": "\n".join([*result.said(language), *([result.tree] if result.tree else [])]),
        "output_format": "text",
        "visibility": "visible",
    }
