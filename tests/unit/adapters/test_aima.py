"""AIMA's games beside ours, both ways, against the real package."""

import doctest

import pytest
from aima3.games import ConnectFour, Fig52Game, TicTacToe, alphabeta_search, minimax_decision

import enraya
from enraya import Position
from enraya.adapters import aima
from enraya.adapters.aima import AimaGame, from_aima
from tests.unit.adapters.random_games import play_beside, play_ours_by


class TheirBoard:
    """A game of aima3's told in our texts: their rows count from the bottom."""

    def __init__(self, game, rows, is_column_enough):
        self.game, self.rows, self.is_column_enough = game, rows, is_column_enough
        self.state = game.initial

    def _text(self, move):
        return str(move[0]) if self.is_column_enough else f"{'abcdefghij'[move[0] - 1]}{self.rows + 1 - move[1]}"

    def legal(self):
        return [self._text(move) for move in self.game.actions(self.state)]

    def play(self, text):
        self.state = self.game.result(
            self.state, next(move for move in self.game.actions(self.state) if self._text(move) == text)
        )

    def outcome(self):
        return self.game.utility(self.state, "X") if self.game.terminal_test(self.state) else None


class OursAsTheirs:
    """Our game by way of the adapter."""

    def __init__(self, name):
        self.game = AimaGame(name)
        self.state = self.game.initial

    def legal(self):
        return self.game.actions(self.state)

    def play(self, text):
        self.state = self.game.result(self.state, text)
        while self.game.actions(self.state) == ["pass"]:
            self.state = self.game.result(self.state, "pass")

    def outcome(self):
        first = self.game.to_move(self.game.initial)
        return self.game.utility(self.state, first) if self.game.terminal_test(self.state) else None


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("mnk(3,3,3)", lambda: TheirBoard(TicTacToe(), 3, False)),
        ("mnk(5,4,4)", lambda: TheirBoard(TicTacToe(5, 4, 4), 4, False)),
        ("connect", lambda: TheirBoard(ConnectFour(), 6, True)),
        ("mnk(4,4,3)", lambda: OursAsTheirs("mnk(4,4,3)")),
        ("oso(3,3)", lambda: OursAsTheirs("oso(3,3)")),
        ("tree(A[B[3 12] C[2 4]])", lambda: OursAsTheirs("tree(A[B[3 12] C[2 4]])")),
    ],
)
def test_a_hundred_random_games_agree_move_by_move(ours, theirs):
    assert play_beside(ours, theirs) >= 200


def test_their_games_are_games_of_ours_with_the_same_ends():
    game = TicTacToe()
    for end in play_ours_by(from_aima(game)):
        state = game.initial
        for move in end.moves:
            state = game.result(state, move)
        assert game.terminal_test(state)
        assert game.utility(state, "X") == end.outcome
    assert len(str(end).splitlines()) == 3


def test_their_searches_and_ours_find_the_same_in_each_other_s_games():
    assert enraya.search(from_aima(Fig52Game(), scored=True), "alphabeta").value == 3
    near_the_end = Position.start(from_aima(TicTacToe())).play_all([(1, 1), (2, 2), (3, 3), (3, 1)])
    assert enraya.solve(near_the_end).best == ("1,3",)
    game = AimaGame("mnk(3,3,3)")
    state = game.initial
    for move in ["b2", "a1", "c3"]:
        state = game.result(state, move)
    assert alphabeta_search(state, game) == minimax_decision(state, game) == "c1"


def test_where_a_player_moves_again_the_other_passes_and_the_value_is_right():
    game = AimaGame("oso(3,2)")
    position = Position.start("oso(3,2)").play_all("O@a1 S@b1")
    state = game.initial
    for move in position.move_texts:
        state = game.result(state, move)
    chosen = minimax_decision(state, game)
    assert chosen == "O@c1"
    assert chosen in enraya.solve(position).best
    assert game.actions(game.result(state, chosen)) == ["pass"]


def test_the_examples_run():
    assert doctest.testmod(aima).failed == 0
