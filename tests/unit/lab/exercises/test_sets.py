"""Sets and answers as files: what is good is read, what is not is refused with its place."""

import json
from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.lab.exercises.document import LARGEST, decode, read_document
from enraya.lab.exercises.question import KEYS, read_question
from enraya.lab.exercises.sets import read_set
from enraya.lab.marking.answers import Unreadable, read_answer
from enraya.lab.marking.grading import as_table, grade
from enraya.lab.marking.submissions import Submission, read_submissions

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"
TREE = "A[B[3 12] C[2 4]]"


def a_set(*questions):
    return json.dumps({"title": "t", "questions": questions})


def refusal(text):
    with pytest.raises(EnrayaError) as caught:
        read_set(text)
    return str(caught.value)


def test_the_example_is_read_and_marked():
    exercises = read_set((EXAMPLES / "exercises.yaml").read_text("utf-8"))
    assert [each.kind for each in exercises.questions] == ["values", "cuts", "cuts", "windows", "move"]
    assert exercises.points == 37
    ana, luis = read_submissions((EXAMPLES / "answers.yaml").read_text("utf-8"), False, "x")
    assert grade(exercises, ana).score == 37
    marked = grade(exercises, luis)
    assert [result.score for result in marked.results] == [1.88, 2, 0, 0, 0]
    assert [result.marked is None for result in marked.results] == [False, False, False, True, True]
    assert marked.strangers == ("7",)


