"""A match drawn again after every move: what has not changed is not made anew."""

from __future__ import annotations

from enraya.match import Match, MatchSettings, Played, Resigned, Undone
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.views.match import show_move, show_result
from enraya.server.views.state import MatchView, show_event

LARGE = MatchSettings("gomoku(19,freestyle,free)", "human", "human", "first", None, seed=1)


def drawn(portrait, match):
    return portrait.draw(match, at=match.at, time=0.0, connected=(True, True), rematch=None)


def played(match, *moves):
    for move in moves:
        match = match.apply(Played(move, match.at))
    return match


def test_a_move_is_drawn_once_however_many_follow():
    portrait = MatchView(LARGE, (None, None), None, OfferedGames())
    match = played(Match.start(LARGE, at=0.0), "a1", "b1", "a2")
    before = drawn(portrait, match)
    after = drawn(portrait, played(match, "b2"))
    assert len(after.history) == 4
    assert all(old is new for old, new in zip(before.history, after.history, strict=False))
    assert len(before.history) == 3


def test_a_way_to_move_is_drawn_once_for_each_player():
    portrait = MatchView(LARGE, (None, None), None, OfferedGames())
    match = Match.start(LARGE, at=0.0)
    before, after = drawn(portrait, match), drawn(portrait, played(match, "a1", "b1"))
    assert after.choices["k10"] is before.choices["k10"]
    assert set(before.choices) - set(after.choices) == {"a1", "b1"}


def test_the_history_is_right_whatever_was_taken_back():
    portrait = MatchView(LARGE, (None, None), None, OfferedGames())
    first = played(Match.start(LARGE, at=0.0), "a1", "b1", "a2", "b2")
    back = first.apply(Undone(0, first.at))
    other = played(back, "c3", "d4", "e5")
    old = drawn(portrait, first)
    for match in (back, other, first, back, played(back, "c3"), other, first):
        new = drawn(portrait, match)
        assert new.history == [show_move(made) for made in match.history]
        change = show_event(match.events[-1], old, new).history
        told = old.history if change is None else old.history[: change.keep] + change.add
        assert told == new.history
        old = new


def test_a_result_that_was_drawn_and_never_stored_is_not_shown_again():
    portrait = MatchView(LARGE, (None, None), None, OfferedGames())
    match = played(Match.start(LARGE, at=0.0), "a1", "b1")
    for seat in (0, 1):
        ended = match.apply(Resigned(seat, match.at))
        assert drawn(portrait, ended).results == [show_result(result) for result in ended.results]
