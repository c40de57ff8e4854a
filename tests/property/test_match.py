"""Random events, legal and not, on several games: what must hold of every match."""

import json
from itertools import pairwise

import pytest
from hypothesis import settings as how
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.scale import scaled

from enraya.errors import EnrayaError
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
    Score,
    Stopped,
    TimeUp,
    Undone,
    event_from_json,
    event_to_json,
    match_from_json,
    match_to_json,
)

GAMES = [
    "mnk(3,3,3)",
    "mnk(2,2,2,misere=true)",
    "mnk(4,3,3)",
    "connect(4,3,3)",
    "cube(3)",
    "terni",
    "oso(3,2)",
    "gomoku(15,freestyle,swap2)",
]
SEATS = st.sampled_from([0, 0, 1, 1, 2])
WAITS = st.sampled_from([0, 0.1, 1, 7.3, 20, 25])
CHOICES = st.builds(
    MatchSettings,
    game=st.sampled_from(GAMES),
    first=st.just(HUMAN),
    second=st.just(HUMAN),
    starter=st.sampled_from(["random", "first", "second"]),
    seconds=st.sampled_from([None, 1, 20]),
    games=st.integers(1, 3),
    exam=st.booleans(),
    seed=st.integers(-5, 5),
)


class MatchMachine(RuleBasedStateMachine):
    """Holds a match and sends it whatever comes."""

    @initialize(chosen=CHOICES)
    def begin(self, chosen):
        self.match = Match.start(chosen, at=100)

    def send(self, event):
        before = self.match
        copy = match_to_json(before)
        try:
            self.match = before.apply(event)
        except EnrayaError as error:
            assert self.match is before and match_to_json(before) == copy
            assert error.in_language("es") and error.in_language("en")
        else:
            assert self.match.events == (*before.events, event)

    @rule(pick=st.integers(0, 300), wait=WAITS, seat=st.sampled_from([None, None, 0, 1]))
    def play(self, pick, wait, seat):
        moves = self.match.position.legal_moves or ["a1"]
        self.send(Played(moves[pick % len(moves)], self.match.at + wait, seat))

    @rule(pick=st.integers(0, 300))
    def play_at_once(self, pick):
        moves = self.match.position.legal_moves or ["a1"]
        self.send(Played(moves[pick % len(moves)], self.match.at))

    @rule(text=st.text(max_size=6), wait=WAITS)
    def play_nonsense(self, text, wait):
        self.send(Played(text, self.match.at + wait))

    @rule(kind=st.sampled_from([TimeUp, Paused, Resumed, Resumed, Continued, Stopped]), wait=WAITS)
    def happen(self, kind, wait):
        self.send(kind(self.match.at + wait))

    @rule(kind=st.sampled_from([Undone, Redone, HintTaken, Resigned]), seat=SEATS, wait=WAITS)
    def want(self, kind, seat, wait):
        self.send(kind(seat, self.match.at + wait))

    @rule(early=st.sampled_from([-1.0, float("nan"), float("-inf")]))
    def go_back_in_time(self, early):
        before = self.match
        self.send(TimeUp(self.match.at + early))
        assert self.match is before

    @precondition(lambda self: self.match.phase == "playing")
    @rule(seat=st.sampled_from([0, 1]))
    def undo_and_redo(self, seat):
        match, at = self.match, self.match.at
        try:
            again = match.apply(Undone(seat, at)).apply(Redone(seat, at))
        except EnrayaError:
            return
        assert (again.position, again.history, again.undone) == (match.position, match.history, match.undone)
        assert (again.results, again.seat_to_move, again.phase) == (match.results, match.seat_to_move, match.phase)
        assert again.remaining(at) == match.remaining(at)

    @invariant()
    def events_replay_to_an_equal_match(self):
        match = self.match
        assert Match.replay(match.settings, match.events) == match
        assert match_from_json(json.loads(json.dumps(match_to_json(match)))) == match
        for event in match.events:
            assert event_from_json(event_to_json(event)) == event

    @invariant()
    def the_score_is_the_sum_of_the_results(self):
        match = self.match
        wins = tuple(sum(result.winner == seat for result in match.results) for seat in (0, 1))
        assert match.score == Score(wins, len(match.results) - sum(wins))
        assert [result.number for result in match.results] == list(range(1, len(match.results) + 1))
        assert len(match.results) <= match.settings.games

    @invariant()
    def the_starter_alternates(self):
        starters = [result.starter for result in self.match.results]
        if self.match.phase == "playing":
            starters.append(self.match.starter)
        assert all(one != two for one, two in pairwise(starters))

    @invariant()
    def times_are_never_negative(self):
        match = self.match
        histories = [*(result.history for result in match.results), match.history]
        assert all(made.seconds >= 0 for history in histories for made in history)
        remaining = match.remaining(match.at)
        assert remaining is None or 0 <= remaining <= match.settings.seconds

    @invariant()
    def the_history_is_the_position(self):
        match = self.match
        assert [made.move for made in match.history] == match.position.move_texts
        turns = [match.position.game.to_move(state) for state in match.position.states[:-1]]
        assert [made.seat for made in match.history] == [match.seat_of(turn) for turn in turns]
        assert (match.phase == "playing") == (match.seat_to_move is not None)
        if match.phase == "playing":
            assert not match.position.is_over

    @invariant()
    def nobody_is_on_time_after_the_time(self):
        seconds = self.match.settings.seconds
        if seconds is not None:
            assert all(made.timed_out == (made.seconds >= seconds) for made in self.match.history)


MatchMachine.TestCase.settings = how(max_examples=scaled(20, soak=60), stateful_step_count=40)
TestMatch = MatchMachine.TestCase


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_time_outs_ends_and_replays(game):
    match = Match.start(MatchSettings(game, HUMAN, HUMAN, seconds=1, games=2, seed=4), at=0)
    while match.phase != "finished":
        match = match.apply(TimeUp(match.at + 1) if match.phase == "playing" else Continued(match.at))
    assert len(match.results) == 2
    assert Match.replay(match.settings, match.events) == match