def test_yaml_and_json_say_the_same():
    text = (EXAMPLES / "exercises.yaml").read_text("utf-8")
    again = read_set(json.dumps(read_document(text)))
    assert [each.spec() for each in again.questions] == [each.spec() for each in read_set(text).questions]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"tree": TREE}, "kind is «»; it must be one of values, move, cuts, windows."),
        ({"kind": "value", "tree": TREE}, "kind is «value»"),
        ({"kind": "values", "tree": TREE, "colour": 1}, "There is no key colour; there are kind, convention"),
        ({"kind": "values"}, "Exactly one of tree, game, seed"),
        ({"kind": "values", "tree": TREE, "seed": 1}, "Exactly one of tree, game, seed"),
        ({"kind": "values", "tree": TREE, "depth": 2}, "depth goes only with game."),
        ({"kind": "values", "game": f"tree({TREE})", "depth": 2}, "depth goes only with game."),
        ({"kind": "values", "tree": "A[B[3 x] 2]"}, "x has neither value nor children"),
        ({"kind": "values", "tree": "A[B[3 2"}, "The tree lacks a ]"),
        ({"kind": "values", "tree": 7}, "tree must be like this"),
        ({"kind": "values", "tree": {}}, "tree must be like this"),
        ({"kind": "values", "tree": {"A": ["B", 3], "B": ["A"]}}, "The tree has a cycle: A → B → A."),
        ({"kind": "values", "tree": {"R": ["S"], "S": [1], "A": ["B"], "B": ["A"]}}, "a cycle: A → B → A."),
        ({"kind": "values", "tree": {"A": ["B", 3]}}, "B, a child of A, is not described"),
        ({"kind": "values", "tree": {"A": ["B", "B"], "B": 3}}, "B has two parents, A and A"),
        ({"kind": "values", "tree": {"A": [1], "B": [2]}}, "several roots: A, B."),
        ({"kind": "values", "tree": {"A": []}}, "A has neither a value nor children"),
        ({"kind": "values", "tree": {"A": [[1]]}}, "A must be a whole number, or a list"),
        ({"kind": "values", "tree": {"A": [1.5]}}, "A must be a whole number, or a list"),
        ({"kind": "values", "tree": {"A": 5}}, "The tree has no moves"),
        ({"kind": "values", "tree": {"1x": [5]}}, "cannot be a name of a node"),
        ({"kind": "values", "tree": TREE, "root": "up"}, "root is «up»"),
        ({"kind": "values", "tree": f"[{'1 ' * 300}]"}, "more than 200 nodes"),
        ({"kind": "values", "game": "chess"}, "chess"),
        ({"kind": "values", "game": "mine.py"}, "«mine.py» is a Python file"),
        ({"kind": "values", "game": "mnk(3,3,3)", "moves": "a1 a1"}, "a1 is taken"),
        ({"kind": "values", "game": "mnk(3,3,3)", "position": "XXX/.../..."}, "Impossible position"),
        ({"kind": "values", "game": "mnk(3,3,3)", "moves": "a1 a2 b1 b2 c1"}, "The game is over in this position"),
        ({"kind": "values", "game": "mnk(3,3,3)", "depth": 0}, "depth must be a number from 1 to 60."),
        ({"kind": "values", "game": "mnk(3,3,3)", "depth": 5}, "more than 200 nodes"),
        ({"kind": "values", "game": 3}, "game must be like this: text."),
        ({"kind": "values", "seed": -1}, "seed must be a number from 0"),
        ({"kind": "values", "seed": True}, "seed must be a number from 0"),
        ({"kind": "values", "seed": 1, "difficulty": 7}, "difficulty must be a number from 1 to 6."),
        ({"kind": "cuts", "tree": TREE, "convention": "<"}, "convention is «<»; it must be one of >=, ≥, >, strict."),
        ({"kind": "cuts", "tree": TREE, "accept": "any"}, "accept is «any»"),
        ({"kind": "cuts", "tree": TREE, "points": "many"}, "points must be a number from 0 to 1000."),
        ([], "A question is a mapping"),
    ],
)  # fmt: skip
def test_a_wrong_question_is_refused_with_its_number_and_the_reason(question, said):
    told = refusal(a_set({"kind": "move", "tree": TREE}, question))
    assert told.startswith("Question 2: ") and said in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The file is empty."),
        ("  \n", "The file is empty."),
        ("hello", "A set is a mapping"),
        ("[1, 2]", "A set is a mapping"),
        ("title: t\nquestions: []", "A set is a mapping"),
        ("title: t\nquestion: []", "There is no key question"),
        ("title: [1]\nquestions: [x]", "title must be like this: text."),
        ("format: other\nquestions: [x]", "another format or version"),
        ("title: t\ntitle: u\nquestions: []", "Line 2: The key title stands twice."),
        ('{"title": "t", "title": "u"}', "The key title stands twice."),
        ("title: t\n  questions: [", "Line 2 cannot be read"),
        ('{"title": t}', "Line 1 cannot be read"),
        ("questions: &a [*a]", "Line 1: anchors and aliases"),
        ("a: &a [x]\nquestions: [*a, *a]", "Line 1: anchors and aliases"),
        ("questions: !!python/object:os.system [x]", "Line 1: tags (!) are not taken."),
        ("title: !!binary aGk=\nquestions: []", "Line 1: tags (!) are not taken."),
        ("? [a, b]\n: 1", "Line 1: a key must be"),
        ("title: t\n---\ntitle: u", "Line 2: a second document begins"),
        ("questions: " + "[" * 50 + "]" * 50, "nests too deep"),
        ("[" * 100_000, "nests too deep"),
        ('{"questions": ' + "[" * 50 + "]" * 50 + "}", "nests too deep"),
        ('{"questions": [],\n "points": NaN}', "Line 2: NaN is not a number"),
        ('{"questions": [{"points": 1e999}]}', "Line 1: 1e999 is not a number"),
        ('{"title": "\\ud800", "questions": []}', "half of a character"),
        ("x" * (LARGEST + 1), "The file is too large"),
        ("questions:\n" + "  - {kind: values, seed: 1}\n" * 61, "too many questions: at most 60"),
        ('{"version": ' + "9" * 5000 + "}", "Line 1 cannot be read"),
        ("title: \x07", "Line 1 cannot be read"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(text, said):
    assert said in refusal(text)


def test_a_picture_or_an_archive_is_no_text():
    for data in (b"\x89PNG\r\n\x1a\n\xff", b"PK\x03\x04\0\0", b"\xff\xfet\0i\0"):
        with pytest.raises(EnrayaError) as caught:
            decode(data)
        assert caught.value.code == "error.document_binary"


def test_words_that_yaml_takes_for_something_else_stay_words():
    assert read_document("a: no\nb: 12:30\nc: 1e3\nd: 2026-11-15\ne: ~\nf: true\nON: -3") == {
        "a": "no", "b": "12:30", "c": "1e3", "d": "2026-11-15", "e": None, "f": True, "ON": -3,
    }  # fmt: skip


def test_a_number_that_begins_with_zero_is_decimal():
    assert read_document("a: 09\nb: 010\nc: -08\nd: +7") == {"a": 9, "b": 10, "c": -8, "d": 7}


def test_a_tree_node_by_node_is_the_tree_as_text():
    outline = {"A": ["B", "C"], "B": [3, "x"], "x": 12, "C": [2, 4]}
    read = read_question({"kind": "values", "tree": outline, "root": "min"})
    assert read.position.game.name == "tree(A[B[3 x=12] C[2 4]], root=min)"
    assert set(KEYS) >= set(read.spec())


@pytest.mark.parametrize(
    ("kind", "data", "expected"),
    [
        ("values", "A=3 B=-2,C = 4; D=−1", {"A": 3, "B": -2, "C": 4, "D": -1}),
        ("values", {"A": 3, "B": "−2", "C": None, "D": "x"}, {"A": 3, "B": -2, "C": None, "D": Unreadable("x")}),
        ("values", {"A": 10**400, "B": float("nan")}, None),
        ("move", "b", {"B": True}),
        ("move", " C ", {"C": True}),
        ("cuts", "none", {}),
        ("cuts", "ninguna", {}),
        ("cuts", "B2, C", {"B2": True, "C": True}),
        ("windows", "A=-inf,inf B=-∞..3", {"A": (float("-inf"), float("inf")), "B": (float("-inf"), 3)}),
        ("windows", {"A": {"alpha": "-inf", "beta": 3}}, {"A": (float("-inf"), 3)}),
        ("windows", {"B": ["-", 2]}, {"B": (Unreadable("-"), 2)}),
        ("windows", {"A": "(-inf, +inf)"}, {"A": (float("-inf"), float("inf"))}),
        ("values", None, {}),
    ],
)  # fmt: skip
def test_answers_are_read_from_data_and_from_a_line(kind, data, expected):
    read = read_answer(read_question({"kind": kind, "tree": TREE}), data)
    if expected is None:
        assert all(isinstance(value, Unreadable) for value in read.values())
    else:
        assert read == expected


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("values", [1]), ("values", 3), ("values", "3 4"), ("values", {True: 3}), ("move", ["B"]), ("move", {}),
        ("move", "x" * 100), ("cuts", {"B": 1}), ("cuts", [["B"]]), ("windows", {"A": 3}), ("windows", "A=1"),
        ("windows", {"A": [1, 2, 3]}), ("values", {f"N{at}": 1 for at in range(3000)}),
    ],
)  # fmt: skip
def test_what_is_no_answer_at_all_is_refused_in_words(kind, data):
    with pytest.raises(EnrayaError) as caught:
        read_answer(read_question({"kind": kind, "tree": TREE}), data)
    assert caught.value.code == f"error.answer_{kind}"


