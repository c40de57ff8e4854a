"""Games whose turns do not simply alternate, and games that end in their own ways."""

import inspect

import pytest

from enraya.match import HUMAN, Match, MatchSettings, Played, Undone
from enraya.match.record import reason_of_end
from enraya.position import Position


class AgainOnTwo:
    """Counts down from 5 by 1 or 2; who takes 2 moves again; who reaches 0 wins."""

    def initial(self):
        return (5, 0)

    def legal_moves(self, state):
        return [step for step in (1, 2) if step <= state[0]]

    def play(self, state, move):
        left, turn = state
        return (left - move, turn if move == 2 and left > 2 else 1 - turn)

    def outcome(self, state):
        left, turn = state
        return None if left else (1 if turn == 1 else -1)

    def to_move(self, state):
        return state[1]


@pytest.fixture
def again(tmp_path):
    file = tmp_path / "again.py"
    file.write_text(inspect.getsource(AgainOnTwo), encoding="utf-8")
    return str(file)


def begin(game: str, **changes) -> Match:
    return Match.start(MatchSettings(game, HUMAN, HUMAN, starter="first", seed=1, **changes), at=0)


def play(match: Match, moves: str) -> Match:
    for move in moves.split():
        match = match.apply(Played(move, match.at + 1))
    return match


def test_the_game_says_who_moves_again(again):
    match = play(begin(again), "2")
    assert match.seat_to_move == 0
    assert [made.seat for made in play(match, "1 1").history] == [0, 0, 1]


def test_each_move_of_a_turn_that_goes_on_has_its_own_time(again):
    assert play(begin(again), "2").remaining(1) == 20


def test_undo_in_a_turn_that_goes_on_takes_back_one_move(again):
    match = play(begin(again), "2 2").apply(Undone(0, 3))
    assert (match.position.move_texts, match.seat_to_move) == (["2"], 0)


def test_somebodys_own_game_ends_by_its_rules(again):
    match = play(begin(again), "2 2 1")
    assert (match.results[0].winner, match.results[0].reason) == (0, "rules")


def test_misere_loses_by_the_line():
    match = play(begin("mnk(3,3,3,misere=true)"), "a1 a2 b1 b2 c1")
    assert (match.results[0].winner, match.results[0].reason) == (1, "line")


def test_columns_and_cubes_play_too():
    assert play(begin("connect(7,6,4)"), "1 2 1 2 1 2 1").results[0].winner == 0
    assert play(begin("cube(3)"), "a1@1 a1@2 b1@1 a1@3 c1@1").results[0].reason == "line"


def test_three_times_the_same_position_ends_by_repetition():
    pytest.importorskip("enraya.games.terni")
    match = play(begin("terni", seconds=None), "a1 b1 b2 c3 c2 a2")
    while match.phase == "playing":
        before = match.position.state
        for there, back in (("c2-c1", "c1-c2"),):
            match = play(match, there)
            other = next(move for move in match.position.legal_moves if not match.position.play(move).is_over)
            match = play(match, other)
            if match.phase != "playing":
                break
            match = play(match, back)
            start, end = other.split("-")
            match = play(match, f"{end}-{start}")
        assert match.phase != "playing" or match.position.state == before
    assert (match.results[0].winner, match.results[0].reason) == (None, "repetition")


def test_oso_ends_by_points_and_its_scorer_moves_again():
    pytest.importorskip("enraya.games.oso")
    match = play(begin("oso(3,1)"), "O@a1 S@b1")
    assert match.seat_to_move == 0
    match = play(match, "O@c1")
    assert (match.results[0].winner, match.results[0].reason, match.results[0].outcome) == (0, "points", 1)


def test_the_opener_of_swap2_keeps_moving_and_seats_stay_who_they_are():
    pytest.importorskip("enraya.games.swap2")
    match = play(begin("gomoku(15,freestyle,swap2)"), "h8 h9 i8")
    assert ([made.seat for made in match.history], match.seat_to_move) == ([0, 0, 0], 1)
    assert play(match, "black").seat_to_move == 0


def test_a_board_that_is_over_without_a_line_or_a_full_board_says_why():
    assert reason_of_end(Position.start("mnk(3,3,3)").play_all("a1 a2 b1 b2 c1")) == "line"
