"""Chess variants for two to eight players: a TOML file is the rulebook, and one engine plays it.

>>> import threefold
>>> board = threefold.Board("3-man-chess")
>>> board.turn, board.legal_moves.count()
('white', 20)
>>> move = board.push_text("e4")
>>> board.turn
'gray'

Names follow python-chess where it has the concept. Players, kinds of pieces and squares are names.
`VectorEnv` plays many games at once for learning programs, `threefold.pettingzoo_env` has an
environment for PettingZoo, and `threefold.spiel` has games and states in the style of OpenSpiel.
"""

from collections.abc import Sequence
from importlib.metadata import version

from ._threefold import (
    Board,
    Explanation,
    Finding,
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    LegalMoves,
    Move,
    Outcome,
    PgnReader,
    Piece,
    PositionError,
    RulebookError,
    Status,
    ThreefoldError,
    Variant,
    restore_variant,
    check,
    games,
    read_pgn,
    reference,
)
from .vector import VectorEnv

__all__ = [
    "Board",
    "Explanation",
    "Finding",
    "GameError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "PgnReader",
    "Piece",
    "PositionError",
    "RulebookError",
    "Status",
    "ThreefoldError",
    "Variant",
    "VectorEnv",
    "__version__",
    "check",
    "games",
    "read_pgn",
    "reference",
]

__version__ = version("threefold")

Sequence.register(LegalMoves)


def _restore_move(pickled: tuple[str, str, str], action: int) -> Move:
    """Returns the move of an action number; pickle uses it."""
    return restore_variant(*pickled).move_of(action)
