"""`enraya practise` and `enraya grade`, as students and teachers run them."""

import csv
import json
import subprocess
from pathlib import Path

import pytest

from tests.unit.commands.running import ENRAYA, PATIENCE, data, run

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
SET, ANSWERS = EXAMPLES / "exercises.yaml", EXAMPLES / "answers.yaml"
CUTS = ("practise", "tree(A[B[D[-2 4] E[6 0]] C[F[-6 -4] G[1 2]]])", "--kind", "cuts")


def test_the_example_set_is_graded_with_a_report_and_a_table(tmp_path):
    table = tmp_path / "marks.csv"
    done = run("grade", SET, ANSWERS, "--csv", table)
    assert done.returncode == 0 and not done.stderr
    assert "Ana: 37 of 37" in done.stdout and "Luis: " in done.stdout
    assert "A = 8 follows from your B = 8: the mistake is there, not here." in done.stdout
    assert "    No answer." in done.stdout
    assert "There is an answer to question 7, which is not in this set." in done.stdout
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [(row["student"], row["question"]) for row in rows] == [
        (who, str(n)) for who in ("Ana", "Luis") for n in range(1, 6)
    ]
    assert [float(row["score"]) for row in rows[:5]] == [3, 4, 10, 10, 10]


def test_grades_as_json_and_in_spanish():
    graded = data("grade", SET, ANSWERS, "--json")
    assert graded["points"] == 37 and graded["students"][0]["score"] == 37
    marks = graded["students"][1]["questions"][0]["marks"]
    assert {"node": "A", "part": "value", "state": "follows"}.items() <= marks[0].items()
    assert "Luis: " in run("grade", SET, ANSWERS, language="es").stdout
    assert "B es un nodo MIN: el menor de 3, 12 y 8 es 3, no 8." in run("grade", SET, ANSWERS, language="es").stdout


def test_a_broken_answer_file_is_told_and_the_others_are_marked(tmp_path):
    broken, other = tmp_path / "broken.yaml", tmp_path / "luisa.yaml"
    broken.write_text("answers: [", encoding="utf-8")
    other.write_text("answers: {1: 'A=3 B=3 C=2 D=2'}", encoding="utf-8")
    done = run("grade", SET, broken, tmp_path / "nowhere.yaml", other)
    assert done.returncode == 2
    assert "luisa: 3 of 37" in done.stdout
    assert [line.count("enraya: ") for line in done.stderr.splitlines()] == [1, 1]
    assert "broken.yaml: Line 1 cannot be read" in done.stderr and "nowhere.yaml" in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\xff", "The file is not text"),
        (
            b"title: t\nquestions:\n  - {kind: values, tree: {A: [B], B: [A]}}",
            "Question 1: The tree has a cycle: A",
        ),
        (b"questions:\n  - kind: cuts\n    tree: A[1 2]\n    convention: >=", "Line 4 cannot be read"),
        (b"x" * 300_000, "The file is too large"),
    ],
)
def test_a_wrong_set_is_refused_in_one_line_with_its_name(tmp_path, content, said):
    file = tmp_path / "set.yaml"
    file.write_bytes(content)
    for command in (("grade", file, ANSWERS), ("practise", "--set", file)):
        done = run(*command, input="")
        assert done.returncode == 2 and not done.stdout
        assert len(done.stderr.splitlines()) == 1 and "set.yaml: " in done.stderr and said in done.stderr


def test_a_set_practised_in_a_pipe_is_saved_and_graded(tmp_path):
    file = tmp_path / "mine.json"
    lines = ["3", "2", "2", "3", "C2 C3", "?", "E2 G"]
    done = run("practise", "--set", SET, "--save", file, "--student", "Eva", input="\n".join(lines) + "\n")
    assert done.returncode == 0 and "Traceback" not in done.stderr
    saved = json.loads(file.read_text("utf-8"))
    assert saved["student"] == "Eva" and saved["hints"] == {"3": 1}
    assert saved["answers"] == {"1": {"B": 3, "C": 2, "D": 2, "A": 3}, "2": ["C2", "C3"], "3": ["E2", "G"]}
    assert data("grade", SET, file, "--json")["students"][0]["score"] == 16


