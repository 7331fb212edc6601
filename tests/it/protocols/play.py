"""Games between `threefold engine` and another player, over python-chess's engine client.

Usage: play.py PROGRAM GAMES [ENGINE [SECONDS]]

Without ENGINE, the opponent plays random moves and the games are those of several variants. With it,
the games are chess with clocks of SECONDS, by default 1. The client ends with an error at the first illegal move, protocol
error or loss on time; otherwise it prints what was played.
"""

import random
import sys
import time

import chess
import chess.engine
import chess.variant

# Each move of a game without clocks has this many nodes.
NODES = 200
# Longest game in plies.
PLIES = 60
# Increment in seconds.
INCREMENT = 0.04
# Part of the time on the clock that the machine may lose between the two programs.
OVERHEAD = 0.3

BOARDS = [chess.Board, chess.variant.CrazyhouseBoard, chess.variant.AntichessBoard, chess.variant.HordeBoard]


def against_random(program, games):
    """Plays against random moves. python-chess judges every move by its own rules."""
    plies = 0
    with chess.engine.SimpleEngine.popen_uci([program, "engine"], timeout=60) as engine:
        for number in range(games):
            rng = random.Random(number)
            board = BOARDS[number % len(BOARDS)]()
            side = rng.random() < 0.5
            while not board.is_game_over() and board.ply() < PLIES:
                if board.turn == side:
                    result = engine.play(board, chess.engine.Limit(nodes=NODES), game=number)
                    assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
                    board.push(result.move)
                else:
                    board.push(rng.choice(list(board.legal_moves)))
                plies += 1
    print(f"{games} games against random moves, {plies} plies")


def against_engine(program, games, opponent, seconds):
    """Plays chess with clocks against an engine."""
    points, plies = 0.0, 0
    one = chess.engine.SimpleEngine.popen_uci([program, "engine"], timeout=60)
    other = chess.engine.SimpleEngine.popen_uci(opponent, timeout=60)
    with one, other:
        other.configure({"Threads": 1, "Hash": 16, "Skill Level": 0})
        one.configure({"Move Overhead": int(1000 * OVERHEAD * seconds)})
        for number in range(games):
            board = chess.Board()
            rng = random.Random(number)
            for _ in range(4):
                board.push(rng.choice(list(board.legal_moves)))
            ours = number % 2 == 0
            clocks = {True: seconds, False: seconds}
            while not board.is_game_over(claim_draw=True) and board.ply() < PLIES:
                engine = one if board.turn == ours else other
                limit = chess.engine.Limit(
                    white_clock=clocks[True],
                    black_clock=clocks[False],
                    white_inc=INCREMENT,
                    black_inc=INCREMENT,
                )
                begin = time.monotonic()
                result = engine.play(board, limit, game=number)
                used = time.monotonic() - begin
                if board.turn == ours:
                    left = clocks[ours]
                    assert used < left, f"game {number} is lost on time: {used:.3f} s of {left:.3f} s"
                    assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
                    clocks[ours] += INCREMENT - used
                board.push(result.move)
                plies += 1
            outcome = board.outcome(claim_draw=True)
            points += 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == ours)
    print(f"{games} games against {opponent}, {plies} plies, {points} points")


if __name__ == "__main__":
    if len(sys.argv) > 3:
        seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 1.0
        against_engine(sys.argv[1], int(sys.argv[2]), sys.argv[3], seconds)
    else:
        against_random(sys.argv[1], int(sys.argv[2]))
