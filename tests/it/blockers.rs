//! Blockers: texts, FENs, numbers, rulebooks and bots for moves that end with the placement of a piece without an owner.
//!
//! Input: positions and texts. The results are worked out by hand from the reference.

use threefold::ActionSpace;
use threefold::notation::moves::coordinates;
use threefold::notation::position::{print, print_fen};
use threefold::notation::{parse_move, print_move, print_san};
use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions, search};

use super::rulebook_fixtures::{at, child, errors, game};
use super::support::load;

#[test]
fn moves_with_a_placement_have_texts() {
    let variant = load("gallery/duck");
    let position = at(&variant, "4k3/P7/8/8/8/8/8/RN2K2R w KQ - 0 1");
    for (typed, long, short, uci) in [
        ("Nc3/d5", "Nb1-c3/d5", "Nc3/d5", "b1c3,c3d5"),
        ("b1-c3/b1", "Nb1-c3/b1", "Nc3/b1", "b1c3,c3b1"),
        ("O-O/h1", "O-O/h1", "O-O/h1", "e1g1,g1h1"),
        ("a8=Q/b8", "a7-a8=Q/b8", "a8=Q/b8", "a7a8q,a8b8"),
        ("a7a8n/b8+", "a7-a8=N/b8", "a8=N/b8", "a7a8n,a8b8"),
    ] {
        let mv = parse_move(&position, typed).unwrap_or_else(|it| panic!("{typed}: {it}"));
        assert!(position.is_legal(mv), "{typed}");
        assert_eq!(print_move(&position, mv), long, "{typed}");
        assert_eq!(print_san(&position, mv).trim_end_matches(['+', '#']), short, "{typed}");
        assert_eq!(coordinates(variant.rulebook(), mv), uci, "{typed}");
    }
    let error = parse_move(&position, "Nc3/i9").expect_err("there is no such square");
    assert_eq!(error.to_string(), "there is no square `i9`");
}

#[test]
fn a_refusal_names_the_blocker() {
    let variant = load("gallery/duck");
    let position = threefold::parse_position(&variant, "w:Ke1,Re2 b:Ke8 turn=w blockers=e5").expect("a position");
    let mv = threefold::parse_move(&position, "Re2-e7/a1").expect("a move");
    assert_eq!(threefold::notation::sentence::explain(&position, mv).sentence, "Blocked by the duck on e5.");
}

#[test]
fn a_position_names_its_blockers() {
    let variant = load("gallery/duck");
    let fen = "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1";
    let position = at(&variant, fen);
    assert_eq!(print_fen(&position).expect("a FEN"), fen);
    assert!(print(&position).ends_with(" blockers=d5"), "{}", print(&position));
    assert_eq!(at(&variant, &print(&position)), position);
    assert_eq!(position.pieces().len(), 2);
    let error = threefold::parse_position(&variant, "w:Ke1 b:Ke8 turn=w blockers=d5,d6").expect_err("two ducks");
    assert!(error.to_string().contains("the position has more blockers (2) than the board can have (1)"), "{error}");
    let error = threefold::parse_position(&load("chess"), "w:Ke1 b:Ke8 turn=w blockers=d5").expect_err("no ducks");
    assert!(error.to_string().contains("(1) than the board can have (0)"), "{error}");
}

#[test]
fn every_move_with_a_placement_has_a_number() {
    for name in ["gallery/duck", "gallery/amazons", "mechanisms/walls-on-the-ring"] {
        let variant = load(name);
        let space = ActionSpace::new(&variant);
        let start = variant.start().expect("a start");
        for mv in start.legal_moves() {
            let number = space.number(mv).expect("a number");
            assert!(number < space.len() && space.get(number) == Some(mv), "{name}");
            assert_eq!(space.number(mv.placing(None)), None, "{name}");
        }
        assert_eq!(space.get(space.len()), None);
    }
}

#[test]
fn a_rulebook_with_blockers_is_checked() {
    let duck = "[piece.duck]\nletter = \"D\"\nmovement = \"none\"\nrole = \"piece\"\n";
    for (piece, headers, message) in [
        ("pawn", "", "a blocker cannot be a pawn"),
        ("rook", "", "blockers have no owner, but a player can have a rook"),
        ("duck", "start = [\"d4\", \"e4\"]", "there is only one blocker"),
        ("duck", "start = [\"e2\"]", "a blocker starts on the square of a piece"),
        ("duck", "reach = \"by-movement\"", "the duck has no movement"),
    ] {
        let text = format!("{duck}[blocker]\npiece = \"{piece}\"\nplacing = \"same-one\"\n{headers}\n");
        let found = errors(&child("chess", &text));
        assert!(found.contains(message), "{found}");
    }
    let text = format!("{duck}[blocker]\npiece = \"duck\"\nplacing = \"one-more\"\nstart = [\"d4\", \"e5\"]\n");
    let start = game(&child("chess", &text)).start().expect("a start");
    assert_eq!(start.blockers().len(), 2);
}

/// Each of eight queens on a large board has dozens of moves, and each move hundreds of squares for the duck.
#[test]
fn more_moves_than_16_bits_count_are_listed() {
    let large = "[board.patch.board]\nfiles = 20\nranks = 20\n\
        [board.names]\nform = \"file-rank\"\nfiles = \"a-t\"\nranks = \"1-20\"\n\
        [zone.second-rank]\nof = \"seat\"\nranks = \"2\"\n[zone.last-rank]\nof = \"seat\"\nranks = \"20\"\n\
        [setup]\nking = [\"a1\"]\nqueen = [\"c3\", \"d6\", \"f10\", \"g15\", \"j4\", \"m12\", \"p7\", \"q16\"]\n";
    let castlings = "without = [\"castling.king-side\", \"castling.queen-side\"]\n";
    let variant = game(&child("gallery/duck", &format!("{castlings}{large}")));
    let start = variant.start().expect("a starting position");
    let moves = start.legal_moves();
    assert!(moves.len() > usize::from(u16::MAX), "{} moves", moves.len());
    assert_eq!(moves.len() as u64, start.perft(1));
    assert!(moves.is_sorted() && moves.iter().all(|it| it.from != it.to));
    let last = *moves.last().expect("a move");
    assert!(start.is_legal(last) && start.play(last).is_ok());
}

#[test]
fn a_bot_captures_a_king_that_the_duck_does_not_hide() {
    let variant = load("gallery/duck");
    let position = at(&variant, "w:Kg1,Ra8,Pf2,Pg2,Ph2 b:Kd8,Qe5 turn=w blockers=c3");
    let options = SearchOptions::new(Algorithm::AlphaBeta, Limits::nodes(2_000));
    let best = search(&position, &Evaluator::new(&variant), &options).best().expect("a move");
    let [rook, king] = ["a8", "d8"].map(|it| variant.square(it).expect("a square"));
    assert_eq!((best.origin(), best.destination()), (Some(rook), Some(king)));
}
