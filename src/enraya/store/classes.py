"""Classes on disk: assignments, students and what they handed in, each row with its checksum.

What the bodies mean is said in `enraya.lab.classes`; here they are plain data. A class whose own row
does not fit its checksum is `Damaged`; a row in it that does not is left out, and named by `WholeClass.damaged`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, RowMapping, Table, bindparam, delete, insert, select

from enraya.errors import NotationError
from enraya.store.changes import Write
from enraya.store.checked_rows import check_row, with_checksum
from enraya.store.hand_ins import DROP_ARENA as DROP_HAND_INS
from enraya.store.schema import class_assignments, class_students, class_work, classes, tournament_games, tournaments
from enraya.store.store import Store
from enraya.store.stored_match import Damaged

Data = dict[str, Any]


@dataclass(frozen=True)
class StoredClass:
    """A class. `secret` is the hash of what its teacher holds."""

    id: str
    created: float
    code: str
    secret: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class StoredStudent:
    """Somebody in a class. `word` and `devices` are hashes: of the personal word, and of the tokens of browsers."""

    class_id: str
    id: str
    created: float
    name: str
    word: str
    devices: tuple[str, ...]


@dataclass(frozen=True)
class StoredWork:
    """What a student handed in for one item of an assignment; its file is read apart."""

    class_id: str
    student: str
    assignment: int
    item: str
    body: Mapping[str, Any]
    file: bytes | None = None


@dataclass
class WholeClass:
    """A class with all that it holds, but for files. `damaged` names the rows that could not be read."""

    kept: StoredClass
    assignments: dict[int, Data] = field(default_factory=dict)
    students: list[StoredStudent] = field(default_factory=list)
    work: list[StoredWork] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


def _replacing(table: Table) -> tuple[Any, Any]:
    """The statements that put a row in the place of the one with the same key."""
    key = [column == bindparam(f"of_{column.name}") for column in table.primary_key]
    return delete(table).where(*key), insert(table)


INSERT_CLASS = insert(classes)
DROP_ASSIGNMENT, INSERT_ASSIGNMENT = _replacing(class_assignments)
DROP_STUDENT, INSERT_STUDENT = _replacing(class_students)
DROP_WORK, INSERT_WORK = _replacing(class_work)
DROP_WORK_OF_ASSIGNMENT = delete(class_work).where(
    class_work.c.room == bindparam("of"), class_work.c.assignment == bindparam("numbered")
)
DROP_WORK_OF_STUDENT = delete(class_work).where(
    class_work.c.room == bindparam("of"), class_work.c.student == bindparam("called")
)
TOURNAMENTS_OF_ARENA = select(tournaments.c.id).where(tournaments.c.room == bindparam("of")).scalar_subquery()
DROP_ARENA = (
    DROP_HAND_INS,
    delete(tournament_games).where(tournament_games.c.tournament.in_(TOURNAMENTS_OF_ARENA)),
    delete(tournaments).where(tournaments.c.room == bindparam("of")),
)
"""The players and tournaments of an arena."""

DROP_CLASS = (
    *(delete(table).where(table.c.room == bindparam("of")) for table in (class_work, class_students)),
    delete(class_assignments).where(class_assignments.c.room == bindparam("of")),
    delete(classes).where(classes.c.id == bindparam("of")),
)
"""Everything else of a class, rows that others refer to last."""

UPDATE_CLASS = (
    classes.update()
    .where(classes.c.id == bindparam("of"))
    .values(code=bindparam("new_code"), body=bindparam("new_body"), checksum=bindparam("new_checksum"))
)


class Classes:
    """The classes of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Writing

    def create(self, kept: StoredClass) -> Future[None]:
        """Keep a new class, in which nobody is yet."""
        return self._store.write([Write(INSERT_CLASS, _class_row(kept))])

    def update(self, kept: StoredClass) -> Future[None]:
        """Keep another body and code of a class."""
        row = _class_row(kept)
        said = {"of": kept.id, "new_code": row["code"], "new_body": row["body"], "new_checksum": row["checksum"]}
        return self._store.write([Write(UPDATE_CLASS, said)])

    def put_assignment(self, class_id: str, number: int, body: Mapping[str, Any]) -> Future[None]:
        """Keep an assignment, in the place of the one of that *number*."""
        row = with_checksum(class_assignments, {"room": class_id, "number": number, "body": _text(body)})
        return self._store.write(
            [Write(DROP_ASSIGNMENT, {"of_room": class_id, "of_number": number}), Write(INSERT_ASSIGNMENT, row)]
        )

    def delete_assignment(self, class_id: str, number: int, arena: str) -> Future[None]:
        """Keep neither the assignment nor what was handed in for it; *arena* is that of its players."""
        return self._store.write(
            [
                *(Write(drop, {"of": arena}) for drop in DROP_ARENA),
                Write(DROP_WORK_OF_ASSIGNMENT, {"of": class_id, "numbered": number}),
                Write(DROP_ASSIGNMENT, {"of_room": class_id, "of_number": number}),
            ]
        )

    def put_students(self, *students: StoredStudent) -> Future[None]:
        """Keep *students* as they are now, all or none."""
        writes = [Write(DROP_STUDENT, {"of_room": each.class_id, "of_id": each.id}) for each in students]
        rows = [
            with_checksum(class_students, vars(each) | {"room": each.class_id, "devices": json.dumps(each.devices)})
            for each in students
        ]
        return self._store.write([*writes, *(Write(INSERT_STUDENT, row) for row in rows)])

    def delete_student(self, class_id: str, id: str) -> Future[None]:
        """Keep neither the student nor what was handed in."""
        return self._store.write(
            [
                Write(DROP_WORK_OF_STUDENT, {"of": class_id, "called": id}),
                Write(DROP_STUDENT, {"of_room": class_id, "of_id": id}),
            ]
        )

    def put_work(self, *works: StoredWork) -> Future[None]:
        """Keep what was handed in, in the place of what there was for the same items; all or none."""
        rows = [_work_row(each) for each in works]
        dropped = [{f"of_{name}": row[name] for name in WORK_KEY} for row in rows]
        inserted = [Write(INSERT_WORK, row) for row in rows]
        return self._store.write([*(Write(DROP_WORK, key) for key in dropped), *inserted])

    def delete(self, class_id: str, arenas: Iterable[str]) -> Future[None]:
        """Keep nothing of a class, nor of its *arenas*: not its players, not its tournaments."""
        of_arenas = [Write(drop, {"of": arena}) for arena in arenas for drop in DROP_ARENA]
        return self._store.write([*of_arenas, *(Write(drop, {"of": class_id}) for drop in DROP_CLASS)])

    # Reading

    def id_of(self, code: str) -> str | None:
        """The class that is joined by *code*."""
        with self._store.reading() as connection:
            return connection.execute(select(classes.c.id).where(classes.c.code == code)).scalar()

    def count(self) -> int:
        """How many classes there are."""
        with self._store.reading() as connection:
            return len(connection.execute(select(classes.c.id)).all())

    def load(self, id: str) -> WholeClass | None:
        """The class *id* with all that it holds; `Damaged` if its own row is."""
        with self._store.reading() as connection:
            row = connection.execute(select(classes).where(classes.c.id == id)).mappings().first()
            if row is None:
                return None
            whole = WholeClass(_read_class(row))
            rows = {
                table: connection.execute(select(table).where(table.c.room == id)).mappings().all()
                for table in (class_assignments, class_students)
            }
            handed_in = connection.execute(select(*WORK_COLUMNS).where(class_work.c.room == id)).mappings().all()
        for each in rows[class_assignments]:
            if _is_whole(class_assignments, each, whole, f"assignment {each['number']}"):
                whole.assignments[each["number"]] = json.loads(each["body"])
        for each in rows[class_students]:
            if _is_whole(class_students, each, whole, f"student {each['id']}"):
                whole.students.append(_read_student(each))
        for each in handed_in:
            if _is_whole(class_work, each, whole, f"work {each['student']} {each['assignment']} {each['item']}"):
                whole.work.append(_read_work(each))
        whole.students.sort(key=lambda student: student.created)
        return whole

    def file_of(self, class_id: str, student: str, assignment: int, item: str) -> bytes | None:
        """The file that was handed in for an item."""
        key = (class_id, student, assignment, item)
        which = [column == value for column, value in zip(class_work.primary_key, key, strict=True)]
        with self._store.reading() as connection:
            found = connection.execute(select(class_work).where(*which)).mappings().first()
        if found is None or found["file"] is None:
            return None
        try:
            check_row(class_work, found)
        except NotationError as error:
            raise Damaged(class_id, error) from None
        return bytes(found["file"])


