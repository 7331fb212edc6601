"""Random positions of other variants agree with pyffish, the Python package of Fairy-Stockfish."""

import random

import pytest
from conftest import slow
from threefold import Board

pyffish = pytest.importorskip("pyffish")

POSITIONS = slow(60, 500)
"""How many positions of each variant are compared."""

VARIANTS = {
    "gallery/crazyhouse": "crazyhouse",
    "gallery/seirawan": "seirawan",
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
            legal = {it.uci(): it for it in own.legal_moves}
            expected = set(pyffish.legal_moves(other, fen, []))
            # pyffish lets a player drop a pawn with mate, and then ends the game against them.
            expected -= {it for it in expected if it[:2] == "P@" and own.explain(it).code == "drop-mate"}
            assert set(legal) == expected, f"{name}: {' '.join(moves)}: {fen}"
            positions += 1
            move = choice.choice(sorted(legal))
            own.push(legal[move])
            moves.append(move)
            fen = pyffish.get_fen(other, fen, [move])
