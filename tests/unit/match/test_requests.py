"""The requests between two people far apart: to take a move back, or to pause."""

import pytest

from enraya.errors import Refusal
from enraya.match import Asked, Declined, Granted, Match, Played, Request, Resigned
from tests.unit.match.test_match import begin, play


def refused(match: Match, event) -> str:
    with pytest.raises(Refusal) as refusal:
        match.apply(event)
    return refusal.value.code


def test_a_move_is_taken_back_when_the_other_grants_it_and_stays_when_they_decline():
    match = play(begin(), "b2 a1")
    asked = match.apply(Asked(0, "undo", 3))
    assert asked.request == Request(0, "undo")
    assert asked.history == match.history
    declined = asked.apply(Declined(1, 4))
    assert (declined.request, declined.history) == (None, match.history)
    granted = asked.apply(Granted(1, 4))
    assert (granted.request, granted.history, granted.seat_to_move) == (None, (), 0)


def test_a_pause_begins_when_it_is_granted_and_the_clock_runs_until_then():
    asked = begin(seconds=20).apply(Asked(1, "pause", 2))
    assert not asked.is_paused
    assert asked.remaining(3) == 17
    granted = asked.apply(Granted(0, 5))
    assert granted.is_paused
    assert granted.remaining(50) == 15


def test_only_the_other_one_grants_and_the_one_who_asked_may_withdraw():
    asked = play(begin(), "b2").apply(Asked(0, "undo", 2))
    assert refused(asked, Granted(0, 3)) == "match.nothing_asked"
    assert refused(asked, Asked(1, "pause", 3)) == "match.asked_already"
    assert asked.apply(Declined(0, 3)).request is None


def test_what_could_not_be_done_cannot_be_asked_for():
    assert refused(begin(), Asked(0, "undo", 1)) == "match.nothing_to_undo"
    assert refused(play(begin(exam=True), "b2"), Asked(0, "undo", 2)) == "match.exam"
    assert refused(begin(), Asked(0, "money", 1)) == "match.asked_for"
    assert refused(begin(), Granted(0, 1)) == "match.nothing_asked"
    assert refused(begin(), Declined(0, 1)) == "match.nothing_asked"


def test_a_move_or_the_end_of_the_game_makes_a_question_pointless():
    asked = play(begin(), "b2").apply(Asked(0, "undo", 2))
    assert asked.apply(Played("a1", 3)).request is None
    assert asked.apply(Resigned(1, 3)).request is None
