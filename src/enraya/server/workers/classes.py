"""Classes, as tasks of a worker process: sets read, questions put, answers marked, games in files checked."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from functools import lru_cache
from threading import Event
from typing import Any

from enraya.conformance import check_file
from enraya.errors import EnrayaError, LocalizedError, NotationError
from enraya.exchange import read_game
from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.question import read_question
from enraya.lab.exercises.sets import read_set
from enraya.lab.lessons.folder import find_lesson
from enraya.lab.lessons.lesson import CheckStep, ExerciseStep
from enraya.lab.marking.answers import read_answer
from enraya.lab.marking.marks import Marked, mark
from enraya.lab.marking.redaction import without_answers
from enraya.lab.marking.submissions import read_submissions
from enraya.lab.marking.tables import decode_table
from enraya.locale import LANGUAGES, Words
from enraya.server.views.exercises import ExercisesAnswer, show_exercise, show_marks
from enraya.server.workers.exports import offered_games_of
from enraya.workers.task import Json, OnProgress

TABLES = (".csv", ".tsv")
CHECK_SECONDS, CHECK_GAMES = 3.0, 100
"""How long a game that was handed in is played at random, at most."""


def read_class_set(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """The title of a set and what makes each of its questions; or what is wrong with the file."""
    offered = offered_games_of(job)
    exercises = read_set(job["text"], offered.find)
    questions = []
    for exercise in exercises.questions:
        question = exercise.spec()
        if "game" in question:
            question["game"] = offered.public_name(question["game"])
        questions.append(question)
    return {"title": exercises.title, "questions": questions}


def put_questions(job: Json, stop: Event, on_progress: OnProgress) -> ExercisesAnswer:
    """Questions as students get them: without what the lab would solve them by, unless they are revealed."""
    offered = offered_games_of(job)
    shown = [show_exercise(_exercise(job, question), offered) for question in job["questions"]]
    if not job["revealed"]:
        hidden: dict[str, Any] = {"question": {}, "search": None, "seed": None}
        shown = [each.model_copy(update=hidden) for each in shown]
    return ExercisesAnswer(title=None, questions=shown)


def mark_questions(job: Json, stop: Event, on_progress: OnProgress) -> list[Json]:
    """For each question and its answer, the score and the marks; a refusal for the first that cannot be read.

    The reasons keep the right answers to themselves, unless they are revealed.
    """
    found: list[Json] = []
    for question, answers in zip(job["questions"], job["answers"], strict=True):
        exercise = _exercise(job, question)
        marked = mark(exercise, read_answer(exercise, answers))
        told = marked if job["revealed"] else _discreet(exercise, marked)
        shown = show_marks(exercise, told, job["revealed"])
        found.append({"score": marked.score, "marks": shown.model_dump(mode="json")})
    return found


def mark_step(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """The score of the answer to a question or an exercise of a lesson, and what it is worth."""
    steps, place, answers = find_lesson(job["lesson"], job["folder"]).steps, job["place"], job["answers"]
    match steps[place] if place < len(steps) else None:
        case CheckStep(answers=choices) if type(answers) is int and 0 <= answers < len(choices):
            return {"right": int(choices[answers].right), "of": 1}
        case ExerciseStep(question=question) if answers is not None:
            exercise = _exercise(job, dict(question))
            marked = mark(exercise, read_answer(exercise, answers), job["hints"])
            return {"right": marked.score, "of": marked.points}
    raise NotationError("class.no_step_answer", number=place + 1)


def _discreet(exercise: Exercise, marked: Marked) -> Marked:
    """Marks and reasons that do not tell the solution: not which branch is cut, nor which node is entered, either."""
    told = without_answers(exercise, marked)
    if exercise.uses_convention:
        told = replace(told, marks=tuple(each for each in told.marks if each.state != "missing"))
    return told


def read_answers_file(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """The answers of the first student in a file, by the number of the question."""
    is_table = job["file"].lower().endswith(TABLES)
    sheets = read_submissions(decode_table(b64decode(job["body"])), is_table, "-")
    return {"answers": sheets[0].answers}


def check_game_file(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """What is wrong with a game's rules in a file of Python, in every language; None if nothing. It runs jailed."""
    path, name = job["path"], job["file"]
    try:
        found = check_file(path, kind="game", games=CHECK_GAMES, seconds=CHECK_SECONDS)
    except EnrayaError as error:
        return {"verdict": _in_words(error, path, name)}
    breaches = [breach for checked in found.checks for breach in checked.breaches]
    if not breaches:
        return {"verdict": None}
    first = breaches[0]
    said = {each: Words(each)(first.code, **first.values).replace(path, name) for each in LANGUAGES}
    return {"verdict": said}


def read_played_game(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """What is wrong with a played game in a file, in every language; None if every move of it is legal."""
    try:
        read_game(b64decode(job["data"]), offered_games_of(job).find, None)
    except EnrayaError as error:
        return {"verdict": _in_words(error, "", "")}
    return {"verdict": None}


def _in_words(error: LocalizedError, path: str, name: str) -> dict[str, str]:
    said = {each: error.in_language(each) for each in LANGUAGES}
    return {each: text.replace(path, name) for each, text in said.items()} if path else said


def _exercise(job: Json, question: Any) -> Exercise:
    if "game" in question:
        return read_question(question, offered_games_of(job).find)
    return _kept_exercise(json.dumps(question, sort_keys=True))


@lru_cache(maxsize=512)
def _kept_exercise(question: str) -> Exercise:
    """An exercise with its tree worked out: a class answers the same few questions many times."""
    return read_question(json.loads(question))
