from __future__ import annotations

import pytest

from enraya.server.matches import match_time
from enraya.server.matches.match_time import MatchTime


@pytest.fixture
def pass_time(monkeypatch):
    """Lets seconds pass at will."""
    now = [1000.0]
    monkeypatch.setattr(match_time.time, "monotonic", lambda: now[0])

    def wait(seconds):
        now[0] += seconds

    return wait


def test_a_match_goes_on_from_the_time_that_it_had_reached(pass_time):
    clock = MatchTime(7.0, is_frozen=False)
    pass_time(2.0)
    assert clock.now == 9.0


def test_frozen_time_does_not_count_however_often_it_is_frozen(pass_time):
    clock = MatchTime(7.0, is_frozen=True)
    pass_time(5.0)
    assert clock.now == 7.0
    clock.unfreeze()
    clock.unfreeze()
    pass_time(1.0)
    clock.freeze()
    pass_time(3.0)
    clock.freeze()
    pass_time(3.0)
    assert clock.is_frozen
    assert clock.now == 8.0


def test_a_match_that_begins_counts_from_zero(pass_time):
    clock = MatchTime(0.0, is_frozen=False)
    pass_time(60.0)
    clock.restart()
    pass_time(1.0)
    assert clock.now == 1.0
