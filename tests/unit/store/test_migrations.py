"""The owner and the version of a database are checked before anything is written."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text, update

from enraya.match import MatchSettings, Played, Started, event_to_json
from enraya.store import Damaged, NotStored, Store, StoredMatch
from enraya.store.check import check
from enraya.store.classes import Classes, StoredClass
from enraya.store.hand_ins import HandIns
from enraya.store.hash_chain import row_checksum
from enraya.store.schema import CLASS_TABLES, facts
from enraya.store.tournaments import Tournaments

SETTINGS = MatchSettings(first="human", second="human", seed=3)

VERSION_1 = """
CREATE TABLE facts (name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));
CREATE TABLE matches (id VARCHAR(32) NOT NULL, created FLOAT NOT NULL, settings TEXT NOT NULL, first_name VARCHAR(40),
  second_name VARCHAR(40), owner VARCHAR(64) NOT NULL, invited_seat INTEGER, invitation VARCHAR(64),
  phase VARCHAR(10) NOT NULL, rematch VARCHAR(32), PRIMARY KEY (id));
CREATE INDEX matches_by_phase ON matches (phase);
CREATE TABLE seats (match VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, token VARCHAR(64) NOT NULL,
  PRIMARY KEY (match, seat), FOREIGN KEY(match) REFERENCES matches (id));