def test_answers_of_before_stay_until_there_are_new_ones(tmp_path):
    file = tmp_path / "answers.json"
    file.write_text("answers of before", encoding="utf-8")
    process = subprocess.Popen(
        [ENRAYA, "practise", "--set", SET, "--save", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline()
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert file.read_text("utf-8") == "answers of before"


def test_the_same_seed_asks_the_same_and_says_so():
    asked = [run("practise", "--seed", "4", "--difficulty", "3", "--kind", "values", input="").stdout for _ in range(2)]
    assert asked[0] == asked[1]
    assert ("Seed 4, difficulty 3." in asked[0] and "B MIN" in asked[0]) or "B MAX" in asked[0]


@pytest.mark.parametrize("word", ["quit", "salir", "exit"])
def test_leaving_tells_the_score_so_far(word):
    done = run("practise", "--seed", "3", "--kind", "values", input=f"3\n{word}\n")
    assert done.returncode == 0
    assert "Right." in done.stdout and done.stdout.rstrip().endswith("Total: 3.33 of 10.")


def test_wrong_input_gets_one_clear_line_and_asks_again():
    done = run(*CUTS, input="E2 Q\nE2 G\n")
    assert "There is no such node: Q." in done.stdout
    assert done.stdout.count("Branches cut") == 2 and "Score: 10 of 10." in done.stdout
    done = run("practise", "--seed", "3", "--kind", "values", "--questions", "1", input="x\n3\n\n\n")
    assert "«x» is not a number" in done.stdout and done.stdout.count("B (MIN) =") == 2
    done = run(
        "practise", "--seed", "3", "--kind", "windows", "--questions", "1", input="1\n-inf oo\n\n\n", language="es"
    )
    assert "«1» no son α y β" in done.stdout and done.stdout.count("A (MAX) α, β =") == 2
    done = run("practise", "tree(A[B[3 12] C[2 4]])", "--kind", "move", input="Z\nb\n")
    assert "«Z» is not a move here; there are B, C." in done.stdout and "Right." in done.stdout


@pytest.mark.parametrize("word", ["?", "hint", "pista"])
def test_hints_come_one_at_a_time_and_cost_points(word):
    done = run(*CUTS, input=f"{word}\n{word}\n{word}\nE2 G\n")
    assert "Look at E:" in done.stdout and "and β = 4." in done.stdout and "E2 is cut:" in done.stdout
    assert "Score: 7 of 10." in done.stdout and "3 hints taken." in done.stdout


@pytest.mark.parametrize("solved", [(), ("--solved",)])
def test_sets_are_printed_as_pdf_and_svg(tmp_path, solved):
    pdf = tmp_path / "sheet.pdf"
    done = run("practise", "--set", SET, "--print", pdf, *solved)
    assert done.returncode == 0 and pdf.read_bytes().startswith(b"%PDF-")
    done = run("practise", "--set", SET, "--print", tmp_path / "sheet.svg", *solved, language="es")
    assert done.returncode == 0
    pages = sorted(file.name for file in tmp_path.glob("*.svg"))
    assert pages == ["sheet-1.svg", "sheet-2.svg", "sheet-3.svg"][: len(pages)] and len(pages) > 1
    done = run("practise", "--seed", "1", "--questions", "3", "--print", tmp_path / "three.pdf", *solved)
    assert done.returncode == 0 and "three.pdf" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("practise", "--solved"), "--solved goes only with --print."),
        (("practise", "--print", "sheet.docx"), "ends neither in .pdf nor in .svg"),
        (("practise", "mnk(3,3,3)", "--set", SET), "Give either a set or a game, not both."),
        (("practise", "--difficulty", "9"), "--difficulty takes a number from 1 to 6."),
        (("practise", "--kind", "all"), "--kind takes one of values, move, cuts, windows."),
        (("practise", "mnk(3,3,3)", "--moves", "a1 a2 b1 b2 c1"), "The game is over in this position"),
        (("practise", "gomoku"), "more than 200 nodes"),
        (("grade", SET), "ANSWERS is missing."),
        (("grade", "nowhere.yaml", ANSWERS), "nowhere.yaml"),
        (("practise", "--print", "/nowhere/at/all.pdf"), "/nowhere/at/all.pdf"),
    ],
)
def test_mistakes_on_the_command_line_are_told_in_one_line(arguments, said):
    done = run(*arguments, input="")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and said in done.stderr
