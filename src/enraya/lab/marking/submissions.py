"""The submissions of answers: a file of one student's answers, or of many."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from enraya.errors import NotationError
from enraya.lab.exercises.document import read_document
from enraya.lab.marking.tables import separator_of

FORMAT = "enraya.answers"
VERSION = 1
KEYS = ("format", "version", "set", "student", "answers", "hints", "students")
COLUMNS = ("student", "question", "answer")
MOST_STUDENTS = 2000
LONGEST_NAME = 100
MOST_HINTS = 1000


@dataclass
class Submission:
    """One student's answers, by the number of the question as it was written, and the hints taken for each."""

    student: str
    answers: dict[str, Any] = field(default_factory=dict)
    hints: dict[str, int] = field(default_factory=dict)


def read_submissions(text: str, is_table: bool, otherwise: str) -> list[Submission]:
    """The answers in a file; a student without a name is called *otherwise*."""
    return _read_table(text) if is_table else _read_data(read_document(text), otherwise)


def answers_as_data(title: str, student: str, answers: dict[str, Any], hints: dict[str, int]) -> dict[str, Any]:
    """One student's answers as a file holds them."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "set": title,
        "student": student,
        "answers": answers,
        "hints": {number: count for number, count in hints.items() if count},
    }


def _read_data(data: Any, otherwise: str) -> list[Submission]:
    if not isinstance(data, dict) or ("answers" in data) == ("students" in data):
        raise NotationError("error.answers_shape")
    for key in data:
        if key not in KEYS:
            raise NotationError("error.question_key", key=str(key), known=list(KEYS))
    if data.get("format", FORMAT) != FORMAT or data.get("version", VERSION) != VERSION:
        raise NotationError("error.set_version", format=FORMAT, version=VERSION)
    if "answers" in data:
        hints = data.get("hints") or {}
        if not isinstance(hints, dict):
            raise NotationError("error.answers_hints")
        return [Submission(_name(data.get("student"), otherwise), _answers(data["answers"]), _hints(hints))]
    students = data["students"]
    if not isinstance(students, dict) or not students:
        raise NotationError("error.answers_shape")
    if len(students) > MOST_STUDENTS:
        raise NotationError("error.answers_large", most=MOST_STUDENTS)
    return [Submission(_name(name, otherwise), _answers(answers)) for name, answers in students.items()]


def _name(data: Any, otherwise: str) -> str:
    if data is None or data == "":
        return otherwise
    if isinstance(data, bool) or not isinstance(data, (str, int)) or len(str(data)) > LONGEST_NAME:
        raise NotationError("error.answers_name", longest=LONGEST_NAME)
    return str(data).strip() or otherwise


def _answers(data: Any) -> dict[str, Any]:
    """Answers by question; a list answers the questions in their order."""
    if data is None:
        return {}
    if isinstance(data, list):
        return {str(number): answer for number, answer in enumerate(data, start=1)}
    if not isinstance(data, dict):
        raise NotationError("error.answers_shape")
    return {str(number).strip(): answer for number, answer in data.items()}


def _hints(data: dict[Any, Any]) -> dict[str, int]:
    for count in data.values():
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_HINTS:
            raise NotationError("error.answers_hints")
    return {str(number): count for number, count in data.items()}


def _read_table(text: str) -> list[Submission]:
    """Rows of student, question and answer, under a line that names these columns."""
    rows = csv.DictReader(StringIO(text), delimiter=separator_of(text), restkey="more", strict=True)
    found: dict[str, Submission] = {}
    try:
        if set(rows.fieldnames or ()) != set(COLUMNS):
            raise NotationError("error.answers_columns", columns=list(COLUMNS))
        for row in rows:
            if "more" in row or None in row.values():
                raise NotationError("error.answers_row", line=rows.line_num, columns=list(COLUMNS))
            name = _name(row["student"], "")
            if not name:
                raise NotationError("error.answers_row", line=rows.line_num, columns=list(COLUMNS))
            sheet = found.setdefault(name, Submission(name))
            number = row["question"].strip()
            if number in sheet.answers:
                raise NotationError("error.answers_twice", line=rows.line_num, student=name, number=number)
            sheet.answers[number] = row["answer"].strip()
            if len(found) > MOST_STUDENTS:
                raise NotationError("error.answers_large", most=MOST_STUDENTS)
    except csv.Error as error:
        raise NotationError("error.document_syntax", line=rows.line_num, reason=str(error)) from None
    return list(found.values())