CREATE INDEX seats_by_token ON seats (token);
CREATE TABLE events (match VARCHAR(32) NOT NULL, number INTEGER NOT NULL, written FLOAT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (match, number), FOREIGN KEY(match) REFERENCES matches (id)){};
INSERT INTO facts VALUES ('version', '1'), ('alive', '12.5');
"""
"""The tables as version 1 made them."""


def write_version_1(execute, is_file):
    """A database of version 1: a match of two events, and one whose second event is missing."""
    for statement in VERSION_1.format(" WITHOUT ROWID" if is_file else "").strip().rstrip(";").split(";\n"):
        execute(statement)
    settings = json.dumps(SETTINGS.to_json()).replace("'", "''")
    for match, numbers in (("whole", (1, 2)), ("gap", (1, 3))):
        values = f"'{match}', 100.0, '{settings}', 'Ana', NULL, 'owner', 1, NULL, 'playing', NULL"
        execute(f"INSERT INTO matches VALUES ({values})")
        execute(f"INSERT INTO seats VALUES ('{match}', 0, 'owner'), ('{match}', 1, 'guest')")
        for number in numbers:
            event = Started(0.0) if number == 1 else Played("a1", 1.0, 0)
            body = json.dumps(event_to_json(event)).replace("'", "''")
            execute(f"INSERT INTO events VALUES ('{match}', {number}, {100 + number}.0, '{body}')")


def test_version_1_becomes_the_present_one_and_loses_nothing(database):
    if isinstance(database, Path):
        database.parent.mkdir(parents=True)
        with sqlite3.connect(database) as old:
            write_version_1(old.execute, is_file=True)
        old.close()
    else:
        engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
        with engine.begin() as connection:
            write_version_1(lambda sql: connection.execute(text(sql.replace(":", r"\:"))), is_file=False)
        engine.dispose()
    for _ in range(2):
        store = Store(database)
        assert store.last_alive() == 12.5
        whole = store.load("whole")
        assert whole.events == (Started(0.0), Played("a1", 1.0, 0))
        assert (whole.seats, whole.names, whole.written) == ({0: "owner", 1: "guest"}, ("Ana", None), 102.0)
        with pytest.raises(Damaged):
            store.load("gap")
        assert [match.id for match in store.of_token("guest", 9)] == ["gap", "whole"]
        store.close()
    store = Store(database)
    store.append("whole", 3, Played("b2", 2.0, 1), at=103.0).result()
    assert len(store.load("whole").events) == 3
    store.close()


def test_another_programs_database_is_refused_and_not_touched(tmp_path):
    path = tmp_path / "recipes.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(NotStored) as refused:
            Store(path)
        assert refused.value.code == "store.foreign"
        assert str(path) in refused.value.in_language("es")
    assert path.read_bytes() == before


def test_a_file_marked_by_another_program_is_refused(tmp_path):
    path = tmp_path / "m.db"
    Store(path).close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA application_id = 7")
    other.close()
    with pytest.raises(NotStored) as refused:
        Store(path)
    assert refused.value.code == "store.foreign"


def test_a_log_of_another_file_is_not_played_into_this_one(tmp_path):
    path, other = tmp_path / "m.db", tmp_path / "other.db"
    Store(other).close()
    store = Store(path)
    store.mark_alive(5.0).result()
    copies = {name: Path(f"{path}{name}").read_bytes() for name in ("-wal", "-claim")}
    store.close()
    path.write_bytes(other.read_bytes())
    for name, content in copies.items():
        Path(f"{path}{name}").write_bytes(content)
    with pytest.raises(NotStored) as refused:
        Store(path)
    assert refused.value.code == "store.foreign_log"
    assert path.read_bytes() == other.read_bytes()
    Path(f"{path}-wal").unlink()
    Store(path).close()


def test_the_log_of_a_server_that_was_killed_is_taken_up(tmp_path):
    path, moved = tmp_path / "m.db", tmp_path / "moved.db"
    store = Store(path)
    store.mark_alive(5.0).result()
    for name in ("", "-wal", "-claim"):
        Path(f"{moved}{name}").write_bytes(Path(f"{path}{name}").read_bytes())
    store.close()
    again = Store(moved)
    assert again.last_alive() == 5.0
    again.close()


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_nothing_is_acknowledged_once_the_file_or_its_log_has_gone(tmp_path, how, part):
    store = Store(tmp_path / "m.db")
    store.mark_alive(0.5).result()
    path = tmp_path / f"m.db{part}"
    path.unlink()
    if how == "replaced":
        path.write_bytes(b"")
    with pytest.raises(NotStored) as refused:
        store.mark_alive(1.0).result()
    assert refused.value.code == "store.replaced"
    store.close()


def test_only_the_owner_reads_the_files(tmp_path):
    path = tmp_path / "m.db"
    path.touch(0o644)
    store = Store(path)
    for name in ("", "-wal", "-shm", "-claim"):
        assert Path(f"{path}{name}").stat().st_mode & 0o077 == 0, name
    store.close()


def test_a_change_of_the_disk_is_not_made_valid_by_the_next_move(tmp_path):
    path = tmp_path / "m.db"
    with sqlite3.connect(path) as old:
        write_version_1(old.execute, is_file=True)
    old.close()
    store = Store(path)
    store.append("whole", 3, Played("b2", 2.0, 1), at=103.0).result()
    with sqlite3.connect(path) as disk:
        disk.execute("UPDATE events SET body = replace(body, 'a1', 'a2') WHERE match = 'whole'")
    disk.close()
    store.append("whole", 4, Played("c3", 3.0, 0), at=104.0).result()
    with pytest.raises(Damaged) as damaged:
        store.load("whole")
    assert damaged.value.number == 2
    store.close()
    again = Store(path)
    with sqlite3.connect(path) as disk:
        disk.execute("UPDATE matches SET owner = 'thief' WHERE id = 'whole'")
    disk.close()
    with pytest.raises(Damaged):
        again.append("whole", 5, Played("a3", 4.0, 1), at=105.0).result()
    again.close()


VERSION_2 = """
CREATE TABLE hand_ins (room VARCHAR(32) NOT NULL, name VARCHAR(60) NOT NULL, version INTEGER NOT NULL,
  file VARCHAR(100) NOT NULL, kind VARCHAR(10) NOT NULL, game TEXT NOT NULL, owner VARCHAR(64) NOT NULL,
  created FLOAT NOT NULL, verdict TEXT, body {bytes} NOT NULL, PRIMARY KEY (room, name, version));
