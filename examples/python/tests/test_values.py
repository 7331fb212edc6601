"""Values: equality, hashes, copies, pickles, texts, and the sequence of legal moves."""

import copy
import multiprocessing
import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest
import threefold
from threefold import Board, spiel

ODD = 'name = "Odd"\nextends = ["chess"]\n[piece.pawn]\nlettr = "P"\n'


def checkmated() -> Board:
    """Returns a game of chess that has ended."""
    board = Board()
    for text in ["f3", "e5", "g4", "Qh4"]:
        board.push_text(text)
    return board


def values() -> list[object]:
    """Returns a value of each class."""
    board, ring = Board(), Board("3-man-chess")
    crossed = Board("3-man-chess", "w:KWHd1,PBLe4[crossed] g:KGRd1 b:KBLd1 turn=w").piece_at("BLe4")
    return [
        board.piece_at("d1"),
        crossed,
        checkmated().outcome(),
        Board("mechanisms/stalemate-shared", "w:Ka1 r:Kj12 b:Kd8,Qb3 turn=w").outcome(),
        board.explain("e4"),
        ring.explain("WHa1-BLh1"),
        board.status(),
        checkmated().status(),
        threefold.check(ODD)[0],
        board.legal_moves,
        board.legal_moves[3:7],
        board.parse_move("e4"),
        board.variant,
    ]


@pytest.mark.parametrize("index", range(13))
def test_values_are_equal_to_their_copies(index: int) -> None:
    value, other = values()[index], values()[index - 1]
    assert value is not None
    for again in [copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)), values()[index]]:
        assert again == value and hash(again) == hash(value) and repr(again) == repr(value)
        assert again != other
    assert f"{value:<300}" == str(value).ljust(300) and f"{value}" == str(value)


@pytest.mark.parametrize("index", range(9))
def test_the_repr_of_a_value_makes_it_again(index: int) -> None:
    from fractions import Fraction

    value = values()[index]
    assert eval(repr(value), {**vars(threefold), "Fraction": Fraction}) == value


def test_values_match_patterns() -> None:
    match Board().piece_at("e1"):
        case threefold.Piece(seat, kind):
            assert (seat, kind) == ("white", "king")
        case _:
            pytest.fail("a piece is on e1")
    match list(Board().legal_moves), Board().legal_moves:
        case [first, *_], [again, *rest]:
            assert first == again and len(rest) == 19
        case _:
            pytest.fail("legal moves are a sequence")


def test_exceptions_can_be_pickled() -> None:
    board = Board()
    for cause in [
        lambda: board.push("e5"),
        lambda: board.push("zz"),
        lambda: board.perform("white claims nothing"),
        lambda: board.set_fen("w:Ke1 b:Kx9"),
        lambda: threefold.Variant(ODD),
    ]:
        with pytest.raises(threefold.ThreefoldError) as raised:
            cause()
        for again in [pickle.loads(pickle.dumps(raised.value)), copy.deepcopy(raised.value)]:
            assert type(again) is raised.type and str(again) == str(raised.value)
            assert vars(again) == vars(raised.value)


def explained(board: Board) -> tuple[threefold.Explanation, threefold.Piece | None, threefold.LegalMoves]:
    """Returns values of a board that another process has sent."""
    return board.explain("Qd1-d3"), board.piece_at("d1"), board.legal_moves


def test_values_cross_processes() -> None:
    board = Board()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(explained, [board]) == [explained(board)]


def test_texts_of_values_are_short() -> None:
    board = checkmated()
    assert str(Board().piece_at("d1")) == "white queen"
    assert str(board.outcome()) == str(board.status()) == board.status().sentence
    assert f"{Board().parse_move('e4'):>8}" == "   e2-e4"
    assert f"{board}" == str(board) and format(board.variant) == str(board.variant)


def test_legal_moves_are_a_sequence() -> None:
    moves = Board().legal_moves
    every = list(moves)
    assert isinstance(moves, Sequence)
    for part in [slice(None), slice(2, 5), slice(None, None, -1), slice(-3, None), slice(15, 2, -4), slice(30, 40)]:
        assert list(moves[part]) == every[part] and isinstance(moves[part], threefold.LegalMoves)
    assert list(reversed(moves)) == every[::-1]
    for number, move in enumerate(every):
        assert moves.index(move) == every.index(move) == number and moves[number - 20] == move
        assert move in moves[::-1] and moves.count(move) == 1
    assert moves.count("e4") == 1 and moves.count("e5") == moves.count(7) == 0 and moves.count() == 20
    assert moves[3:].index(every[5], 1, -1) == 2
    for start, stop in [(6, None), (0, 5), (-14, None), (0, -15)]:
        with pytest.raises(ValueError, match="not among the legal moves"):
            moves.index(every[5], start, stop)
    with pytest.raises(IndexError, match="there are 20 moves"):
        moves[-21]
    with pytest.raises(TypeError):
        moves["e4"]  # type: ignore[call-overload]
    assert moves == Board().legal_moves != Board("trichess").legal_moves and moves[1:] != moves


def test_every_path_can_be_a_path_object(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nextends = ["chess"]\n')
    (tmp_path / "games.pgn").write_text("1. e4 *\n")
    env = threefold.VectorEnv(path, 1)
    assert env.variant.name == threefold.Variant(path).name == Board(path).variant.name == "Mine"
    assert spiel.load_game(path).variant.name == spiel.Game(path).variant.name == "Mine"
    assert threefold.check(path) == []
    assert Board.from_record(path, Board(path).record()) == Board(path)
    assert Board.from_pgn("1. e4 *", path).ply() == 1
    assert [board.variant.name for _, board in threefold.read_pgn(tmp_path / "games.pgn", path)] == ["Mine"]
    pettingzoo_env = pytest.importorskip("threefold.pettingzoo_env")
    assert pettingzoo_env.RawEnv(path).variant.name == "Mine"


def test_after_the_end_the_ending_is_the_reason() -> None:
    board = checkmated()
    sentence = "The game is over. White is checkmated. Black wins. Points: Black 1, White 0."
    move = Board().parse_move("e4")
    for text in ["e4", "Nf3", "Nd5", "a1-a2", move]:
        why = board.explain(text)
        assert (why.legal, why.code, why.sentence) == (False, "game-over", sentence), text
        with pytest.raises(threefold.IllegalMoveError) as refused:
            board.push(text)
        assert (refused.value.code, str(refused.value)) == ("game-over", sentence), text
    with pytest.raises(threefold.IllegalMoveError) as performed:
        board.perform("e4")
    assert performed.value.sentence == sentence
    with pytest.raises(threefold.InvalidMoveError, match="no square `e9`"):
        board.explain("e9")
