"""Lessons as files: what is read, and a sentence for every way in which one can be broken."""

from __future__ import annotations

import copy
import json

import pytest

from enraya.errors import EnrayaError
from enraya.lab.lessons.facts import check_lesson
from enraya.lab.lessons.lesson import CheckStep, ExerciseStep, PredictStep
from enraya.lab.lessons.reading import name_of, read_lesson

WHOLE = {
    "format": "enraya.lesson",
    "version": 1,
    "title": {"en": "Mine", "es": "La mía"},
    "summary": {"en": "Short.", "es": "Corta."},
    "minutes": 5,
    "facts": {"games": {"measure": "games", "game": "mnk(3,3,3)", "moves": "b2 a1 c1 a3 a2 c2", "value": 6}},
    "steps": [
        {"kind": "text", "text": {"en": "There are {games} games.", "es": "Hay {games} partidas."}},
        {"kind": "predict", "game": "tree(A[B[3 5] C[2 9]])", "ask": ["cut"]},
        {"kind": "exercise", "question": {"kind": "cuts", "tree": "A[B[3 5] C[2 9]]"}},
        {
            "kind": "check",
            "question": {"en": "Why?", "es": "¿Por qué?"},
            "answers": [
                {"text": {"en": "So", "es": "Así"}, "why": {"en": "Yes", "es": "Sí"}, "right": True},
                {"text": {"en": "Else", "es": "Otra"}, "why": {"en": "No", "es": "No"}},
            ],
        },
        {"kind": "experiment", "run": "compare", "game": "mnk(3,3,3)", "algorithms": ["minimax"], "depths": [2]},
    ],
}


def read(data):
    return read_lesson(json.dumps(data).encode(), "my-lesson.json")


def test_a_lesson_is_read_with_its_facts_in_their_places():
    lesson = read(WHOLE)
    assert (lesson.name, lesson.minutes, lesson.languages) == ("my-lesson", 5, ("es", "en"))
    text, predict, exercise, check, _ = lesson.steps
    assert text.text == {"en": "There are 6 games.", "es": "Hay 6 partidas."}
    assert isinstance(predict, PredictStep) and predict.ask == ("cut",)
    assert isinstance(exercise, ExerciseStep) and exercise.question["tree"] == "A[B[3 5] C[2 9]]"
    assert isinstance(check, CheckStep) and [answer.right for answer in check.answers] == [True, False]
    check_lesson(lesson, "my-lesson.json")


def test_a_lesson_in_one_language_needs_no_other():
    lesson = copy.deepcopy(WHOLE) | {
        "title": {"es": "Solo mía"},
        "summary": {"es": "Corta."},
        "steps": WHOLE["steps"][:1],
    }
    assert read(lesson).languages == ("es",)


def test_the_name_is_that_of_the_file_without_its_number():
    assert [name_of(path) for path in ("05-cuts.yaml", "My Lesson 2.yml", "7.json")] == ["cuts", "my-lesson-2", "7"]


def without(*path):
    def change(data):
        *way, last = path
        for key in way:
            data = data[key]
        del data[last]

    return change


def put(value, *path):
    def change(data):
        *way, last = path
        for key in way:
            data = data[key]
        data[last] = value

    return change


BROKEN = [
    (without("steps"), "This is not a lesson"),
    (put("enraya.set", "format"), "not a lesson of a known version"),
    (put([], "steps"), "«steps» must be a list of 1 to 40"),
    (put("me", "author"), "«author» is not known here"),
    (without("steps", 0, "text", "es"), "Step 1: «text» is not written in Español"),
    (put("Bonjour", "steps", 0, "text", "fr"), "Step 1: «text» is written in «fr»"),
    (put("There are {plays} games.", "steps", 0, "text", "en"), "Step 1: The text names the fact «plays»"),
    (put("lecture", "steps", 0, "kind"), "Step 1: «lecture» is no «kind»"),
    (put("b2", "steps", 0, "moves"), "Step 1: «moves» does not belong to a step of kind «text»"),
    (put("mnk(3,3,9)", "steps", 1, "game"), "Step 2: "),
    (put(["luck"], "steps", 1, "ask"), "Step 2: «luck» is no «ask»"),
    (put("cuts?", "steps", 2, "question", "kind"), "Step 3: "),
    (put(False, "steps", 3, "answers", 0, "right"), "Step 4: exactly one answer"),
    (put([], "steps", 3, "answers"), "Step 4: «answers» must be a list of 2 to 8"),
    (put(["magic"], "steps", 4, "algorithms"), "Step 5: «magic» is no «algorithms»"),
    (put("a1 b1 a2 b2 a3", "steps", 4, "moves"), "Step 5: "),
    (put("many", "facts", "games", "value"), "Fact «games»: "),
]


@pytest.mark.parametrize(("breaking", "sentence"), BROKEN)
def test_a_broken_lesson_is_refused_in_a_sentence_with_the_number_of_the_step(breaking, sentence):
    data = copy.deepcopy(WHOLE)
    breaking(data)
    with pytest.raises(EnrayaError) as refused:
        read(data)
    english, spanish = (refused.value.in_language(language) for language in ("en", "es"))
    assert sentence in english
    assert english != spanish and "{" not in english.replace("{plays}", "") and "\n" not in english


def test_a_number_that_is_measured_otherwise_is_told_with_what_was_measured():
    data = copy.deepcopy(WHOLE)
    data["facts"]["games"]["value"] = 7
    with pytest.raises(EnrayaError, match="Fact «games»: it says 7, but 6 is measured"):
        check_lesson(read(data), "mine.json")


def test_a_search_that_nobody_could_watch_is_refused():
    data = copy.deepcopy(WHOLE)
    data["steps"][1] = {"kind": "search", "game": "mnk(3,3,3)", "algorithm": "minimax", "depth": 9}
    with pytest.raises(EnrayaError, match="Step 2: the search has more than"):
        check_lesson(read(data), "mine.json")
