//! Gating: texts, FENs, numbers and rulebooks for pieces that enter on the squares that others leave.
//!
//! Input: positions and texts. The results are worked out by hand from the reference.

use std::rc::Rc;

use threefold::ActionSpace;
use threefold::Gate;
use threefold::notation::moves::{coordinates, legal_texts};
use threefold::notation::position::{print, print_fen};
use threefold::notation::{parse_move, print_move, print_san};
use threefold::rules::{Position, Variant};

use super::rulebook_fixtures::{at, findings, game};
use super::support::load;
use threefold_oracle::{Geometry, State};

/// Returns the position after moves.
#[track_caller]
fn after(variant: &Variant, moves: &[&str]) -> Position {
    let start = variant.start().expect("a starting position");
    moves.iter().fold(start, |position, text| {
        let mv = parse_move(&position, text).unwrap_or_else(|it| panic!("{text}: {it}"));
        position.play(mv).unwrap_or_else(|it| panic!("{text}: {it}"))
    })
}

#[test]
fn moves_with_a_piece_that_enters_have_texts() {
    let variant = load("gallery/seirawan");
    let position = at(&variant, "4k3/8/8/8/8/8/8/RN2K2R[HE] w KQB - 0 1");
    for (typed, long, short, uci) in [
        ("Nc3/H", "Nb1-c3/H", "Nc3/H", "b1c3h"),
        ("nb1c3/e", "Nb1-c3/E", "Nc3/E", "b1c3e"),
        ("b1-d2/hawk", "Nb1-d2/H", "Nd2/H", "b1d2h"),
        ("O-O/H", "O-O/He1", "O-O/He1", "e1g1h"),
        ("0-0/Ee1", "O-O/Ee1", "O-O/Ee1", "e1g1e"),
        ("O-O/hh1", "O-O/Hh1", "O-O/Hh1", "h1e1h"),
        ("Rg1/E+", "Rh1-g1/E", "Rg1/E", "h1g1e"),
    ] {
        let mv = parse_move(&position, typed).unwrap_or_else(|it| panic!("{typed}: {it}"));
        assert!(position.is_legal(mv), "{typed}");
        assert_eq!(print_move(&position, mv), long, "{typed}");
        assert_eq!(print_san(&position, mv).trim_end_matches(['+', '#']), short, "{typed}");
        assert_eq!(coordinates(variant.rulebook(), mv), uci, "{typed}");
    }
    for (typed, message, help) in [
        ("Nc3/X", "no piece has the letter `X`", "these pieces can enter: H and E"),
        ("O-O/Hg1", "no piece can enter on g1 with this move", "the piece enters on e1 or h1"),
        ("Nc3/He4", "no piece can enter on e4 with this move", "the piece enters on b1"),
        ("Nc3/He9", "there is no square `e9`", "the piece enters on b1"),
        ("Nc3H", "`Nc3H` is not a move", "a piece enters with a slash: write `Nb1-c3/H`"),
        ("b1-c3=H", "`b1-c3=H` is not a move", "a piece enters with a slash: write `Nb1-c3/H`"),
    ] {
        let error = parse_move(&position, typed).expect_err(typed);
        assert_eq!((error.to_string().as_str(), error.help.as_str()), (message, help), "{typed}");
    }
}

#[test]
fn no_piece_enters_with_a_promotion() {
    let variant = load("gallery/seirawan");
    let position = at(&variant, "w:Ke1,Pa7 b:Kh8 turn=w captured=w:H");
    let mv = parse_move(&position, "a8=Q/H").expect("a move");
    let sentence = threefold::notation::sentence::explain(&position, mv).sentence;
    assert_eq!(sentence, "With a move that promotes, no other piece can enter.");
}

