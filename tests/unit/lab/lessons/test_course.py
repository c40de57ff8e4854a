"""The lessons that come with the program: all ten, in both languages, and every number they claim is measured."""

from __future__ import annotations

import re

import pytest
import yaml

from enraya.errors import NotationError
from enraya.lab.lessons import lesson as kinds
from enraya.lab.lessons.facts import check_lesson, count_search
from enraya.lab.lessons.folder import course_files, find_lesson, read_file, read_lessons
from enraya.locale import LANGUAGES

FILES = course_files()
NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:[.,]\d{3})+|\d{4,}")


def texts_of(step):
    found = [step.title, step.text]
    match step:
        case kinds.ExperimentStep():
            found += [step.conclusion, *(player.name for player in step.players)]
        case kinds.CheckStep():
            found += [step.question, *(each for answer in step.answers for each in (answer.text, answer.why))]
    return [text for text in found if text]


def test_the_plain_parser_of_yaml_reads_them_too():
    """Where PyYAML was built without its C library; it is stricter."""
    for file in FILES:
        assert yaml.safe_load(file.read_text(encoding="utf-8"))["format"] == "enraya.lesson"


def test_there_are_ten_in_their_order():
    names = [read_file(file).name for file in FILES]
    assert names == [
        "trees",
        "minimax",
        "depth",
        "alphabeta",
        "cuts",
        "order",
        "symmetry",
        "deepening",
        "montecarlo",
        "solved",
    ]
    assert find_lesson("cuts", None).name == "cuts"
    with pytest.raises(NotationError, match="no lesson «x»"):
        find_lesson("x", None)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_lesson_watches_predicts_does_three_exercises_tries_and_asks_in_both_languages(file):
    lesson = read_file(file)
    assert set(lesson.languages) == set(LANGUAGES)
    count = {kind: sum(isinstance(step, kind) for step in lesson.steps) for kind in kinds.AnyStep.__args__}
    assert count[kinds.SearchStep] >= 1 and count[kinds.PredictStep] >= 1 and count[kinds.ExerciseStep] == 3
    assert count[kinds.ExperimentStep] >= 1 and count[kinds.CheckStep] >= 1
    assert all(step.title for step in lesson.steps)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_number_that_a_lesson_claims_is_what_the_real_searches_count(file):
    lesson = read_file(file)
    check_lesson(lesson, file.name)
    # And no large number stands in a text that is not such a fact.
    claimed = {f"{fact.value:,}" for fact in lesson.facts.values()}
    known = claimed | {each.replace(",", ".") for each in claimed} | {each.replace(",", "") for each in claimed}
    known |= PUBLISHED | YEARS
    for step in lesson.steps:
        for text in texts_of(step):
            for written in text.values():
                assert set(NUMBER.findall(written)) <= known


PUBLISHED = {"4,531,985,219,092", "4.531.985.219.092"}
"""The positions of Connect 4 (Edelkamp and Kissmann, 2008): nobody counts them in a test."""

YEARS = {"1975", "1988", "1994", "1997", "2006", "2016"}


SEARCHES = {
    ("trees", 3): (16, 6, 0),
    ("trees", 4): (11, 5, 0),
    ("minimax", 2): (15, 8, 0),
    ("minimax", 3): (13, 9, 0),
    ("depth", 2): (35, 22, 11),
    ("depth", 3): (118, 105, 9),
    ("depth", 4): (13, 9, 0),
    ("alphabeta", 3): (11, 5, 2),
    ("alphabeta", 4): (15, 7, 3),
    ("cuts", 2): (11, 5, 2),
    ("cuts", 3): (10, 6, 2),
    ("cuts", 6): (12, 8, 1),
    ("cuts", 7): (10, 6, 2),
    ("order", 2): (18, 7, 5),
    ("order", 3): (31, 16, 1),
    ("order", 5): (15, 7, 3),
    ("symmetry", 2): (16, 6, 0),
    ("symmetry", 4): (12, 6, 1),
    ("deepening", 3): (31, 21, 2),
    ("deepening", 5): (9, 5, 2),
    ("montecarlo", 3): (7, 4, 0),
    ("montecarlo", 4): (13, 9, 0),
    ("solved", 4): (50, 18, 19),
    ("solved", 5): (13, 6, 3),
}
"""Nodes, leaves and cuts of every search that a lesson shows, by lesson and step: texts speak of them."""


def test_every_search_that_a_lesson_shows_has_the_nodes_leaves_and_cuts_that_its_text_was_written_for():
    counted = {}
    for file in FILES:
        lesson = read_file(file)
        for number, step in enumerate(lesson.steps, start=1):
            if isinstance(step, (kinds.SearchStep, kinds.PredictStep)):
                counter = count_search(step)
                counted[lesson.name, number] = (counter.nodes, counter.leaves, counter.cuts)
    assert counted == SEARCHES


def test_a_folder_of_ones_own_stands_beside_the_course(tmp_path):
    (tmp_path / "01-mine.yaml").write_bytes(FILES[0].read_bytes())
    (tmp_path / "notes.txt").write_text("not a lesson")
    course, own = read_lessons(str(tmp_path))
    assert len(course) == 10 and [lesson.name for lesson in own] == ["mine"]
    (tmp_path / "trees.yaml").write_bytes(FILES[0].read_bytes())
    with pytest.raises(NotationError, match="Two lessons are called «trees»"):
        read_lessons(str(tmp_path))
    with pytest.raises(NotationError, match="is not a folder"):
        read_lessons(str(tmp_path / "nowhere"))
