"""What a class keeps from others: other teachers, other students, and who guesses codes or words."""

from __future__ import annotations

from tests.unit.server.api.school import KEY, RIGHT, SET, Student, Teacher, open_school


def test_who_rejoins_by_the_word_is_the_same_student_and_others_are_not_let_in(school):
    teacher = Teacher(school)
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


def test_a_class_does_not_exist_for_another_teacher_nor_for_who_has_no_key(school):
    teacher, other = Teacher(school), Teacher(school, "Other")
    for headers in ({**teacher.headers, "X-Enraya-Class": other.secret}, {"X-Enraya-Teacher": KEY}):
        answer = school.get(f"/api/classes/{teacher.id}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "class.unknown")
    assert school.get(f"/api/classes/{teacher.id}", headers={"X-Enraya-Class": teacher.secret}).status_code == 403
    ana = Student(teacher, "Ana", "ana-3")
    hidden = teacher.assign("set", text=SET, stage="hidden")
    assert ana.ask("GET").json()["tasks"] == []
    assert ana.ask("GET", f"/{hidden}").status_code == 404
    outsider = school.get(f"/api/classes/{teacher.id}/me", headers={"X-Enraya-Token": "nobody"})
    assert outsider.json()["code"] == "class.not_in"


def test_only_what_is_published_shows_others(school):
    teacher = Teacher(school)
    number = teacher.assign("set", text=SET)
    ana, eva = Student(teacher, "Ana", "ana-4"), Student(teacher, "Eva", "eva-4")
    ana.answer(number, 1, RIGHT)
    assert eva.ask("GET", f"/{number}").json()["ranked"] is None
    assert "Ana" not in eva.ask("GET").text + eva.ask("GET", f"/{number}").text
    teacher.set(number, published=True)
    ranked = eva.ask("GET", f"/{number}").json()["ranked"]
    assert [(row["name"], row["score"], row["is_you"]) for row in ranked] == [("Ana", 10, False), ("Eva", 0, True)]


def test_a_puzzle_is_not_solved_by_choosing_the_replies_oneself(school):
    teacher, ana = (made := Teacher(school)), Student(made, "Ana", "ana-forged")
    every = school.get("/api/puzzles?day=2026-01-01").json()["puzzles"]
    puzzle = next(each for each in every if each["own_moves"] == 2)
    number = teacher.assign("puzzles", puzzles=[puzzle["name"]])
    line = school.get(f"/api/puzzles/{puzzle['name']}/solution").json()["line"]
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


def test_a_guesser_of_codes_is_slowed_and_finds_nothing(tmp_path):
    with open_school(tmp_path) as client:
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