/// The texts of Fairy-Stockfish after the same moves.
#[test]
fn a_fen_has_the_files_of_pieces_that_have_not_moved() {
    let variant = load("gallery/seirawan");
    for (moves, fen) in [
        (&[][..], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0"),
        (&["b1-c3/H"], "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] b KQCDFGkqbcdfg - 1"),
        (&["b1-c3/H", "b8-c6/H", "g1-f3/E"], "rhbqkbnr/pppppppp/2n5/8/8/2N2N2/PPPPPPPP/RHBQKBER[e] b KQkqcdfg - 3"),
        (
            &["e2-e4", "e7-e5", "e1-e2", "e8-e7"],
            "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR[HEhe] w ABCDFGHabcdfgh - 2",
        ),
        (
            &["a2-a4", "a7-a5", "a1-a3", "h7-h5", "h2-h4"],
            "rnbqkbnr/1pppppp1/8/p6p/P6P/R7/1PPPPPP1/1NBQKBNR[HEhe] b KBCDFGkqbcdfg - 0",
        ),
    ] {
        let position = after(&variant, moves);
        let text = print_fen(&position).unwrap_or_else(|it| panic!("{moves:?}: {it}"));
        let fields = text.split(' ').take(5).collect::<Vec<_>>().join(" ");
        // Here, a double step always gives a right.
        assert_eq!(fields.replace(" h3 ", " - "), fen);
        assert_eq!(print(&at(&variant, &text)), print(&position), "{text}");
    }
    let error = threefold::parse_position(&variant, "4k3/8/8/8/8/8/8/4K3[H] w A - 0 1").expect_err("no piece on a1");
    assert!(error.to_string().contains("`A` is not the file of a piece of White"), "{error}");
}

#[test]
fn all_pieces_count_as_moved_when_none_can_enter() {
    let variant = load("gallery/seirawan");
    let position = after(&variant, &["b1-c3/H", "b8-c6/H", "g1-f3/E", "g8-f6/E"]);
    let text = print(&position);
    assert!(text.contains("wK[moved]") && text.contains("bK[moved]"), "{text}");
    assert!(print_fen(&position).is_ok_and(|it| it.contains(" KQkq ")));
    // The right to castle remains.
    let moves = ["b1-c3/H", "b8-c6/H", "e2-e4", "a7-a6", "f1-e2", "b7-b6", "g1-f3", "d7-d6", "d2-d4", "h7-h6"];
    let position = after(&variant, &[&moves[..], &["c1-e3/E", "g7-g6"]].concat());
    let castling = parse_move(&position, "O-O").expect("castling");
    assert!(position.is_legal(castling));
    let hawk = variant.rulebook().kind("hawk").expect("a kind");
    assert!(!position.is_legal(castling.gating(Gate { on_rook_square: false, kind: hawk })));
}

#[test]
fn moves_have_numbers_with_and_without_a_piece() {
    for (slug, fen) in [("gallery/seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R[HEhe] w KQBkq - 0 1")] {
        let variant = load(slug);
        let (space, position) = (ActionSpace::new(&variant), at(&variant, fen));
        let legal = position.legal_moves();
        assert!(legal.iter().filter(|it| it.is_castling() && it.gate().is_some()).count() >= 4, "{slug}");
        for mv in legal {
            let number = space.number(mv).unwrap_or_else(|| panic!("{slug}: {mv:?}"));
            assert_eq!(space.get(number), Some(mv));
        }
        let all: Vec<_> = (0..space.len()).map(|it| space.get(it).expect("a move")).collect();
        assert!(all.iter().zip(0..).all(|(mv, number)| space.number(*mv) == Some(number)), "{slug}");
        assert_eq!(space.get(space.len()), None);
    }
}

/// Chess with a hawk, in which the pieces that open the gate are given by `by` and `opens`.
fn hawk(by: &str, opens: &str) -> Variant {
    game(&hawk_text(by, opens))
}

fn hawk_text(by: &str, opens: &str) -> String {
    format!(
        "name = \"Hawks\"\nabout = \"Chess with a hawk.\"\nextends = [\"chess\"]\nwithout = [\"dead-position\"]\n\
         [piece.hawk]\nletter = \"H\"\nrole = \"piece\"\nmovement = \"BN\"\n\
         [pool.hand]\nholds = \"nothing-captured\"\npieces = [\"hawk\"]\nstart = [\"hawk\", \"hawk\"]\n\
         [gating]\npieces = [\"hawk\"]\npool = \"hand\"\nby = {by}\nopens = \"{opens}\"\n"
    )
}

/// Returns the perft count, after asserting that engine and slow reference agree.
#[track_caller]
fn count(variant: &Variant, depth: u32) -> u64 {
    let engine = variant.start().expect("a start").perft(depth);
    let book = Rc::new(variant.rulebook().clone());
    let ways = Rc::new(Geometry::new(&book));
    let mut state = State::start(&book, &ways).expect("a start");
    state.settle(1);
    assert_eq!(state.perft(depth), engine, "the reference counts as the engine does");
    engine
}

#[test]
fn the_file_says_which_moves_open_the_gate() {
    // 16 moves of pawns and four of knights.
    assert_eq!(count(&hawk("{ kind = [\"knight\"] }", "first-move"), 2), 24 * 24);
    assert_eq!(count(&hawk("{ kind = [\"pawn\"] }", "first-move"), 2), 36 * 36);
    assert_eq!(count(&hawk("{}", "first-move"), 1), 40);
    assert_eq!(count(&hawk("{ kind = [\"queen\"] }", "every-move"), 2), 400);
    // Every move: a hawk that entered lets another one enter.
    let every = after(&hawk("{}", "every-move"), &["b1-c3/H", "a7-a6", "a2-a4", "b7-b6"]);
    let mv = parse_move(&every, "b1-a3/H").expect("a move");
    assert!(every.is_legal(mv));
    let first = after(&hawk("{}", "first-move"), &["b1-c3/H", "a7-a6", "a2-a4", "b7-b6"]);
    assert!(!first.is_legal(mv) && first.is_legal(mv.gating(None)));
}

#[test]
fn a_piece_enters_with_a_forced_en_passant_capture() {
    let variant = game(&(hawk_text("{}", "every-move") + "[capture]\nforced = \"yes\"\n"));
    let position = after(&variant, &["e2-e4", "a7-a5", "e4-e5", "d7-d5"]);
    let texts: Vec<String> = legal_texts(&position).into_iter().map(|it| it.1).collect();
    assert_eq!(texts, ["e5xd6", "e5xd6/H"]);
}

#[test]
fn a_pool_must_hold_what_enters() {
    let found = findings(
        "name = \"Hawks\"\nabout = \"Chess with a hawk.\"\nextends = [\"chess\"]\n\
         [pool.hand]\nholds = \"nothing-captured\"\npieces = [\"knight\"]\n\
         [gating]\npieces = [\"queen\"]\npool = \"hand\"\nby = {}\n",
    );
    assert!(format!("{found:?}").contains("the pool cannot hold some of these pieces"), "{found:?}");
}
