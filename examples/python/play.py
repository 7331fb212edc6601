"""Loads a game, plays a few moves, asks why a move is illegal, and lets bots finish the game.

    python examples/python/play.py
"""

import threefold


def main() -> None:
    """Plays a game for three players."""
    board = threefold.Board("3-man-chess")
    for text in ["WHe4", "GRe4", "BLe4", "WHNf3"]:
        board.push_text(text)
    print(board)

    why: threefold.Explanation = board.explain("GRa1-WHh1")
    print(f"GRa1-WHh1: {why.sentence}")

    moves: list[threefold.Move] = list(board.legal_moves)
    print(f"{len(moves)} legal moves; {board.san(moves[0])} has the number {moves[0].action}")

    board = threefold.Board("three-player-chess")
    while not board.is_game_over() and board.ply() < 400:
        move = board.best_move(nodes=300, seed=board.ply())
        if move is None:
            break
        board.push(move)
    outcome = board.outcome()
    print(outcome.sentence if outcome else board.status().sentence)


if __name__ == "__main__":
    main()
