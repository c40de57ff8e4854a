import pytest

from enraya.errors import EnrayaError, IllegalMove, Refusal
from enraya.game import Player
from enraya.match import (
    HUMAN,
    Continued,
    HintTaken,
    Match,
    MatchSettings,
    Paused,
    Played,
    Redone,
    Resigned,
    Resumed,
    Started,
    Stopped,
    TimeUp,
    Undone,
)
from enraya.match.events import Event

WON_BY_THE_STARTER = "a1 a2 b1 b2 c1"
DRAWN = "a1 b2 c3 a2 c2 c1 a3 b3 b1"


def settings(**changes):
    chosen = {"game": "mnk(3,3,3)", "first": HUMAN, "second": HUMAN, "starter": "first", "seed": 7} | changes
    return MatchSettings(**chosen)


def begin(**changes) -> Match:
    return Match.start(settings(**changes), at=0)


def play(match: Match, moves: str, seconds: float = 1) -> Match:
    for move in moves.split():
        match = match.apply(Played(move, match.at + seconds))
    return match


def refused(match: Match, event: Event, kind: type[EnrayaError] = Refusal) -> str:
    with pytest.raises(kind) as caught:
        match.apply(event)
    return caught.value.code


# Turns and moves


def test_a_match_begins_with_the_first_game_and_nothing_scored():
    match = begin()
    assert (match.game_number, match.phase, match.seat_to_move, match.score) == (1, "playing", 0, ((0, 0), 0))


def test_the_second_seat_can_start_and_then_plays_first():
    match = begin(starter="second")
    assert (match.seat_to_move, match.first_seat, match.player_of(0)) == (1, 1, Player.SECOND)


def test_a_random_starter_depends_on_the_seed_alone_and_can_be_either():
    starters = [begin(starter="random", seed=seed).starter for seed in range(40)]
    assert starters == [begin(starter="random", seed=seed).starter for seed in range(40)]
    assert set(starters) == {0, 1}


def test_a_move_changes_the_turn_and_is_remembered_as_the_game_writes_it():
    match = begin().apply(Played("2 3", 4))
    assert match.seat_to_move == 1
    assert [(made.seat, made.move, made.seconds, made.timed_out) for made in match.history] == [(0, "c2", 4, False)]


def test_what_a_machine_says_of_its_move_is_kept():
    made = begin().apply(Played("b2", 1, nodes=9, value=0.5, reason="rule.centre")).history[0]
    assert (made.nodes, made.value, made.reason) == (9, 0.5, "rule.centre")


def test_a_taken_cell_is_refused_and_nothing_changes():
    match = play(begin(), "b2")
    before = match
    assert refused(match, Played("b2", 2), IllegalMove) == "error.cell_taken"
    assert match == before


def test_a_move_for_the_wrong_seat_is_refused():
    match = begin()
    assert refused(match, Played("b2", 1, seat=1)) == "match.not_your_turn"
    assert match.apply(Played("b2", 1, seat=0)).seat_to_move == 1


@pytest.mark.parametrize("event", [Undone(2, 1), Redone(-1, 1), Resigned(True, 1), HintTaken(5, 1)])
def test_there_are_only_two_seats(event):
    assert refused(begin(), event) == "match.no_such_seat"


def test_the_past_and_what_is_no_time_are_refused():
    match = play(begin(), "b2", seconds=5)
    assert refused(match, Played("a1", 4)) == "match.time_backwards"
    assert refused(match, Played("a1", float("nan"))) == "match.time_number"
    assert refused(match, Played("a1", float("inf"))) == "match.time_number"


def test_a_match_starts_once():
    assert refused(begin(), Started(1)) == "match.already_started"


def test_a_start_position_gives_its_first_move_to_the_starter_whoever_that_makes_first():
    match = begin(position="X../.../...", starter="second")
    assert (match.seat_to_move, match.first_seat) == (1, 0)
    match = play(match, "b2 b1 a2 c1")
    assert (match.results[0].winner, match.results[0].starter, match.results[0].first) == (0, 1, 0)


# Series


def test_a_full_line_wins_the_game_and_counts():
    match = play(begin(), WON_BY_THE_STARTER)
    result = match.results[0]
    assert (match.phase, match.seat_to_move, match.game_number) == ("between", None, 1)
    assert (result.winner, result.reason, result.outcome, len(result.history)) == (0, "line", 1, 5)
    assert match.score == ((1, 0), 0)


