"""Who holds a match, and what its turn has cost over servers that come and go."""

from __future__ import annotations

import pytest

from enraya.match import Played
from enraya.store import NoSuchMatch
from enraya.store.check import check
from enraya.store.ownership import take
from tests.unit.server.matches.test_registry import STORED, WRITTEN


def took(store, server, now, alive, match="one"):
    with store._database.writing.begin() as connection:
        return take(connection, match, server, now=now, alive=alive, is_shared=False)


def test_however_often_servers_change_within_a_turn_the_time_between_them_is_charged_to_nobody(store):
    store.create(STORED).result()
    assert took(store, "second", now=WRITTEN + 1000, alive=WRITTEN + 3) == 3
    assert took(store, "third", now=WRITTEN + 5000, alive=WRITTEN + 1004) == 7
    assert took(store, "fourth", now=WRITTEN + 9000, alive=WRITTEN + 5001) == 8
    # Asked again by the server that holds it, the turn has run on.
    assert took(store, "fourth", now=WRITTEN + 9002, alive=0.0) == 10


def test_a_move_begins_a_turn_that_has_cost_nothing(store):
    store.create(STORED).result()
    took(store, "second", now=WRITTEN + 10, alive=WRITTEN + 3)
    store.append("one", 2, Played("b2", 55.0, 0), at=WRITTEN + 20).result()
    assert took(store, "third", now=WRITTEN + 100, alive=WRITTEN + 21) == 1


def test_a_clock_that_was_put_back_and_a_damaged_row_cost_nothing(store):
    store.create(STORED).result()
    took(store, "second", now=WRITTEN + 10, alive=WRITTEN - 50)
    with store._database.writing.begin() as connection:
        connection.exec_driver_sql("UPDATE claims SET ran = 1e9")
    assert took(store, "third", now=WRITTEN + 20, alive=WRITTEN + 2) == 2


def test_a_damaged_claim_is_found_by_the_check_of_the_database(store):
    store.create(STORED).result()
    took(store, "second", now=WRITTEN + 10, alive=WRITTEN)
    with store.reading() as connection:
        assert check(connection, "test").is_sound
    with store._database.writing.begin() as connection:
        connection.exec_driver_sql("UPDATE claims SET ran = 1e9")
    with store.reading() as connection:
        damaged = check(connection, "test").damaged
    assert [(each.code, each.values["table"]) for each in damaged] == [("store.damaged_entry", "claims")]


def test_a_match_that_is_not_there_cannot_be_held(store):
    with pytest.raises(NoSuchMatch):
        took(store, "second", now=0.0, alive=0.0, match="none")
