"""Copies of a database that is in use, the way back, and the check that finds what a disk has changed."""

from __future__ import annotations

import os
import random
import sqlite3
from dataclasses import replace

import pytest

from enraya.match import Match, MatchSettings, Played, Started
from enraya.store import Damaged, NotStored, Store, StoredMatch, Taken
from enraya.store.backup import back_up, restore
from enraya.store.check import check_file, check_server
from enraya.store.database import PATIENCE

SETTINGS = MatchSettings(first="human", second="human", starter="first", seed=3)
EMPTY = StoredMatch(
    id="",
    settings=SETTINGS,
    names=("Ana", "Luis"),
    owner="a" * 64,
    seats={0: "a" * 64, 1: "b" * 64},
    invited_seat=1,
    invitation=None,
    phase="playing",
    rematch=None,
    created=100.0,
)
MOVES = ("b2", "a1", "c3", "a3", "a2", "c2")


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """Nobody is about to let go here, so nobody is waited for long."""
    monkeypatch.setattr("enraya.store.database.PATIENCE", PATIENCE / 30)


def fill(store, matches=6):
    """Some matches of a few moves each."""
    for number in range(matches):
        match = replace(EMPTY, id=f"match{number:011}", events=(Started(0.0),))
        store.create(match)
        for ply, move in enumerate(MOVES[: 2 + number % 5], start=2):
            done = store.append(match.id, ply, Played(move, float(ply), ply % 2), at=100.0 + ply)
    done.result()


def test_a_copy_of_a_database_in_use_is_whole_and_can_be_restored(tmp_path):
    path, copy = tmp_path / "m.db", tmp_path / "copy.db"
    store = Store(path)
    fill(store)
    report = back_up(path, copy)
    assert (report.is_sound, report.matches, report.events) == (True, 6, 28)
    with pytest.raises(NotStored) as refused:
        back_up(path, copy)
    assert refused.value.code == "store.backup_there"
    with pytest.raises(Taken):
        restore(copy, path)
    store.delete("match00000000000").result()
    before = store.load("match00000000001")
    store.close()
    report, former = restore(copy, path)
    assert report.is_sound
    assert check_file(former).matches == 5
    again = Store(path)
    assert again.load("match00000000001") == before
    assert again.load("match00000000000") is not None
    again.close()


def test_what_is_no_sound_backup_is_refused_and_nothing_changes(tmp_path):
    path, copy = tmp_path / "m.db", tmp_path / "copy.db"
    store = Store(path)
    fill(store)
    back_up(path, copy)
    store.close()
    before = path.read_bytes()
    with sqlite3.connect(copy) as disk:
        disk.execute("UPDATE events SET body = replace(body, 'b2', 'b1')")
    disk.close()
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as disk:
        disk.execute("CREATE TABLE recipes (name TEXT)")
    disk.close()
    (tmp_path / "words.db").write_text("no database at all " * 100)
    for name, code in (
        ("copy", "store.backup_damaged"),
        ("other", "store.foreign"),
        ("words", "store.unusable"),
        ("missing", "store.no_file"),
    ):
        with pytest.raises(NotStored) as refused:
            restore(tmp_path / f"{name}.db", path)
        assert refused.value.code == code
    assert path.read_bytes() == before
    assert [damaged.number for damaged in check_file(copy).damaged] == [2] * 6


def test_a_database_that_lost_all_its_bytes_is_not_backed_up_as_an_empty_one(tmp_path):
    (tmp_path / "matches.db").touch()
    with pytest.raises(NotStored, match="There is no database"):
        back_up(tmp_path / "matches.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize(
    "made",
    [
        "CREATE VIEW matches AS SELECT 1 AS id",
        "CREATE TRIGGER undo AFTER INSERT ON events BEGIN DELETE FROM events; END",
    ],
)
def test_a_database_with_what_we_never_make_in_it_is_taken_for_another_programs(tmp_path, made):
    path = tmp_path / "matches.db"
    if "TRIGGER" in made:
        Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(made)
    connection.close()
    before = path.read_bytes()
    path.chmod(0o644)
    for use in (Store, check_file, lambda path: back_up(path, tmp_path / "copy.db")):
        with pytest.raises(NotStored, match="belongs to another program"):
            use(path)
    assert path.read_bytes() == before
    # Others may go on reading it.
    assert path.stat().st_mode & 0o777 == 0o644


