//! Captures without moving: texts, findings, and how they combine with explosions, conversions and bans.
//!
//! Input: rulebooks of a few lines, and positions. Output: results worked out by hand. The cases in `tests/scenarios` have more
//! moves.

use super::rulebook_fixtures::{at, child, findings, game};
use super::support::{ask, load};
use threefold::ActionSpace;
use threefold::notation::moves::coordinates;
use threefold::notation::position::{print, print_list};
use threefold::notation::sentence::explain;
use threefold::notation::{parse_move, print_move, print_san};
use threefold::rules::{Position, Variant};

/// Returns the position after a move.
#[track_caller]
fn after(position: &Position, text: &str) -> Position {
    let mv = parse_move(position, text).unwrap_or_else(|it| panic!("{text}: {it}"));
    position.play(mv).unwrap_or_else(|it| panic!("{text}: {it}"))
}

/// Returns the letter and the owner of the piece on a square, `-` if it is empty.
fn on(position: &Position, square: &str) -> String {
    let book = position.variant().rulebook();
    let square = position.variant().square(square).expect("a square");
    position.piece_at(square).map_or_else(
        || "-".to_owned(),
        |it| format!("{}{}", book.seats()[it.seat.index()].letter(), book.kinds()[it.kind.index()].letter()),
    )
}

#[test]
fn texts_are_those_of_other_captures() {
    let rifle = load("gallery/rifle");
    let position = at(&rifle, "w:Ke1,Rd1,Pb7 b:Kh8,Nd5,Ba8 turn=w");
    for (typed, long, short, uci) in
        [("d1-d5", "Rd1xd5", "Rxd5", "d1d5"), ("bxa8", "b7xa8", "bxa8", "b7a8"), ("b8=Q", "b7-b8=Q", "b8=Q+", "b7b8q")]
    {
        let mv = parse_move(&position, typed).expect("a legal move");
        assert_eq!(print_move(&position, mv), long);
        assert_eq!(print_san(&position, mv), short);
        assert_eq!(coordinates(rifle.rulebook(), mv), uci);
        let space = ActionSpace::new(&rifle);
        assert_eq!(space.number(mv).and_then(|it| space.get(it)), Some(mv));
    }
    let run = ask(&["moves", "gallery/rifle", "--position", "w:Ke1,Rd1 b:Kh8,Nd5 turn=w", "--format", "json"]);
    assert_eq!(run.out.matches("\"stays\": true").count(), 1, "{}", run.out);
}

#[test]
fn only_the_capture_of_the_attacker_ends_a_check() {
    let rifle = load("gallery/rifle");
    // The rook may capture the queen that gives check, but not the knight, which leaves the check.
    let position = at(&rifle, "w:Ka1,Rd1 b:Kh8,Qd4,Ng1 turn=w");
    let moves: Vec<String> = position.legal_moves().into_iter().map(|it| print_move(&position, it)).collect();
    assert!(moves.contains(&"Rd1xd4".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"Rd1xg1".to_owned()), "{moves:?}");
    let code = |text: &str| explain(&position, parse_move(&position, text).expect("a move")).code;
    assert_eq!(code("d1-g1"), "own-king");
}

fn without_moving(parent: &str, kinds: &str, headers: &str) -> Variant {
    game(&child(parent, &format!("[capture]\nwithout-moving = [{kinds}]\n{headers}")))
}

#[test]
fn an_explosion_is_where_the_captured_piece_was() {
    let atomic = without_moving("gallery/atomic", "\"rook\", \"king\"", "");
    let position = at(&atomic, "w:Ka1,Rd1,Rd4,Nc4 b:Kh8,Nd5,Be6,Pd6 turn=w");
    let next = after(&position, "d4-d5");
    let left = ["d4", "c4", "d5", "e6", "d6", "d1"].map(|it| on(&next, it));
    assert_eq!(left, ["-", "-", "-", "-", "bP", "wR"], "the rook on d4 was next to the knight: {}", print(&next));
    let far = at(&atomic, "w:Ka1,Rd1,Nc4 b:Kh8,Nd5,Be6,Pd6 turn=w");
    let next = after(&far, "d1-d5");
    assert_eq!(["d1", "c4", "d5", "e6"].map(|it| on(&next, it)), ["wR", "-", "-", "-"], "{}", print(&next));
    // A king destroys itself with its capture, on its own square.
    let king = at(&atomic, "w:Ka1 b:Kh8,Nb1 turn=w");
    let answer = explain(&king, parse_move(&king, "a1-b1").expect("a move"));
    assert_eq!(answer.code, "own-king-destroyed", "{}", answer.sentence);
}

