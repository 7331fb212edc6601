"""Action numbers: every legal move has one, and they stay the same."""

import hashlib

import pytest
import threefold
from conftest import IS_SLOW, SIX, random_game

# The first 12 digits of a digest over all moves in order. A change here breaks trained networks:
# describe it in the changelog.
DIGESTS = {
    "chess": (1972, "1f92f3ae0118"),
    "3-man-chess": (8550, "535a69f468af"),
    "3-man-chess-video": (8550, "535a69f468af"),
    "trichess": (2952, "07ac9391f57a"),
    "three-player-chess": (3078, "223f57281895"),
    "osullivan": (1765, "c5f1a4fe6a75"),
    "gallery/crazyhouse": (2292, "7a8e073586f4"),
    "gallery/shogi": (5427, "ab0056dcafcc"),
}


def words(variant: threefold.Variant) -> list[str]:
    """Returns all moves in order of their numbers."""
    moves = [variant.move_of(action) for action in range(variant.action_count)]
    return [f"{it.from_square} {it.to_square} {it.promotion} {it.castling} {it.drop}" for it in moves]


@pytest.mark.parametrize("name", DIGESTS)
def test_numbers_are_stable(name: str) -> None:
    variant = threefold.Variant(name)
    found = (variant.action_count, hashlib.sha256("\n".join(words(variant)).encode()).hexdigest()[:12])
    assert found == DIGESTS[name]


@pytest.mark.parametrize("name", ["chess", "gallery/crazyhouse", "gallery/seirawan", "osullivan"])
def test_numbers_have_the_documented_order(name: str) -> None:
    variant = threefold.Variant(name)
    place = {square: index for index, square in enumerate(variant.squares)}
    kind = {piece: index for index, piece in enumerate(variant.pieces)}
    moves = [variant.move_of(action) for action in range(variant.action_count)]
    assert [it.action for it in moves] == list(range(variant.action_count))

    def key(it: threefold.Move) -> tuple[int, ...]:
        origin = place[it.from_square] if it.from_square else 0
        if it.gate and it.castling:
            return (5,)
        if it.gate:
            return 4, origin, place[it.to_square], kind[it.gate]
        if it.drop:
            return 3, kind[it.drop], place[it.to_square]
        if it.castling:
            return (2,)
        if it.promotion:
            return 1, origin, place[it.to_square], kind[it.promotion]
        return 0, origin, place[it.to_square]

    assert [key(it) for it in moves] == sorted(key(it) for it in moves)
    with pytest.raises(IndexError, match="is not an action"):
        variant.move_of(variant.action_count)


def test_chess_has_the_moves_of_queens_and_knights() -> None:
    texts = words(threefold.Variant("chess"))
    plain = [it for it in texts if it.endswith("None None None")]
    assert len(plain) == 1792 and len(texts) == 1792 + 176 + 4


MORE = threefold.games()[::3] if IS_SLOW else ["gallery/shogi", "gallery/crazyhouse"]


@pytest.mark.parametrize("name", [*SIX, *MORE])
def test_every_legal_move_has_a_number(name: str) -> None:
    variant = threefold.Variant(name)
    try:
        threefold.Board(variant)
    except ValueError:
        pytest.skip("there is no starting position")
    for seed in range(3):
        for board in random_game(name, seed, plies=120):
            actions = board.legal_actions()
            assert actions == sorted({it.action for it in board.legal_moves})
            assert len(actions) == len(board.legal_moves)
            assert all(it < variant.action_count for it in actions)


def test_an_action_is_played_or_refused() -> None:
    board = threefold.Board()
    move = board.parse_move("e4")
    board.push_action(move.action)
    assert board.peek() == move
    with pytest.raises(threefold.IllegalMoveError):
        board.push_action(move.action)
    with pytest.raises(ValueError, match="is not an action"):
        board.push_action(10_000)
