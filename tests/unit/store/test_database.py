from __future__ import annotations

import os
import time
from contextlib import suppress

import pytest
from sqlalchemy.exc import DBAPIError

from enraya.store import NotStored, Store, Taken
from enraya.store.check import check_file
from enraya.store.database import PATIENCE, Database
from tests.postgresql import GIVE_UP


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """Nobody is about to let go here, so nobody is waited for long."""
    monkeypatch.setattr("enraya.store.database.PATIENCE", PATIENCE / 30)


def test_every_commit_to_a_file_is_synced(tmp_path):
    database = Database(tmp_path / "matches.db")
    with database.writing.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()


def test_every_commit_to_postgresql_is_synced_whatever_its_settings_say(postgresql):
    url = postgresql.make_database()
    database = Database(f"{url}?options=-csynchronous_commit%3Doff")
    with database.reading.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off"
    with database.writing.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    database.close()


def is_refused(database):
    with pytest.raises(Taken) as refused:
        Store(database)
    assert str(database) in refused.value.in_language("en").replace("+psycopg", "")
    return refused.value


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_second_server_on_one_database_is_refused_until_the_first_has_gone(kind, request, tmp_path):
    database = tmp_path / "m.db" if kind == "sqlite" else request.getfixturevalue("postgresql").make_database()
    first = Store(database)
    assert is_refused(database).address is None
    first.announce("http://127.0.0.1:8000/").result()
    refused = is_refused(database)
    assert refused.address == "http://127.0.0.1:8000/"
    assert refused.address in refused.in_language("es")
    first.mark_alive(5.0).result()
    first.close()
    second = Store(database)
    assert second.last_alive() == 5.0
    second.announce("http://127.0.0.1:8001/").result()
    assert is_refused(database).address == "http://127.0.0.1:8001/"
    second.close()


def test_who_loses_the_connection_writes_again_only_with_a_claim_of_its_own(postgresql):
    url = postgresql.make_database()
    first = Store(url)
    first.mark_alive(1.0).result()
    postgresql.stop()
    with pytest.raises(DBAPIError):
        first.mark_alive(2.0).result()
    with pytest.raises(NotStored) as away:
        first.last_alive()
    assert away.value.code == "store.away"
    postgresql.start()
    second = Store(url)
    with pytest.raises(Taken):
        first.mark_alive(3.0).result()
    assert first.last_alive() == 1.0
    second.close()
    # PostgreSQL lets go of the claim a moment after the connection is closed.
    until = time.monotonic() + GIVE_UP
    while first.last_alive() != 4.0 and time.monotonic() < until:
        with suppress(Taken):
            first.mark_alive(4.0).result()
    assert first.last_alive() == 4.0
    first.close()


@pytest.mark.parametrize(
    "database",
    [
        "postgresql://nobody:secret@127.0.0.1:1/none",
        "sqlite:////no/such/x.db",
        "postgresql://[",
        "postgresql://nobody:secret@127.0.0.1:port/none",
        "postgresql://nobody:secret\udcff@127.0.0.1/none",
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_words(database):
    with pytest.raises(NotStored) as refused:
        Store(database)
    assert refused.value.code == "store.unusable"
    assert "secret" not in refused.value.in_language("es")


@pytest.mark.parametrize("database", ["mysql://somebody@localhost/matches", "sqlite://", ":memory:"])
def test_a_database_of_a_kind_that_is_not_known_is_told_in_words(database):
    with pytest.raises(NotStored) as refused:
        Store(database)
    assert refused.value.code == "store.kind"


def test_a_file_that_is_no_database_is_told_in_words_and_let_go_of(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("not a database at all, only some words " * 50)
    for _ in range(2):
        with pytest.raises(NotStored) as refused:
            Store(file)
        assert refused.value.code == "store.unusable"


def test_what_is_there_and_no_file_is_refused_and_keeps_its_rights(tmp_path):
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe, 0o644)
    folder.mkdir(0o755)
    before = [path.stat().st_mode for path in (pipe, folder)]
    for path in (pipe, folder):
        with pytest.raises(NotStored) as refused:
            Store(path)
        assert refused.value.code == "store.no_plain_file"
    assert [path.stat().st_mode for path in (pipe, folder)] == before
    assert {path.name for path in tmp_path.iterdir()} == {"pipe", "folder"}


def test_a_damaged_name_that_is_no_text_is_told_in_words(tmp_path):
    path = tmp_path / "m.db"
    Store(path).close()
    whole = path.read_bytes()
    index = whole.index(b"sqlite_autoindex_")
    path.write_bytes(whole[:index] + b"\xe1" + whole[index + 1 :])
    for read in (Store, check_file):
        with pytest.raises(NotStored) as refused:
            read(path)
        assert refused.value.code == "store.unusable"
        assert refused.value.in_language("es")