@pytest.mark.parametrize(
    ("text", "is_table", "said"),
    [
        ("answers: 3", False, "A file of answers has student and answers"),
        ("title: x", False, "A file of answers has student and answers"),
        ("answers: {}\nstudents: {}", False, "A file of answers has student and answers"),
        ("students: {}", False, "A file of answers has student and answers"),
        ("answers: {}\nmark: 10", False, "There is no key mark"),
        ("student: [a]\nanswers: {}", False, "A student's name is text"),
        ("answers: {}\nhints: {1: many}", False, "hints holds a whole number"),
        ("answers: {}\nhints: 3", False, "hints holds a whole number"),
        ("name,question\nAna,1", True, "names its columns: student, question, answer."),
        ("student,question,answer\nAna,1", True, "Line 2: a row holds"),
        ("student,question,answer\nAna,1,B,C", True, "Line 2: a row holds"),
        ("student,question,answer\n,1,B", True, "Line 2: a row holds"),
        ("student,question,answer\nAna,1,B\nAna,1,C", True, "Line 3: Ana answers question 1 a second time."),
        ('student,question,answer\nAna,1,"B', True, "cannot be read"),
    ],
)
def test_wrong_answer_files_are_refused(text, is_table, said):
    with pytest.raises(EnrayaError) as caught:
        read_submissions(text, is_table, "x")
    assert said in str(caught.value)


def test_answers_in_a_table_are_marked_like_any_other():
    exercises = read_set(a_set({"kind": "values", "tree": TREE}, {"kind": "cuts", "tree": TREE}))
    text = 'student,question,answer\nAna,1,"A=3, B=3, C=2"\nAna,2,C2\nLuis,2,none\n'
    ana, luis = (grade(exercises, sheet) for sheet in read_submissions(text, True, "x"))
    assert (ana.score, luis.score) == (20, 0)


def test_an_unreadable_answer_spoils_only_its_question():
    exercises = read_set(a_set({"kind": "values", "tree": TREE}, {"kind": "move", "tree": TREE}))
    result = grade(exercises, Submission("Ana", {"1": [1, 2], "2": "B"}))
    assert [each.score for each in result.results] == [0, 10]
    assert result.results[0].remarks("en")[0] == "The answer cannot be read."
    assert result.results[0].remarks("es")[0] == "La respuesta no se puede leer."


def test_a_list_answers_the_questions_in_order_and_hints_are_paid_for():
    exercises = read_set(a_set({"kind": "move", "tree": TREE}, {"kind": "cuts", "tree": TREE}))
    (sheet,) = read_submissions("student: 7\nanswers: [B, C2]\nhints: {2: 3}", False, "x")
    result = grade(exercises, sheet)
    assert sheet.student == "7" and [each.score for each in result.results] == [10, 7]
    assert result.results[1].remarks("en") == ["3 hints taken."]


def test_a_table_of_marks_has_a_row_for_each_student_and_question_and_no_formula():
    exercises = read_set(a_set({"kind": "move", "tree": TREE}, {"kind": "cuts", "tree": TREE}))
    table = as_table([grade(exercises, Submission("=1+1", {"1": "C"})), grade(exercises, Submission("Ana"))], "en")
    lines = table.splitlines()
    assert len(lines) == 5 and lines[0].startswith("student,question,kind,score,points,right,wrong,missing,extra")
    assert lines[1].startswith("'=1+1,1,move,0.0,10,0,1,0,0,0,,\"MAX does not choose C, worth 2")
    assert lines[4].endswith("No answer.")


def test_marking_by_the_other_convention_is_told():
    tree = "A[B[3 12] C[3 5] D[2 9]]"
    exercises = read_set(a_set({"kind": "cuts", "tree": tree, "accept": "either", "convention": ">="}))
    (result,) = grade(exercises, Submission("Ana", {"1": "D2"})).results
    assert result.score == 10 and result.as_data("en")["convention"] == ">"
    assert result.remarks("en") == ["Marked by the other convention, >, which is accepted here and suits it better."]
