from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from enraya.store import Damaged
from enraya.store.changes import Write
from enraya.store.check import check
from enraya.store.hand_ins import MOST_VERSIONS, HandIn, HandIns, playing
from enraya.store.schema import hand_ins as hand_ins_table

BODY = bytes(range(256)) * 40
ONE = HandIn("", "Ana", 1, "ana.py", "choose", "mnk(3,3,3)", "hash", 100.0, None, BODY)
WRONG = {"en": "It crashed.", "es": "Ha fallado."}


@pytest.fixture
def hand_ins(store):
    return HandIns(store)


def test_a_file_comes_back_byte_for_byte_with_what_was_found_wrong(hand_ins):
    hand_ins.add(ONE).result()
    hand_ins.add(replace(ONE, version=2, verdict=WRONG, created=200.0)).result()
    assert hand_ins.load("", "Ana", 1) == ONE
    assert hand_ins.load("", "Ana", 2).verdict == WRONG
    assert hand_ins.load("", "Ana", 3) is None
    assert hand_ins.load("class", "Ana", 1) is None


def test_lists_are_newest_first_and_carry_no_file(hand_ins):
    hand_ins.add(ONE).result()
    hand_ins.add(replace(ONE, version=2, created=200.0)).result()
    hand_ins.add(replace(ONE, name="Luis", created=150.0)).result()
    listed = hand_ins.versions("")
    assert [(each.name, each.version, each.body) for each in listed] == [
        ("Ana", 2, b""),
        ("Luis", 1, b""),
        ("Ana", 1, b""),
    ]
    assert [each.version for each in hand_ins.versions("", "Ana")] == [2, 1]


def test_the_newest_that_passed_plays_and_else_the_newest(hand_ins):
    failed = replace(ONE, version=2, verdict=WRONG)
    assert playing([failed, ONE]) == ONE
    assert playing([replace(failed, version=3), failed]).version == 3


def test_no_version_is_kept_twice_and_the_oldest_are_dropped(hand_ins):
    for version in range(1, MOST_VERSIONS + 3):
        hand_ins.add(replace(ONE, version=version, created=float(version))).result()
    with pytest.raises(IntegrityError):
        hand_ins.add(replace(ONE, version=MOST_VERSIONS)).result()
    kept = [each.version for each in hand_ins.versions("", "Ana")]
    assert kept == list(range(MOST_VERSIONS + 2, 2, -1))


def test_a_player_is_deleted_from_one_arena(hand_ins):
    for arena in ("", "class"):
        for name in ("Ana", "Luis"):
            hand_ins.add(replace(ONE, arena=arena, name=name)).result()
    hand_ins.delete("", "Ana").result()
    assert [each.name for each in hand_ins.versions("")] == ["Luis"]
    assert len(hand_ins.versions("class")) == 2


def test_a_changed_version_is_refused_by_its_name_and_the_others_are_listed(hand_ins, store, caplog):
    for version in (1, 2):
        hand_ins.add(replace(ONE, version=version)).result()
    second = hand_ins_table.c.version == 2
    for change in ({"owner": "another"}, {"verdict": "[]"}, {"body": BODY[:-1] + b"x"}):
        store.write([Write(update(hand_ins_table).where(second).values(**change), {})]).result()
        with pytest.raises(Damaged, match="The player «Ana»"):
            hand_ins.load("", "Ana", 2)
        assert hand_ins.load("", "Ana", 1) == ONE
        listed = [each.version for each in hand_ins.versions("")]
        # A list carries no file, and does not look at one.
        assert listed == ([2, 1] if "body" in change else [1])
        with store.reading() as connection:
            report = check(connection, "the database")
        assert [each.values["name"] for each in report.damaged] == ["'', 'Ana', 2"]
        hand_ins.delete("", "Ana").result()
        for version in (1, 2):
            hand_ins.add(replace(ONE, version=version)).result()
    assert "The player «Ana»" in caplog.text
    assert hand_ins.last_version("", "Ana") == 2 and hand_ins.last_version("", "Luis") == 0
