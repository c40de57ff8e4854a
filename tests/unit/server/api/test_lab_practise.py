"""Exercises over HTTP: put without their answers, marked with reasons, hinted at; and nothing bad gets through."""

from pathlib import Path

import pytest

from tests.unit.server.conftest import serving

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"
QUESTION = {"kind": "cuts", "tree": "A[B[D[-2 4] E[6 0]] C[F[-6 -4] G[1 2]]]"}


def put(client, **body):
    answer = client.post("/api/lab/exercises", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def marked(client, question, answers, **more):
    answer = client.post("/api/lab/marks", json={"question": question, "answers": answers, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_question_is_put_with_its_tree_and_its_words_and_without_its_answers(client):
    (exercise,) = put(client, question=QUESTION)["questions"]
    assert exercise["kind"] == "cuts" and exercise["convention"] == ">="
    assert exercise["tree"]["root"] == "A"
    assert exercise["tree"]["nodes"]["A"] == {"children": ["B", "C"], "value": None, "max": True, "move": None}
    assert exercise["tree"]["nodes"]["D2"]["value"] == 4
    assert exercise["task"]["es"] == "Marca las ramas que poda alfa-beta."
    assert any("≥" in sentence["en"] for sentence in exercise["says"])
    assert exercise["asked"][:3] == ["B", "D", "D1"] and len(exercise["asked"]) == 14
    assert not {"solution", "answers", "marks"} & set(exercise)
    assert put(client, question=exercise["question"])["questions"] == [exercise]


def test_a_seed_is_the_same_exercise_each_time_and_a_position_comes_with_its_board(client):
    question = {"kind": "move", "seed": 5, "difficulty": 6}
    (one,), (two,) = (put(client, question=question)["questions"] for _ in range(2))
    assert one == two and one["position"]["kind"] == "board"
    assert {node["move"] for node in one["tree"]["nodes"].values()} - {None} <= set("1234567")


def test_answers_are_marked_with_reasons_in_both_languages_and_the_solution_only_on_request(client):
    answer = marked(client, QUESTION, ["E2", "F2"])
    assert {mark["node"]: mark["state"] for mark in answer["marks"]} == {"E2": "right", "F2": "extra", "G": "missing"}
    assert all(mark["reason"]["en"] != mark["reason"]["es"] for mark in answer["marks"])
    assert answer["solution"] is None and answer["score"] == 0
    assert marked(client, QUESTION, None, solution=True)["solution"] == ["E2", "G"]
    assert marked(client, QUESTION, ["E2", "G"], hints=2)["score"] == 8


@pytest.mark.parametrize("kind", ["values", "move", "cuts", "windows"])
def test_the_solution_told_is_marked_perfect(client, kind):
    question = {"kind": kind, "seed": 3, "difficulty": 4}
    solution = marked(client, question, None, solution=True)["solution"]
    assert marked(client, question, solution)["perfect"]


def test_hints_come_one_step_at_a_time(client):
    before, steps = None, []
    for _ in range(3):
        body = {"question": QUESTION, "answers": [], "before": before}
        hint = client.post("/api/lab/hints", json=body).json()
        steps.append((hint["node"], hint["step"], hint["last"]))
        before = {"node": hint["node"], "step": hint["step"]}
    assert steps == [("E2", 1, False), ("E2", 2, False), ("E2", 3, True)]
    none = client.post("/api/lab/hints", json={"question": QUESTION, "answers": ["E2", "G"]}).json()
    assert none == {"node": None, "step": None, "last": True, "text": None}


def test_a_set_is_put_question_by_question(client):
    found = put(client, set=(EXAMPLES / "exercises.yaml").read_text("utf-8"))
    assert found["title"] == "Minimax and alpha-beta"
    assert [each["kind"] for each in found["questions"]] == ["values", "cuts", "cuts", "windows", "move"]
    assert found["questions"][1]["either"] and found["questions"][1]["points"] == 4


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("exercises", {}, 422, "server.practise_one_way"),
        ("exercises", {"question": QUESTION, "set": "x"}, 422, "server.practise_one_way"),
        ("exercises", {"question": {"kind": "values", "game": "mine.py"}}, 422, "server.no_files"),
        ("exercises", {"question": {"kind": "values", "game": "/etc/passwd.py"}}, 422, "server.no_files"),
        ("exercises", {"set": "questions: [{kind: values, game: ./x.py}]"}, 422, "error.in_question"),
        ("exercises", {"set": "questions: &a [*a]"}, 422, "error.document_alias"),
        ("exercises", {"set": 3}, 400, "server.bad_request"),
        ("exercises", {"question": []}, 400, "server.bad_request"),
        ("exercises", {"question": QUESTION, "more": 1}, 400, "server.bad_request"),
        ("exercises", {"question": {"kind": "values", "game": "gomoku"}}, 422, "error.exercise_large"),
        ("marks", {"question": QUESTION, "answers": 3.5}, 422, "error.answer_cuts"),
        ("marks", {"question": QUESTION, "hints": -1}, 400, "server.bad_request"),
        ("hints", {"question": QUESTION, "before": {"node": "A", "step": 9}}, 400, "server.bad_request"),
    ],
)
def test_what_is_wrong_is_a_problem_with_words(client, path, body, status, code):
    answer = client.post(f"/api/lab/{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"]


def test_a_set_may_be_as_large_as_a_file_and_no_larger(client):
    long = "# " + "x" * 100_000 + "\nquestions: [{kind: values, seed: 1}]"
    assert len(put(client, set=long)["questions"]) == 1
    assert client.post("/api/lab/exercises", json={"set": "#" + "x" * 300_000}).status_code == 413
    assert client.post("/api/lab/marks", json={"question": QUESTION, "answers": ["x" * 20_000]}).status_code == 413


def test_an_offered_game_makes_exercises_by_its_bare_name(tmp_path):
    with serving(tmp_path / "matches.db", games_files=[str(EXAMPLES / "tictactoe.py")]) as client:
        (exercise,) = put(client, question={"kind": "values", "game": "tictactoe.py", "depth": 1})["questions"]
        assert exercise["question"]["game"] == "tictactoe.py"
        assert put(client, question=exercise["question"])["questions"] == [exercise]


def test_questions_are_printed_in_the_callers_language(client):
    body = {"questions": [QUESTION, {"kind": "move", "seed": 5, "difficulty": 6}], "title": "Árboles", "solved": True}
    answer = client.post("/api/lab/sheets", json=body, headers={"accept-language": "es"})
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-") and "ejercicios.pdf" in answer.headers["content-disposition"]
    assert client.post("/api/lab/sheets", json={"questions": []}).status_code == 400
    assert client.post("/api/lab/sheets", json={"questions": [{"kind": "x"}]}).status_code == 422
