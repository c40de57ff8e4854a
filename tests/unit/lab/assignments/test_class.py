"""A class of twenty made-up submissions: each mistake is told apart from the others, marked and written down."""

import csv
import json
import re
import zipfile
from io import StringIO
from pathlib import Path

import pytest

from tests.unit.commands.running import run

SOLUTION = (Path(__file__).parents[4] / "docs/examples/assignment/search.py").read_text(encoding="utf-8")
ASSIGNMENT = """
title: Search
file: search.py
seed: 1
parts:
  - title: Minimax
    kind: minimax
    positions: [b2 a1, a1 b2 b1]
    depth: 3
    win: 1000
    compare: [value, move, nodes]
    ties: first
    points: 4
  - title: Alpha-beta
    kind: alphabeta
    game: tree(A[B[3 12 8] C[2 4 6] D[14 3 2] E[3 9 1]])
    ties: first
    points: 4
  - title: Evaluation
    kind: evaluation
    compare: [agreement]
    least: 0.35
    points: 2
"""
MINIMAX, ALPHABETA, EVALUATION = range(3)


def both(old, new):
    assert old in SOLUTION, old
    return SOLUTION.replace(old, new)


def only(function, old, new):
    """The solution with *old* replaced in one *function* alone."""
    before, found, rest = SOLUTION.partition(f"def {function}(")
    body, following, after = rest.partition("\n\n\n")
    assert old in body, old
    return before + found + body.replace(old, new) + following + after


