"""A strategy that is kept between the turns of a match, in the process that has its tables."""

from __future__ import annotations

from threading import Event

import pytest

from enraya.search.native import is_available
from enraya.workers.move_choice import MOST_KEPT, WORKER
from enraya.workers.process import ProcessPool, answer_on

PATIENCE = 900.0
POSITION = {"game": "connect(7,6,4)", "start": None, "moves": ["4", "4", "3"], "seed": 1, "seconds": None}
pytestmark = pytest.mark.skipif(not is_available(), reason="only the C++ search keeps a table")


@pytest.fixture
def staff():
    staff = ProcessPool(WORKER)
    yield staff
    staff.close()


def nodes(staff, **said):
    job = {"task": "choose", "player": "alphabeta+:depth=9", **POSITION, **said}
    return answer_on(staff.ask(job, Event(), PATIENCE))["nodes"]


def test_a_second_turn_of_a_match_goes_on_from_what_the_first_one_learnt(staff):
    afresh = nodes(staff)
    assert nodes(staff) == afresh
    assert nodes(staff, match="one", seat=1) == afresh
    assert nodes(staff, match="one", seat=1) < 0.8 * afresh
    assert nodes(staff, match="one", seat=0) == afresh, "the other seat has a table of its own"


def test_a_match_goes_on_where_moves_were_taken_back(staff):
    first = nodes(staff, match="one", seat=1)
    assert nodes(staff, match="one", seat=1, moves=["4", "4"])
    assert nodes(staff, match="one", seat=1) < first


def test_what_was_learnt_in_a_match_is_dropped_at_its_end(staff):
    afresh = nodes(staff, match="one", seat=1)
    staff.forget("one")
    assert nodes(staff, match="one", seat=1) == afresh


def test_a_process_keeps_only_so_many_strategies(staff):
    afresh = nodes(staff, match="one", seat=1)
    for number in range(MOST_KEPT):
        nodes(staff, match=f"other {number}", seat=1, player="alphabeta+:depth=1")
    assert nodes(staff, match="one", seat=1) == afresh


def test_a_process_is_started_ahead_once_and_takes_the_first_job(staff):
    staff.prepare(1)
    staff.prepare(1)
    (ahead,) = staff._all
    assert nodes(staff)
    assert staff._all == {ahead}
    staff.prepare(2)
    assert staff._all == {ahead}, "one is ready, and another would only take room"
