"""Our games as environments of PettingZoo's, by its own checks and beside its own games."""

import doctest

import pytest
from pettingzoo.test import api_test

from enraya import IllegalMove
from enraya.adapters import pettingzoo
from enraya.adapters.pettingzoo import env
from tests.unit.adapters.random_games import play_beside

GAMES = [
    "mnk(3,3,3)", "mnk(4,4,4,misere=true)", "connect", "cube(3,3)", "terni", "oso(4,4)", "gomoku(15,standard,swap2)",
    "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])", "docs/examples/reversi.py",
]  # fmt: skip


# It excepts its own board games by name: their observations have masks, and an empty board is all zeros, too.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably", "ignore:Observation numpy array is all")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("game", GAMES)
def test_their_own_check_accepts_every_game(game, monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    world = env(game)
    api_test(world, num_cycles=120 if "gomoku" in game else 400, verbose_progress=False)
    world.close()


class World:
    """An environment told in our texts; *text* writes an action."""

    def __init__(self, world, agents, text):
        self.world, self.agents, self._text = world, agents, text
        world.reset()

    def _mask(self):
        return self.world.observe(self.world.agent_selection)["action_mask"]

    def legal(self):
        return [self._text(action) for action, is_legal in enumerate(self._mask()) if is_legal]

    def play(self, text):
        actions = (action for action, is_legal in enumerate(self._mask()) if is_legal)
        self.world.step(next(action for action in actions if self._text(action) == text))

    def outcome(self):
        if not all(self.world.terminations.values()):
            return None
        return self.world._cumulative_rewards[self.agents[0]]


def ours(name):
    world = env(name)
    actions = world.unwrapped.actions
    return World(world, ("player_0", "player_1"), lambda action: actions.game.format_move(actions.moves[action]))


@pytest.mark.parametrize("game", ["mnk(3,3,3)", "oso(3,3)", "terni"])
def test_an_environment_plays_by_the_rules_of_its_game(game):
    assert play_beside(game, lambda: ours(game), 30) > 150


def test_a_hundred_random_games_agree_with_their_connect_four():
    from pettingzoo.classic import connect_four_v3

    def theirs():
        return World(connect_four_v3.raw_env(), ("player_0", "player_1"), lambda action: str(action + 1))

    assert play_beside("connect", theirs) > 1000


def test_a_hundred_random_games_agree_with_their_tic_tac_toe():
    from pettingzoo.classic import tictactoe_v3

    # Their cells go down the columns.
    def theirs():
        return World(
            tictactoe_v3.raw_env(), ("player_1", "player_2"), lambda action: f"{'abc'[action // 3]}{action % 3 + 1}"
        )

    assert play_beside("mnk(3,3,3)", theirs) > 500


def test_an_action_outside_the_mask_is_refused_and_nothing_changes():
    world = env("mnk(3,3,3)", render_mode="ansi")
    world.reset()
    world.step(4)
    before = world.render()
    with pytest.raises(IllegalMove, match="Action 4 is not legal"):
        world.step(4)
    assert world.render() == before


def test_an_agent_sees_its_own_pieces_first():
    world = env("mnk(3,3,3)")
    world.reset()
    world.step(4)
    assert world.observe("player_0")["observation"][0, 1, 1] == 1
    assert world.observe("player_1")["observation"][1, 1, 1] == 1
    letters = env("oso(3,3)")
    letters.reset()
    letters.step(0)
    assert letters.observe("player_0")["observation"].shape == (4, 3, 3)
    assert letters.observe("player_0")["observation"].sum() == 1


def test_the_examples_run():
    assert doctest.testmod(pettingzoo).failed == 0
