"""A school on a server: a teacher with a class, and students who join it."""

from __future__ import annotations

from enraya.server.teacher_key import TeacherKey
from tests.unit.server.conftest import serving

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
