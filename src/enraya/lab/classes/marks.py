"""Where everybody is: progress and score by student and assignment, as a table of marks and as one file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from enraya.lab.classes.assignment import Assignment
from enraya.lab.classes.work import Work
from enraya.lab.marking.tables import BYTE_ORDER_MARK, Separator, write_table
from enraya.locale import Words

FORMAT = "enraya.class"
VERSION = 1

WorkOf = Mapping[tuple[str, int, str], Work]
"""By student, number of the assignment and item."""


@dataclass(frozen=True)
class Progress:
    """How far a student is with an assignment, and what was earned."""

    done: int
    begun: int
    items: int
    score: float
    points: float


def progress_of(student: str, assignment: Assignment, work: WorkOf) -> Progress:
    """How far *student* is."""
    items = assignment.items
    found = [work[key] for item in items if (key := (student, assignment.number, item)) in work]
    score = round(sum(each.score for each in found), 2)
    return Progress(sum(each.is_done for each in found), len(found), len(items), score, assignment.points)


def standings(students: Mapping[str, str], assignment: Assignment, work: WorkOf) -> list[tuple[str, Progress]]:
    """Names, by student, with their progress: the best first, and equals by name."""
    rows = [(name, progress_of(student, assignment, work)) for student, name in students.items()]
    return sorted(rows, key=lambda row: (-row[1].score, row[0].casefold()))


def marks_table(
    students: Mapping[str, str],
    assignments: Iterable[Assignment],
    work: WorkOf,
    language: str,
    separator: Separator = "comma",
    has_mark: bool | None = None,
) -> str:
    """CSV: a row for each student, a column for each assignment with its points, and the sum.

    *has_mark* says whether a byte order mark stands first; unless it is said, with semicolons it does.
    """
    words, every = Words(language), list(assignments)
    total = sum(each.points for each in every)
    head = [words("class.table.student"), *(f"{each.title} ({each.points:g})" for each in every)]
    rows: list[Sequence[Any]] = [[*head, f"{words('class.table.sum')} ({total:g})"]]
    for student, name in sorted(students.items(), key=lambda each: each[1].casefold()):
        scores = [progress_of(student, each, work).score for each in every]
        rows.append([name, *scores, round(sum(scores), 2)])
    text = write_table(rows, separator).removeprefix(BYTE_ORDER_MARK)
    is_marked = separator == "semicolon" if has_mark is None else has_mark
    return (BYTE_ORDER_MARK if is_marked else "") + text


def class_as_data(
    title: str, created: float, students: Mapping[str, str], assignments: Iterable[Assignment], work: WorkOf
) -> dict[str, Any]:
    """Everything that a class holds, for a file."""
    handed_in: dict[str, list[dict[str, Any]]] = {student: [] for student in students}
    for (student, number, item), each in work.items():
        handed_in.setdefault(student, []).append({"assignment": number, "item": item, **each.to_json()})
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "created": created,
        "assignments": [
            {"number": each.number, **each.to_json(), "content": dict(each.content)} for each in assignments
        ],
        "students": [{"name": name, "work": handed_in[student]} for student, name in students.items()],
    }
