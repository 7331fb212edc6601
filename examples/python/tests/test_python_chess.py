"""Random chess positions agree with python-chess on moves, checks and outcomes."""

import random

import pytest
from conftest import slow
from threefold import Board

chess = pytest.importorskip("chess")

POSITIONS = slow(300, 2_000)
"""How many positions are compared."""

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/P6p/4K3 w - - 0 1",
    "8/8/4k3/8/8/3K4/4N3/8 w - - 140 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 100 1",
    "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",
    "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
]
"""Positions in which castling, promotion, en passant and each ending are likely."""

ENDINGS = {
    "checkmate": chess.Termination.CHECKMATE,
    "stalemate": chess.Termination.STALEMATE,
    "dead-position": chess.Termination.INSUFFICIENT_MATERIAL,
    "seventy-five-moves": chess.Termination.SEVENTYFIVE_MOVES,
    "fivefold": chess.Termination.FIVEFOLD_REPETITION,
}


def compare(own: Board, other: "chess.Board") -> None:
    """Compares all that both libraries say about a position."""
    outcome, expected = own.outcome(), other.outcome()
    assert (outcome is None) == (expected is None), other.fen()
    assert own.is_check() == other.is_check(), other.fen()
    assert own.is_checkmate() == other.is_checkmate() and own.is_stalemate() == other.is_stalemate(), other.fen()
    assert own.turn == ("white" if other.turn else "black")
    if outcome and expected:
        assert ENDINGS[outcome.termination] == expected.termination, other.fen()
        assert outcome.result() == expected.result(), other.fen()
    else:
        assert {it.uci() for it in own.legal_moves} == {it.uci() for it in other.legal_moves}, other.fen()
    # python-chess does not count full moves in the same way.
    assert own.fen().split()[0] == other.board_fen() and own.fen().split()[4] == str(other.halfmove_clock)


def test_positions_agree() -> None:
    choice = random.Random(16)
    seen = {name: 0 for name in ENDINGS}
    positions = game = 0
    while positions < POSITIONS:
        other = chess.Board(STARTS[game % len(STARTS)])
        game += 1
        own = Board("chess", other.fen())
        for _ in range(250):
            compare(own, other)
            positions += 1
            outcome = own.outcome()
            if outcome or positions >= POSITIONS:
                if outcome:
                    seen[outcome.termination] += 1
                break
            move = choice.choice(sorted(it.uci() for it in other.legal_moves))
            other.push_uci(move)
            own.push_uci(move)
    if POSITIONS >= 10_000:
        assert all(seen[name] for name in ["checkmate", "stalemate", "dead-position", "seventy-five-moves"]), seen


def test_repetition_agrees() -> None:
    own, other = Board(), chess.Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 4:
        compare(own, other)
        own.push_uci(move)
        other.push_uci(move)
    compare(own, other)
    assert own.repetitions() == 5 and own.result() == "1/2-1/2"