def test_all_files_of_a_database_that_everybody_could_read_become_private(tmp_path):
    path = tmp_path / "matches.db"
    Store(path).close()
    path.chmod(0o644)
    store = Store(path)
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.iterdir()}
    store.close()
    assert modes.keys() >= {"matches.db", "matches.db-wal", "matches.db-shm"}
    assert set(modes.values()) == {0}, modes


def test_a_pipe_is_no_database_and_keeps_its_rights(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path, 0o644)
    path.chmod(0o644)
    with pytest.raises(NotStored, match="a device or a pipe"):
        Store(path)
    assert path.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_without_any_table_is_none(tmp_path):
    with sqlite3.connect(tmp_path / "empty.db") as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    with pytest.raises(NotStored, match="There is no database"):
        check_file(tmp_path / "empty.db")


def test_a_database_of_another_program_is_neither_replaced_nor_copied(tmp_path):
    path, copy, other = tmp_path / "m.db", tmp_path / "copy.db", tmp_path / "other.db"
    store = Store(path)
    fill(store)
    back_up(path, copy)
    store.close()
    with sqlite3.connect(other) as disk:
        disk.execute("CREATE TABLE recipes (name TEXT)")
    disk.close()
    before = other.read_bytes()
    for refused_to in (lambda: restore(copy, other), lambda: back_up(other, tmp_path / "second.db")):
        with pytest.raises(NotStored, match=r"other\.db belongs to another program"):
            refused_to()
    assert other.read_bytes() == before


def test_a_damaged_database_is_replaced_by_its_backup(tmp_path):
    path, copy = tmp_path / "m.db", tmp_path / "copy.db"
    store = Store(path)
    fill(store)
    back_up(path, copy)
    store.close()
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    restore(copy, path)
    assert check_file(path).matches == 6


def test_a_database_of_postgresql_is_checked_by_its_url(postgresql):
    url = postgresql.make_database()
    store = Store(url)
    fill(store, 2)
    assert check_server(url).is_sound
    assert check_server(url).events == 7
    store.close()


def test_a_flipped_bit_is_never_served_as_truth(tmp_path):
    """Wherever a bit is flipped, each match comes back as it was, or is refused; and the check says which."""
    path = tmp_path / "m.db"
    store = Store(path)
    fill(store)
    names = [f"match{number:011}" for number in range(6)]
    truth = {name: store.load(name) for name in names}
    store.close()
    sound = path.read_bytes()
    chance = random.Random(4)
    silent, noticed = [], 0
    for _ in range(60):
        place, bit = chance.randrange(len(sound)), chance.randrange(8)
        flipped = bytearray(sound)
        flipped[place] ^= 1 << bit
        for beside in tmp_path.glob("m.db?*"):
            beside.unlink()
        path.write_bytes(flipped)
        try:
            is_sound = check_file(path).is_sound
            opened = Store(path)
        except NotStored:
            noticed += 1
            continue
        try:
            for name in names:
                try:
                    loaded = opened.load(name)
                except (Damaged, NotStored):
                    noticed += 1
                    assert not is_sound, (place, bit, "refused, but the check found nothing")
                    continue
                if loaded != truth[name]:
                    silent.append((place, bit, name))
        finally:
            opened.close()
    assert silent == []
    assert noticed


def test_the_moves_of_these_tests_make_a_match():
    match = Match.start(SETTINGS, at=0.0)
    for ply, move in enumerate(MOVES, start=2):
        match = match.apply(Played(move, float(ply), ply % 2))
    assert match.phase == "playing"
