"""Many games at once, which write into NumPy arrays.

Contains `VectorEnv`. Input: an action for each game. Output: planes, masks, rewards and flags in
arrays that stay the same objects. Nothing is copied, and other threads run meanwhile.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from ._threefold import Board, Variant, VectorCore


def _check(name: str, array: npt.NDArray[Any], dimensions: int, dtype: npt.DTypeLike) -> None:
    """Raises an error that names the array if it cannot be filled."""
    if not isinstance(array, np.ndarray) or array.dtype != np.dtype(dtype):
        found = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"`{name}` must be an array of {np.dtype(dtype)}, not of {found}")
    if array.ndim != dimensions:
        raise ValueError(f"`{name}` has {array.ndim} dimensions; expected {dimensions}")
    if not array.flags.c_contiguous:
        raise ValueError(f"`{name}` is not in C order (rows one after the other): make it with `numpy.ascontiguousarray`")
    if not array.flags.writeable:
        raise ValueError(f"`{name}` is read-only")


class VectorEnv:
    """`n` games of one variant. A game that ends starts again at once.

    >>> env = VectorEnv("chess", 8, seed=1)
    >>> env.masks.shape, env.planes.shape
    ((8, 1972), (8, 13, 64))
    >>> actions = env.masks.argmax(axis=1)
    >>> env.step(actions)

    After each step the arrays describe the next turn:

    - `planes[i]` has a plane for each name in `variant.plane_names`, with a byte for each square.
    - `scalars[i]` has a byte for each name in `variant.scalar_names`.
    - `masks[i]` is 1 for each legal action.
    - `turns[i]` is the index of the player to move in `variant.seats`.
    - `rewards[i]` has the reward of each player, in that order: 0 unless the game has just ended.
    - `terminated[i]` and `truncated[i]` tell that the last game has ended, or was cut off after
      `max_plies`. All other arrays then show the new game, and `final_board(i)` is the last
      position of the old one.

    Pass arrays of your own to have them filled instead, such as shared memory. Do not write to
    `masks` between steps, because only the bytes that change are written. `planes=False` leaves out
    planes and scalars.
    """

    def __init__(
        self,
        variant: Variant | str | PathLike[str],
        n: int,
        seed: int = 0,
        *,
        max_plies: int = 1000,
        position: str | None = None,
        planes: npt.NDArray[np.uint8] | bool = True,
        scalars: npt.NDArray[np.uint8] | None = None,
        masks: npt.NDArray[np.int8] | None = None,
        rewards: npt.NDArray[np.float32] | None = None,
        terminated: npt.NDArray[np.bool_] | None = None,
        truncated: npt.NDArray[np.bool_] | None = None,
        turns: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        if n < 1:
            raise ValueError(f"expected at least one game, not {n}")
        if not isinstance(planes, (bool, np.ndarray)):
            raise TypeError(f"`planes` must be an array, True or False, not {type(planes).__name__}")
        if max_plies < 1:
            raise ValueError(f"expected at least one ply, not {max_plies}")
        self.variant = variant if isinstance(variant, Variant) else Variant(variant)
        self.n = n
        seats = len(self.variant.seats)
        own_planes: npt.NDArray[np.uint8] | None
        if isinstance(planes, np.ndarray):
            own_planes = planes
        elif planes:
            own_planes = np.zeros((n, len(self.variant.plane_names), len(self.variant.squares)), np.uint8)
        else:
            own_planes = None
        if scalars is None and own_planes is not None:
            scalars = np.zeros((n, len(self.variant.scalar_names)), np.uint8)
        self._planes = own_planes
        self._scalars = scalars
        self.masks = masks if masks is not None else np.zeros((n, self.variant.action_count), np.int8)
        self.rewards = rewards if rewards is not None else np.zeros((n, seats), np.float32)
        self.terminated = terminated if terminated is not None else np.zeros(n, np.bool_)
        self.truncated = truncated if truncated is not None else np.zeros(n, np.bool_)
        self.turns = turns if turns is not None else np.zeros(n, np.uint8)
        shapes = {"planes": 3, "scalars": 2, "masks": 2, "rewards": 2, "terminated": 1, "truncated": 1, "turns": 1}
        types = {"masks": np.int8, "rewards": np.float32, "terminated": np.bool_, "truncated": np.bool_}
        arrays: dict[str, npt.NDArray[Any] | None] = {
            "planes": own_planes,
            "scalars": scalars,
            "masks": self.masks,
            "rewards": self.rewards,
            "terminated": self.terminated,
            "truncated": self.truncated,
            "turns": self.turns,
        }
        for name, array in arrays.items():
            if array is not None:
                _check(name, array, shapes[name], types.get(name, np.uint8))
        self._core = VectorCore(
            self.variant,
            n,
            seed,
            max_plies,
            position,
            own_planes,
            scalars,
            self.masks,
            self.rewards,
            self.terminated,
            self.truncated,
            self.turns,
        )

    @property
    def planes(self) -> npt.NDArray[np.uint8]:
        """The planes of each game."""
        if self._planes is None:
            raise AttributeError("this environment was created with `planes=False`")
        return self._planes

    @property
    def scalars(self) -> npt.NDArray[np.uint8]:
        """The single numbers of each game."""
        if self._scalars is None:
            raise AttributeError("this environment was created with `planes=False`")
        return self._scalars

    @property
    def plies(self) -> int:
        """The number of plies since the start, over all games."""
        return self._core.plies

    @property
    def games(self) -> int:
        """The number of games that have ended or were cut off."""
        return self._core.games

    def reset(self, seed: int | None = None) -> None:
        """Starts all games again. A seed also restarts the random numbers of `sample`."""
        self._core.reset(seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays one action in each game. Raises `ValueError`, and plays nothing, if one is illegal."""
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {numbers.dtype}")
        self._core.step(np.ascontiguousarray(numbers, dtype=np.int64))

    def sample(self) -> npt.NDArray[np.int64]:
        """Returns a random legal action for each game."""
        out = np.empty(self.n, np.int64)
        self._core.sample(out)
        return out

    def step_random(self, steps: int = 1) -> None:
        """Plays random legal actions in each game, without returning to Python in between."""
        self._core.step_random(steps)

    def position(self, index: int) -> str:
        """Returns the position of one game in the list form."""
        return self._core.position(index)

    def final_board(self, index: int) -> Board:
        """Returns the last position of a game that the last step ended or cut off, as a board without history.

        Learning programs estimate the value of this position if the game was cut off. Raises `ValueError` if the last
        step did not end the game.
        """
        return self._core.final_board(index)