def test_a_full_board_is_a_draw():
    match = play(begin(), DRAWN)
    assert (match.results[0].winner, match.results[0].reason, match.score) == (None, "full", ((0, 0), 1))


def test_the_starter_alternates_and_wins_follow_the_seat_not_the_sign():
    match = play(begin(), WON_BY_THE_STARTER).apply(Continued(10))
    assert (match.game_number, match.seat_to_move, match.first_seat) == (2, 1, 1)
    match = play(match, WON_BY_THE_STARTER).apply(Continued(20))
    assert (match.score.wins, match.seat_to_move) == ((1, 1), 0)


def test_the_last_game_ends_the_match():
    match = play(begin(games=1), WON_BY_THE_STARTER)
    assert (match.phase, match.score.leader, match.score.margin) == ("finished", 0, 1)
    for event in (Continued(9), Stopped(9), Played("c3", 9), Undone(0, 9), Resigned(0, 9), Paused(9), TimeUp(99)):
        assert refused(match, event) == "match.finished"


def test_stopping_between_games_ends_the_match_with_the_score_it_has():
    match = play(begin(), WON_BY_THE_STARTER).apply(Stopped(9))
    assert (match.phase, match.score.wins) == ("finished", (1, 0))


def test_between_games_there_is_nothing_to_play_undo_or_pause():
    match = play(begin(), WON_BY_THE_STARTER)
    for event in (Played("c3", 9), Undone(0, 9), Redone(0, 9), Resigned(0, 9), Paused(9), HintTaken(0, 9), TimeUp(99)):
        assert refused(match, event) == "match.between"


def test_during_a_game_one_neither_goes_on_nor_stops():
    assert refused(begin(), Continued(1)) == refused(begin(), Stopped(1)) == "match.not_between"


def test_either_seat_may_resign_at_any_turn_and_the_other_wins():
    for seat in (0, 1):
        match = begin().apply(Resigned(seat, 1))
        result = match.results[0]
        assert (result.winner, result.reason, result.resigned, match.phase) == (1 - seat, "resigned", seat, "between")
        assert result.outcome == (-1 if seat == 0 else 1)


# The clock


def test_time_runs_from_the_move_before():
    match = play(begin(), "b2", seconds=5)
    assert match.remaining(5) == 20
    assert match.remaining(12) == 13
    assert match.remaining(99) == 0


def test_time_is_not_up_before_it_is():
    assert refused(begin(), TimeUp(19.9)) == "match.time_left"


def test_when_time_is_up_a_random_legal_move_is_played_and_said_to_be_so():
    match = begin().apply(TimeUp(20))
    made = match.history[0]
    assert made.timed_out and made.seconds == 20 and made.move in begin().position.legal_moves
    assert match == begin().apply(TimeUp(20))
    assert match.remaining(20) == 20


def test_the_random_move_depends_on_the_seed():
    assert len({begin(seed=seed).apply(TimeUp(20)).history[0].move for seed in range(30)}) > 3


def test_a_move_that_comes_too_late_is_refused():
    assert refused(begin(), Played("b2", 20)) == "match.time_over"
    assert refused(begin(), Played("b2", 30)) == "match.time_over"


def test_without_a_clock_one_may_think_for_ever_and_time_is_never_up():
    match = begin(seconds=None)
    assert match.remaining(1e9) is None
    assert refused(match, TimeUp(1e9)) == "match.no_clock"
    assert match.apply(Played("b2", 1e9)).history[0].seconds == 1e9


def test_a_pause_takes_no_time_and_allows_no_move():
    match = begin().apply(Paused(5))
    assert match.is_paused and match.remaining(500) == 15
    for event in (Played("b2", 9), TimeUp(99), Undone(0, 9), HintTaken(0, 9), Resigned(0, 9), Paused(9)):
        assert refused(match, event) == "match.paused"
    match = match.apply(Resumed(100))
    assert match.remaining(101) == 14
    assert match.apply(Played("b2", 103)).history[0].seconds == 8


def test_what_is_not_paused_cannot_go_on():
    assert refused(begin(), Resumed(1)) == "match.not_paused"
    assert refused(play(begin(), WON_BY_THE_STARTER), Resumed(9)) == "match.not_paused"


def test_each_seat_has_its_total_and_its_mean_over_the_match():
    match = play(play(begin(), WON_BY_THE_STARTER, seconds=2).apply(Continued(50)), "b2", seconds=6)
    assert match.time_used(0) == (6, 3)
    assert match.time_used(1) == (10, 3)
    assert match.time_used(1).mean == pytest.approx(10 / 3)
    assert begin().time_used(0).mean is None


