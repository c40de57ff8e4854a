import json

import pytest

from enraya.errors import EnrayaError, NotationError
from enraya.match import (
    HUMAN,
    Match,
    MatchSettings,
    Played,
    Started,
    TimeUp,
    Undone,
    event_from_json,
    event_to_json,
    match_from_json,
    match_to_json,
)
from enraya.match.events import KINDS

PLAYED = {"version": 1, "event": "played", "move": "b2", "at": 1.5}


def test_an_event_is_written_with_its_version_and_without_what_was_not_said():
    assert event_to_json(Played("b2", 1.5)) == PLAYED
    assert event_from_json(PLAYED) == Played("b2", 1.5)


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_event_survives_json(kind):
    values = {"move": "b2", "at": 2.5, "seat": 1, "what": "undo"}
    event = kind(**{name: values[name] for name in kind.__dataclass_fields__ if name in values})
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@pytest.mark.parametrize(
    "damage",
    [
        {"version": 2},
        {"event": "eaten"},
        {"event": None},
        {"move": 3},
        {"at": "now"},
        {"at": float("nan")},
        {"at": None},
        {"at": True},
        {"seat": 0.0},
        {"colour": "red"},
        {3: 4},
    ],
)
def test_a_damaged_event_is_refused(damage):
    with pytest.raises(NotationError):
        event_from_json(PLAYED | damage)


@pytest.mark.parametrize("data", [None, [], "played", 3, {"version": 1, "event": "undone", "at": 1}])
def test_what_is_no_event_is_refused(data):
    with pytest.raises(NotationError):
        event_from_json(data)


@pytest.fixture
def match() -> Match:
    begun = Match.start(MatchSettings(first=HUMAN, second=HUMAN, seed=3), at=10.25)
    return begun.apply(Played("b2", 11)).apply(TimeUp(40)).apply(Undone(begun.starter, 41))


def test_a_match_survives_json(match):
    assert match_from_json(json.loads(json.dumps(match_to_json(match)))) == match
    assert match.events[0] == Started(10.25)


DAMAGES = [
    ({"format": "x"}, "match.save_format"),
    ({"version": 9}, "match.save_version"),
    ({"events": None}, "match.save_fields"),
    ({"settings": 1}, "match.save_fields"),
    ({"events": []}, "match.not_started"),
]


def test_a_damaged_match_is_refused_by_what_is_wrong_with_it(match):
    for damage, code in DAMAGES:
        with pytest.raises(EnrayaError) as refusal:
            match_from_json(match_to_json(match) | damage)
        assert refusal.value.code == code, damage
