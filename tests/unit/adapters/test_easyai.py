"""easyAI's games beside ours, both ways, against the real package."""

import doctest

import pytest
from easyAI import AI_Player, Negamax
from easyAI.games import ConnectFour, TicTacToe

import enraya
from enraya import Position
from enraya.adapters import easyai
from enraya.adapters.easyai import EasyAIGame, EnrayaPlayer, from_easyai
from tests.unit.adapters.random_games import play_beside, play_ours_by


class Theirs:
    """A game of easyAI's told in our texts."""

    def __init__(self, game, text):
        self.game, self._text = game, text

    def legal(self):
        return [self._text(move) for move in self.game.possible_moves()]

    def play(self, text):
        self.game.play_move(next(move for move in self.game.possible_moves() if self._text(move) == text))
        while self.game.possible_moves() == ["pass"]:
            self.game.play_move("pass")

    def outcome(self):
        if not self.game.is_over():
            return None
        score = self.game.scoring() * (1 if self.game.current_player == 1 else -1)
        return (score > 0) - (score < 0)


def cell(move):
    return f"{'abc'[(move - 1) % 3]}{(move - 1) // 3 + 1}"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("mnk(3,3,3)", lambda: Theirs(TicTacToe([None, None]), cell)),
        ("connect", lambda: Theirs(ConnectFour([None, None]), lambda move: str(move + 1))),
        ("mnk(4,4,3)", lambda: Theirs(EasyAIGame("mnk(4,4,3)"), str)),
        ("terni", lambda: Theirs(EasyAIGame("terni"), str)),
    ],
)
def test_a_hundred_random_games_agree_move_by_move(ours, theirs):
    assert play_beside(ours, theirs) > 500


def test_their_games_are_games_of_ours_with_the_same_ends():
    for end in play_ours_by(from_easyai(TicTacToe)):
        ours = Position.start("mnk(3,3,3)").play_all([cell(move) for move in end.moves])
        assert ours.outcome == end.outcome


def test_their_negamax_sees_through_passes_in_a_game_where_one_moves_again():
    position = Position.start("oso(3,2)").play_all("O@a1 S@b1")
    game = EasyAIGame(position, [None, None])
    assert Negamax(4)(game) in enraya.solve(position).best
    game.play_move("O@c1")
    assert game.possible_moves() == ["pass"]
    assert game.scoring() == -1


def test_our_player_and_theirs_meet_in_a_game():
    game = EasyAIGame("mnk(3,3,3)", [EnrayaPlayer("perfect", seed=1), AI_Player(Negamax(2))])
    game.play(verbose=False)
    assert game.position.outcome >= 0


def test_the_examples_run():
    assert doctest.testmod(easyai).failed == 0
