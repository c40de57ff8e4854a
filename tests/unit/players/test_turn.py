from threading import Event

import pytest

from enraya.errors import EnrayaError
from enraya.players.turn import StrategyFailed, allowance, think
from enraya.position import Position
from enraya.search.report import Report

START = Position.start("mnk(3,3,3)")


class Scripted:
    """A strategy that does what the test says."""

    name = "scripted"

    def __init__(self, act):
        self.act = act

    def choose(self, position, limit, *, stop=None, observer=None):
        return self.act(limit, stop)


def test_the_answer_is_given_back():
    assert think(Scripted(lambda limit, stop: Report(move=4)), START, allowance(60)) == Report(move=4)


@pytest.mark.parametrize("seconds", [1, 2, 20, 3600])
def test_a_machine_is_told_to_think_less_than_its_time(seconds):
    assert 0 < allowance(seconds).thinking < allowance(seconds).answering == seconds


def test_who_overruns_is_told_to_stop_and_may_still_answer():
    def act(limit, stop):
        stop.wait()
        return Report(move=4)

    assert think(Scripted(act), START, allowance(3)) == Report(move=4)


def test_who_does_not_stop_is_left_behind():
    forever = Event()
    assert think(Scripted(lambda limit, stop: forever.wait()), START, allowance(0.2)) is None
    forever.set()


def test_a_crash_becomes_a_sentence():
    def act(limit, stop):
        raise ZeroDivisionError("by nought")

    with pytest.raises(StrategyFailed, match="ZeroDivisionError: by nought"):
        think(Scripted(act), START, allowance(60))


def test_a_refusal_stays_what_it_is():
    def act(limit, stop):
        raise EnrayaError("error.nothing_to_undo")

    with pytest.raises(EnrayaError, match="no move to undo"):
        think(Scripted(act), START, allowance(60))


def test_what_is_seen_meanwhile_ends_the_thinking():
    stopped = Event()

    def act(limit, stop):
        stop.wait()
        stopped.set()

    def look():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        think(Scripted(act), START, allowance(60), look)
    assert stopped.wait(900)
