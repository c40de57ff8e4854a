"""Time for a move, for a game with an increment, and none."""

import pytest

from enraya.arena.clock import WITHOUT_CLOCK, GameClock, TimeControl


def test_without_a_clock_no_move_is_late():
    clock = GameClock(TimeControl())
    assert clock.allowance(0) == WITHOUT_CLOCK
    assert clock.is_in_time(0, 1000)


def test_a_time_for_each_move_is_the_same_for_every_move():
    clock = GameClock(TimeControl(2.0))
    assert clock.is_in_time(0, 1.9)
    assert clock.allowance(0).answering == 2.0
    assert not clock.is_in_time(0, 2.0)


def test_a_time_for_the_game_is_used_up_and_the_increment_is_added():
    clock = GameClock(TimeControl(None, 10.0, 1.0))
    assert clock.is_in_time(0, 4.0)
    assert clock.allowance(0).answering == pytest.approx(7.0)
    assert clock.allowance(1).answering == 10.0
    assert not clock.is_in_time(0, 7.5)


def test_who_has_a_time_for_the_game_is_told_to_spread_it():
    clock = GameClock(TimeControl(None, 60.0, 0.5))
    thinking, answering = clock.allowance(0)
    assert thinking == pytest.approx(3.4)
    assert answering == 60.0
    for _ in range(200):
        assert clock.is_in_time(0, clock.allowance(0).thinking)
