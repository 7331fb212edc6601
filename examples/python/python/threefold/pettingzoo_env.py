"""An environment for PettingZoo. It needs `pip install threefold[pettingzoo]`.

>>> from threefold import pettingzoo_env
>>> env = pettingzoo_env.env("3-man-chess")
>>> env.reset(seed=1)
>>> env.possible_agents
['player_0', 'player_1', 'player_2']

Contains `env`, with PettingZoo's usual wrappers, and `RawEnv` without them. Input: a rulebook, and
actions. Output: observations, rewards and pictures.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ._threefold import Board, Variant

Observation = dict[str, npt.NDArray[Any]]


def env(variant: Variant | str | PathLike[str] = "chess", **options: Any) -> AECEnv:
    """Creates an environment. An illegal action ends the game, and costs its player one point."""
    raw: Any = RawEnv(variant, **options)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    raw = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(raw)


class RawEnv(AECEnv):  # type: ignore[misc]
    """A game for one agent for each player: `player_0` moves first.

    An observation has `observation`, with a plane of bytes for each name in `variant.plane_names`;
    `scalars`, with a byte for each name in `variant.scalar_names`; and `action_mask`. All of them show
    the board as the agent sees it. `infos[agent]["seat"]` is the name of the player.

    Rewards are 0 during the game. At the end they add up to 0: 1 for the winner of everything, and
    0 for equal points. An eliminated player has no more turns, but leaves only when the game ends,
    because their points can still change. A game of `max_plies` is cut off.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "threefold_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: Variant | str | PathLike[str] = "chess",
        *,
        render_mode: str | None = None,
        max_plies: int = 1000,
        size: int = 480,
        position: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"`{render_mode}` is not a render mode: they are {self.metadata['render_modes']}")
        self.variant = variant if isinstance(variant, Variant) else Variant(variant)
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.size = size
        self.position = position
        self.possible_agents = [f"player_{index}" for index in range(len(self.variant.seats))]
        self.agents = list(self.possible_agents)
        self._seats = dict(zip(self.possible_agents, self.variant.seats))
        self._agent_of = {seat: agent for agent, seat in self._seats.items()}
        planes = (len(self.variant.plane_names), len(self.variant.squares))
        scalars = (len(self.variant.scalar_names),)
        actions = self.variant.action_count
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, planes, np.uint8),
                    "scalars": spaces.Box(0, 255, scalars, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.board = Board(self.variant, position)
        if max_plies < 1:
            raise ValueError(f"expected at least one ply, not {max_plies}")
        if self.board.is_game_over():
            raise ValueError("the game is over in this position")
        self._window: Any = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns what an agent can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns what an agent can do."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Returns the board as an agent sees it. Only the player to move has legal actions."""
        planes = np.empty((len(self.variant.plane_names), len(self.variant.squares)), np.uint8)
        scalars = np.empty(len(self.variant.scalar_names), np.uint8)
        mask = np.zeros(self.variant.action_count, np.int8)
        self.board.write_observation(planes, scalars, self._seats[agent])
        if agent == self._agent_of[self.board.turn]:
            self.board.write_mask(mask)
        return {"observation": planes, "scalars": scalars, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Nothing is random, so the seed changes nothing."""
        self.board = Board(self.variant, self.position)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"seat": self._seats[agent]} for agent in self.agents}
        self.agent_selection = self._agent_of[self.board.turn]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent. After the end, each agent takes `None`."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the game is not over, so an action is needed")
        mover = self.agent_selection
        self.board.push_action(int(action))
        self._cumulative_rewards[mover] = 0.0
        is_over = self.board.is_game_over()
        is_cut = not is_over and self.board.ply() >= self.max_plies
        for agent, reward in zip(self.possible_agents, self.board.returns()):
            self.rewards[agent] = float(reward)
            self.terminations[agent] = is_over
            self.truncations[agent] = is_cut
        self._accumulate_rewards()
        self.agent_selection = self._agent_of[self.board.turn]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Returns the board as text or as an array, or shows it in a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("`render` was called, but the environment has no render mode.")
            return None
        if self.render_mode == "ansi":
            return str(self.board)
        pixels = self.board.pixels(self.size)
        if self.render_mode == "rgb_array":
            return pixels
        self._show(pixels)
        return None

    def _show(self, pixels: npt.NDArray[np.uint8]) -> None:
        import pygame

        high, wide, _ = pixels.shape
        if self._window is None:
            pygame.display.init()
            pygame.display.set_caption(self.variant.name)
            self._window = pygame.display.set_mode((wide, high))
        pygame.event.pump()
        self._window.blit(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        pygame.display.flip()

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._window is not None:
            import pygame

            pygame.display.quit()
            self._window = None
