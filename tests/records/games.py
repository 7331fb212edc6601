"""Writes and reads chess games with python-chess, for the tests of records.

    games.py write COUNT SEED > games.pgn    random games, with comments, NAGs, variations and clocks
    games.py read < games.pgn                one line for each game: its number of plies, its last position, its result

`read` fails if python-chess reports an error in any game.
"""

import random
import sys

import chess
import chess.pgn


def play(rng, game, plies):
    """Plays random moves. Some have comments, NAGs, clocks or a variation."""
    node, board = game, game.board()
    for ply in range(plies):
        # python-chess says that a game is over only by the rules that end it without a claim.
        if board.is_game_over():
            break
        moves = list(board.legal_moves)
        move = rng.choice(moves)
        parent, node = node, node.add_variation(move)
        if rng.random() < 0.05:
            node.comment = rng.choice(["a comment", "two  blanks", 'with "quotes" and (brackets)', "; $1 [x] %"])
        if rng.random() < 0.05:
            node.nags.add(rng.randrange(1, 140))
        if rng.random() < 0.05:
            node.set_clock(rng.randrange(10000))
        if rng.random() < 0.05:
            side = parent.add_variation(rng.choice(moves))
            inner = side.board()
            for _ in range(rng.randrange(3)):
                if inner.is_game_over():
                    break
                step = rng.choice(list(inner.legal_moves))
                side = side.add_variation(step)
                inner.push(step)
        board.push(move)
    return board


def write(count, seed):
    rng = random.Random(seed)
    for number in range(count):
        game = chess.pgn.Game()
        game.headers["White"] = rng.choice(["Ada", "back\\slash", "Zoë"])
        game.headers["Round"] = str(number + 1)
        # One game of fifty is played to its end.
        board = play(rng, game, 1000 if number % 50 == 0 else rng.randrange(1, 40))
        game.headers["Result"] = board.result()
        print(game, end="\n\n")


def read():
    while (game := chess.pgn.read_game(sys.stdin)) is not None:
        if game.errors:
            sys.exit(f"{game.headers}: {game.errors}")
        end = game.end()
        print(end.ply(), end.board().fen(en_passant="fen"), game.headers["Result"])


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(int(sys.argv[2]), int(sys.argv[3]))
    else:
        read()
