"""Classes on disk: every row as it was written, on both databases, and nothing left of one that was deleted."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest
from sqlalchemy import select

from enraya.store import Damaged, Store
from enraya.store.check import check_file
from enraya.store.classes import Classes, StoredClass, StoredStudent, StoredWork
from enraya.store.hand_ins import HandIn, HandIns
from enraya.store.schema import CLASS_TABLES, hand_ins, tournament_games, tournaments
from enraya.store.tournaments import StoredTournament, Tournaments

CLASS = StoredClass("room", 1.0, "ABC-DEF", "hash", {"title": "4.º B", "is_joining": True})
ANA = StoredStudent("room", "a", 2.0, "Ana", "word", ("phone",))
WORK = StoredWork("room", "a", 1, "1", {"score": 3})


def fill(store):
    kept = Classes(store)
    kept.create(CLASS).result()
    kept.put_assignment("room", 1, {"kind": "game"}).result()
    kept.put_students(ANA, replace(ANA, id="b", created=1.0, name="Eva")).result()
    kept.put_work(WORK, replace(WORK, student="b", item="game", file=b"rules")).result()
    return kept


def test_what_is_put_again_takes_the_place_of_what_was_there(store):
    kept = fill(store)
    kept.put_assignment("room", 1, {"kind": "set"}).result()
    kept.put_students(replace(ANA, devices=("phone", "laptop"))).result()
    kept.put_work(replace(WORK, body={"score": 4})).result()
    kept.update(replace(CLASS, code="XYZ-234")).result()
    whole = kept.load("room")
    assert whole.assignments == {1: {"kind": "set"}}
    assert [(each.name, each.devices) for each in whole.students] == [("Eva", ("phone",)), ("Ana", ("phone", "laptop"))]
    assert {(each.student, each.item): each.body["score"] for each in whole.work} == {("a", "1"): 4, ("b", "game"): 3}
    assert kept.file_of("room", "b", 1, "game") == b"rules"
    assert (kept.id_of("XYZ-234"), kept.id_of("ABC-DEF"), kept.count(), whole.damaged) == ("room", None, 1, [])


def test_an_assignment_and_a_student_go_with_what_was_handed_in(store):
    kept = fill(store)
    kept.delete_student("room", "a").result()
    assert [each.student for each in kept.load("room").work] == ["b"]
    kept.delete_assignment("room", 1, "room/1").result()
    assert (kept.load("room").work, kept.load("room").assignments) == ([], {})


def test_a_class_that_is_deleted_leaves_no_row_anywhere(store):
    kept = fill(store)
    rooms = ("room", "room/1")
    for room in rooms:
        HandIns(store).add(HandIn(room, "Ana", 1, "a.py", "choose", "mnk(3,3,3)", "o", 1.0, None, b"x")).result()
        Tournaments(store).create(StoredTournament(f"t{room}", room, 1.0, "Liga", {}, "stopped")).result()
        Tournaments(store).add(f"t{room}", [{"number": 0}]).result()
    kept.delete("room", rooms).result()
    assert kept.load("room") is None
    with store.reading() as connection:
        for table in (*CLASS_TABLES, hand_ins, tournaments, tournament_games):
            assert connection.execute(select(table)).all() == [], table.name


def test_a_changed_row_is_named_and_harms_nothing_else(tmp_path):
    path = tmp_path / "m.db"
    store = Store(path)
    kept = fill(store)
    with sqlite3.connect(path) as disk:
        disk.execute("""UPDATE class_work SET body = '{"score": 9}' WHERE student = 'a'""")
        disk.execute("UPDATE class_work SET file = x'00' WHERE student = 'b'")
    disk.close()
    whole = kept.load("room")
    assert (whole.damaged, [each.student for each in whole.work]) == (["work a 1 1"], ["b"])
    with pytest.raises(Damaged):
        kept.file_of("room", "b", 1, "game")
    names = ["'room', 'a', 1, '1'", "'room', 'b', 1, 'game'"]
    damaged = check_file(path).damaged
    assert [(each.values["table"], each.values["name"]) for each in damaged] == [("class_work", name) for name in names]
    with sqlite3.connect(path) as disk:
        disk.execute("UPDATE classes SET secret = 'thief'")
    disk.close()
    with pytest.raises(Damaged):
        kept.load("room")
    store.close()
