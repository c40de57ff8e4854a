"""Every game of ours as a game of OpenSpiel's, and our players as its bots.

Importing this module registers the game `enraya`, whose parameter says which one:

>>> import pyspiel
>>> import enraya.adapters.openspiel
>>> game = pyspiel.load_game("enraya", {"game": "connect"})
>>> state = game.new_initial_state()
>>> state.apply_action(3)
>>> state.current_player(), state.action_to_string(3)
(1, '4')
>>> bot = enraya.adapters.openspiel.EnrayaBot("connect", "alphabeta:depth=4")
>>> bot.step(state) in state.legal_actions()
True
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from enraya import Game, Limit, Position, find_game, find_strategy
from enraya.adapters.actions import Actions
from enraya.adapters.planes import Planes

SHORT_NAME = "enraya"
LONGEST = 10_000
"""Plies that a game may have whose rules set no end."""

DEFAULT = "mnk(3,3,3)"

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="A game of Enraya's",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": DEFAULT},
)


class OpenSpielGame(pyspiel.Game):
    """The game that the parameter `game` names. Returns are the outcome: points where points count, else 1, 0, −1."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.game: Game[Any, Any] = find_game((params or {}).get("game", DEFAULT))
        self.actions = Actions(self.game)
        most = _most_points(self.game)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.game.longest or LONGEST,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self, state: Any = None) -> OpenSpielState:
        """The start."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer that gives a state as an array of numbers."""
        return Observer(self)


class OpenSpielState(pyspiel.State):
    """A state; `position` is what we know it as."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.actions = game.actions
        self.position = Position.start(game.game)

    def current_player(self) -> int:
        """The player to move: 0, 1, or the constant for a finished game."""
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else int(self.position.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.actions.legal(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.actions.moves[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.actions.game.format_move(self.actions.moves[action])

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """The outcome for both players."""
        outcome = float(self.position.outcome or 0)
        return [outcome, -outcome]

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """Encodes a state as planes of the board for the player asked, in OpenSpiel's form."""

    def __init__(self, game: OpenSpielGame) -> None:
        self._planes = Planes(game.actions)
        self.tensor: Any = np.zeros(int(np.prod(self._planes.shape)), np.float32)
        self.dict: dict[str, Any] = {"observation": np.reshape(self.tensor, self._planes.shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Look at *state* as *player*."""
        self.dict["observation"][...] = self._planes.of(state.position, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """*state* in characters."""
        return str(state)


class EnrayaBot(pyspiel.Bot):
    """One of our players as a bot, for a game of ours or for OpenSpiel's own `tic_tac_toe`, `mnk`, `gomoku` and
    `connect_four`, whose actions have the same numbers."""

    def __init__(
        self, game: str, player: str = "alphabeta+", *, seconds: float | None = None, seed: int | None = None
    ) -> None:
        super().__init__()
        self._start = Position.start(game)
        self._actions = Actions(self._start.game)
        self._strategy, self._limit = find_strategy(player, self._start.game, seed), Limit(seconds)

    def step(self, state: Any) -> int:
        """The action that it chooses in *state*."""
        position = self._start.play_all(self._actions.moves[action] for action in state.history())
        return self._actions.number(self._strategy.choose(position, self._limit).move)

    def restart(self) -> None:
        """Reset; no state is kept from game to game."""

    def restart_at(self, state: Any) -> None:
        """Nor from state to state."""


def _most_points(game: Game[Any, Any]) -> float:
    """The most that an outcome can be: 1 where only who won counts; a bound where points do."""
    if not game.scored:
        return 1.0
    par = game.par(game.initial())
    # Each move of OSO completes at most eight; a tree's values are read from its leaves.
    return float(8 * (game.longest or LONGEST)) if par is None else _largest_leaf(game)


def _largest_leaf(game: Game[Any, Any]) -> float:
    most, waiting = 0, [game.initial()]
    while waiting:
        state = waiting.pop()
        most = max(most, abs(game.outcome(state) or 0))
        waiting += [game.play(state, move) for move in game.legal_moves(state)]
    return float(most)


pyspiel.register_game(GAME_TYPE, OpenSpielGame)
