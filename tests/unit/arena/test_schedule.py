"""The pairings of every format, for all results that a test can think of."""

import random
from collections import Counter
from itertools import combinations

import pytest

from enraya.arena.schedule.formats import FORMATS, schedule_of
from enraya.arena.schedule.knockout import MOST_TIE_BREAKS, Knockout
from enraya.arena.schedule.meeting import Meeting, MeetingResult, fixtures_of
from enraya.arena.schedule.round_robin import Gauntlet, RoundRobin
from enraya.arena.schedule.swiss import Swiss, points_of


def play(schedule, points):
    """Every stage, each meeting with what *points* gives it."""
    played = []
    while meetings := schedule.stage(played):
        played.append([MeetingResult(each, (0.0, 0.0) if each.other is None else points(each)) for each in meetings])
    return played


def better_wins(meeting):
    return (meeting.games, 0.0) if meeting.one < meeting.other else (0.0, meeting.games)


def by_dice(seed):
    dice = random.Random(seed)

    def points(meeting):
        ones = dice.randrange(2 * meeting.games + 1) / 2
        return ones, meeting.games - ones

    return points


@pytest.mark.parametrize("players", range(2, 12))
def test_in_a_round_robin_every_two_meet_once_and_nobody_twice_in_a_round(players):
    meetings = RoundRobin(players, 2).stage([])
    assert Counter(frozenset(each[1:3]) for each in meetings) == Counter(
        map(frozenset, combinations(range(players), 2))
    )
    for number in {each.round for each in meetings}:
        busy = [player for each in meetings if each.round == number for player in each[1:3]]
        assert len(busy) == len(set(busy))


def test_a_round_robin_with_one_game_each_gives_everybody_both_colours():
    fixtures = list(fixtures_of(RoundRobin(8, 1).stage([]), 0))
    firsts = Counter(each.first for each in fixtures)
    assert set(firsts.values()) <= {3, 4}


def test_in_a_gauntlet_the_first_meets_all_others():
    assert [each[1:3] for each in Gauntlet(4, 2).stage([])] == [(0, 1), (0, 2), (0, 3)]


def test_an_opening_is_played_twice_with_colours_swapped_before_the_next():
    fixtures = list(fixtures_of([Meeting(1, 0, 1, 4, 7)], 10))
    assert [each.number for each in fixtures] == [10, 11, 12, 13]
    assert [each.opening for each in fixtures] == [7, 7, 8, 8]
    assert [(each.first, each.second) for each in fixtures] == [(0, 1), (1, 0), (1, 0), (0, 1)]


def test_all_meetings_play_their_first_pair_before_any_plays_its_second():
    fixtures = list(fixtures_of(RoundRobin(4, 4).stage([]), 0))
    assert [each.opening for each in fixtures] == [0] * 12 + [1] * 12


@pytest.mark.parametrize("players", range(2, 14))
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_ends_with_the_games_it_expects_whatever_the_results(name, players):
    schedule = schedule_of(name, players, 2)
    for seed in range(5):
        played = play(schedule, by_dice(seed))
        games = sum(each.meeting.games for stage in played for each in stage)
        assert games >= schedule.expected_games()
        if name != "knockout":
            assert games == schedule.expected_games()


@pytest.mark.parametrize(("players", "rounds"), [(8, 5), (9, 6), (16, 7), (33, 8), (64, 7)])
def test_in_swiss_nobody_meets_again_and_everybody_plays_every_round(players, rounds):
    for seed in range(5):
        played = play(Swiss(players, 2, rounds), by_dice(seed))
        assert len(played) == rounds
        pairs = Counter(frozenset(each.meeting[1:3]) for stage in played for each in stage)
        assert max(pairs.values()) == 1
        for stage in played:
            busy = [player for each in stage for player in each.meeting[1:3] if player is not None]
            assert sorted(busy) == list(range(players))


def test_in_swiss_players_of_equal_points_meet():
    played = play(Swiss(16, 2, 4), better_wins)
    for number, stage in enumerate(played):
        before = points_of(16, 2, played[:number])
        assert all(before[each.meeting.one] == before[each.meeting.other] for each in stage)
    assert points_of(16, 2, played)[0] == 8


def test_in_swiss_a_bye_goes_once_to_each_of_the_last_and_counts_as_a_win():
    played = play(Swiss(5, 2, 4), better_wins)
    idle = [each.meeting.one for stage in played for each in stage if each.meeting.other is None]
    assert idle[0] == 4
    assert len(set(idle)) == 4
    assert points_of(5, 2, played[:1])[4] == 2


def test_in_swiss_players_meet_again_once_all_others_have_been_met():
    played = play(Swiss(4, 2, 5), by_dice(1))
    pairs = Counter(frozenset(each.meeting[1:3]) for stage in played for each in stage)
    assert len(pairs) == 6


def test_each_round_has_openings_of_its_own_but_a_round_robin_has_the_same_for_all():
    def openings(schedule):
        return [
            {each.opening for each in fixtures_of([met.meeting for met in stage], 0)}
            for stage in play(schedule, better_wins)
        ]

    assert openings(RoundRobin(4, 4)) == [{0, 1}]
    assert openings(Swiss(8, 4, 3)) == [{0, 1}, {2, 3}, {4, 5}]
    rounds = openings(Knockout(8, 4))
    assert len(set.union(*rounds)) == sum(map(len, rounds))


@pytest.mark.parametrize("players", range(2, 20))
def test_in_a_knockout_the_best_two_meet_in_the_final_and_the_best_wins(players):
    played = play(Knockout(players, 2), better_wins)
    (final,) = played[-1]
    assert final.meeting[1:3] == (0, 1)
    losers = [each.meeting.other for stage in played for each in stage if each.meeting.other is not None]
    assert sorted(losers) == list(range(1, players))


def test_byes_of_a_knockout_go_to_the_best_seeded():
    (first, *_) = play(Knockout(6, 2), better_wins)
    assert sorted(each.meeting.one for each in first if each.meeting.other is None) == [0, 1]


def test_a_tied_meeting_is_played_on_with_new_openings_until_it_is_decided():
    def points(meeting):
        return (1.0, 1.0) if meeting.opening < 2 else (0.5, 1.5)

    played = play(Knockout(2, 2), points)
    assert [stage[0].meeting.opening for stage in played] == [0, 1, 2]
    assert {stage[0].meeting.round for stage in played} == {1}


def test_of_two_who_never_part_the_better_seeded_goes_on():
    played = play(Knockout(4, 2), lambda meeting: (1.0, 1.0))
    assert len(played) == 2 * (1 + MOST_TIE_BREAKS)
    assert played[-1][0].meeting[1:3] == (0, 1)


def test_only_the_tied_meetings_of_a_round_are_played_on():
    def points(meeting):
        return (2.0, 0.0) if meeting.one else (1.0, 1.0) if not meeting.opening else (2.0, 0.0)

    played = play(Knockout(4, 2), points)
    assert [[each.meeting.one for each in stage] for stage in played[:2]] == [[0, 1], [0]]
