"""Documents that teachers and students write by hand: sets, answers, lessons, assignments, class lists, tournaments."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from enraya.arena.tournament.plan import plan_from
from enraya.custom import is_file_name
from enraya.lab.assignments.assignment import read_assignment
from enraya.lab.assignments.roster import read_roster
from enraya.lab.exercises.document import decode, read_document
from enraya.lab.exercises.sets import read_set
from enraya.lab.lessons.reading import read_lesson
from enraya.lab.marking.submissions import read_submissions
from enraya.lab.puzzles.sets import read_set as read_puzzles
from enraya.lab.puzzles.sets import shipped_set, write_set
from tests.fuzz.target import Target, text_of

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SET = """title: Two
questions:
- {kind: values, tree: "A[B[3 12 8] C[2 4 6] D[14 5 2]]", points: 2}
- {kind: cuts, tree: "[[−2 4][6 9]], root=min"}
"""
LESSON = """format: enraya.lesson
version: 1
title: {en: One, es: Uno}
summary: {en: Short, es: Corta}
minutes: 3
facts:
  leaves: {measure: leaves, value: 9, game: "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"}
steps:
- {kind: text, text: {en: "Read {leaves}.", es: "Lee {leaves}."}}
- {kind: position, game: "mnk(3,3,3)", moves: b2 a1, values: true}
"""
PLAN = """game: mnk(3,3,3)
players: [random, {name: Strong, player: "level:5"}]
games: 4
clock: 60+1
openings: {moves: [[b2, a1], [a1]]}
sprt: {elo0: 0, elo1: 30}
seed: 7
"""


def set_seeds() -> list[bytes]:
    return [SET.encode(), (EXAMPLES / "exercises.yaml").read_bytes()[:1500]]


def answer_seeds() -> list[bytes]:
    table = "student;question;answer\nAna;1;A=3 B=3\nLuis;2;c1\n"
    return [
        (EXAMPLES / "answers.yaml").read_bytes(),
        b"student: Ana\nanswers: {1: c1}\nhints: {1: 2}\n",
        table.encode(),
    ]


def take_answers(data: bytes) -> None:
    text = decode(data)
    read_submissions(text, is_table=";" in text.partition("\n")[0], otherwise="nobody")


def lesson_seeds() -> list[bytes]:
    course = sorted((resources.files("enraya.lab.lessons") / "course").iterdir(), key=lambda file: file.name)
    return [LESSON.encode(), *(file.read_bytes() for file in course[:2])]


def assignment_seeds() -> list[bytes]:
    short = b"title: One\nparts:\n- {kind: minimax, depth: 3, positions: [b2, b2 a1], points: 4}\n"
    return [short, (EXAMPLES / "assignment" / "assignment.yaml").read_bytes()]


def plan_seeds() -> list[bytes]:
    return [PLAN.encode(), b'{"players": ["random", "rules", "level:2"], "format": "swiss", "rounds": 2, "seconds": 1}']


def take_plan(data: bytes) -> None:
    """A plan that is read says of itself what is read the same again; a game of a file is not asked for."""
    said = read_document(decode(data))
    if isinstance(said, dict) and isinstance(said.get("game"), str) and is_file_name(said["game"]):
        return
    plan = plan_from(said)
    assert plan_from(plan.to_json()) == plan


def puzzle_seeds() -> list[bytes]:
    shipped = shipped_set().puzzles
    by_kind = {puzzle.kind: puzzle for puzzle in shipped}
    return [write_set(list(by_kind.values()), "made").encode(), write_set([], "").encode()]


TARGETS = (
    Target(
        "exercise-sets",
        ("lab/exercises/document", "lab/exercises/sets", "lab/exercises/question"),
        set_seeds,
        lambda data: read_set(decode(data)),
    ),
    Target("answers", ("lab/marking/submissions", "lab/marking/tables"), answer_seeds, take_answers),
    Target(
        "lessons",
        ("lab/lessons/reading", "lab/lessons/fields"),
        lesson_seeds,
        lambda data: read_lesson(data, "01-own.yaml"),
    ),
    Target(
        "assignments",
        ("lab/assignments/assignment", "lab/assignments/keys"),
        assignment_seeds,
        lambda data: read_assignment(read_document(decode(data))),
    ),
    Target(
        "rosters",
        ("lab/assignments/roster", "lab/marking/tables"),
        lambda: [b"name;group\nAna;1\nLuis;2\n", b'student,x\n"B, C",2\n', "Zoë\nÁngel\n".encode()],
        lambda data: read_roster(text_of(data)),
    ),
    Target("plans", ("arena/tournament/plan",), plan_seeds, take_plan),
    Target("puzzles", ("lab/puzzles/sets",), puzzle_seeds, lambda data: read_puzzles(text_of(data))),
)
