"""What a student hands in: marked or checked by a worker, on disk, then acknowledged."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from enraya.errors import NotationError, Refusal
from enraya.lab.classes.assignment import Assignment
from enraya.lab.classes.variants import question_for
from enraya.lab.classes.work import MARKED_STEPS, Work, answered, checked, follows, stepped, tried
from enraya.locale import LANGUAGES
from enraya.server.classes.live import Ask, LiveClass
from enraya.server.problems import ServerRefusal
from enraya.server.tournaments.hand_ins import LARGEST, LONGEST_FILE, HandInRegistry
from enraya.store.classes import StoredStudent
from enraya.store.hand_ins import HandIn
from enraya.workers.process import WorkRefused

GAME_RECORDS = (".json", ".pgn", ".sgf", ".txt")
ANSWER_FILES = (".json", ".yaml", ".yml", ".csv", ".txt")


def questions_for(live: LiveClass, student: str, assignment: Assignment) -> list[dict[str, Any]]:
    """What makes the questions of a set as they are put to *student*."""
    questions: list[dict[str, Any]] = assignment.content["questions"]
    if not assignment.has_variants:
        return questions
    return [
        question_for(live.id, assignment.number, number, student, question)
        for number, question in enumerate(questions, start=1)
    ]


async def put(live: LiveClass, student: str, assignment: Assignment, ask: Ask) -> str:
    """The questions of a set for *student*, as the text of JSON; without a solution unless it is revealed."""
    whose = student if assignment.has_variants else ""
    key = (assignment.number, whose, assignment.tells_solutions)
    said = {"questions": questions_for(live, student, assignment), "revealed": assignment.tells_solutions}
    return await live.questions(key, lambda: ask("classes.put_questions", **said))


async def answer(
    live: LiveClass, student: StoredStudent, assignment: Assignment, answers: Mapping[str, Any], ask: Ask
) -> None:
    """Mark *answers*, by the number of the question, and keep them."""
    now = _arriving(assignment)
    questions = questions_for(live, student.id, assignment)
    for item in answers:
        if item not in assignment.items:
            raise NotationError("class.no_question", number=item)
    chosen = [questions[int(item) - 1] for item in answers]
    text = await ask("classes.mark_questions", questions=chosen, answers=list(answers.values()), revealed=False)
    async with live.lock_of(student.id):
        assignment = live.assignment(assignment.number)
        assignment.check_takes(now)
        works: dict[str, Work] = {}
        for (item, given), found in zip(answers.items(), json.loads(text), strict=True):
            before = live.work.get((student.id, assignment.number, item))
            detail = {"answers": given, "marks": found["marks"]}
            works[item] = answered(assignment, item, before, found["score"], detail, now)
        await live.keep_work(student.id, assignment.number, works)


async def answer_file(
    live: LiveClass, student: StoredStudent, assignment: Assignment, file: str, body: bytes, ask: Ask
) -> None:
    """Mark the answers in a dropped file, as `enraya grade` reads it."""
    _check_ending(file, ANSWER_FILES)
    read = json.loads(await ask("classes.read_answers_file", file=file, body=b64encode(body).decode()))
    if not read["answers"]:
        raise NotationError("class.no_answers", file=file)
    await answer(live, student, assignment, read["answers"], ask)


async def reveal(live: LiveClass, student: str, assignment: Assignment, ask: Ask) -> list[dict[str, Any]]:
    """The marks of *student* with all reasons and the solution, question by question, answered or not."""
    given = []
    for item in assignment.items:
        work = live.work.get((student, assignment.number, item))
        given.append(work.detail.get("answers") if work else None)
    questions = questions_for(live, student, assignment)
    found = json.loads(await ask("classes.mark_questions", questions=questions, answers=given, revealed=True))
    return [each["marks"] for each in found]


@dataclass(frozen=True)
class StepDone:
    """A step of a lesson, from 0, that was done, as the student's page tells it.

    To a question belongs the first answer, which is marked here; the score of a prediction is taken as it is told.
    """

    lesson: str
    place: int
    answers: Any = None
    hints: int = 0
    right: int | None = None
    of: int | None = None


async def step(live: LiveClass, student: StoredStudent, done: StepDone, ask: Ask) -> None:
    """Keep that a step of a lesson was done, in every assignment that takes it."""
    now = time.time()
    for number in [each.number for each in live.assignments.values() if _takes_lesson(each, done.lesson, now)]:
        content = live.assignment(number).content["lessons"]
        assigned = next(each for each in content if each["name"] == done.lesson)
        # An assignment of an earlier version does not say of which kinds the steps are.
        kinds: list[str] = assigned.get("kinds") or ["text"] * assigned["steps"]
        if done.place >= len(kinds):
            raise NotationError("class.no_step", number=done.place + 1)
        right: float | None = done.right
        of: float | None = done.of
        if kinds[done.place] in MARKED_STEPS:
            said = {"lesson": done.lesson, "place": done.place, "answers": done.answers, "hints": done.hints}
            marked = json.loads(await ask("classes.mark_step", **said))
            right, of = marked["right"], marked["of"]
        async with live.lock_of(student.id):
            live.assignment(number).check_takes(now)
            before = live.work.get((student.id, number, done.lesson))
            work = stepped(kinds, before, done.place, right, of, now)
            await live.keep_work(student.id, number, {done.lesson: work})


def _takes_lesson(assignment: Assignment, lesson: str, now: float) -> bool:
    if assignment.kind != "lessons" or lesson not in assignment.items:
        return False
    try:
        assignment.check_takes(now)
    except Refusal:
        return False
    return True


async def try_puzzle(
    live: LiveClass, student: StoredStudent, assignment: Assignment, name: str, moves: list[str], ask: Ask
) -> dict[str, Any]:
    """Judge a move at a puzzle and keep how it went."""
    if assignment.kind != "puzzles" or name not in assignment.items:
        raise ServerRefusal("class.no_assignment", 404)
    now = _arriving(assignment)
    async with live.lock_of(student.id):
        before = live.work.get((student.id, assignment.number, name))
        if not follows(before, moves):
            raise ServerRefusal("class.other_moves", 409)
        verdict: dict[str, Any] = json.loads(await ask("puzzles.judge_try", name=name, moves=moves))
        live.assignment(assignment.number).check_takes(now)
        work = tried(before, verdict["right"], verdict["solved"], moves, verdict["reply"], now)
        await live.keep_work(student.id, assignment.number, {name: work})
    if not assignment.tells_reasons and not verdict["right"]:
        verdict |= {"line": [], "sentence": None}
    return verdict


async def hand_in_player(
    live: LiveClass, student: StoredStudent, assignment: Assignment, file: str, body: bytes, hand_ins: HandInRegistry
) -> None:
    """Try a player in the jail and keep it under the student's name."""
    now, game, owner = _arriving(assignment), assignment.content["game"], f"{live.id} {student.id}"

    def check_takes() -> None:
        live.check_there(student.id, assignment.number)
        live.assignment(assignment.number).check_takes(now)

    arena = live.arena_of(assignment)
    kept = await hand_ins.hand_in(arena, student.name, file, body, game, owner, check_takes=check_takes)
    verdict = None if kept.verdict is None else dict(kept.verdict)
    detail = {"file": kept.file, "verdict": verdict, "version": kept.version}
    await _keep_file(live, student, assignment, detail, None, now)


