from __future__ import annotations

from enraya.lab.classes.assignment import assignment_from
from enraya.lab.classes.marks import class_as_data, marks_table, progress_of, standings
from enraya.lab.classes.work import answered, checked, follows, stepped, tried, work_from

SET = {"kind": "set", "title": "Hoja", "content": {"questions": [{"kind": "values"}, {"kind": "move"}]}}


def test_the_last_answer_counts_where_no_mark_was_told_and_the_first_where_one_was():
    for shows, counts in (("nothing", 8), ("marks", 3), ("reasons", 3)):
        assignment = assignment_from(1, {**SET, "shows": shows})
        first = answered(assignment, "1", None, 3, {"answers": "x"}, 1.0)
        again = answered(assignment, "1", first, 8, {"answers": "y"}, 2.0)
        assert (again.score, again.attempts, again.detail["answers"]) == (counts, 2, "y")
        assert work_from(again.to_json()) == again


def test_a_lesson_is_worth_what_was_right_of_its_questions_at_first():
    kinds = ["text", "predict", "exercise", "check"]
    one = stepped(kinds, None, 0, None, None, 1.0)
    predicted = stepped(kinds, one, 1, 8, 8, 2.0)
    exercised = stepped(kinds, predicted, 2, 5.0, 10.0, 2.0)
    again = stepped(kinds, exercised, 2, 10.0, 10.0, 3.0)
    every = stepped(kinds, again, 3, 1, 1, 3.0)
    assert [each.score for each in (one, predicted, exercised, again, every)] == [0, 0, 2.5, 2.5, 7.5]
    assert (again.is_done, every.is_done) == (False, True)
    assert again.detail["steps"]["2"] == {"right": 5.0, "of": 10.0}


def test_a_lesson_without_questions_is_worth_the_part_that_was_gone_through():
    one = stepped(["text", "search", "text", "text"], None, 0, None, None, 1.0)
    assert (one.score, one.is_done) == (2.5, False)


def test_a_puzzle_is_worth_half_after_a_wrong_move_and_is_solved_once():
    assert tried(None, True, True, ["a1"], None, 1.0).score == 10
    wrong = tried(None, False, False, ["a1"], None, 1.0)
    solved = tried(wrong, True, True, ["b2"], None, 2.0)
    assert (wrong.score, solved.score, solved.is_done) == (0, 5, True)
    assert tried(solved, False, False, ["c3"], None, 3.0).score == 5


def test_at_a_puzzle_only_replies_that_were_given_can_be_followed():
    assert follows(None, ["a1"])
    assert not follows(None, ["a1", "b1", "a2"])
    first = tried(None, True, False, ["a1"], "b1", 1.0)
    assert follows(first, ["a1", "b1", "a2"])
    assert follows(first, ["a1"])
    assert not follows(first, ["a1", "c1", "a2"])
    # A move for the other side is none of the student's.
    assert not follows(first, ["a1", "b2"])
    wrong = tried(first, False, False, ["a1", "b1", "c3"], None, 2.0)
    assert follows(wrong, ["a1", "b1", "a2"])
    again = tried(wrong, True, False, ["a1"], "b1", 3.0)
    assert again.detail["reached"] == ["a1", "b1"]


def test_a_file_is_worth_its_points_once_nothing_is_wrong_with_it():
    bad = checked(None, {"verdict": {"en": "It crashes."}}, 1.0)
    good = checked(bad, {"verdict": None}, 2.0)
    assert (bad.score, bad.is_done, good.score, good.is_done, good.attempts) == (0, False, 10, True, 2)


def test_the_table_has_a_row_for_each_student_and_no_name_becomes_a_formula():
    assignment = assignment_from(1, SET)
    work = {("a", 1, "1"): answered(assignment, "1", None, 7.5, {}, 1.0)}
    students = {"b": "=1+1", "a": "Ana"}
    table = marks_table(students, [assignment], work, "es", "semicolon")
    assert table == "\ufeffAlumno;Hoja (20);Suma (20)\n'=1+1;0;0\nAna;7,5;7,5\n"
    assert marks_table(students, [assignment], work, "en", "comma", has_mark=True).startswith("\ufeffStudent,")
    assert progress_of("a", assignment, work).done == 1
    assert [name for name, _ in standings(students, assignment, work)] == ["Ana", "=1+1"]
    whole = class_as_data("4.º B", 1.0, students, [assignment], work)
    assert [len(student["work"]) for student in whole["students"]] == [0, 1]