#[test]
fn a_piece_that_stays_converts_and_gates_nothing() {
    let converts = without_moving("chess", "\"knight\"", "[conversion]\nimmune = [\"king\"]\n");
    let position = at(&converts, "w:Ke1,Nc3,Bg2 b:Kh8,Pd5,Pe6,Pc5 turn=w");
    let next = after(&position, "c3-d5");
    assert_eq!(["c3", "d5", "e6", "c5"].map(|it| on(&next, it)), ["wN", "-", "bP", "bP"], "{}", print(&next));
    let next = after(&position, "g2-d5");
    assert_eq!(["g2", "d5", "e6", "c5"].map(|it| on(&next, it)), ["-", "wB", "wP", "wP"], "{}", print(&next));
    let seirawan = without_moving("gallery/seirawan", "\"knight\"", "");
    let position = at(&seirawan, "4k3/8/8/8/8/2p5/8/RN2K2R[HE] w KQB - 0 1");
    let code = |text: &str| explain(&position, parse_move(&position, text).expect("a move")).code;
    assert_eq!([code("b1-c3"), code("b1-c3/H"), code("b1-a3/H")], ["", "gate-closed", ""]);
    let next = after(&after(&position, "b1-c3"), "e8-e7");
    assert!(next.legal_moves().iter().any(|it| print_move(&next, *it) == "Nb1-a3/H"), "the knight has not moved");
}

#[test]
fn names_without_effect_are_found() {
    let stone = "[piece.stone]\nletter = \"S\"\nrole = \"piece\"\nmovement = \"mW\"\nvalue = 1\n";
    let found = findings(&child("chess", &format!("{stone}[capture]\nwithout-moving = [\"stone\", \"rook\"]\n")));
    assert!(found.contains("a stone never captures, so it cannot capture without moving"), "{found}");
    let unharmed = "[explosion]\nimmune = [\"pawn\"]\nunharmed = [\"knight\"]\n";
    let found = findings(&child("gallery/atomic", &format!("[capture]\nwithout-moving = [\"knight\"]\n{unharmed}")));
    assert!(found.contains("a knight captures without moving, so `unharmed` has no effect on it"), "{found}");
    let knights = "[capture]\nwithout-moving = [\"knight\"]\n";
    let found = findings(&child("mechanisms/promotion-by-capture-on-the-ring", knights));
    assert!(found.contains("so no capture promotes them"), "{found}");
    let found = findings(&child("chess", "[capture]\nwithout-moving = [\"archer\"]\n"));
    assert!(found.contains("archer"), "{found}");
    let found = findings(&child("chess", "[capture]\n"));
    assert!(found.contains("`[capture]` changes nothing"), "{found}");
    for keys in ["without-moving = [\"rook\"]\n", "forced = \"yes\"\n"] {
        assert_eq!(findings(&child("chess", &format!("[capture]\n{keys}"))), "");
    }
}

#[test]
fn the_rules_say_what_stays() {
    let run = ask(&["rules", "gallery/rifle"]);
    for part in [
        "All pieces capture without moving.",
        "A pawn that captures reaches no new square, so it does not promote.",
        "A king may capture a protected piece",
        "castling remains possible",
        "captures the rook on a3 and stays on a1.",
        "captures it en passant as if it moved to a6, and stays on b5.",
        "If the piece captures without moving, it stays on its own square.",
    ] {
        let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{part}: {}", run.out);
    }
}

/// The pawn on b5 captures a5 en passant and stays: the explosion is around a5, and not around the passed a6.
#[test]
fn an_explosion_en_passant_is_around_the_captured_pawn() {
    let explosion = "[explosion]\nsteps = [\"straight\"]\nimmune = [\"king\", \"rook\"]\nunharmed = [\"king\"]\n";
    let variant = without_moving("chess", "\"pawn\", \"queen\"", explosion);
    let position = at(&variant, "w:Kh1,Pb5,Na7,Nb4,Nb6 b:Kh8,Pa5,Nb7 turn=w ep=a6:a5:b");
    assert_eq!(print_list(&after(&position, "b5-a6")), "w:Kh1,Nb4,Nb6,Na7 b:Kh8,Nb7 turn=b");
}
