"""What students of a class hand in as files: players, games and answers."""

from __future__ import annotations

import json

from tests.unit.server.api.school import CRASHING, GOOD, RIGHT, SET, Student, Teacher, open_school


def test_players_and_games_are_checked_at_once_and_a_tournament_is_played(school):
    teacher = Teacher(school)
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
    assert school.get("/api/tournaments").json()["tournaments"] == []
    assert ana.ask("GET", f"/{players}").json()["content"]["tournament"] is None
    teacher.set(players, published=True)
    assert ana.ask("GET", f"/{players}").json()["content"]["tournament"] == made.json()["id"]
    games = teacher.assign("game")
    played = school.post(
        "/api/replays/export/json", json={"game": "mnk(3,3,3)", "moves": ["b2", "a1"], "players": ["", ""]}
    ).content
    assert ana.ask("POST", f"/{games}/file?file=game.json", content=played).json()["task"]["done"] == 1
    id = teacher.look()["students"][0]["id"]
    assert teacher.ask("GET", f"/students/{id}/{games}/file").content == played
    assert teacher.ask("GET", f"/students/{id}/{players}/file").content == GOOD
    broken = ana.ask("POST", f"/{games}/file?file=mine.py", content=b"def initial():\n    return 1\n").json()
    assert broken["work"][0]["verdict"]["en"]
    assert "/tmp" not in broken["work"][0]["verdict"]["en"]


def test_a_player_after_the_deadline_is_refused_and_does_not_play(school):
    teacher = Teacher(school)
    number = teacher.assign("player", game="mnk(3,3,3)")
    ana = Student(teacher, "Ana", "ana-late")
    assert ana.ask("POST", f"/{number}/file?file=a.py", content=GOOD).status_code == 200
    id = teacher.look()["students"][0]["id"]
    for said, code in (({"deadline": 1.0}, "class.late"), ({"deadline": 0, "stage": "frozen"}, "class.frozen")):
        teacher.set(number, **said)
        assert ana.ask("POST", f"/{number}/file?file=b.py", content=GOOD + b"# late").json()["code"] == code
        assert teacher.ask("GET", f"/students/{id}/{number}/file").content == GOOD


def test_players_for_two_assignments_are_two_players_and_go_with_their_assignment(school):
    teacher = Teacher(school)
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


def test_answers_are_taken_from_a_dropped_file(school):
    teacher = Teacher(school)
    number = teacher.assign("set", text=SET)
    ana = Student(teacher, "Ana", "ana-7")
    file = json.dumps({"format": "enraya.answers", "version": 1, "answers": {"1": RIGHT, "2": []}})
    assert ana.ask("POST", f"/{number}/file?file=a.json", content=file).json()["task"]["done"] == 2
    assert ana.ask("POST", f"/{number}/file?file=a.png", content=file).json()["code"] == "handin.ending"
    beyond = json.dumps({"answers": {"9": RIGHT}})
    assert ana.ask("POST", f"/{number}/file?file=a.json", content=beyond).json()["code"] == "class.no_question"