def test_the_time_between_games_is_nobodys():
    match = play(begin(), WON_BY_THE_STARTER).apply(Continued(1000))
    assert match.remaining(1000) == 20


# Undo, redo, hints


def test_undo_returns_to_before_ones_own_last_move():
    match = play(begin(), "b2 a1")
    undone = match.apply(Undone(0, 3))
    assert (undone.position.move_texts, undone.seat_to_move) == ([], 0)
    undone = match.apply(Undone(1, 3))
    assert (undone.position.move_texts, undone.seat_to_move) == (["b2"], 1)


def test_undo_gives_the_move_its_full_time_again():
    assert play(begin(), "b2 a1", seconds=15).apply(Undone(0, 40)).remaining(40) == 20


def test_redo_restores_what_was_undone_and_the_time_already_used():
    match = play(begin(), "b2 a1", seconds=3)
    again = match.apply(Undone(0, 10)).apply(Redone(0, 10))
    assert (again.position, again.history, again.score) == (match.position, match.history, match.score)
    assert again.remaining(10) == match.remaining(10)


def test_redo_goes_back_through_every_undo_in_turn():
    match = play(begin(), "b2 a1 c3")
    back = match.apply(Undone(0, 4)).apply(Undone(1, 4)).apply(Undone(0, 4))
    assert back.position.move_texts == []
    assert refused(back, Redone(1, 5)) == "match.not_your_turn"
    again = back.apply(Redone(0, 5)).apply(Redone(1, 5)).apply(Redone(0, 5))
    assert again.position == match.position and not again.undone


def test_a_new_move_clears_what_could_be_redone():
    match = play(play(begin(), "b2 a1").apply(Undone(0, 3)), "c3")
    assert refused(match.apply(Undone(0, 5)).apply(Played("a1", 6)), Redone(1, 7)) == "match.nothing_to_redo"
    assert refused(match, Redone(1, 5)) == "match.nothing_to_redo"


def test_who_has_not_moved_has_nothing_to_undo():
    assert refused(play(begin(), "b2"), Undone(1, 2)) == "match.nothing_to_undo"


def test_an_exam_has_neither_undo_nor_hints():
    match = play(begin(exam=True), "b2 a1")
    for event in (Undone(0, 3), Redone(0, 3), HintTaken(0, 3)):
        assert refused(match, event) == "match.exam"


def test_hints_are_counted_and_only_for_the_seat_to_move():
    match = begin().apply(HintTaken(0, 1)).apply(HintTaken(0, 2))
    assert match.hints == (2, 0)
    assert refused(match, HintTaken(1, 3)) == "match.not_your_turn"


# Replaying


def test_the_same_events_lead_to_the_same_match():
    match = play(begin(), "b2").apply(TimeUp(30)).apply(Undone(0, 31)).apply(Redone(0, 32)).apply(Resigned(1, 33))
    assert Match.replay(match.settings, match.events) == match


def test_a_replay_begins_with_the_start():
    for events in ([], [Played("b2", 1)]):
        with pytest.raises(Refusal) as caught:
            Match.replay(settings(), events)
        assert caught.value.code == "match.not_started"


def test_a_worse_choice_in_a_tree_is_never_a_win():
    match = play(begin(game="tree(A[3 5])", games=2), "A1")
    worse = match.results[0]
    assert (worse.winner, worse.reason, worse.outcome, worse.par) == (1, "payoff", 3, 5)
    assert worse.misstep == ("A1", "A2")
    # The second seat has the move now, and plays the same side.
    best = play(match.apply(Continued(match.at)), "A2").results[1]
    assert (best.winner, best.outcome, best.par, best.misstep) == (None, 5, 5, None)


def test_the_misstep_on_a_tree_is_the_first_one_of_whoever_lost():
    # B is worth 3 and C is worth 2: the first player errs with C, then the second one, by more, with C2.
    ended = play(begin(game="tree(A[B[3 12] C[2 20]])", games=1), "C C2").results[0]
    assert (ended.winner, ended.outcome, ended.par) == (0, 20, 3)
    assert ended.misstep == ("C2", "C1")


def test_who_resigns_on_a_tree_has_lost_whatever_the_leaves_are_worth():
    result = begin(game="tree(A[3 5])", games=1).apply(Resigned(0, 1.0)).results[0]
    assert (result.winner, result.reason, result.par) == (1, "resigned", None)
