//! Tags: which pieces carry them after a move.
//!
//! Input: chess with a tag for pieces that reach the last rank, and with promotion to captured pieces, pawns among them.
//! Output: the engine and the slow reference agree with positions that are written by hand.

use super::properties::{Pair, differences};
use super::rulebook_fixtures::{at, chess_but};
use threefold::notation::parse_move;
use threefold::notation::position::print_list;

const HEADERS: &str = "[tag.seasoned]\npieces = [\"pawn\", \"queen\"]\n\
    set = { to = { zone = \"last-rank\", of = \"owner\" } }\n\
    [ban.seasoned]\nmove = { piece = { tag = \"seasoned\" } }\n\
    [promotion]\npieces = [\"pawn\"]\non = { zone = \"last-rank\", of = \"owner\" }\nchoice = \"from-pool\"\n\
    pool = \"losses\"\nforced = \"no\"\nif-none = \"stays-and-waits\"\npays = \"joins-pool\"\n\
    [pool.losses]\nholds = \"own-pieces-captured\"\npieces = [\"pawn\", \"queen\"]\n";

#[track_caller]
fn leads_to(start: &str, mv: &str, end: &str) {
    let variant = chess_but(HEADERS);
    let position = at(&variant, start);
    let mv = parse_move(&position, mv).unwrap_or_else(|it| panic!("{it}"));
    let next = position.play(mv).expect("a legal move");
    assert_eq!(print_list(&next), end);
    let slow = Pair::new(&variant).state(&position.setup()).play(mv);
    assert_eq!(differences(&next, &slow), Vec::<String>::new());
}

const START: &str = "w:Ke1,Qd7,Pe7 b:Ka6,Pa7 turn=w captured=w:Q,P";

#[test]
fn a_piece_that_moves_gets_its_tag() {
    leads_to(START, "d7-d8", "w:Ke1,Qd8[seasoned],Pe7 b:Ka6,Pa7 turn=b captured=w:Q,P halfmoves=1");
    leads_to(START, "e7-e8", "w:Ke1,Qd7,Pe8[seasoned] b:Ka6,Pa7 turn=b captured=w:Q,P");
}

/// Even one of the pawn's own kind.
#[test]
fn the_new_piece_of_a_promotion_carries_no_tag() {
    leads_to(START, "e7-e8=Q", "w:Ke1,Qd7,Qe8 b:Ka6,Pa7 turn=b captured=w:P,P");
    leads_to(START, "e7-e8=P", "w:Ke1,Qd7,Pe8 b:Ka6,Pa7 turn=b captured=w:Q,P");
}
