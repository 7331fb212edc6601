"""Records in PGN: one game as a text, and files of many games."""

from pathlib import Path

import pytest
import threefold
from conftest import random_game


def test_a_game_of_three_players_returns_from_its_record() -> None:
    board = threefold.Board("3-man-chess")
    for text in ["e4", "GRe4", "BLe4"]:
        board.push_text(text)
    text = board.pgn({"Event": "Club evening", "White": "Ada"})
    assert '[Event "Club evening"]' in text and '[White "Ada"]' in text and '[Variant "3-man-chess"]' in text
    again = threefold.Board.from_pgn(text)
    assert again == board and again.move_stack == board.move_stack
    assert threefold.Board.from_pgn("1. e4 e5 *").variant.slug == "chess"


def test_a_file_of_many_games_is_read_one_by_one(tmp_path: Path) -> None:
    names = ["chess", "trichess", "gallery/crazyhouse"]
    boards = [list(random_game(name, seed, 60))[-1] for seed, name in enumerate(names)]
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(it.pgn({"Round": str(number)}) for number, it in enumerate(boards)))
    read = list(threefold.read_pgn(path))
    assert [board for _, board in read] == boards
    assert [tags["Round"] for tags, _ in read] == ["0", "1", "2"]


def test_errors_name_the_place_and_the_next_game_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[White "A"]\n\n1. e4 Ke5 *\n\n[White "B"]\n\n1. d4 *\n')
    games = threefold.read_pgn(path)
    with pytest.raises(threefold.GameError, match=r"games\.pgn:3:"):
        next(games)
    tags, board = next(games)
    assert tags["White"] == "B" and board.ply() == 1
    with pytest.raises(StopIteration):
        next(games)
    with pytest.raises(FileNotFoundError, match="nothing"):
        threefold.read_pgn(tmp_path / "nothing.pgn")
    with pytest.raises(threefold.GameError, match="several games"):
        threefold.Board.from_pgn(path.read_text())
    with pytest.raises(threefold.GameError, match="no game"):
        threefold.Board.from_pgn("")


def test_a_record_names_a_variant_as_other_programs_do() -> None:
    assert threefold.Board.from_pgn('[Variant "Three-check"]\n\n1. e4 *').variant.slug == "gallery/three-check"
    with pytest.raises(threefold.RulebookError):
        threefold.Board.from_pgn('[Variant "No such game"]\n\n1. e4 *')
    assert threefold.Board.from_pgn('[Variant "No such game"]\n\n1. e4 *', "chess").ply() == 1


def test_a_record_of_other_rules_is_not_read_by_those_of_its_name(tmp_path: Path) -> None:
    own = tmp_path / "chess.toml"
    own.write_text('name = "Mine"\nextends = ["chess"]\nwithout = ["castling.king-side"]\n')
    board = threefold.Board(own)
    board.push_text("Nf3")
    without_text = "\n".join(it for it in board.pgn().splitlines() if not it.startswith("[Rulebook "))
    with pytest.raises(threefold.GameError, match="other rules"):
        threefold.Board.from_pgn(without_text)
    assert threefold.Board.from_pgn(board.pgn()) == board
    assert threefold.Board.from_pgn(board.pgn(), own) == board
    with pytest.warns(UserWarning, match="other rules"):
        threefold.Board.from_pgn(board.pgn(), "chess")


def test_a_resigned_game_keeps_its_result(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('\ufeff[Event "Club"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n', encoding="utf-8")
    (tags, board), *others = threefold.read_pgn(path)
    assert not others and tags["Event"] == "Club"
    again = board.pgn({**tags, "FEN": "nonsense", "Variant": "trichess"})
    assert again.rstrip().endswith("1. e4 e5 1-0") and "nonsense" not in again and "trichess" not in again
    assert threefold.Board.from_pgn(again) == board
    assert threefold.Board.from_pgn("\ufeff" + again) == board


def test_a_game_of_an_own_rulebook_returns_from_its_record() -> None:
    board = threefold.Board('name = "Mine"\nextends = ["chess"]\nwithout = ["castling.king-side"]\n')
    board.push_text("Nf3")
    text = board.pgn()
    assert "[Rulebook " in text
    assert threefold.Board.from_pgn(text) == board
    assert "[Rulebook " not in threefold.Board("trichess").pgn()