WORK_KEY = ("room", "student", "assignment", "item")
WORK_COLUMNS: list[Column[Any]] = [column for column in class_work.c if column.name != "file"]


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(dict(data), ensure_ascii=False)


def _class_row(kept: StoredClass) -> Data:
    return with_checksum(classes, {**vars(kept), "body": _text(kept.body)})


def _read_class(row: RowMapping) -> StoredClass:
    try:
        check_row(classes, row)
    except NotationError as error:
        raise Damaged(str(row["id"]), error) from None
    return StoredClass(row["id"], row["created"], row["code"], row["secret"], json.loads(row["body"]))


def _is_whole(table: Table, row: RowMapping, whole: WholeClass, name: str) -> bool:
    """Whether *row* is as it was written; else its *name* is noted."""
    try:
        check_row(table, row)
    except NotationError:
        whole.damaged.append(name)
        return False
    return True


def _read_student(row: RowMapping) -> StoredStudent:
    said = {name: row[name] for name in ("id", "created", "name", "word")}
    return StoredStudent(class_id=row["room"], **said, devices=tuple(json.loads(row["devices"])))


def _read_work(row: RowMapping) -> StoredWork:
    return StoredWork(row["room"], row["student"], row["assignment"], row["item"], json.loads(row["body"]))


def _work_row(work: StoredWork) -> Data:
    return with_checksum(class_work, {**vars(work), "room": work.class_id, "body": _text(work.body)})
