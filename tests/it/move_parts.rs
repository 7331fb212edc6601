//! The parts of moves: what each accessor returns for passes, drops, castlings and other special moves.
//!
//! Input: moves of each sort. Output: their parts, which make an equal move; none for a part that the move lacks.

use threefold::{Gate, Move, Position, Square, Variant, parse_move, parse_position};

use super::support::{Dice, load};
use threefold::rules::Rollout;

/// Builds a move again from what its accessors return.
fn rebuilt(mv: Move) -> Move {
    let moved = match (mv.origin(), mv.destination(), mv.dropped()) {
        (None, None, None) => Move::PASS,
        (None, Some(to), Some(kind)) => Move::dropping(kind, to),
        (Some(from), Some(to), None) => Move::new(from, to),
        other => panic!("{other:?}"),
    };
    moved.as_castling(mv.castling()).promoting(mv.promotion()).gating(mv.gate()).placing(mv.placed())
}

#[test]
fn legal_moves_are_rebuilt_from_their_parts() {
    for shipped in threefold::catalog::games() {
        let variant = load(&shipped.slug);
        let Some(start) = variant.start() else { continue };
        let (mut rollout, mut dice) = (Rollout::new(&start), Dice(3));
        for _ in 0..30 {
            for mv in rollout.moves() {
                assert_eq!(rebuilt(mv), mv, "{}", shipped.slug);
                assert_eq!(mv.is_pass(), mv.destination().is_none(), "{}", shipped.slug);
                assert_eq!(mv.is_castling(), mv.castling().is_some());
                assert_eq!(mv.gate().is_some(), mv.gate_square(variant.rulebook()).is_some());
            }
            let count = rollout.moves().len();
            if count == 0 || !rollout.play(dice.below(count)) {
                break;
            }
        }
    }
}

fn at(name: &str, text: &str) -> Position {
    parse_position(&load(name), text).unwrap_or_else(|it| panic!("{name}: {it}"))
}

fn square(variant: &Variant, name: &str) -> Option<Square> {
    Some(variant.square(name).expect("a square"))
}

#[test]
fn a_pass_has_no_squares() {
    let pass = Move::PASS;
    assert!(pass.is_pass() && !pass.is_castling());
    let janggi = load("gallery/janggi");
    let squares = [pass.origin(), pass.destination(), pass.placed(), pass.gate_square(janggi.rulebook())];
    assert_eq!(squares, [None; 4]);
    assert_eq!((pass.dropped(), pass.promotion(), pass.castling(), pass.gate()), (None, None, None, None));
    // The piece on the first square of the board is not part of the move.
    let start = janggi.start().expect("a start");
    assert!(start.piece_at(Square(0)).is_some());
    assert_eq!(start.captured(pass), None);
    assert!(!start.gives_check(pass));
    assert_eq!(start.play(pass).expect("a legal pass").pieces(), start.pieces());
    // A move without a piece that leaves a square has no square for one that enters.
    let kind = start.pieces()[0].1.kind;
    let gate = Gate { on_rook_square: false, kind };
    assert_eq!(pass.gating(gate).gate_square(janggi.rulebook()), None);
    assert_eq!(Move::dropping(kind, Square(5)).gating(gate).gate_square(janggi.rulebook()), None);
    assert_eq!(Move::new(Square(5), Square(6)).gating(gate).gate_square(janggi.rulebook()), Some(Square(5)));
    let rook = Gate { on_rook_square: true, kind };
    assert_eq!(Move::new(Square(5), Square(6)).as_castling(99).gating(rook).gate_square(janggi.rulebook()), None);
}

#[test]
fn special_moves_have_the_squares_of_their_pieces() {
    let duck = load("gallery/duck");
    let placing = parse_move(&duck.start().expect("a start"), "Nc3/e5").expect("a move");
    assert_eq!(placing.destination(), square(&duck, "c3"));
    assert_eq!((placing.origin(), placing.placed()), (square(&duck, "b1"), square(&duck, "e5")));

    let chess = load("chess");
    let castling = parse_move(&at("chess", "w:Ke1,Rh1 b:Ke8 turn=w castling=w:h1"), "O-O").expect("a move");
    assert!(castling.is_castling());
    assert_eq!((castling.origin(), castling.destination()), (square(&chess, "e1"), square(&chess, "g1")));

    // A capture without moving ends, for the piece, where it began. The destination is the captured piece's square.
    let rifle = load("gallery/rifle");
    let position = at("gallery/rifle", "w:Ke1,Ra1 b:Ke8,Na8 turn=w");
    let shot = parse_move(&position, "a1-a8").expect("a move");
    assert_eq!((shot.origin(), shot.destination()), (square(&rifle, "a1"), square(&rifle, "a8")));
    assert_eq!(position.captured(shot).map(|it| Some(it.0)), Some(shot.destination()));

    // An explosion takes several pieces; the captured one is on the destination.
    let atomic = load("gallery/atomic");
    let position = at("gallery/atomic", "w:Ke1,Ra1 b:Kh8,Na8,Bb8 turn=w");
    let blast = parse_move(&position, "Rxa8").expect("a move");
    assert_eq!(position.captured(blast).map(|it| Some(it.0)), Some(square(&atomic, "a8")));
    assert_eq!(position.play(blast).expect("a legal move").pieces().len(), 2);
}
