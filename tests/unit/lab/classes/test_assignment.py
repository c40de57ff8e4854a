from __future__ import annotations

import pytest

from enraya.errors import NotationError, Refusal
from enraya.lab.classes.assignment import assignment_from
from enraya.lab.classes.variants import question_for

QUESTIONS = [{"kind": "values", "seed": 3}, {"kind": "move", "tree": "A[B[1 2] C[3 4]]", "points": 5}]


def a_set(**options):
    return assignment_from(1, {"kind": "set", "title": "Hoja", "content": {"questions": QUESTIONS}, **options})


def test_items_and_points_come_from_what_is_assigned():
    made = a_set()
    assert (made.items, made.points, made.points_of("2")) == (["1", "2"], 15, 5)
    assert assignment_from(1, {"kind": "game", "title": "Juego", "content": {}}).items == ["game"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"stage": "hidden"}, "class.hidden"),
        ({"stage": "frozen"}, "class.frozen"),
        ({"stage": "revealed"}, "class.frozen"),
        ({"stage": "open", "deadline": 99}, "class.late"),
    ],
)
def test_what_is_not_open_takes_nothing(options, code):
    with pytest.raises(Refusal) as refused:
        a_set(**options).check_takes(100.0)
    assert refused.value.code == code
    a_set(stage="open", deadline=100).check_takes(100.0)


def test_solutions_are_told_only_once_they_are_revealed():
    for shows in ("nothing", "marks", "reasons"):
        assert not a_set(stage="frozen", shows=shows).tells_solutions
        assert a_set(stage="revealed", shows=shows).tells_solutions
        assert a_set(stage="revealed", shows=shows).tells_reasons
    assert [a_set(shows=shows).tells_marks for shows in ("nothing", "marks")] == [False, True]


@pytest.mark.parametrize(
    "said", [{"title": " "}, {"title": "a\0b"}, {"stage": "ajar"}, {"shows": "all"}, {"deadline": "soon"}]
)
def test_options_that_are_none_are_refused(said):
    with pytest.raises(NotationError):
        a_set(**said)


def test_it_is_the_same_after_being_written_and_read():
    made = a_set(stage="open", shows="reasons", deadline=9, has_variants=True, published=True)
    assert assignment_from(1, made.to_json()) == made
    assert made.changed({"stage": "frozen"}).deadline == 9


def test_a_variant_changes_the_seed_and_nothing_else():
    first = question_for("class", 1, 1, "ana", QUESTIONS[0])
    assert first == question_for("class", 1, 1, "ana", QUESTIONS[0])
    assert first != question_for("class", 1, 1, "eva", QUESTIONS[0])
    assert {**first, "seed": 3} == QUESTIONS[0]
    assert question_for("class", 1, 2, "ana", QUESTIONS[1]) == QUESTIONS[1]
