"""A set of exercises: what a teacher writes into a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enraya.catalogue import find_built_in
from enraya.errors import EnrayaError, NotationError
from enraya.lab.exercises.document import ErrorInDocument, read_document
from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.question import FindGame, read_question

FORMAT = "enraya.set"
VERSION = 1
KEYS = ("format", "version", "title", "questions")
MOST_QUESTIONS = 60
LONGEST_TITLE = 200


@dataclass(frozen=True)
class ExerciseSet:
    """A title and questions; they are numbered from 1."""

    title: str
    questions: tuple[Exercise, ...]

    @property
    def points(self) -> float:
        """The points of the whole set."""
        return sum(exercise.points for exercise in self.questions)


def read_set(text: str, find: FindGame = find_built_in) -> ExerciseSet:
    """The set that *text* describes, every question worked out; or what is wrong, and in which question or line."""
    data = read_document(text)
    if not isinstance(data, dict):
        raise NotationError("error.set_shape")
    for key in data:
        if key not in KEYS:
            raise NotationError("error.question_key", key=str(key), known=list(KEYS))
    if data.get("format", FORMAT) != FORMAT or data.get("version", VERSION) != VERSION:
        raise NotationError("error.set_version", format=FORMAT, version=VERSION)
    title, questions = data.get("title", ""), data.get("questions")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE:
        raise NotationError("error.question_type", key="title", wanted="text")
    if not isinstance(questions, list) or not questions:
        raise NotationError("error.set_shape")
    if len(questions) > MOST_QUESTIONS:
        raise NotationError("error.set_large", most=MOST_QUESTIONS)
    return ExerciseSet(title, tuple(_question(number, each, find) for number, each in enumerate(questions, start=1)))


def _question(number: int, data: Any, find: FindGame) -> Exercise:
    try:
        return read_question(data, find)
    except EnrayaError as error:
        raise ErrorInDocument("error.in_question", error, number=number) from None
