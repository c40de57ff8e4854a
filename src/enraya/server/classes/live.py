"""A class in memory. What it acknowledges is on disk; the teacher and the students each wait for what concerns them."""

from __future__ import annotations

import asyncio
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from enraya.errors import NotationError, Refusal
from enraya.lab.classes.assignment import Assignment, assignment_from
from enraya.lab.classes.codes import draw_word
from enraya.lab.classes.work import Work, work_from
from enraya.server.observable import Observable
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import hashed, is_same
from enraya.server.tournaments.hand_ins import checked_name, written
from enraya.store.classes import Classes, StoredClass, StoredStudent, StoredWork, WholeClass

MOST_STUDENTS = 500
MOST_ASSIGNMENTS = 60
MOST_DEVICES = 8
MOST_QUESTIONS_KEPT = 600
HERE_SECONDS = 45.0
"""Who has asked for something within so many seconds is there: a page that is open asks every 20."""

Ask = Callable[..., Awaitable[str]]
"""What a worker process makes of a task and its values, as the text of JSON."""


def folded(name: str) -> str:
    """A name by which it is compared: blanks, small and capital letters and ways to compose a letter aside."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


class LiveClass(Observable):
    """One class. `number` grows with every change; `notices` with those that all students are told of."""

    def __init__(self, whole: WholeClass, kept: Classes) -> None:
        super().__init__()
        self._kept, self.stored = kept, whole.kept
        self.damaged = len(whole.damaged)
        self.assignments: dict[int, Assignment] = {
            number: assignment_from(number, data) for number, data in sorted(whole.assignments.items())
        }
        self.students: dict[str, StoredStudent] = {student.id: student for student in whole.students}
        self.work: dict[tuple[str, int, str], Work] = {
            (each.student, each.assignment, each.item): work_from(each.body) for each in whole.work
        }
        self.notices = Observable()
        self._seen: dict[str, float] = {}
        self.looks_at: dict[str, int] = {}
        self._writing = asyncio.Lock()
        self._of_student: dict[str, asyncio.Lock] = {}
        self._questions: OrderedDict[tuple[int, str, bool], str] = OrderedDict()
        self._putting = asyncio.Lock()
        self._leaving: set[str | int] = set()
        """The students and assignments that are being deleted, and the class itself: nothing is written of them."""

    @property
    def id(self) -> str:
        """Its identifier."""
        return self.stored.id

    @property
    def title(self) -> str:
        """What the teacher calls it."""
        return str(self.stored.body["title"])

    @property
    def is_joining(self) -> bool:
        """Whether somebody new may join."""
        return bool(self.stored.body["is_joining"])

    @property
    def arenas(self) -> list[str]:
        """The arenas that are this class's: its own, and one for each assignment that there ever was."""
        return [self.id, *(f"{self.id}/{number}" for number in range(1, int(self.stored.body.get("last", 0)) + 1))]

    def arena_of(self, assignment: Assignment) -> str:
        """The arena in which the players for *assignment* are: one without a mark has the class's."""
        return f"{self.id}/{assignment.number}" if assignment.content.get("has_arena") else self.id

    @property
    def names(self) -> dict[str, str]:
        """The names of the students, by their identifiers, in the order in which they came."""
        return {student.id: student.name for student in self.students.values()}

    def notify(self) -> None:
        """Tell the teacher and all students that something is new."""
        self.change()
        self.notices.change()

    # Students

    def student_of(self, token: str | None) -> StoredStudent:
        """Who asks from the browser that holds *token*; a refusal if nobody of this class does."""
        if token is not None:
            device = hashed(token)
            for student in self.students.values():
                if device in student.devices:
                    return student
        raise ServerRefusal("class.not_in", 403)

    def named(self, name: str) -> StoredStudent | None:
        """The student of that name, however it is typed."""
        wanted = folded(name)
        return next((each for each in self.students.values() if folded(each.name) == wanted), None)

    def is_here(self, student: str) -> bool:
        """Whether a page of that student is open somewhere."""
        return time.monotonic() - self._seen.get(student, -HERE_SECONDS) < HERE_SECONDS

    def see(self, student: str, assignment: int | None = None) -> None:
        """Note that a page of that student has asked for something; with *assignment*, which one it shows."""
        is_new = not self.is_here(student)
        self._seen[student] = time.monotonic()
        if assignment is not None and self.looks_at.get(student) != assignment:
            self.looks_at[student] = assignment
            is_new = True
        if is_new:
            self.change()

    async def join(self, name: str, token: str) -> tuple[StoredStudent, str]:
        """A new student of that *name*, at the browser that holds *token*; and the personal word."""
        name = unicodedata.normalize("NFC", checked_name(name))
        async with self._writing:
            if not self.is_joining:
                raise Refusal("class.closed")
            if self.named(name) is not None:
                raise ServerRefusal("class.name_taken", 409, name=name)
            if len(self.students) >= MOST_STUDENTS:
                raise ServerRefusal("class.full", 409, most=MOST_STUDENTS)
            word = draw_word()
            student = StoredStudent(self.id, secrets.token_hex(4), time.time(), name, hashed(word), (hashed(token),))
            await self._keep_students(student, *self._without_device(hashed(token), student.id))
        return student, word

    async def rejoin(self, student: StoredStudent, token: str) -> StoredStudent:
        """*student*, who has shown the personal word, at another browser too."""
        async with self._writing:
            device, now = hashed(token), self.students[student.id]
            others = self._without_device(device, student.id)
            devices = (*(each for each in now.devices if each != device), device)[-MOST_DEVICES:]
            student = replace(now, devices=devices)
            await self._keep_students(student, *others)
        return student

    async def leave(self, student: StoredStudent, token: str) -> None:
        """Forget that the browser with *token* is *student*'s."""
        async with self._writing:
            await self._keep_students(*self._without_device(hashed(token), ""))

    async def new_word(self, id: str) -> str:
        """Another personal word for a student who has lost theirs; browsers that were in are out."""
        async with self._writing:
            student, word = self._student(id), draw_word()
            await self._keep_students(replace(student, word=hashed(word), devices=()))
        return word

    async def delete_student(self, id: str) -> None:
        """Keep nothing of a student any more."""
        async with self._writing:
            self._student(id)
            with self.leaving(id):
                await written(self._kept.delete_student(self.id, id))
                del self.students[id]
            self.work = {key: work for key, work in self.work.items() if key[0] != id}
        self.change()

    def _student(self, id: str) -> StoredStudent:
        if id not in self.students:
            raise ServerRefusal("class.no_student", 404)
        return self.students[id]

    def _without_device(self, device: str, besides: str) -> list[StoredStudent]:
        """Those who were at the browser *device* before, and are no more."""
        found = [each for each in self.students.values() if device in each.devices and each.id != besides]
        return [replace(each, devices=tuple(one for one in each.devices if one != device)) for each in found]

    async def _keep_students(self, *students: StoredStudent) -> None:
        self._check_there()
        if students:
            await written(self._kept.put_students(*students))
            self.students.update({student.id: student for student in students})
            self.change()

    def knows_word(self, student: StoredStudent, word: str) -> bool:
        """Whether *word* is the personal word of *student*."""
        return is_same(word, student.word)

    # The class and its assignments

    async def update(self, **said: Any) -> None:
        """Change what the class is called, or whether somebody may join."""
        async with self._writing:
            stored = StoredClass(**{**vars(self.stored), "body": {**self.stored.body, **said}})
            await written(self._kept.update(stored))
            self.stored = stored
        self.notify()

    def assignment(self, number: int) -> Assignment:
        """The assignment *number*, or a refusal."""
        if number not in self.assignments:
            raise ServerRefusal("class.no_assignment", 404)
        return self.assignments[number]

    async def assign(self, data: Mapping[str, Any]) -> Assignment:
        """A new assignment."""
        async with self._writing:
            if len(self.assignments) >= MOST_ASSIGNMENTS:
                raise NotationError("class.too_many", most=MOST_ASSIGNMENTS)
            # Numbers are not used again: what was handed in for a deleted one must not turn up in another.
            number = int(self.stored.body.get("last", 0)) + 1
            made = assignment_from(number, data)
            stored = StoredClass(**{**vars(self.stored), "body": {**self.stored.body, "last": number}})
            await written(self._kept.update(stored))
            self.stored = stored
            await self._keep(made)
        return made

    async def change_assignment(self, number: int, said: Mapping[str, Any]) -> Assignment:
        """Other options of an assignment, or other content."""
        async with self._writing:
            changed = self.assignment(number).changed(said)
            if "content" in said:
                changed = replace(changed, content=dict(said["content"]))
            await self._keep(changed)
        return changed

    async def _keep(self, assignment: Assignment) -> None:
        self._check_there()
        await written(self._kept.put_assignment(self.id, assignment.number, assignment.to_json()))
        self.assignments[assignment.number] = assignment
        self.notify()

    async def delete_assignment(self, number: int) -> None:
        """Keep neither an assignment nor what was handed in for it."""
        async with self._writing:
            self.assignment(number)
            with self.leaving(number):
                await written(self._kept.delete_assignment(self.id, number, f"{self.id}/{number}"))
                del self.assignments[number]
            self.work = {key: work for key, work in self.work.items() if key[1] != number}
        self.notify()

    # What is handed in

    def lock_of(self, student: str) -> asyncio.Lock:
        """One thing after another is handed in by one student, from however many browsers."""
        return self._of_student.setdefault(student, asyncio.Lock())

    def check_there(self, student: str, number: int) -> None:
        """Refuse what is written for a student or an assignment that is gone, or is just being deleted.

        Writes are made in the order in which they are asked for: what passes here is deleted with the rest.
        """
        self._check_there()
        if student not in self.students or student in self._leaving:
            raise ServerRefusal("class.not_in", 403)
        if number not in self.assignments or number in self._leaving:
            raise ServerRefusal("class.no_assignment", 404)

    def _check_there(self) -> None:
        if self.id in self._leaving:
            raise ServerRefusal("class.unknown", 404)

    @contextmanager
    def leaving(self, what: str | int) -> Iterator[None]:
        """Take nothing more for *what*, a student, an assignment or the class, while it is deleted; else it stays."""
        self._leaving.add(what)
        try:
            yield
        except BaseException:
            self._leaving.discard(what)
            raise

    async def keep_work(self, student: str, number: int, works: Mapping[str, Work], file: bytes | None = None) -> None:
        """Keep what was handed in, by item; done when it is on disk."""
        self.check_there(student, number)
        rows = [StoredWork(self.id, student, number, item, work.to_json(), file) for item, work in works.items()]
        await written(self._kept.put_work(*rows))
        if student in self.students and number in self.assignments:
            self.work.update({(student, number, item): work for item, work in works.items()})
        self.change()

    async def questions(self, key: tuple[int, str, bool], put: Callable[[], Awaitable[str]]) -> str:
        """The questions of an assignment as they are put to a student, as the text of JSON; worked out once."""
        async with self._putting:
            if key not in self._questions:
                self._questions[key] = await put()
                if len(self._questions) > MOST_QUESTIONS_KEPT:
                    self._questions.popitem(last=False)
            return self._questions[key]
