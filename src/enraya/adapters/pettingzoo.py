"""Every game of ours as an environment of PettingZoo's, one agent after the other (AEC).

>>> from enraya.adapters.pettingzoo import env
>>> world = env("connect")
>>> world.reset()
>>> for agent in world.agent_iter():
...     seen, reward, ended, truncated, info = world.last()
...     world.step(None if ended else int(seen["action_mask"].argmax()))
>>> world.close()
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from enraya import Game, Position, find_game
from enraya.adapters.actions import Actions
from enraya.adapters.planes import Planes
from enraya.errors import IllegalMove


def env(game: str | Game[Any, Any] | object = "mnk(3,3,3)", *, render_mode: str | None = None) -> Any:
    """The environment of *game*, wrapped as PettingZoo's own are: steps in the wrong order are refused."""
    return wrappers.OrderEnforcingWrapper(EnrayaEnv(game, render_mode=render_mode))


class EnrayaEnv(AECEnv):
    """An environment of two agents, `player_0`, who begins, and `player_1`.

    An observation holds the planes of the board as the agent sees it, and the mask of legal actions. The reward comes
    at the end: the outcome, which is 1, 0 or −1, or points where points count. An action outside the mask is refused.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "enraya", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str | Game[Any, Any] | object, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.render_mode = find_game(game), render_mode
        self.actions = Actions(self.game)
        self._planes = Planes(self.actions)
        self.position = Position.start(self.game)
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.agents}
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self._planes.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.agents, seen)

    def observation_space(self, agent: str) -> Any:
        """The observation space of *agent*."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action space of *agent*."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin anew; there is no chance in these games."""
        self.position = Position.start(self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes and the mask; only who is to move has legal actions."""
        player = self.possible_agents.index(agent)
        mask: Any = np.zeros(len(self.actions), np.int8)
        if agent == self.agent_selection:
            mask[self.actions.legal(self.position)] = 1
        return {"observation": self._planes.of(self.position, player), "action_mask": mask}

    def step(self, action: Any) -> None:
        """The agent whose turn it is plays *action*."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action not in self.actions.legal(self.position):
            raise IllegalMove("adapter.outside_mask", action=str(action), game=self.game.name)
        # What was paid out before is paid.
        self._cumulative_rewards[self.agent_selection] = 0
        self.position = self.position.play(self.actions.moves[action])
        outcome = self.position.outcome
        if outcome is None:
            self.agent_selection = self._to_move()
        else:
            self.rewards = {"player_0": outcome, "player_1": -outcome}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[1 - self.agents.index(self.agent_selection)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board in characters, where the mode is `ansi`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release nothing: no resources are held."""

    def _to_move(self) -> str:
        return self.possible_agents[self.position.to_move]
