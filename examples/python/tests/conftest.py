"""What all tests share: the six games, random games, and the size of the slow run."""

import os
import random
from collections.abc import Iterator

import threefold

SIX = ["chess", "3-man-chess", "3-man-chess-video", "trichess", "three-player-chess", "osullivan"]
"""The games that are not in a folder of the catalog."""

IS_SLOW = os.environ.get("THREEFOLD_SLOW") == "1"
"""Whether to try many positions; `THREEFOLD_SLOW=1` does that."""


def slow(fast: int, many: int) -> int:
    """Returns a number of positions."""
    return many if IS_SLOW else fast


def random_game(variant: str, seed: int, plies: int = 200) -> Iterator[threefold.Board]:
    """Plays random moves. Yields the board before each move and at the end."""
    choice = random.Random(seed)
    board = threefold.Board(variant)
    for _ in range(plies):
        yield board
        if board.is_game_over():
            return
        board.push(choice.choice(list(board.legal_moves)))
    yield board
