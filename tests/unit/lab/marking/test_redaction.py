from __future__ import annotations

import pytest

from enraya.lab.exercises.question import read_question
from enraya.lab.marking.answers import read_answer
from enraya.lab.marking.marks import mark
from enraya.lab.marking.redaction import without_answers

TREE = "A[B[3 12 8] C[2 4 6]]"


def discreet(question, answers):
    exercise = read_question(question)
    marked = mark(exercise, read_answer(exercise, answers))
    return marked, without_answers(exercise, marked)


def test_a_wrong_value_gets_the_reason_and_not_the_number():
    plain, said = discreet({"kind": "values", "tree": TREE}, {"A": 3, "B": 8, "C": 2})
    assert [each.state for each in said.marks] == [each.state for each in plain.marks]
    assert said.score == plain.score
    reasons = {each.node: each.reason.in_language("en") for each in said.marks if each.reason}
    assert reasons == {"B": "B is a MIN node, and its children are worth 3, 12 and 8: take the least."}


def test_the_values_of_inner_children_are_not_told_either():
    _, said = discreet({"kind": "values", "tree": TREE}, {"A": 12, "B": 3, "C": 2})
    (reason,) = [each.reason for each in said.marks if each.reason]
    assert not any(character.isdigit() for character in reason.in_language("es"))


def test_what_follows_from_a_mistake_says_so_without_the_right_value():
    _, said = discreet({"kind": "values", "tree": TREE}, {"A": 8, "B": 8, "C": 2})
    follows = next(each for each in said.marks if each.state == "follows")
    assert not any(character.isdigit() for character in follows.reason.in_language("en"))


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ({"kind": "move", "tree": TREE}, "C"),
        ({"kind": "cuts", "tree": TREE}, ["B2"]),
        ({"kind": "windows", "tree": TREE}, {"A": ["-inf", "inf"], "B": [1, 2], "C": [0, "inf"]}),
    ],
)
def test_moves_cuts_and_windows_are_hinted_at_and_not_told(question, answers):
    plain, said = discreet(question, answers)
    for before, after in zip(plain.marks, said.marks, strict=True):
        if before.state in ("wrong", "extra") or (before.state == "missing" and question["kind"] == "cuts"):
            assert after.reason is not None and after.reason.key != before.reason.key
            assert not any(character.isdigit() for character in after.reason.in_language("en"))
