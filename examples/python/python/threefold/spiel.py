"""Games and states in the style of OpenSpiel.

>>> from threefold import spiel
>>> game = spiel.load_game("threefold(variant=trichess)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.is_terminal()
(1, False)

Contains `Game` and `State` with the method names of `pyspiel`. OpenSpiel itself is not needed.
Players are numbered in order of play. Input: actions. Output: tensors, rewards and texts.
"""

from __future__ import annotations

import re
from os import PathLike, fspath

import numpy as np
import numpy.typing as npt

from ._threefold import Board, Variant

TERMINAL = -4
"""The player to move after the end of the game, as in OpenSpiel."""


class Game:
    """The rules of a game, from which states are made."""

    def __init__(self, variant: Variant | str | PathLike[str] = "chess", position: str | None = None) -> None:
        self.variant = variant if isinstance(variant, Variant) else Variant(variant)
        self._position = position

    def new_initial_state(self) -> State:
        """Returns the state in which a game begins."""
        return State(self, Board(self.variant, self._position))

    def num_players(self) -> int:
        """Returns the number of players."""
        return len(self.variant.seats)

    def num_distinct_actions(self) -> int:
        """Returns the number of actions."""
        return self.variant.action_count

    def observation_tensor_shape(self) -> list[int]:
        """Returns the length of a tensor: all planes, then the single numbers."""
        planes = len(self.variant.plane_names) * len(self.variant.squares)
        return [planes + len(self.variant.scalar_names)]

    def observation_tensor_size(self) -> int:
        """Returns the number of numbers in a tensor."""
        return self.observation_tensor_shape()[0]

    def min_utility(self) -> float:
        """Returns the least reward."""
        return -1.0

    def max_utility(self) -> float:
        """Returns the greatest reward."""
        return 1.0

    def utility_sum(self) -> float:
        """Returns the sum of all rewards of a game."""
        return 0.0

    def deserialize_state(self, text: str) -> State:
        """Returns the state that `State.serialize` wrote. Raises `ValueError` if the rules differ."""
        lines = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
        if lines.get("hash") != self.variant.hash:
            raise ValueError("the text is a state of other rules")
        state = self.new_initial_state()
        if lines.get("start") != state.board().canonical():
            state = State(self, Board(self.variant, lines["start"]))
        for action in lines.get("actions", "").split():
            state.apply_action(int(action))
        return state

    def __str__(self) -> str:
        return f"threefold(variant={self.variant.slug})"


class State:
    """A game in progress."""

    def __init__(self, game: Game, board: Board) -> None:
        self._game = game
        self._board = board
        self._start = board.canonical()
        self._history: list[int] = []

    def board(self) -> Board:
        """Returns the board. Do not play moves on it."""
        return self._board

    def get_game(self) -> Game:
        """Returns the game."""
        return self._game

    def current_player(self) -> int:
        """Returns the player to move, or `TERMINAL`."""
        if self._board.is_game_over():
            return TERMINAL
        return self._game.variant.seats.index(self._board.turn)

    def is_terminal(self) -> bool:
        """Reports whether the game is over."""
        return self._board.is_game_over()

    def is_player_node(self) -> bool:
        """Reports whether a player is to move: always, except at the end."""
        return not self.is_terminal()

    def is_chance_node(self) -> bool:
        """Reports whether chance decides what is next: never."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Reports whether several players move at the same time: never."""
        return False

    def is_initial_state(self) -> bool:
        """Reports whether no action has been played yet."""
        return not self._history

    def num_players(self) -> int:
        """Returns the number of players."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """Returns the number of actions of the game."""
        return self._game.num_distinct_actions()

    def move_number(self) -> int:
        """Returns the number of actions so far."""
        return len(self._history)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the legal actions in ascending order; none for a player who is not to move."""
        if player is not None and player != self.current_player():
            return []
        return self._board.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Returns a 1 for each legal action and a 0 for each other one."""
        mask = np.zeros(self._game.num_distinct_actions(), np.int8)
        mask[self.legal_actions(player)] = 1
        return [int(it) for it in mask]

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        self._board.push_action(action)
        self._history.append(action)

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action."""
        if not self._history or self._history[-1] != action:
            raise ValueError(f"{action} is not the last action")
        self._board.pop()
        self._history.pop()

    def child(self, action: int) -> State:
        """Returns the state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> State:
        """Returns a copy."""
        other = State.__new__(State)
        other._game, other._board = self._game, self._board.copy()
        other._start, other._history = self._start, list(self._history)
        return other

    def history(self) -> list[int]:
        """Returns all actions so far."""
        return list(self._history)

    def history_str(self) -> str:
        """Returns all actions so far as one text."""
        return " ".join(str(it) for it in self._history)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Returns an action in the notation of the variant. The player may be left out."""
        move = self._game.variant.move_of(player if action is None else action)
        return self._board.san(move) if self._board.is_legal(move) else str(move)

    def string_to_action(self, text: str) -> int:
        """Returns the number of a move that is given as text."""
        return self._board.parse_san(text).action

    def returns(self) -> list[float]:
        """Returns the reward of each player: 0 during the game, and at the end between -1 and 1."""
        return [float(it) for it in self._board.returns()]

    def rewards(self) -> list[float]:
        """Returns the rewards of the last action."""
        return self.returns()

    def player_reward(self, player: int) -> float:
        """Returns the reward of one player for the last action."""
        return self.rewards()[player]

    def player_return(self, player: int) -> float:
        """Returns the sum of the rewards of one player."""
        return self.returns()[player]

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """Returns the planes and numbers as a player sees them: the player to move, unless one is given."""
        variant = self._game.variant
        planes = np.empty((len(variant.plane_names), len(variant.squares)), np.uint8)
        scalars = np.empty(len(variant.scalar_names), np.uint8)
        seat = None if player is None or player < 0 else variant.seats[player]
        self._board.write_observation(planes, scalars, seat)
        return np.concatenate([planes.ravel(), scalars]).astype(np.float32)

    def observation_string(self, player: int | None = None) -> str:
        """Returns the position as one line. All players see everything."""
        return self._board.canonical()

    def serialize(self) -> str:
        """Returns a text that `Game.deserialize_state` reads."""
        return f"hash {self._game.variant.hash}\nstart {self._start}\nactions {self.history_str()}\n"

    def __str__(self) -> str:
        return str(self._board)


def load_game(name: str | PathLike[str]) -> Game:
    """Returns the game of a slug, a path, or a text such as `threefold(variant=chess)`."""
    text = fspath(name)
    named = re.fullmatch(r"threefold\((?:variant=)?(.*)\)", text.strip())
    return Game(named[1] if named else text)
