"""A class over HTTP: joined, assigned, answered, frozen, revealed, exported, deleted."""

from __future__ import annotations

import json
import sqlite3

from tests.unit.server.api.school import GOOD, RIGHT, SEEDED, SET, Student, Teacher, open_school
from tests.unit.server.conftest import described, fits


def test_a_set_is_answered_marked_frozen_revealed_and_exported(school):
    teacher = Teacher(school)
    number = teacher.assign("set", text=SET, shows="nothing")
    ana = Student(teacher, "Ana", "ana")
    assert ana.joined.status_code == 201
    task = ana.ask("GET").json()["tasks"][0]
    assert (task["title"], task["items"], task["done"], task["points"], task["score"]) == ("Poda", 2, 0, 15, None)
    put = ana.ask("GET", f"/{number}/questions")
    assert put.headers["cache-control"] == "no-store"
    assert [each["question"] for each in put.json()["questions"]] == [{}, {}]
    # Nothing of the marks goes out, and the last answer counts.
    assert ana.answer(number, 1, {"A": 1}).status_code == 200
    handed = ana.answer(number, 1, RIGHT).json()
    assert handed["task"]["score"] is None
    assert (handed["work"][0]["marks"], handed["work"][0]["score"], handed["work"][0]["attempts"]) == (None, None, 2)
    assert ana.answer(number, 2, ["B"]).status_code == 200
    assert ana.ask("GET", f"/{number}/solutions").status_code == 409
    assert teacher.look()["students"][0]["progress"] == [{"number": number, "done": 2, "begun": 2, "score": 10.0}]
    # Frozen: no answer is taken. Revealed: all is told.
    teacher.set(number, stage="frozen")
    assert ana.answer(number, 1, RIGHT).json()["code"] == "class.frozen"
    teacher.set(number, stage="revealed")
    told = ana.ask("GET", f"/{number}/solutions").json()
    assert told[0]["solution"] == RIGHT
    assert told[1]["solution"]
    assert ana.ask("GET", f"/{number}").json()["task"]["score"] == 10
    table = teacher.ask("GET", "/export/marks")
    assert table.text == "Student,Poda (15),Sum (15)\nAna,10.0,10.0\n"
    table = teacher.ask("GET", "/export/marks?separator=semicolon&lang=es")
    assert table.content.decode() == "\ufeffAlumno;Poda (15);Suma (15)\nAna;10;10\n"
    assert not teacher.ask("GET", "/export/marks?separator=semicolon&mark=false").text.startswith("\ufeff")
    whole = json.loads(teacher.ask("GET", "/export/all").text)
    assert whole["students"][0]["work"][0]["detail"]["answers"] == RIGHT