CREATE TABLE tournaments (id VARCHAR(32) NOT NULL, room VARCHAR(32) NOT NULL, created FLOAT NOT NULL,
  title VARCHAR(60) NOT NULL, plan TEXT NOT NULL, state VARCHAR(10) NOT NULL, fault TEXT, PRIMARY KEY (id));
CREATE INDEX tournaments_by_room ON tournaments (room);
CREATE TABLE tournament_games (tournament VARCHAR(32) NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (tournament, number), FOREIGN KEY(tournament) REFERENCES tournaments (id)){};
INSERT INTO hand_ins VALUES ('', 'Ana', 1, 'ana.py', 'choose', 'mnk(3,3,3)', 'hash', 100.5, NULL, {file});
INSERT INTO tournaments VALUES ('one', '', 100, 'Liga', '[]', 'running', NULL);
INSERT INTO tournament_games VALUES ('one', 0, '[]'), ('one', 2, '[]');
"""
"""The tables that version 2 made and that had no checksums yet."""


def test_what_version_2_kept_without_checksums_gets_them(database):
    Store(database).close()
    is_file = isinstance(database, Path)
    url = f"sqlite:///{database}" if is_file else database.replace("postgresql://", "postgresql+psycopg://")
    written = "x'00ff41'" if is_file else r"'\x00ff41'"
    tables = VERSION_2.replace("{}", " WITHOUT ROWID" if is_file else "")
    tables = tables.replace("{bytes}", "BLOB" if is_file else "BYTEA").replace("{file}", written).replace("[]", "{}")
    engine = create_engine(url)
    with engine.begin() as connection:
        for table in ("tournament_games", "tournaments", "hand_ins"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
        for statement in tables.strip().rstrip(";").split(";\n"):
            connection.exec_driver_sql(statement)
        row = {"name": "version", "value": "2"}
        connection.execute(facts.update().where(facts.c.name == "version").values(**row, checksum=row_checksum(row)))
    for _ in range(2):
        store = Store(database)
        found = HandIns(store).load("", "Ana", 1)
        assert (found.file, found.created, found.verdict, found.body) == ("ana.py", 100.5, None, b"\0\xffA")
        tournament = Tournaments(store).load("one")
        assert (tournament.title, tournament.played, len(tournament.games)) == ("Liga", 2, 2)
        store.close()
    store = Store(database)
    Tournaments(store).add("one", [{"number": 1}]).result()
    assert Tournaments(store).load("one").played == 3
    store.close()
    with engine.connect() as connection:
        report = check(connection, "the database")
    assert report.is_sound and report.version == 3
    engine.dispose()


def test_version_2_gets_the_tables_of_classes_and_keeps_its_matches(database):
    """Version 2 had every table but those of classes."""
    store = Store(database)
    store.create(
        StoredMatch("m", SETTINGS, ("Ana", None), "owner", {0: "o"}, None, None, "playing", None, 1.0, (Started(0.0),))
    ).result()
    with store.reading() as connection:
        for table in reversed(CLASS_TABLES):
            connection.execute(text(f"DROP TABLE {table.name}"))
        row = {"name": "version", "value": "2"}
        changed = update(facts).where(facts.c.name == "version")
        connection.execute(changed.values(value="2", checksum=row_checksum(row)))
        connection.commit()
    store.close()
    store = Store(database)
    assert store.load("m").events == (Started(0.0),)
    classes = Classes(store)
    classes.create(StoredClass("room", 1.0, "ABC-DEF", "hash", {"title": "4.º B"})).result()
    assert classes.load("room").kept.code == "ABC-DEF"
    with store.reading() as connection:
        report = check(connection, "the database")
    assert (report.version, report.matches, report.is_sound) == (3, 1, True)
    store.close()
