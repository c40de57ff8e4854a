"""OpenSpiel's games beside ours, and our bot in its games, against the real package."""

import doctest
from random import Random

import pyspiel
import pytest

from enraya.adapters import openspiel
from enraya.adapters.openspiel import EnrayaBot
from tests.unit.adapters.random_games import play_beside

GAMES = ["mnk(3,3,3)", "connect(5,4,3)", "cube(2,2)", "terni", "oso(3,3)", "tree(A[B[3 12 8] C[2 4 6]])"]


class Theirs:
    """A game of OpenSpiel's told in our texts."""

    def __init__(self, game, text):
        self.state, self._text, self._actions = game.new_initial_state(), text, {}

    def legal(self):
        self._actions = {self._text(action): action for action in self.state.legal_actions()}
        return list(self._actions)

    def play(self, text):
        self.state.apply_action(self._actions[text])

    def outcome(self):
        return self.state.returns()[0] if self.state.is_terminal() else None


def cells(columns):
    return lambda action: f"{'abcdefghijklmno'[action % columns]}{action // columns + 1}"


@pytest.mark.parametrize(
    ("ours", "theirs", "text", "games"),
    [
        ("mnk(3,3,3)", "tic_tac_toe", cells(3), 100),
        ("connect", "connect_four", lambda action: str(action + 1), 100),
        ("mnk(5,4,3)", "mnk(m=5,n=4,k=3)", cells(5), 100),
        ("gomoku(15,freestyle,free)", "gomoku", cells(15), 100),
    ],
)
def test_random_games_agree_move_by_move_with_their_rules(ours, theirs, text, games):
    game = pyspiel.load_game(theirs)
    assert play_beside(ours, lambda: Theirs(game, text), games) > 300


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_ours_is_one_of_theirs(name):
    game = pyspiel.load_game("enraya", {"game": name})
    text = game.actions.game.format_move
    assert play_beside(name, lambda: Theirs(game, lambda action: text(game.actions.moves[action])), 20) >= 40


@pytest.mark.parametrize("name", GAMES)
def test_their_own_check_of_a_game_accepts_it(name):
    game = pyspiel.load_game("enraya", {"game": name})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_our_bot_never_loses_their_tic_tac_toe():
    chance, game = Random(1), pyspiel.load_game("tic_tac_toe")
    bot = EnrayaBot("mnk(3,3,3)", "perfect", seed=1)
    for number in range(6):
        state, seat = game.new_initial_state(), number % 2
        while not state.is_terminal():
            state.apply_action(
                bot.step(state) if state.current_player() == seat else chance.choice(state.legal_actions())
            )
        assert state.returns()[seat] >= 0


def test_their_random_bot_does_not_beat_ours_in_our_game():
    game = pyspiel.load_game("enraya", {"game": "mnk(3,3,3)"})
    state = game.new_initial_state()
    bots = [EnrayaBot("mnk(3,3,3)", "alphabeta"), pyspiel.make_uniform_random_bot(1, 3)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert state.returns()[0] >= 0


def test_the_examples_run():
    assert doctest.testmod(openspiel).failed == 0