def test_an_answer_that_no_other_program_could_read_is_refused(school):
    teacher = Teacher(school)
    number = teacher.assign("set", text=SET)
    ana = Student(teacher, "Ana", "ana")
    surrogates = ['{"\\ud800": 1}', '{"A": "\\udc00"}', '["\\ud83d"]']
    for answers in (*surrogates, '{"A": NaN}', '{"A": [-Infinity]}', "1e999", '{"a":' * 300 + "1" + "}" * 300):
        address = f"/api/classes/{teacher.id}/me/{number}/answers"
        body = f'{{"question": 1, "answers": {answers}}}'
        headers = {**ana.headers, "Content-Type": "application/json"}
        refused = school.post(address, content=body, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (400, "server.bad_request"), refused.text
    assert ana.answer(number, 1, {"A": 3}).status_code == 200


def test_where_marks_are_told_the_first_answer_counts_and_reasons_come_when_allowed(school):
    teacher = Teacher(school)
    number = teacher.assign("set", text=SET, shows="marks")
    ana = Student(teacher, "Ana", "ana-2")
    first = ana.answer(number, 1, {"A": 3, "B": 3}).json()
    assert first["work"][0]["score"] == 6.67
    assert first["work"][0]["marks"]["marks"] == []
    again = ana.answer(number, 1, RIGHT).json()
    assert again["work"][0]["score"] == 6.67
    teacher.set(number, shows="reasons")
    told = ana.answer(number, 2, ["C1"]).json()["work"][1]["marks"]
    assert [mark["state"] for mark in told["marks"]] == ["extra"]
    assert told["solution"] is None


def test_each_student_can_have_other_numbers_and_everybody_the_same_ones_again(school):
    teacher = Teacher(school)
    number = teacher.assign("set", text=SEEDED, has_variants=True)
    trees = {}
    for name in ("Ana", "Eva"):
        student = Student(teacher, name, f"variant-{name}")
        trees[name] = student.ask("GET", f"/{number}/questions").json()["questions"][0]["tree"]
        assert student.ask("GET", f"/{number}/questions").json()["questions"][0]["tree"] == trees[name]
    assert trees["Ana"] != trees["Eva"]
    eva = Student(teacher, "Iris", "variant-iris")
    eva.answer(number, 1, {"A": 1})
    assert teacher.ask("PATCH", f"/assignments/{number}", json={"has_variants": False}).status_code == 409


def test_steps_of_lessons_and_tries_at_puzzles_are_kept(school):
    teacher, ana = (made := Teacher(school)), Student(made, "Ana", "ana-5")
    names = [each["name"] for each in school.get("/api/lessons").json()["course"]]
    lessons = teacher.assign("lessons", lessons=names[:1])
    assert ana.ask("POST", "/steps", json={"lesson": names[0], "step": 1}).status_code == 200
    assert ana.ask("POST", "/steps", json={"lesson": names[1], "step": 1}).json()["tasks"][0]["done"] == 0
    assert ana.ask("POST", "/steps", json={"lesson": names[0], "step": 900}).json()["code"] == "class.no_step"
    assert ana.ask("GET", f"/{lessons}").json()["work"][0]["steps"] == [0]
    every = school.get("/api/puzzles?day=2026-01-01").json()["puzzles"]
    puzzle = next(each for each in every if each["own_moves"] == 1)
    key = school.get(f"/api/puzzles/{puzzle['name']}/solution").json()["line"][0]
    legal = school.post("/api/positions", json={"game": puzzle["game"], "moves": " ".join(puzzle["moves"])}).json()
    wrong = next(move for move in legal["choices"] if move != key)
    number = teacher.assign("puzzles", puzzles=[puzzle["name"]], shows="marks")
    first = ana.ask("POST", f"/{number}/puzzles/{puzzle['name']}", json={"moves": [wrong]}).json()
    assert (first["right"], first["line"], first["sentence"]) == (False, [], None)
    solved = ana.ask("POST", f"/{number}/puzzles/{puzzle['name']}", json={"moves": [key]}).json()
    assert (solved["solved"], solved["task"]["score"], solved["task"]["done"]) == (True, 5, 1)


def test_questions_of_a_lesson_are_marked_by_the_server_and_not_by_the_page(school):
    teacher, ana = (made := Teacher(school)), Student(made, "Ana", "ana-lesson")
    number = teacher.assign("lessons", lessons=["cuts"])
    kinds = next(each["kinds"] for each in school.get("/api/lessons").json()["course"] if each["name"] == "cuts")
    checks = [place for place, kind in enumerate(kinds, start=1) if kind == "check"]
    exercises = [place for place, kind in enumerate(kinds, start=1) if kind == "exercise"]

    def report(step, **said):
        return ana.ask("POST", "/steps", json={"lesson": "cuts", "step": step, **said})

    for step in (checks[0], exercises[0]):
        assert report(step, right=10, of=10).json()["code"] == "class.no_step_answer"
    assert report(checks[0], answers=99).json()["code"] == "class.no_step_answer"
    assert report(checks[0], answers=0).json()["tasks"][0]["score"] == 0
    # The first answer counts.
    assert report(checks[0], answers=1).json()["tasks"][0]["score"] == 0
    assert report(checks[1], answers=1, right=0, of=1).json()["tasks"][0]["score"] == 2
    assert report(exercises[0], answers=["C2", "C3", "D3"]).json()["tasks"][0]["score"] == 4
    # A prediction is told by the page, and earns nothing.
    assert report(kinds.index("predict") + 1, right=9, of=9).json()["tasks"][0]["score"] == 4
    assert ana.ask("GET", f"/{number}").json()["work"][0]["steps"] == [2, 3, 7, 11]


def test_a_deleted_class_leaves_neither_a_row_nor_a_file(tmp_path):
    with open_school(tmp_path) as client:
        teacher = Teacher(client)
        players, games = teacher.assign("player", game="mnk(3,3,3)"), teacher.assign("game")
        ana = Student(teacher, "Anastasia", "ana-files")
        assert ana.ask("POST", f"/{players}/file?file=a.py", content=GOOD + b"# Anastasia").status_code == 200
        assert ana.ask("POST", f"/{games}/file?file=g.py", content=b"def initial():\n    return 'Anastasia'\n").json()
        players = client.app.state.context.tournaments.hand_ins
        folder = players.files._folder
        assert len([*folder.rglob("player.py")]) == 2
        assert teacher.ask("DELETE").status_code == 204
        assert [*folder.rglob("player.py")] == []
    with sqlite3.connect(tmp_path / "matches.db") as disk:
        for table in ("classes", "class_assignments", "class_students", "class_work", "hand_ins", "tournaments"):
            assert disk.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
    assert b"Anastasia" not in (tmp_path / "matches.db").read_bytes()


def test_everything_is_there_after_a_restart_and_nothing_after_it_is_deleted(tmp_path):
    with open_school(tmp_path) as client:
        teacher = Teacher(client)
        number = teacher.assign("set", text=SET)
        ana = Student(teacher, "<b>Ana</b>", "ana-8")
        ana.answer(number, 1, RIGHT)
        before = teacher.look()
    with open_school(tmp_path) as client:
        teacher.client = ana.client = client
        after = teacher.look()
        assert after["students"][0]["progress"] == before["students"][0]["progress"]
        assert after["assignments"] == before["assignments"]
        schema = described()["paths"]["/api/classes/{id}"]["get"]["responses"]["200"]["content"]["application/json"]
        assert fits(schema["schema"], after)
        assert ana.ask("GET").json()["name"] == "<b>Ana</b>"
        assert teacher.ask("DELETE").status_code == 204
        assert teacher.ask("GET").status_code == 404
        assert ana.ask("GET").status_code == 404
    assert b"<b>Ana</b>" not in (tmp_path / "matches.db").read_bytes()
