from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from enraya.match import MatchSettings, Played, Started
from enraya.store import NotStored, Store, StoredMatch
from enraya.store.database import Database
from enraya.store.hash_chain import row_checksum
from enraya.store.schema import facts

SETTINGS = MatchSettings(first="human", second="human", seed=3)
MATCH = StoredMatch(
    id="one",
    settings=SETTINGS,
    names=("Ana", None),
    owner="owner",
    seats={0: "owner"},
    invited_seat=1,
    invitation="secret",
    phase="waiting",
    rematch=None,
    created=100.0,
)


def test_a_match_comes_back_as_it_was_kept(store):
    begun = replace(MATCH, phase="playing", events=(Started(0.0),), written=100.0)
    store.create(begun).result()
    assert store.load("one") == begun
    assert store.load("two") is None


def test_events_come_back_in_order_with_the_time_of_the_last(store):
    store.create(replace(MATCH, events=(Started(0.0),))).result()
    moves = [Played(f"a{row}", float(row), 0) for row in range(1, 4)]
    writing = [store.append("one", number, move, at=200.0 + number) for number, move in enumerate(moves, start=2)]
    for done in writing:
        done.result()
    loaded = store.load("one")
    assert loaded.events == (Started(0.0), *moves)
    assert loaded.written == 204.0


def test_matches_are_listed_by_their_last_change(store):
    store.create(replace(MATCH, events=(Started(0.0),))).result()
    store.create(replace(MATCH, id="two", created=150.0)).result()
    assert [(match.id, match.updated) for match in store.of_token("owner", 9)] == [("two", 150.0), ("one", 100.0)]
    store.append("one", 2, Played("a1", 1.0), at=300.0).result()
    assert [(match.id, match.updated) for match in store.of_token("owner", 9)] == [("one", 300.0), ("two", 150.0)]


def test_a_rematch_is_kept_together_with_its_link_or_not_at_all(store):
    store.create(MATCH).result()
    store.create(replace(MATCH, id="two"), follows="one").result()
    assert store.load("one").rematch == "two"
    with pytest.raises(IntegrityError):
        store.create(replace(MATCH, id="two", seats={}), follows="two").result()
    assert store.load("two").rematch is None


def test_no_number_is_kept_twice_and_the_rest_of_the_batch_is(store):
    store.create(replace(MATCH, events=(Started(0.0),))).result()
    first = store.append("one", 2, Played("a1", 1.0), at=1.0)
    second = store.append("one", 2, Played("b2", 1.0), at=1.0)
    third = store.append("one", 3, Played("c3", 2.0), at=2.0)
    first.result()
    third.result()
    with pytest.raises(NotStored) as refused:
        second.result()
    assert refused.value.code == "store.not_next"
    assert [getattr(event, "move", None) for event in store.load("one").events] == [None, "a1", "c3"]


def test_what_nobody_waits_for_any_more_is_written_all_the_same(store):
    assert not store.create(MATCH).cancel()
    store.mark_alive(1.0).result()
    assert store.load("one") == MATCH


def test_joining_takes_the_seat_and_uses_the_invitation_up(store):
    store.create(MATCH).result()
    store.join("one", 1, "guest", ("Ana", "Luis"), Started(0.0), at=101.0).result()
    loaded = store.load("one")
    assert loaded.seats == {0: "owner", 1: "guest"}
    assert (loaded.names, loaded.invitation, loaded.phase) == (("Ana", "Luis"), None, "playing")


def test_a_token_finds_its_matches_the_last_changed_first(store):
    for id, created in (("one", 1.0), ("two", 2.0)):
        store.create(replace(MATCH, id=id, created=created)).result()
    store.join("one", 1, "guest", (None, None), Started(0.0), at=3.0).result()
    assert [match.id for match in store.of_token("owner", 10)] == ["one", "two"]
    assert [match.id for match in store.of_token("guest", 10)] == ["one"]
    assert [match.id for match in store.of_token("owner", 1)] == ["one"]


def test_unfinished_matches_are_those_in_which_a_game_goes_on(store):
    store.create(replace(MATCH, phase="playing", events=(Started(0.0),))).result()
    assert store.unfinished(10) == ["one"]
    store.append("one", 2, Played("a1", 1.0), at=1.0, phase="finished").result()
    assert store.unfinished(10) == []


def test_what_was_written_is_there_when_it_is_opened_again(database):
    store = Store(database)
    store.mark_alive(123.5).result()
    store.create(MATCH)
    store.close()
    again = Store(database)
    assert again.last_alive() == 123.5
    assert again.load("one") == MATCH
    again.close()


def test_any_words_come_back_as_they_were(store):
    named = replace(MATCH, names=("Ñandú «1»", "漢字 🎲"), settings=replace(SETTINGS, game="tree(A[3 12])"))
    store.create(named).result()
    assert store.load("one") == named


def test_a_database_of_another_version_is_refused(database):
    Store(database).close()
    opened = Database(database)
    with opened.writing.begin() as connection:
        row = {"name": "version", "value": "99"}
        changed = update(facts).where(facts.c.name == "version")
        connection.execute(changed.values(**row, checksum=row_checksum(row)))
    opened.close()
    for _ in range(2):
        with pytest.raises(NotStored) as refused:
            Store(database)
        assert refused.value.code == "store.version"