CUT = "if best >= beta if maximises else best <= alpha:"
CLASS = {
    # Who: the file; the part with the mistake, None if all is right; what the report says of it.
    "ana": (SOLUTION, None, ""),
    "bea": (only("minimax", "depth == 0", "depth == 1"), MINIMAX, r"looks to depth 2 instead of 3.*off by one"),
    "carlos": (only("minimax", "depth == 0", "depth == -1"), MINIMAX, r"looks to depth 4 instead of 3"),
    "dario": (only("minimax", "value > best if", "value >= best if"), MINIMAX, r"wrong tie-break: \w+ is worth"),
    "elena": (
        only("alphabeta", CUT, "if best > beta if maximises else best < alpha:"),
        ALPHABETA,
        r"cuts on «>» where",
    ),
    "fatima": (only("alphabeta", CUT, "if False:"), ALPHABETA, r"cuts nothing: it looks at \d+ nodes like minimax"),
    "gorka": (
        only("alphabeta", "else best <= alpha:", "else best <= beta:"),
        ALPHABETA,
        r"wrong cut: it leaves B before",
    ),
    "hugo": (
        only("alphabeta", CUT, "if best >= beta if maximises else best <= alpha and move != legal[1]:").replace(
            "for move in game.legal_moves(state):\n        value, _ = alphabeta",
            "legal = game.legal_moves(state)\n    for move in legal:\n        value, _ = alphabeta",
        ),
        ALPHABETA,
        r"wrong cut: it goes on to \w+ \w+, though at \w+ \d has reached α = 3",
    ),
    "irene": (
        only("minimax", "game.to_move(state) == 0", "game.to_move(state) == 1"),
        MINIMAX,
        r"MAX and MIN are exchanged",
    ),
    "jorge": (only("minimax", "return best, chosen", "return -best, chosen"), MINIMAX, r"the value is"),
    "kike": (
        only("minimax", "in game.legal_moves(state)", "in reversed(game.legal_moves(state))"),
        MINIMAX,
        r"same nodes in another order",
    ),
    "lola": (only("minimax", "return best, chosen", "return best"), MINIMAX, r"fails with TypeError"),
    "marta": (SOLUTION.replace("def alphabeta(", "def alfabeta("), ALPHABETA, r"no function alphabeta"),
    "nacho": (
        only("alphabeta", "maximises = game", "while True: pass\n    maximises = game"),
        ALPHABETA,
        r"did not answer",
    ),
    "olga": (only("evaluate", "return game", "return -game"), EVALUATION, r"is the sign the wrong way round"),
    "pablo": (
        only("evaluate", "return game.evaluate(state, player)", "return 0"),
        EVALUATION,
        r"favours the winner in 0",
    ),
    "quique": (only("evaluate", "return game", "return 1 / 0 + game"), EVALUATION, r"ZeroDivisionError"),
    "rosa": (only("minimax", "game.evaluate(state, 0)", "0"), MINIMAX, r"the value is 10, not 0"),
    "sara": (only("alphabeta", "return best, chosen", "import os; os._exit(0)"), ALPHABETA, r"ended the whole program"),
    "tomas": ("def minimax(:\n", MINIMAX, r"not Python"),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    handed_in = folder / "handed-in"
    handed_in.mkdir()
    for number, (student, (source, _, _)) in enumerate(CLASS.items()):
        if number % 5 == 1:
            with zipfile.ZipFile(handed_in / f"{student}.zip", "w") as archive:
                archive.writestr("work/search.py", source)
            continue
        name = f"{student}_{number}_assignsubmission_file_" if number % 5 == 2 else student
        (handed_in / name).mkdir()
        (handed_in / name / "search.py").write_text(source, encoding="utf-8")
    # As a Spanish spreadsheet writes it.
    roster = "\ufeffalumno;grupo\n" + "".join(f"{name.capitalize()};A\n" for name in CLASS) + "Úrsula;B\n"
    (folder / "roster.csv").write_text(roster, encoding="utf-8")
    (folder / "assignment.yaml").write_text(ASSIGNMENT, encoding="utf-8")
    done = run(
        "grade", str(folder / "assignment.yaml"), str(handed_in), "--json", "--csv", str(folder / "marks.csv"),
        "--separator", "semicolon", "--gradescope", str(folder / "results"), "--roster", str(folder / "roster.csv"),
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return folder, done, json.loads(done.stdout)


@pytest.mark.parametrize("student", CLASS)
def test_each_mistake_costs_its_own_part_and_is_told_in_a_sentence(graded, student):
    _, wrong, sentence = CLASS[student]
    (found,) = [each for each in graded[2]["students"] if each["student"].casefold() == student]
    if found["problem"] is not None:
        assert found["score"] == 0
        assert re.search(sentence, found["problem"])
        return
    lost = [number for number, part in enumerate(found["parts"]) if part["score"] < part["points"]]
    if wrong is None:
        assert (lost, found["score"]) == ([], 10)
        return
    assert wrong in lost
    assert lost == [wrong]
    said = " ".join(found["parts"][wrong]["remarks"])
    assert re.search(sentence, said), said


def test_the_first_difference_is_shown_in_the_tree(graded):
    trees = {each["student"]: [part["tree"] for part in each["parts"]] for each in graded[2]["students"]}
    assert "◄" in trees["Bea"][MINIMAX]
    assert "✂" in trees["Fatima"][ALPHABETA]
    assert trees["Ana"] == [None, None, None]


def test_the_class_has_a_row_for_each_student_and_one_of_means(graded):
    folder, done, data = graded
    written = (folder / "marks.csv").read_bytes()
    assert written.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(StringIO(written.decode("utf-8-sig")), delimiter=";"))
    assert rows[0] == ["student", "score", "points", "Minimax", "Alpha-beta", "Evaluation", "remarks"]
    assert [row[0].casefold() for row in rows[1:-1]] == [*CLASS, "úrsula"]
    assert rows[-1][0] == "mean"
    assert rows[-1][3:6] == [f"{mean:g}".replace(".", ",") for mean in data["means"]]
    # One of the list handed in nothing.
    assert done.returncode == 2
    assert rows[-2][-1] == "Nothing was handed in: there is no search.py."


def test_gradescope_gets_a_file_for_each_student(graded):
    results = json.loads((graded[0] / "results" / "Bea.json").read_text(encoding="utf-8"))
    assert [(test["score"], test["max_score"], test["status"]) for test in results["tests"]][1:] == [
        (4, 4, "passed"),
        (2, 2, "passed"),
    ]
    assert results["score"] == sum(test["score"] for test in results["tests"])
    assert "off by one" in results["tests"][0]["output"]
    assert set(results) >= {"score", "tests", "output", "execution_time"}
