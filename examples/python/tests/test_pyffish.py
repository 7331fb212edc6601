"""Random positions of other variants agree with pyffish, the Python package of Fairy-Stockfish."""

import random

import pytest
from conftest import slow
from threefold import Board

pyffish = pytest.importorskip("pyffish")

POSITIONS = slow(60, 2_000)
"""How many positions of each variant are compared."""

VARIANTS = {
    "gallery/crazyhouse": "crazyhouse",
    "gallery/capablanca": "capablanca",
    "gallery/janus": "janus",
    "gallery/los-alamos": "losalamos",
    "gallery/chigorin": "chigorin",
    "gallery/hoppel-poppel": "hoppelpoppel",
    "gallery/antichess": "antichess",
    "gallery/shatranj": "shatranj",
    "gallery/makruk": "makruk",
    "gallery/xiangqi": "xiangqi",
    "gallery/minishogi": "minishogi",
    "gallery/shogi": "shogi",
}
"""Our names with those of pyffish."""

PROMOTED = {"d": "q", "t": "r", "l": "b", "h": "n"}
"""Our letters of promoted pieces in crazyhouse with those of pyffish."""


def uci(name: str, text: str) -> str:
    """Returns a move as pyffish writes it, which has other letters for promoted pieces."""
    if text[-1].isalpha() and "@" not in text:
        if "shogi" in name:
            return text[:-1] + "+"
        if name == "gallery/crazyhouse":
            return text[:-1] + PROMOTED[text[-1]]
    return text


@pytest.mark.parametrize("name", VARIANTS)
def test_legal_moves_agree(name: str) -> None:
    other = VARIANTS[name]
    choice = random.Random(16)
    positions = 0
    while positions < POSITIONS:
        fen, moves = pyffish.start_fen(other), []
        own = Board(name)
        for _ in range(120):
            if own.is_game_over() or positions >= POSITIONS:
                break
            legal = {uci(name, it.uci()): it for it in own.legal_moves}
            expected = set(pyffish.legal_moves(other, fen, []))
            # pyffish lets a player drop a pawn with mate, and then ends the game against them.
            expected -= {it for it in expected if it[:2] == "P@" and own.explain(it).code == "drop-mate"}
            assert set(legal) == expected, f"{name}: {' '.join(moves)}: {fen}"
            positions += 1
            move = choice.choice(sorted(legal))
            own.push(legal[move])
            moves.append(move)
            fen = pyffish.get_fen(other, fen, [move])
