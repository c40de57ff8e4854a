"""A class over HTTP: joined, assigned, answered, frozen, revealed, exported, deleted; and what is kept from whom."""

from __future__ import annotations

import json
import sqlite3

import pytest

from enraya.server.teacher_key import TeacherKey
from tests.unit.server.conftest import described, fits, serving

KEY = "the-key-of-the-tests"
SET = """
title: Poda
questions:
  - {kind: values, tree: "A[B[3 12 8] C[2 4 6]]"}
  - {kind: cuts, tree: "A[B[3 12 8] C[2 4 6] D[14 5 2]]", points: 5}
"""
RIGHT = {"A": 3, "B": 3, "C": 2}
SEEDED = "questions:\n  - {kind: values, seed: 7, difficulty: 1}\n"
GOOD = b"def choose(state, limit, game):\n    return game.legal_moves(state)[0]\n"
CRASHING = b"def choose(state, limit):\n    raise ValueError('on purpose')\n"


def open_school(folder, **options):
    return serving(folder / "matches.db", teacher_key=TeacherKey(KEY), **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("classes")


@pytest.fixture(scope="module")
def client(folder):
    with open_school(folder) as client:
        yield client


class Teacher:
    """Who opened a class, and what they ask."""

    def __init__(self, client, title="4.º B"):
        self.client = client
        made = client.post("/api/classes", json={"title": title}, headers={"X-Enraya-Teacher": KEY})
        assert made.status_code == 201, made.text
        self.id, self.code, self.secret = (made.json()[name] for name in ("id", "code", "secret"))
        self.headers = {"X-Enraya-Teacher": KEY, "X-Enraya-Class": self.secret}

    def ask(self, method, path="", **said):
        return self.client.request(method, f"/api/classes/{self.id}{path}", headers=self.headers, **said)

    def look(self):
        return self.ask("GET").json()

    def assign(self, kind, **said):
        body = {"kind": kind, "stage": "open", **said}
        made = self.ask("POST", "/assignments", json=body)
        assert made.status_code == 201, made.text
        return made.json()["number"]

    def set(self, number, **said):
        changed = self.ask("PATCH", f"/assignments/{number}", json=said)
        assert changed.status_code == 200, changed.text
        return changed.json()


class Student:
    """Somebody at a browser of their own."""

    def __init__(self, teacher, name, token, word=None):
        self.client, self.id, self.headers = teacher.client, teacher.id, {"X-Enraya-Token": token}
        self.client.cookies.clear()
        body = {"code": teacher.code, "name": name, "word": word}
        self.joined = self.client.post("/api/classes/join", json=body, headers=self.headers)

    @property
    def word(self):
        return self.joined.json()["word"]

    def ask(self, method, path="", **said):
        self.client.cookies.clear()
        return self.client.request(method, f"/api/classes/{self.id}/me{path}", headers=self.headers, **said)

    def answer(self, number, question, answers):
        return self.ask("POST", f"/{number}/answers", json={"question": question, "answers": answers})


def test_a_set_is_answered_marked_frozen_revealed_and_exported(client):
    teacher = Teacher(client)
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


def test_where_marks_are_told_the_first_answer_counts_and_reasons_come_when_allowed(client):
    teacher = Teacher(client)
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


def test_each_student_can_have_other_numbers_and_everybody_the_same_ones_again(client):
    teacher = Teacher(client)
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


def test_who_rejoins_by_the_word_is_the_same_student_and_others_are_not_let_in(client):
    teacher = Teacher(client)
    ana = Student(teacher, "Ana", "phone")
    assert len(ana.word) == 8
    assert Student(teacher, " ana ", "elsewhere").joined.json()["code"] == "class.name_taken"
    assert Student(teacher, "Ana", "elsewhere", "wrongword").joined.json()["code"] == "class.wrong_word"
    again = Student(teacher, "ana", "laptop", f" {ana.word.upper()} ")
    assert (again.joined.status_code, again.word) == (201, None)
    assert again.ask("GET").json()["name"] == "Ana"
    assert ana.ask("GET").status_code == 200
    # On a shared computer the next one takes the place of the one before.
    eva = Student(teacher, "Eva", "laptop")
    assert eva.ask("GET").json()["name"] == "Eva"
    # A word that was lost is replaced, and the old one is worth nothing.
    id = teacher.look()["students"][0]["id"]
    word = teacher.ask("POST", f"/students/{id}/word").json()["word"]
    assert ana.ask("GET").json()["code"] == "class.not_in"
    assert Student(teacher, "Ana", "phone", ana.word).joined.status_code == 403
    assert Student(teacher, "Ana", "phone", word).joined.status_code == 201
    assert ana.ask("POST", "/leave").status_code == 204
    assert ana.ask("GET").status_code == 403
    teacher.ask("PATCH", json={"is_joining": False})
    assert Student(teacher, "Luis", "late").joined.json()["code"] == "class.closed"


def test_a_class_does_not_exist_for_another_teacher_nor_for_who_has_no_key(client):
    teacher, other = Teacher(client), Teacher(client, "Other")
    for headers in ({**teacher.headers, "X-Enraya-Class": other.secret}, {"X-Enraya-Teacher": KEY}):
        answer = client.get(f"/api/classes/{teacher.id}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "class.unknown")
    assert client.get(f"/api/classes/{teacher.id}", headers={"X-Enraya-Class": teacher.secret}).status_code == 403
    ana = Student(teacher, "Ana", "ana-3")
    hidden = teacher.assign("set", text=SET, stage="hidden")
    assert ana.ask("GET").json()["tasks"] == []
    assert ana.ask("GET", f"/{hidden}").status_code == 404
    outsider = client.get(f"/api/classes/{teacher.id}/me", headers={"X-Enraya-Token": "nobody"})
    assert outsider.json()["code"] == "class.not_in"


def test_only_what_is_published_shows_others(client):
    teacher = Teacher(client)
    number = teacher.assign("set", text=SET)
    ana, eva = Student(teacher, "Ana", "ana-4"), Student(teacher, "Eva", "eva-4")
    ana.answer(number, 1, RIGHT)
    assert eva.ask("GET", f"/{number}").json()["ranked"] is None
    assert "Ana" not in eva.ask("GET").text + eva.ask("GET", f"/{number}").text
    teacher.set(number, published=True)
    ranked = eva.ask("GET", f"/{number}").json()["ranked"]
    assert [(row["name"], row["score"], row["is_you"]) for row in ranked] == [("Ana", 10, False), ("Eva", 0, True)]


def test_steps_of_lessons_and_tries_at_puzzles_are_kept(client):
    teacher, ana = (made := Teacher(client)), Student(made, "Ana", "ana-5")
    names = [each["name"] for each in client.get("/api/lessons").json()["course"]]
    lessons = teacher.assign("lessons", lessons=names[:1])
    assert ana.ask("POST", "/steps", json={"lesson": names[0], "step": 1}).status_code == 200
    assert ana.ask("POST", "/steps", json={"lesson": names[1], "step": 1}).json()["tasks"][0]["done"] == 0
    assert ana.ask("POST", "/steps", json={"lesson": names[0], "step": 900}).json()["code"] == "class.no_step"
    assert ana.ask("GET", f"/{lessons}").json()["work"][0]["steps"] == [0]
    every = client.get("/api/puzzles?day=2026-01-01").json()["puzzles"]
    puzzle = next(each for each in every if each["own_moves"] == 1)
    key = client.get(f"/api/puzzles/{puzzle['name']}/solution").json()["line"][0]
    legal = client.post("/api/positions", json={"game": puzzle["game"], "moves": " ".join(puzzle["moves"])}).json()
    wrong = next(move for move in legal["choices"] if move != key)
    number = teacher.assign("puzzles", puzzles=[puzzle["name"]], shows="marks")
    first = ana.ask("POST", f"/{number}/puzzles/{puzzle['name']}", json={"moves": [wrong]}).json()
    assert (first["right"], first["line"], first["sentence"]) == (False, [], None)
    solved = ana.ask("POST", f"/{number}/puzzles/{puzzle['name']}", json={"moves": [key]}).json()
    assert (solved["solved"], solved["task"]["score"], solved["task"]["done"]) == (True, 5, 1)


def test_questions_of_a_lesson_are_marked_by_the_server_and_not_by_the_page(client):
    teacher, ana = (made := Teacher(client)), Student(made, "Ana", "ana-lesson")
    number = teacher.assign("lessons", lessons=["cuts"])
    kinds = next(each["kinds"] for each in client.get("/api/lessons").json()["course"] if each["name"] == "cuts")
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


def test_players_and_games_are_checked_at_once_and_a_tournament_is_played(client):
    teacher = Teacher(client)
    players = teacher.assign("player", game="mnk(3,3,3)")
    ana, eva = Student(teacher, "Ana", "ana-6"), Student(teacher, "Eva", "eva-6")
    assert ana.ask("POST", f"/{players}/file?file=a.py", content=GOOD).json()["task"]["done"] == 1
    handed = eva.ask("POST", f"/{players}/file?file=b.py", content=CRASHING).json()
    assert "on purpose" in handed["work"][0]["verdict"]["es"]
    assert eva.ask("POST", f"/{players}/file?file=b.py", content=GOOD).json()["task"]["done"] == 1
    body = {"title": "Liga", "handed_in": ["Ana", "Eva"], "games": 2, "seconds": 5}
    made = teacher.ask("POST", f"/assignments/{players}/tournament", json=body)
    assert made.status_code == 201, made.text
    # Neither in the open arena nor known to students before it is published.
    assert client.get("/api/tournaments").json()["tournaments"] == []
    assert ana.ask("GET", f"/{players}").json()["content"]["tournament"] is None
    teacher.set(players, published=True)
    assert ana.ask("GET", f"/{players}").json()["content"]["tournament"] == made.json()["id"]
    games = teacher.assign("game")
    played = client.post(
        "/api/replays/export/json", json={"game": "mnk(3,3,3)", "moves": ["b2", "a1"], "players": ["", ""]}
    ).content
    assert ana.ask("POST", f"/{games}/file?file=game.json", content=played).json()["task"]["done"] == 1
    id = teacher.look()["students"][0]["id"]
    assert teacher.ask("GET", f"/students/{id}/{games}/file").content == played
    assert teacher.ask("GET", f"/students/{id}/{players}/file").content == GOOD
    broken = ana.ask("POST", f"/{games}/file?file=mine.py", content=b"def initial():\n    return 1\n").json()
    assert broken["work"][0]["verdict"]["en"]
    assert "/tmp" not in broken["work"][0]["verdict"]["en"]


def test_a_player_after_the_deadline_is_refused_and_does_not_play(client):
    teacher = Teacher(client)
    number = teacher.assign("player", game="mnk(3,3,3)")
    ana = Student(teacher, "Ana", "ana-late")
    assert ana.ask("POST", f"/{number}/file?file=a.py", content=GOOD).status_code == 200
    id = teacher.look()["students"][0]["id"]
    for said, code in (({"deadline": 1.0}, "class.late"), ({"deadline": 0, "stage": "frozen"}, "class.frozen")):
        teacher.set(number, **said)
        assert ana.ask("POST", f"/{number}/file?file=b.py", content=GOOD + b"# late").json()["code"] == code
        assert teacher.ask("GET", f"/students/{id}/{number}/file").content == GOOD


def test_players_for_two_assignments_are_two_players_and_go_with_their_assignment(client):
    teacher = Teacher(client)
    first, second = teacher.assign("player", game="mnk(3,3,3)"), teacher.assign("player", game="connect(7,6,4)")
    ana = Student(teacher, "Ana", "ana-two")
    other = GOOD + b"# of Connect 4\n"
    for number, body in ((first, GOOD), (second, other)):
        assert ana.ask("POST", f"/{number}/file?file=a.py", content=body).json()["task"]["done"] == 1
    id = teacher.look()["students"][0]["id"]
    assert teacher.ask("GET", f"/students/{id}/{first}/file").content == GOOD
    assert teacher.ask("GET", f"/students/{id}/{second}/file").content == other
    assert teacher.ask("DELETE", f"/assignments/{first}").status_code == 204
    assert teacher.ask("GET", f"/students/{id}/{second}/file").content == other


def test_what_is_handed_in_while_a_student_or_the_class_is_deleted_is_not_written(tmp_path):
    with open_school(tmp_path) as client:
        teacher = Teacher(client)
        number = teacher.assign("set", text=SET)
        ana, eva = Student(teacher, "Ana", "ana-gone"), Student(teacher, "Eva", "eva-gone")
        live = client.app.state.context.classes._live[teacher.id]
        first, second = live.students
        with live.leaving(first):
            assert ana.answer(number, 1, RIGHT).json()["code"] == "class.not_in"
        assert eva.answer(number, 1, RIGHT).status_code == 200
        with live.leaving(live.id):
            assert eva.answer(number, 1, RIGHT).json()["code"] == "class.unknown"
            assert Student(teacher, "Luis", "luis-gone").joined.json()["code"] == "class.unknown"
        assert teacher.ask("DELETE", f"/students/{second}").status_code == 204
        assert [key[0] for key in live.work] == []


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


def test_a_puzzle_is_not_solved_by_choosing_the_replies_oneself(client):
    teacher, ana = (made := Teacher(client)), Student(made, "Ana", "ana-forged")
    every = client.get("/api/puzzles?day=2026-01-01").json()["puzzles"]
    puzzle = next(each for each in every if each["own_moves"] == 2)
    number = teacher.assign("puzzles", puzzles=[puzzle["name"]])
    line = client.get(f"/api/puzzles/{puzzle['name']}/solution").json()["line"]
    path = f"/{number}/puzzles/{puzzle['name']}"
    assert ana.ask("POST", path, json={"moves": line[:3]}).json()["code"] == "class.other_moves"
    first = ana.ask("POST", path, json={"moves": line[:1]}).json()
    assert (first["right"], first["solved"]) == (True, False)
    forged = [line[0], "zz", line[2]]
    assert ana.ask("POST", path, json={"moves": forged}).json()["code"] == "class.other_moves"
    assert teacher.look()["students"][0]["score"] == 0


def test_guesses_of_a_word_are_counted_however_the_name_is_typed(tmp_path):
    with open_school(tmp_path) as client:
        teacher = Teacher(client)
        Student(teacher, "Inés Gómez", "ines")
        names = ["Inés Gómez", " inés  gómez", "INE\u0301S GÓMEZ", "inés\tgómez "]
        codes = {Student(teacher, names[turn % 4], "eve", f"word{turn}").joined.json()["code"] for turn in range(14)}
        assert codes == {"class.wrong_word", "class.guesses"}
        assert Student(teacher, "INE\u0301S  GÓMEZ", "twin").joined.json()["code"] == "class.name_taken"


def test_answers_are_taken_from_a_dropped_file(client):
    teacher = Teacher(client)
    number = teacher.assign("set", text=SET)
    ana = Student(teacher, "Ana", "ana-7")
    file = json.dumps({"format": "enraya.answers", "version": 1, "answers": {"1": RIGHT, "2": []}})
    assert ana.ask("POST", f"/{number}/file?file=a.json", content=file).json()["task"]["done"] == 2
    assert ana.ask("POST", f"/{number}/file?file=a.png", content=file).json()["code"] == "handin.ending"
    beyond = json.dumps({"answers": {"9": RIGHT}})
    assert ana.ask("POST", f"/{number}/file?file=a.json", content=beyond).json()["code"] == "class.no_question"


def test_a_guesser_of_codes_is_slowed_and_finds_nothing(folder):
    with open_school(folder / "guessed") as client:
        teacher = Teacher(client)
        wrong = (f"{a}{b}{c}-{a}{b}{c}" for a in "ABC" for b in "DEF" for c in "GHJKMNP")
        answers = [
            client.post("/api/classes/join", json={"code": code, "name": "Eve"}, headers={"X-Enraya-Token": "eve"})
            for code in wrong
        ]
        assert {answer.status_code for answer in answers} == {404, 429}
        assert sum(answer.status_code == 404 for answer in answers) < 40
        assert answers[-1].json()["retry_after"] > 0
        # Not even the right code is answered now.
        assert Student(teacher, "Eve", "eve").joined.status_code == 429


def test_everything_is_there_after_a_restart_and_nothing_after_it_is_deleted(folder):
    with open_school(folder / "kept") as client:
        teacher = Teacher(client)
        number = teacher.assign("set", text=SET)
        ana = Student(teacher, "<b>Ana</b>", "ana-8")
        ana.answer(number, 1, RIGHT)
        before = teacher.look()
    with open_school(folder / "kept") as client:
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
    assert b"<b>Ana</b>" not in (folder / "kept" / "matches.db").read_bytes()
