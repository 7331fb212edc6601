"""Boards: the names of python-chess, texts, pictures, exceptions and bots."""

import copy
import pickle
from fractions import Fraction
from pathlib import Path

import pytest
import threefold
from conftest import SIX, random_game
from threefold import Board

SCHOLARS_MATE = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"]


def test_a_game_has_moves_and_an_outcome() -> None:
    board = Board()
    assert (board.turn, len(board.legal_moves), board.result()) == ("white", 20, "*")
    for text in SCHOLARS_MATE:
        board.push_text(text)
    assert board.is_checkmate() and board.is_check() and board.is_game_over() and not board.is_stalemate()
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner, outcome.loser) == ("checkmate", "white", "black")
    assert outcome.scores == {"white": 1.0, "black": 0.0} == board.scores
    assert outcome.result() == board.result() == "1-0"
    assert outcome.sentence == board.status().sentence
    assert (board.status().over, board.status().event) == (True, "checkmate")
    assert not board.legal_moves and list(board.legal_moves) == []


def test_stalemate_is_a_draw() -> None:
    board = Board("chess", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
    assert board.is_stalemate() and not board.is_checkmate()
    assert board.result() == "1/2-1/2"
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is None


def test_thirds_of_a_point_are_fractions() -> None:
    board = Board("mechanisms/stalemate-shared", "w:Ka1 r:Kj12 b:Kd8,Qb5 turn=b")
    assert set(board.scores.values()) == {0.0}
    board.push_text("b5-b3")
    outcome = board.outcome()
    assert outcome is not None
    assert set(outcome.scores.values()) == {Fraction(1, 3)}
    assert outcome.result() == "1/3-1/3-1/3"


def test_moves_can_be_undone() -> None:
    board = Board()
    before = board.canonical()
    moves = [board.push_text(text) for text in SCHOLARS_MATE]
    assert board.move_stack == moves and board.peek() == moves[-1] and board.ply() == 7
    for move in reversed(moves):
        assert board.pop() == move
    assert board.canonical() == before and board == Board()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_legal_moves_are_a_collection() -> None:
    board = Board()
    moves = board.legal_moves
    assert moves.count() == len(moves) == len(list(moves)) == 20
    move = board.parse_move("e2-e4")
    assert move in moves and "e4" in moves and "e5" not in moves and 5 not in moves
    assert moves[0] == next(iter(moves)) and moves[-1] == list(moves)[-1]
    with pytest.raises(IndexError):
        moves[20]
    assert [str(it) for it in board.legal_moves_from("g1")] == ["g1-f3", "g1-h3"]
    board.push(move)
    assert len(moves) == 20, "a list of moves does not change when the board does"
    assert repr(moves).startswith("<LegalMoves (")


def test_parts_of_moves_have_names() -> None:
    board = Board("chess", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    promotion = board.parse_uci("a7a8n")
    assert (promotion.from_square, promotion.to_square, promotion.promotion) == ("a7", "a8", "knight")
    castling = board.push_san("O-O")
    assert (castling.castling, castling.from_square, castling.uci()) == ("king-side", "e1", "e1g1")
    assert str(castling) == "O-O"
    drops = Board("gallery/crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    drop = drops.parse_uci("P@e4")
    assert (drop.from_square, drop.to_square, drop.drop) == (None, "e4", "pawn")
    gates = Board("gallery/seirawan")
    mv = gates.parse_uci("b1c3h")
    assert (str(mv), mv.gate, mv.gate_square) == ("b1-c3/H", "hawk", "b1")
    janggi = Board("gallery/janggi")
    (null,) = [it for it in janggi.legal_moves if it.is_pass]
    assert (str(null), null.from_square, null.to_square, null.uci()) == ("pass", None, "", "0000")
    assert janggi.parse_move("pass") == null and janggi.variant.move_of(null.action) == null
    shogi = Board("gallery/minishogi", "4k/P4/5/5/K4[] w 0 1")
    assert {it.uci() for it in shogi.legal_moves_from("a4")} == {"a4a5+"}


def test_texts_are_read_in_several_forms() -> None:
    board = Board()
    assert board.parse_move("Nf3") == board.parse_move("g1-f3") == board.parse_uci("g1f3") == board.parse_san("Nf3")
    assert board.san(board.parse_move("g1-f3")) == board.san("Nf3") == "Nf3"
    assert board.push_uci("g1f3").uci() == "g1f3"
    with pytest.raises(threefold.InvalidMoveError, match="write `g8f6`"):
        board.push_uci("Nf6")


def test_pieces_are_found_by_square() -> None:
    board = Board()
    queen = board.piece_at("d1")
    assert queen is not None and (queen.seat, queen.kind, queen.letter, queen.marks) == ("white", "queen", "Q", [])
    assert board.piece_at("e4") is None
    pieces = board.piece_map()
    assert len(pieces) == 32 and pieces["d1"] == queen
    assert board.king("white") == "e1"
    with pytest.raises(ValueError, match="no square `x9`"):
        board.piece_at("x9")
    with pytest.raises(ValueError, match="the players are white, black"):
        board.king("green")


def test_checks_have_their_pieces() -> None:
    board = Board("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    assert board.is_check() and board.is_check("black") and not board.is_check("white")
    assert board.checkers() == ["e2"]


def test_an_illegal_move_is_explained() -> None:
    board = Board()
    why = board.explain("a1-a3")
    assert not why and not why.legal and why.code == "blocked" and why.at == ["a2"]
    assert board.explain("e4").legal and not board.is_legal("a1-a3")
    with pytest.raises(threefold.IllegalMoveError) as refused:
        board.push("a1-a3")
    assert refused.value.code == why.code and str(refused.value) == refused.value.sentence == why.sentence
    with pytest.raises(threefold.IllegalMoveError):
        board.push_uci("e2e5")
    with pytest.raises(threefold.IllegalMoveError) as nobody:
        board.push("Nd5")
    assert nobody.value.sentence == board.explain("Nd5").sentence
    with pytest.raises(threefold.InvalidMoveError, match=r"\^"):
        board.push_text("Nz9")
    assert issubclass(threefold.IllegalMoveError, ValueError)
    assert board == Board(), "a refused move changes nothing"


def test_the_stub_of_a_moat_names_its_source() -> None:
    board = Board("3-man-chess")
    why = board.explain("WHa1-BLh1")
    assert not why.legal and why.sentence


def test_positions_are_read_and_written() -> None:
    board = Board("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert board.fen() == "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert Board("chess", board.list_form()) == board
    board.set_fen("w:Ke1 b:Ke8,Qd2 turn=w")
    assert board.is_check() and board.move_stack == []
    ring = Board("3-man-chess")
    assert ring.fen() == ring.list_form() and Board("3-man-chess", ring.fen()) == ring
    with pytest.raises(threefold.PositionError) as refused:
        Board("chess", "w:Ke1 b:Kx9 turn=w")
    assert len(refused.value.messages) == 1 and "^" in str(refused.value)


def test_a_board_is_drawn() -> None:
    board = Board("3-man-chess")
    assert board._repr_svg_().startswith('<svg width="480"')
    assert "<title>" in board.svg(seat="gray", theme="dark", legend=True)
    assert "wK" in board.unicode() and board.unicode() in str(board)
    assert repr(board).startswith("Board('3-man-chess', 'w:")
    pixels = board.pixels(120)
    assert pixels.shape[2] == 3 and max(pixels.shape) == 120 and len(set(pixels.ravel().tolist())) > 5
    with pytest.raises(ValueError, match="theme"):
        board.svg(theme="blue")
    with pytest.raises(ValueError, match="pixels"):
        board.pixels(1)


def test_copies_have_their_own_history() -> None:
    board = Board()
    board.push_text("e4")
    for other in [board.copy(), copy.copy(board), copy.deepcopy(board)]:
        other.push_text("e5")
        assert len(other.move_stack) == 2 and len(board.move_stack) == 1 and other != board
    assert board != Board() and board != 3


def test_moves_and_variants_can_be_pickled() -> None:
    board = Board("trichess")
    for move in board.legal_moves:
        assert pickle.loads(pickle.dumps(move)) == move
    assert pickle.loads(pickle.dumps(board.variant)) == board.variant
    # A named text is no file of that name.
    own = threefold.Variant('name = "Own"\nextends = ["chess"]\n', name="own.toml")
    assert pickle.loads(pickle.dumps(own)) == own
    assert len({board.variant, threefold.Variant("trichess"), threefold.Variant("chess")}) == 2


def test_a_pickle_keeps_the_rules_of_a_file_that_changes(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nextends = ["chess"]\n')
    board = Board(path, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    castling = board.parse_move("O-O")
    moves, game = pickle.dumps(list(board.legal_moves)), pickle.dumps(board)
    # The text of the rulebook is in the pickle once, not once for each move.
    assert len(moves) < 2 * len(pickle.dumps(castling))
    path.write_text('name = "Mine"\nextends = ["gallery/capablanca"]\n')
    assert castling in pickle.loads(moves) and pickle.loads(game) == board
    changed = threefold.Variant(path)
    path.write_text('name = "Mine"\nextends = ["gallery/atomic"]\n')
    with pytest.raises(ValueError, match="has changed since it was loaded"):
        pickle.dumps(changed)
    with pytest.raises(ValueError, match="has other rules"):
        threefold._threefold.restore_variant("chess", "chess", "0" * 64)


def test_a_record_of_other_rules_is_refused() -> None:
    board = Board("gallery/three-check")
    board.push("e4")
    with pytest.raises(threefold.GameError, match="made with other rules than those of `chess`"):
        Board.from_record("chess", board.record())
    assert Board.from_record("gallery/three-check", board.record()) == board


def test_games_can_be_pickled() -> None:
    board = Board("3-man-chess")
    for text in ("e4", "e4", "e4"):
        board.push_text(text)
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.move_stack == board.move_stack
    other = Board("gallery/crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    assert pickle.loads(pickle.dumps(other)) == other


def test_attackers_captures_and_checks() -> None:
    board = Board()
    assert board.attackers("white", "f3") == ["g1", "e2", "g2"] and board.attackers("black", "f3") == []
    board = Board("chess", "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1")
    assert board.is_capture("e5d6") and not board.is_capture("e5e6") and not board.is_capture("O-O-O")
    assert board.gives_check("a1a8") and not board.gives_check("a1a7")


@pytest.mark.parametrize("name", SIX)
def test_records_are_replayed(name: str) -> None:
    *_, board = random_game(name, seed=3, plies=60)
    again = Board.from_record(name, board.record())
    assert again == board and again.move_stack == board.move_stack


def test_players_ally() -> None:
    board = Board("mechanisms/alliances-on-96-squares")
    assert board.allies("white") == []
    board.perform("w claims alliance with r")
    board.perform("r accepts")
    assert board.allies("white") == ["red"]


@pytest.mark.parametrize("name", SIX)
def test_a_random_game_obeys_the_names(name: str) -> None:
    for board in random_game(name, seed=1, plies=80):
        moves = board.legal_moves
        assert board.is_game_over() == (board.outcome() is not None)
        assert set(board.living) <= set(board.variant.seats)
        for move in list(moves)[:5]:
            assert board.parse_move(board.san(move)) == move and board.explain(move).legal


def test_counts_are_the_published_ones() -> None:
    assert Board().perft(4) == 197_281
    assert Board("3-man-chess").perft(3) == 8_000


def test_claims_and_answers() -> None:
    board = Board()
    assert "draw" in board.claims() and "draw" in board.claims("black")
    board.perform("white claims draw")
    with pytest.raises(threefold.GameError):
        board.perform("black claims draw")
    board.push("e4")
    board.perform("black accepts")
    assert board.result() == "1/2-1/2"
    assert board.pop() is None, "the answer was no move"
    board.reset()
    assert board == Board()


def test_bots_choose_legal_moves() -> None:
    mate = Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    best = mate.best_move(nodes=2000)
    assert best is not None and best.uci() == "a1a8"
    assert mate.best_move("casual", seed=4) == mate.best_move("casual", seed=4)
    assert Board("3-man-chess").best_move("beginner") in Board("3-man-chess").legal_moves
    with pytest.raises(ValueError, match="beginner, casual"):
        mate.best_move("grandmaster")
    with pytest.raises(ValueError, match="pass one of"):
        mate.best_move(nodes=0)


def test_rulebooks_are_texts_paths_and_slugs(tmp_path: Path) -> None:
    text = 'name = "No castling"\nextends = ["chess"]\nwithout = ["castling", "castling-rules"]\n'
    path = tmp_path / "no-castling.toml"
    path.write_text(text)
    for source in [text, path, str(path), threefold.Variant(text)]:
        board = Board(source, None)
        assert board.variant.name == "No castling" and board.perft(2) == 400
    assert set(SIX) <= set(threefold.games())
    assert threefold.reference().startswith("# ")


def test_findings_are_exceptions_with_carets() -> None:
    text = 'name = "Odd"\nextends = ["chess"]\n[piece.pawn]\nlettr = "P"\n'
    with pytest.raises(threefold.RulebookError) as refused:
        threefold.Variant(text, "odd.toml")
    found = next(it for it in refused.value.findings if it.line == 4)
    assert (found.severity, found.file, found.column, found.code) == ("error", "odd.toml", 1, "unknown-key")
    assert "^" in str(refused.value) and "odd.toml:4" in str(found) and found.help
    assert [it.code for it in threefold.check(text)] == [it.code for it in refused.value.findings]
    assert threefold.check("chess") == []
    with pytest.raises(threefold.RulebookError, match="ches"):
        Board("ches")
    with pytest.raises(TypeError):
        Board(5)  # type: ignore[arg-type]


def test_a_variant_describes_itself() -> None:
    variant = threefold.Variant("3-man-chess")
    assert variant.seats == ["white", "gray", "black"] and len(variant.squares) == 144
    assert len(variant.hash) == 64 and variant.slug == "3-man-chess" and variant.pieces["knight"] == "N"
    assert set(variant.coordinates) == set(variant.squares)
    assert {link[0] for link in variant.links} == set(variant.squares)
    assert variant.rules().startswith("# ") and variant.warnings == []
    assert variant.letters["white"] and variant.most_points == 1.0


def test_a_castling_with_the_squares_of_a_step_keeps_its_text() -> None:
    board = Board("osullivan", "w:Kd8,Rb8 r:Kh1 b:Ka1 turn=w castling=w:b8")
    for move in board.legal_moves:
        assert board.parse_uci(move.uci()) == move
    castling = next(it for it in board.legal_moves if it.castling)
    assert castling.uci() == "O-O-O"


def test_texts_of_illegal_moves_are_illegal_moves() -> None:
    board = threefold.Board()
    for text in ["Ke2", "e5", "Nd4", "Bb5", "e2e5", "0-0"]:
        assert not board.is_legal(text) and text not in board.legal_moves, text
        assert not board.explain(text) and board.explain(text).sentence.endswith("."), text
        with pytest.raises(threefold.IllegalMoveError):
            board.parse_san(text)
    for text in ["zz", "", "e9", "Xe4"]:
        with pytest.raises(threefold.InvalidMoveError):
            board.parse_san(text)


def test_an_offer_is_pending_until_it_is_answered() -> None:
    board = threefold.Board("trichess")
    assert board.pending() is None
    board.perform("white claims draw")
    assert board.pending() == ("draw", "white", ["red", "black"])
    board.perform("red accepts")
    assert board.pending() == ("draw", "white", ["black"])