async def hand_in_game(
    live: LiveClass,
    student: StoredStudent,
    assignment: Assignment,
    file: str,
    body: bytes,
    hand_ins: HandInRegistry,
    ask: Ask,
) -> None:
    """Check a game: the rules of one in Python, in the jail, or a played one in a file that games are kept in."""
    now, arena = _arriving(assignment), live.arena_of(assignment)
    file = file.replace("\\", "/").rpartition("/")[2].strip()
    if not file or len(file) > LONGEST_FILE or not file.isprintable():
        raise NotationError("handin.file_name", most=LONGEST_FILE)
    if len(body) > LARGEST:
        raise ServerRefusal("handin.too_large", 413, most=LARGEST // 1024)
    _check_ending(file, (".py", *GAME_RECORDS))
    if not body.strip():
        raise NotationError("handin.empty", file=file)
    try:
        if file.lower().endswith(".py"):
            # It is put where the jail can read it.
            held = HandIn(arena, student.name, 0, file, "choose", "", "", 0.0, None, body)
            path = await asyncio.to_thread(hand_ins.files.player_of, held)
            found = json.loads(await ask("classes.check_game_file", path=path, file=file))
        else:
            found = json.loads(await ask("classes.read_played_game", data=b64encode(body).decode()))
    except WorkRefused as refused:
        found = {"verdict": {each: refused.in_language(each) for each in LANGUAGES}}
    detail = {"file": file, "verdict": found["verdict"], "digest": sha256(body).hexdigest()[:16]}
    await _keep_file(live, student, assignment, detail, body, now)


async def _keep_file(
    live: LiveClass,
    student: StoredStudent,
    assignment: Assignment,
    detail: dict[str, Any],
    body: bytes | None,
    now: float,
) -> None:
    async with live.lock_of(student.id):
        live.assignment(assignment.number).check_takes(now)
        item = assignment.items[0]
        before = live.work.get((student.id, assignment.number, item))
        await live.keep_work(student.id, assignment.number, {item: checked(before, detail, now)}, body)


def _arriving(assignment: Assignment) -> float:
    """The time at which something is handed in, by which it is on time or late; refused where nothing is taken."""
    now = time.time()
    assignment.check_takes(now)
    return now


def _check_ending(file: str, known: tuple[str, ...]) -> None:
    if not file.lower().endswith(known):
        raise NotationError("handin.ending", file=file, known=list(known))
