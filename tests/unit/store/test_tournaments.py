from __future__ import annotations

import pytest
from sqlalchemy import delete, update
from sqlalchemy.exc import IntegrityError

from enraya.store import Damaged
from enraya.store.changes import Write
from enraya.store.check import check
from enraya.store.schema import tournament_games, tournaments
from enraya.store.tournaments import StoredTournament, Tournaments

ONE = StoredTournament("one", "", 100.0, "Liga de 2.º", {"game": "mnk(3,3,3)"}, "running")
GAMES = [{"number": number, "moves": ["a1"], "reason": "línea"} for number in range(3)]


@pytest.fixture
def kept(store):
    kept = Tournaments(store)
    kept.create(ONE).result()
    return kept


def test_a_tournament_comes_back_with_its_games_in_their_order(kept):
    kept.add("one", [GAMES[2], GAMES[0]]).result()
    kept.add("one", [GAMES[1]]).result()
    found = kept.load("one")
    assert (found.title, found.plan, found.state, found.games) == (ONE.title, ONE.plan, "running", GAMES)
    assert [(each.id, each.played, each.games) for each in kept.all("")] == [("one", 3, [])]
    assert kept.all("class") == [] and kept.load("two") is None


def test_a_game_is_never_kept_twice(kept):
    kept.add("one", GAMES[:1]).result()
    with pytest.raises(IntegrityError):
        kept.add("one", GAMES[:2]).result()
    assert len(kept.load("one").games) == 1


def test_why_a_tournament_was_stopped_is_kept(kept):
    kept.set_state("one", "stopped", {"en": "gone", "es": "no está"}).result()
    assert kept.load("one").fault == {"en": "gone", "es": "no está"}
    kept.set_state("one", "running").result()
    assert kept.load("one").fault is None


def test_deleting_a_tournament_deletes_its_games(kept):
    kept.add("one", GAMES).result()
    kept.delete("one").result()
    assert kept.load("one") is None
    kept.create(ONE).result()
    assert kept.load("one").games == []


def test_damage_is_contained_to_the_tournament_it_is_in(kept, store):
    kept.create(StoredTournament("two", "", 200.0, "Two", {}, "stopped")).result()
    kept.add("one", GAMES[:1]).result()
    broken = update(tournament_games).values(body="{")
    store.write([Write(broken, {})]).result()
    with pytest.raises(Damaged):
        kept.load("one")
    store.write([Write(update(tournaments).where(tournaments.c.id == "two").values(plan="["), {})]).result()
    assert [each.id for each in kept.all()] == ["one"]


def test_a_changed_column_a_lost_game_and_a_changed_game_are_each_noticed(kept, store):
    kept.add("one", GAMES).result()
    changes = (
        update(tournaments).values(title="Another"),
        update(tournaments).values(state="finished"),
        update(tournament_games).where(tournament_games.c.number == 1).values(body='{"number": 1, "moves": ["b2"]}'),
        delete(tournament_games).where(tournament_games.c.number == 2),
    )
    for change in changes:
        assert kept.load("one").games == GAMES
        store.write([Write(change, {})]).result()
        with pytest.raises(Damaged, match="Tournament «one»"):
            kept.load("one")
        with store.reading() as connection:
            assert not check(connection, "the database").is_sound
        kept.delete("one").result()
        kept.create(ONE).result()
        kept.add("one", GAMES).result()


def test_a_change_of_the_disk_is_not_made_valid_by_the_next_game(kept, store):
    store.write([Write(update(tournaments).values(title="Another"), {})]).result()
    with pytest.raises(Damaged):
        kept.add("one", GAMES).result()
    with pytest.raises(Damaged):
        kept.set_state("one", "finished").result()
    with pytest.raises(Damaged):
        kept.load("one")
    assert kept.all() == []


def test_what_is_written_in_one_commit_fits_together(kept, store):
    waiting = [kept.add("one", [game]) for game in GAMES]
    waiting += [kept.set_state("one", "stopped"), kept.set_state("one", "running")]
    for each in waiting:
        each.result()
    assert (kept.load("one").played, kept.load("one").state) == (3, "running")
