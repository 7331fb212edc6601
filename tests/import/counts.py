"""Prints the move counts of each section of variants.ini, as Fairy-Stockfish counts them.

Needs the package pyffish. Redirect the output to counts.txt: python counts.py > counts.txt
"""

import pathlib
import pyffish

FILE = pathlib.Path(__file__).with_name("variants.ini")
MAX_NODES = 60_000


def perft(variant, moves, depth):
    """Counts the moves at a depth; a finished game has none."""
    fen = pyffish.start_fen(variant)
    if moves and pyffish.is_immediate_game_end(variant, fen, moves)[0]:
        return 0
    legal = pyffish.legal_moves(variant, fen, moves)
    if depth == 1:
        return len(legal)
    return sum(perft(variant, [*moves, move], depth - 1) for move in legal)


def main():
    text = FILE.read_text()
    pyffish.load_variant_config(text)
    for line in text.splitlines():
        if line.startswith("["):
            variant = line[1:-1].split(":")[0]
            counts = [perft(variant, [], 1)]
            while len(counts) < 4 and counts[-1] ** 2 // max(1, counts[-2] if len(counts) > 1 else 1) < MAX_NODES:
                counts.append(perft(variant, [], len(counts) + 1))
            print(variant, *counts, flush=True)


main()
